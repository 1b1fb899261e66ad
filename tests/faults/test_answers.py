"""The race for the first answer, through three API processes; `make race` runs 200 rounds of each kind
and prints how late the answers were."""

import random
from pathlib import Path

import pytest
from msgspec import structs

from tests.faults.answers import hall
from tests.faults.contest import Contest, at_once, broken, spread, unequal

pytestmark = pytest.mark.anyio

ROUNDS = 10


async def test_without_a_tie_window_exactly_one_is_first(tmp_path: Path) -> None:
    async with hall(tmp_path) as addresses, Contest.open(addresses, 0) as contest:
        for _ in range(ROUNDS):
            assert broken(await contest.play(at_once)) == []
        assert unequal(await contest.streams()) == []


async def test_within_a_tie_window_exactly_those_count_who_came_in_time(tmp_path: Path) -> None:
    rng = random.Random(4)
    async with hall(tmp_path) as addresses, Contest.open(addresses, 150) as contest:
        for number in range(ROUNDS):
            assert broken(await contest.play(at_once if number % 3 == 0 else spread(rng, 0.4))) == []
        assert unequal(await contest.streams()) == []
    counted = [sum(answer.status == 201 for answer in one.answers) for one in contest.rounds]
    assert len(set(counted)) > 1, "in some rounds somebody was late, in others nobody"


async def test_a_wrong_order_is_noticed(tmp_path: Path) -> None:
    async with hall(tmp_path) as addresses, Contest.open(addresses, 150) as contest:
        one = await contest.play(at_once)
        streams = await contest.streams()
    assert broken(structs.replace(one, window_ms=0)) != []
    refused = structs.replace(one.answers[0], status=409, code="too_late")
    assert broken(structs.replace(one, answers=(refused, *one.answers[1:]))) != []
    laid = [entry for entry in one.entries if entry["action"]["type"] == "answer"]
    assert broken(structs.replace(one, entries=(*(e for e in one.entries if e not in laid), *reversed(laid)))) != []
    swapped = [streams[0], [*streams[1][:-2], streams[1][-1], streams[1][-2]]]
    assert unequal(swapped) == ["seat 1 did not get every entry once and in order"]
