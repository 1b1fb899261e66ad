"""Every tampering is caught by the check that is there for it, in records of every game, and by no accident.

`tamper_network`, `tamper_play` and `tamper_promises` hold the rows.
"""

import copy
import random
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from msgspec import structs

from domain.games import SHIPPED
from domain.kernel import Chance, Command, Registry, Ruling
from domain.record.bundle import Bundle, write_bundle
from domain.record.receipt import KeySet, public_key
from domain.record.verify import CHECKS, Report, Verdict, verify
from tests.records import tamper_network, tamper_play, tamper_promises  # noqa: F401  (they enter the rows)
from tests.records.tamperings import ROWS, Row, Scene, get, put
from tests.support.forge import Forge
from tests.support.recorded import SERVER_KEY, Table, bundle_of, play_table
from tests.support.toy import TOY, Won


def generous(state: Any, command: Command, chance: Chance) -> Any:
    answer = TOY.decide(state, command, chance)
    events = () if isinstance(answer, Ruling) else answer
    return tuple(structs.replace(e, points=tuple(2 * p for p in e.points)) if isinstance(e, Won) else e for e in events)


GAMES = Registry([*SHIPPED, TOY, replace(TOY, version=2, decide=generous)])
TRUST = KeySet([public_key(SERVER_KEY)])
ALL = [rules.id for rules in (TOY, *SHIPPED)]


@lru_cache
def scene_of(game: str, number: int = 0) -> Scene:
    """Tables of a game to tamper with; with another number, others."""
    rules = GAMES.get(game, 1)
    deals = 2 if game in ("toy", "schafkopf") else 1

    def play(seed: int = 0, **more: Any) -> Table:
        seed += 1_000 * number
        return play_table(rules, seed=seed, deals=deals, tick=0.1, seats=rules.seats[0], **more)

    return Scene(play(), play(signing=True), play(seed=5), play)


TABLES = 8
"""So many tables are looked at for an occasion; what a table of one number offers changes when a bot or a rule does."""


@lru_cache
def tampered(game: str, row: Row) -> tuple[bytes, tuple[str, ...]] | None:
    """Give the tampered record and the reader's own receipts; None where the row says that there is no occasion."""
    if game in row.never:
        return None
    for number in range(TABLES):
        scene = scene_of(game, number)
        scene.own_receipts = ()
        made = row.tamper(scene)
        if made is not None:
            return write_bundle(made) if isinstance(made, Bundle) else made, scene.own_receipts
    raise AssertionError(f"no table of {game} offers an occasion for {row.name}")


def examine(game: str, row: Row, *skip: str) -> Report:
    made = tampered(game, row)
    assert made is not None
    return verify(made[0], GAMES, TRUST, made[1], skip)


def names(report: Report) -> set[str]:
    return {line.check for line in report.failed}


@pytest.mark.parametrize("game", ALL)
def test_the_tables_that_are_tampered_with_are_honest(game: str) -> None:
    scene = scene_of(game)
    for table in (scene.table, scene.signed, scene.other):
        assert verify(write_bundle(bundle_of(table.rec)), GAMES, TRUST).verdict is Verdict.VALID


CASES = [
    pytest.param(game, row, id=f"{game}-{row.name}")
    for game in ALL
    for row in ROWS
    if (row.attacker == "server" or game in ("toy", "schafkopf")) and game not in row.never
]
"""Whoever knows no key of the server works on bytes, and these are the same in every game: two games stand for all."""


@pytest.mark.parametrize(("game", "row"), CASES)
def test_it_is_caught_by_its_own_check_and_by_no_other(game: str, row: Row) -> None:
    report = examine(game, row)

    assert report.verdict is Verdict.TAMPERED, report.sentence
    assert names(report) in ({row.check}, {row.otherwise}), [(line.check, line.seq, line.say) for line in report.failed]
    assert any(check in report.sentence for check in names(report))


@pytest.mark.parametrize("row", [row for row in ROWS if row.never], ids=lambda row: row.name)
def test_where_a_row_sees_no_occasion_there_is_none(row: Row) -> None:
    assert set(row.never) < set(ALL)
    assert [game for game in row.never if row.tamper(scene_of(game)) is not None] == []


def test_a_wrong_value_is_named_by_its_place() -> None:
    """Not cut off in the middle of a long event, before the value that is wrong."""
    wrong = next(row for row in ROWS if row.name == "a wrong score")
    said = examine("schafkopf", wrong).failed[0].say
    assert said.startswith("deal_scored.result.")
    assert "..." not in said


def test_in_a_race_a_seat_signs_on_what_it_had() -> None:
    """Where the order of arrival decides, a move is not stale because another seat was faster."""
    bundle = tamper_promises.overtaken(scene_of("vollpfosten"))
    assert isinstance(bundle, Bundle)
    assert verify(write_bundle(bundle), GAMES, TRUST).verdict is Verdict.VALID


@pytest.mark.parametrize("check", CHECKS)
def test_disabling_a_check_turns_exactly_its_rows_red(check: str) -> None:
    """Without it they are no longer named by it; and it needs no other check, be they all left out, to name them."""
    rows = [row for row in ROWS if row.check == check and "toy" not in row.never]
    assert rows
    others = [other for other in CHECKS if other != check]
    for row in rows:
        assert check not in names(examine("toy", row, check)), row.name
        assert names(examine("toy", row, *others)) == {check}, row.name


def mutated(bundle: Bundle, rng: random.Random) -> Bundle:
    """Change something at random, and pack it again."""
    kind = rng.choice(["byte", "line", "opening", "receipt", "swap"])
    lines, openings = list(bundle.entries), list(bundle.openings)
    if kind == "byte":
        at = rng.randrange(len(lines))
        line = bytearray(lines[at])
        line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        lines[at] = bytes(line).replace(b"\n", b" ")
    elif kind == "line":
        del lines[rng.randrange(len(lines))]
    elif kind == "opening":
        at = rng.randrange(len(openings))
        openings[at] = structs.replace(openings[at], value=rng.choice([None, 1, "X", ["EO"], openings[at - 1].salt]))
    elif kind == "receipt":
        return structs.replace(bundle, receipts=("x.y.z", *bundle.receipts))
    else:
        a, b = rng.sample(range(len(lines)), 2)
        lines[a], lines[b] = lines[b], lines[a]
    return structs.replace(bundle, entries=tuple(lines), openings=tuple(openings))


def test_no_changed_record_is_valid_and_none_breaks_the_verifier() -> None:
    rng = random.Random(6)
    honest = bundle_of(scene_of("toy").table.rec)
    file = write_bundle(honest)
    for _ in range(150):
        changed = bytearray(file)
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        assert verify(bytes(changed), GAMES, TRUST).verdict is not Verdict.VALID
        packed = write_bundle(mutated(honest, rng))
        assert packed == file or verify(packed, GAMES, TRUST).verdict is not Verdict.VALID


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, part in inner for found in paths(part, (*path, key)))]


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**53 - 1,
    "",
    "x",
    "EO",
    [],
    {},
    [[]],
    {"sealed": "x"},
    {"type": "deal.opened"},
]


@pytest.mark.parametrize("game", ALL)
def test_junk_anywhere_in_a_signed_record_breaks_nothing(game: str) -> None:
    """A server that signs nonsense gets a verdict, whatever it is, and never an exception."""
    rng = random.Random(f"junk/{game}")
    table = scene_of(game).table
    honest = bundle_of(table.rec)
    for _ in range(200 if game == "toy" else 12):
        forge = Forge(table)
        draft = rng.choice(forge.entries)
        where = rng.choice([path for path in paths(draft.clear) if path])
        kept = [seal for seal in draft.seals if seal[0][: len(where)] != where]
        draft.seals = kept
        before = get(draft.clear, where)
        junk = rng.choice([junk for junk in JUNK if junk != before])
        put(draft.clear, where, copy.deepcopy(junk))
        try:
            bundle = forge.bundle()
        except (ValueError, KeyError, TypeError):
            continue
        if bundle.entries != honest.entries:
            assert verify(write_bundle(bundle), GAMES, TRUST).verdict is not Verdict.VALID, (where, before, junk)
