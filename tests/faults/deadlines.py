"""Deadlines raced by two clocks and a player, each with its own connection and its own time.

Vollpfosten is played at one table. In each race a seat answers one millisecond before a deadline, at it, or after it,
while both clocks want to call it; and clocks die, before their entry is sent or before they learn that it stands.
"""

import asyncio
import base64
import contextlib
import random
import secrets
import tempfile
from collections.abc import AsyncIterator, Coroutine, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from domain.games import shipped_registry
from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.state import Answering, State, may_answer
from domain.kernel import Action, NextDeal, Seat, Template
from domain.record.bundle import data_digest
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seeds import commitment
from domain.table import due, legal
from domain.table.messages import Clock as Clocks
from domain.table.messages import OpenSeed, OpenTable, TakeSeat
from store.connect import Store, StoreConfig, open_store
from store.embedded import Embedded
from store.handler import Accepted, Ask, Handler, Result
from store.live import LiveTable
from store.log import Append, EventLog
from store.log import Result as LogResult
from workers.clock import Clock

SEATS = 6
WINDOW_MS = 150
Death = Literal["never", "before", "after"]
"""When a clock dies: never, with its entry decided but not sent, or with its entry stored and no reply read."""
First = Literal["nobody", "player", "clocks"]
"""Who has done his work before the others begin; `nobody` lets all begin at once."""


class Time:
    """A clock that is set by hand (ms)."""

    def __init__(self) -> None:
        self.ms = 1_764_449_999_000

    def __call__(self) -> int:
        return self.ms


class Mortal(EventLog):
    """A log that takes its time, and through which its process can die."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        super().__init__(store)
        self._rng = rng
        self.death: Death = "never"
        self.dying = asyncio.Event()

    async def append(self, wish: Append) -> LogResult:
        await asyncio.sleep(self._rng.choice((0, 0, 0.0005, 0.002)))
        if self.death == "before":
            await self._end()
        result = await super().append(wish)
        if self.death == "after":
            await self._end()
        return result

    async def _end(self) -> None:
        self.dying.set()
        await asyncio.Event().wait()


class Process:
    """A clock worker with a log, a handler and a time of its own."""

    def __init__(self, store: Store, rng: random.Random) -> None:
        self.time = Time()
        self.log = Mortal(store, rng)
        self.clock = Clock(Handler(self.log, shipped_registry(), self.time))

    async def step(self, at_ms: int, death: Death) -> bool:
        """Do one round of a clock's work at `at_ms`; say whether it lived."""
        self.time.ms, self.log.death = at_ms, death
        working = asyncio.create_task(self.clock.step())
        dying = asyncio.create_task(self.log.dying.wait())
        await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
        for task in (working, dying):
            task.cancel()
        for ended in await asyncio.gather(working, dying, return_exceptions=True):
            assert not isinstance(ended, Exception), ended
        return not self.log.dying.is_set()


class Race(Struct, frozen=True):
    """One race: which deadline, when the answer arrived, and what is in the log from then on."""

    deadline: str
    due: int
    arrived: int
    clocks_at: int
    first: First
    seat: Seat
    accepted: bool
    entries: tuple[dict[str, Any], ...]


class Racecourse:
    """A running table of Vollpfosten with its player's handler, and stores for the two clocks."""

    def __init__(self, stores: Sequence[Store], seed: int) -> None:
        self._stores = stores
        self._rng = random.Random(seed)
        self.time = Time()
        self._clocks = [Process(store, self._rng) for store in stores[1:]]
        self.handler = Handler(Mortal(stores[0], self._rng), shipped_registry(), self.time)
        self.table = base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, directory: Path, seed: int) -> AsyncIterator["Racecourse"]:
        """Start a server of our own (clocks call every deadline of a store), and a table on it."""
        with Embedded(directory / "data") as server:
            stores = [await open_store(StoreConfig(url=server.url)) for _ in range(3)]
            course = cls(stores, seed)
            try:
                await course._set_up()
                yield course
            finally:
                for store in stores:
                    await store.aclose()

    async def _set_up(self) -> None:
        secret = secrets.token_bytes(32)
        opening = OpenTable(
            rules=RULES.id,
            version=RULES.version,
            seats=SEATS,
            options={"tie_window_ms": WINDOW_MS},
            clock=Clocks(move_s=None),
            data=data_digest(RULES.data["standard"]),
            root=DealingHouse(secret, self.table, RULES.max_deals).root,
            server_key="none",
            secret=b64(secret),
        )
        opened = await self.handler.open_table(self.table, opening, RULES.data["standard"], key=None, digest=None)
        assert isinstance(opened, Accepted)
        seeds = [b64(secrets.token_bytes(32)) for _ in range(SEATS)]
        for seat, seed in enumerate(seeds):
            await self.do(seat, TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), host=seat == 0))
        for seat, seed in enumerate(seeds):
            await self.do(seat, OpenSeed(seed))
        await self.do(0, NextDeal())

    async def say(self, seat: Seat, action: Action) -> Result:
        key = secrets.token_hex(8)
        return await self.handler.execute(Ask(self.table, seat, "player", action, key=key, digest="d"))

    async def do(self, seat: Seat, action: Action) -> None:
        result = await self.say(seat, action)
        assert isinstance(result, Accepted), result

    async def live(self) -> LiveTable:
        return await self.handler.current(self.table)

    async def race(
        self,
        offset: int,
        *,
        tie: bool,
        ahead: bool = False,
        first: First = "nobody",
        deaths: tuple[Death, Death] = ("never", "never"),
    ) -> Race:
        """Race for one deadline: that of the first answer, or with `tie` that of the window after it.

        The answer arrives at the deadline + `offset`; the clocks believe that it is as late, or `ahead`, that it is
        the deadline already.
        """
        state = await self._open_category()
        free = list(may_answer(state))
        self._rng.shuffle(free)
        self.time.ms += self._rng.randrange(1_000)
        if tie:
            seat = free.pop()
            await self.do(seat, _misfit(state, seat))
        live = await self.live()
        deadline = next(one for one in due(live.game, live.state) if one.id == ("game/tie" if tie else "game/answer"))
        seq = live.state.seq
        self.time.ms = deadline.at_ms + offset
        clocks_at = deadline.at_ms if ahead else self.time.ms
        seat = free.pop()
        answered = await self._run(
            self.say(seat, _misfit(state, seat)),
            [self._clock(number, death, clocks_at) for number, death in enumerate(deaths)],
            first,
        )
        self.time.ms = deadline.at_ms + 60_000  # whoever lives on finds what the dead have left
        await self._clock(0, "never", self.time.ms)
        entries = tuple(entry.clear for entry in await self.handler.entries(self.table, seq))
        accepted = isinstance(answered, Accepted)
        return Race(deadline.id, deadline.at_ms, deadline.at_ms + offset, clocks_at, first, seat, accepted, entries)

    async def _run(
        self, answer: Coroutine[Any, Any, Result], clocks: list[Coroutine[Any, Any, None]], first: First
    ) -> Result:
        """Let the player and the clocks go, each a little late, in any order where `nobody` is first."""
        runners = [self._late(runner) for runner in (answer, *clocks)]
        if first == "player":
            result = await runners[0]
            await asyncio.gather(*runners[1:])
        elif first == "clocks":
            await asyncio.gather(*runners[1:])
            result = await runners[0]
        else:
            self._rng.shuffle(order := [0, 1, 2])
            running = {one: asyncio.create_task(runners[one]) for one in order}
            await asyncio.gather(*running.values())
            result = running[0].result()
        answered: Result = result
        return answered

    async def _late(self, runner: Coroutine[Any, Any, Any]) -> Any:
        await asyncio.sleep(self._rng.choice((0, 0, 0.001, 0.004)))
        return await runner

    async def _clock(self, number: int, death: Death, at_ms: int) -> None:
        """Let a clock do its work; when it dies, a new one stands in its place, which knows nothing."""
        if not await self._clocks[number].step(at_ms, death):
            self._clocks[number] = Process(self._stores[1 + number], self._rng)

    async def _open_category(self) -> State:
        """Let the seats on turn go on until a category is open for answers."""
        while True:
            live = await self.live()
            state: State = live.state.game
            if isinstance(state.phase, Answering):
                return state
            seat = RULES.view(state, None).on_turn
            assert seat is not None
            choices = [choice for choice in legal(live.game, live.state, seat) if not isinstance(choice, Template)]
            wanted = (m.GiveUp, m.DrawCategory, m.ChooseCategory, m.ChooseTarget)
            await self.do(seat, next(choice for choice in choices if isinstance(choice, wanted)))

    async def same_everywhere(self) -> bool:
        """Say whether somebody who reads the log anew finds the table as the player's handler has it."""
        fresh = Handler(EventLog(self._stores[1]), shipped_registry(), self.time)
        return (await fresh.current(self.table)).state == (await self.live()).state


def _misfit(state: State, seat: Seat) -> m.AnswerCategory:
    """An answer whose term does not begin with the letter of its card, so that closing answers ends the category."""
    card = next(card for card in state.hands[seat] if card != "*")
    return m.AnswerCategory(card, next(letter for letter in "XYZ" if letter not in card) + secrets.token_hex(4))


# What must hold ------------------------------------------------------------------------------------------------------


def broken(race: Race) -> list[str]:
    """Give every broken promise of a race as a sentence."""
    found = []
    ticks = [entry for entry in race.entries if entry["action"] == {"deadline": race.deadline, "type": "tick"}]
    laid = [entry for entry in race.entries if entry["action"]["type"] == "answer"]
    if len(laid) != race.accepted:
        found.append(
            f"the answer was {'accepted' if race.accepted else 'refused'}, and is {len(laid)} times in the log"
        )
    tie = race.deadline == "game/tie"
    if len(ticks) != (1 if tie or not race.accepted else 0):
        found.append(f"{race.deadline} was called {len(ticks)} times")
    early = [tick["at"] for tick in ticks if tick["at"] < race.due]
    if early:
        found.append(f"{race.deadline} was called {race.due - early[0]} ms early")
    if race.accepted and race.arrived >= race.due:
        found.append(f"an answer counts that arrived {race.arrived - race.due} ms after {race.deadline}")
    if not race.accepted and race.arrived < race.due and (race.clocks_at < race.due or race.first == "player"):
        found.append("an answer was refused, though the deadline was still ahead for everybody who had been there")
    if laid and laid[0]["at"] != race.arrived:
        found.append("the answer stands with another time than that of its arrival")
    if tie and laid and ticks and race.entries.index(laid[0]) > race.entries.index(ticks[0]):
        found.append("an answer was appended after the tick and stands")
    closing = next((e for e in race.entries if any(v["type"] == "answers_closed" for v in e["events"])), None)
    counted = sum(event["type"] == "term_judged" for event in closing["events"]) if closing else 0
    if counted != race.accepted + tie:
        found.append(f"{counted} answers count, {race.accepted + tie} came before the tick")
    return found


async def course_of(course: Racecourse, races: int, rng: random.Random) -> tuple[list[str], list[Race]]:
    """Run so many races of every kind in turn; give the broken promises, and the races."""
    found, run = [], []
    for number in range(races):
        death: tuple[Death, Death] = (rng.choice(_DEATHS), rng.choice(_DEATHS))
        offset = number % 3 - 1
        ahead, first = offset < 0 and rng.random() < 0.5, rng.choice(_FIRST)
        race = await course.race(offset, tie=rng.random() < 0.6, ahead=ahead, first=first, deaths=death)
        found += [f"race {number} ({offset:+} ms, clocks die {'/'.join(death)}): {what}" for what in broken(race)]
        run.append(race)
    if not await course.same_everywhere():
        found.append("who reads the log anew finds another table")
    return found, run


_DEATHS: tuple[Death, ...] = ("never", "before", "after")
_FIRST: tuple[First, ...] = ("nobody", "nobody", "player", "clocks")
_RACES_AT_A_TABLE = 50


async def run(races: int, seed: int) -> list[str]:
    """Run so many races; print what happened, give the broken promises."""
    rng, found, run = random.Random(seed), [], list[Race]()
    while len(run) < races:
        with tempfile.TemporaryDirectory() as home:
            async with Racecourse.open(Path(home), rng.randrange(1_000_000)) as course:
                broke, more = await course_of(course, min(_RACES_AT_A_TABLE, races - len(run)), rng)
        found += broke
        run += more
    print(f"{len(run)} deadlines raced, {sum(race.accepted for race in run)} answers came before them")
    return found
