"""Two clocks and a player race deadlines: one tick each, and only what came before it counts; `make race` runs 500."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import structs

from tests.faults.deadlines import Death, First, Racecourse, broken, course_of

pytestmark = pytest.mark.anyio

RACES = 42


@pytest.fixture
async def course(tmp_path: Path) -> AsyncIterator[Racecourse]:
    async with Racecourse.open(tmp_path, seed=1) as opened:
        yield opened


@pytest.mark.parametrize("tie", [False, True], ids=["first answer", "tie window"])
async def test_the_millisecond_of_arrival_decides(course: Racecourse, tie: bool) -> None:
    """Whoever is worked on first: what comes before the deadline counts, what comes at it does not."""
    for first in ("nobody", "player", "clocks"):
        for offset, counts in ((-1, True), (0, False), (1, False)):
            race = await course.race(offset, tie=tie, first=first)  # type: ignore[arg-type]
            assert broken(race) == []
            assert race.accepted is counts, (first, offset)


@pytest.mark.parametrize("tie", [False, True], ids=["first answer", "tie window"])
@pytest.mark.parametrize(("first", "counts"), [("player", True), ("clocks", False)])
async def test_where_clocks_are_ahead_the_log_decides(
    course: Racecourse, tie: bool, first: First, counts: bool
) -> None:
    """A clock that believes it is time calls the deadline: what stands before counts, nothing is taken after."""
    race = await course.race(-1, tie=tie, ahead=True, first=first)
    assert broken(race) == []
    assert race.accepted is counts


async def test_one_tick_each_and_only_what_came_before_it_counts(course: Racecourse) -> None:
    """Races of every kind, whose clocks may die; where clocks are ahead and nobody is first, either may win."""
    found, races = await course_of(course, RACES, random.Random(1))
    assert found == []
    assert any(race.arrived < race.due <= race.clocks_at and race.first == "nobody" for race in races)


@pytest.mark.parametrize("death", ["before", "after"])
async def test_a_clock_that_dies_leaves_no_harm(course: Racecourse, death: Death) -> None:
    for deaths in ((death, "never"), ("never", death)):
        for offset in (-1, 0, 1):
            assert broken(await course.race(offset, tie=True, deaths=deaths)) == []
    assert broken(await course.race(0, tie=True, deaths=(death, death))) == []
    assert await course.same_everywhere()


@pytest.mark.parametrize(("death", "counts"), [("before", True), ("after", False)])
async def test_a_deadline_is_called_when_its_entry_stands(course: Racecourse, death: Death, counts: bool) -> None:
    """Clocks that die before they have sent it called nothing; one that never learns that it stands did call."""
    race = await course.race(-1, tie=True, ahead=True, first="clocks", deaths=(death, death))
    assert broken(race) == []
    assert race.accepted is counts


async def test_a_broken_promise_is_noticed(course: Racecourse) -> None:
    race = await course.race(-1, tie=True)
    assert broken(race) == []
    assert broken(structs.replace(race, arrived=race.due)) != []
    assert broken(structs.replace(race, entries=(*race.entries, race.entries[-1]))) != []
    assert broken(structs.replace(race, entries=race.entries[::-1])) != []
    assert broken(structs.replace(race, accepted=False)) != []
    refused = broken(structs.replace(race, accepted=False, clocks_at=race.due, first="player", entries=()))
    assert any(sentence.startswith("an answer was refused") for sentence in refused)
