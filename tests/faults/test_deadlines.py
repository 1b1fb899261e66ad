"""Two clocks and a player race deadlines: one tick each, and only what came before it counts; `make race` runs 500."""

import random
from pathlib import Path

import pytest
from msgspec import structs

from tests.faults.deadlines import Racecourse, broken, course_of

pytestmark = pytest.mark.anyio

RACES = 42


async def test_one_tick_each_and_only_what_came_before_it_counts(tmp_path: Path) -> None:
    async with Racecourse.open(tmp_path, seed=1) as course:
        found, races = await course_of(course, RACES, random.Random(1))
    assert found == []
    assert {race.accepted for race in races if race.arrived < race.due} >= {True}
    assert {race.accepted for race in races if race.arrived >= race.due} == {False}
    assert any(race.arrived < race.due <= race.clocks_at for race in races), "some clocks are ahead of the player"


@pytest.mark.parametrize("death", ["before", "after"])
async def test_a_clock_that_dies_leaves_no_harm(tmp_path: Path, death: str) -> None:
    async with Racecourse.open(tmp_path, seed=2) as course:
        for first in (True, False):
            deaths = (death, "never") if first else ("never", death)
            for offset in (-1, 0, 1):
                assert broken(await course.race(offset, tie=True, ahead=False, deaths=deaths)) == []  # type: ignore[arg-type]
        assert broken(await course.race(0, tie=True, ahead=False, deaths=(death, death))) == []  # type: ignore[arg-type]
        assert await course.same_everywhere()


async def test_a_broken_promise_is_noticed(tmp_path: Path) -> None:
    async with Racecourse.open(tmp_path, seed=3) as course:
        race = await course.race(-1, tie=True, ahead=False, deaths=("never", "never"))
    assert broken(race) == []
    assert broken(structs.replace(race, arrived=race.due)) != []
    assert broken(structs.replace(race, entries=(*race.entries, race.entries[-1]))) != []
    assert broken(structs.replace(race, entries=race.entries[::-1])) != []
    assert broken(structs.replace(race, accepted=False)) != []
