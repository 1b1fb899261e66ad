"""Five seats answer at the same moment through several API processes, and everybody follows live.

A round: the seat on turn reads a category, the five others answer with a letter that does not fit. So the rules settle
the round at once: every answer that came in time costs its player a card, and the first of them reads next. What
happened is then held against the log: who was first, who came within the tie window, who was told that he was late.
"""

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, cast

import httpx
import msgspec
from msgspec import Struct

from domain.record.entry import hash_of

SEATS = 6
LATE = ("too_late", "no_category")
"""What somebody is told who was not fast enough: answers are closed, or the round is over already."""


class Frame(Struct, frozen=True):
    """The public part of one frame of a live stream: the same bytes for everybody."""

    seq: int
    hash: str
    entry: msgspec.Raw
    opened: msgspec.Raw


_FRAME = msgspec.json.Decoder(Frame)


class Answer(Struct, frozen=True):
    """What became of an answer, with the server's clock (ms) around the request."""

    seat: int
    sent: int
    told: int
    status: int
    code: str | None


class Round(Struct, frozen=True):
    """One round: the answers as their senders saw them, and the entries from the reading to the end."""

    window_ms: int
    answers: tuple[Answer, ...]
    entries: tuple[dict[str, Any], ...]


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Chair:
    """One player: a client of one API process, with its live stream."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self.client = client
        self.headers = {"Authorization": f"Bearer {token}"}
        self.received = b""
        self._moved = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        more = {"Idempotency-Key": secrets.token_hex(16)} | headers
        return await self.client.request(method, path, headers=self.headers | more, json=body)

    async def must(self, method: str, path: str, body: Any = None, **headers: str) -> dict[str, Any]:
        answer = await self.ask(method, path, body, **headers)
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def act(self, table: str, action: Any, seq: int) -> dict[str, Any]:
        return await self.must("POST", f"/v1/tables/{table}/actions", action, **{"If-Match": str(seq)})

    async def follow(self, table: str) -> None:
        """Follow the table until cancelled."""
        headers = self.headers | {"Accept": "text/event-stream"}
        path = f"/v1/tables/{table}/entries"
        async with self.client.stream("GET", path, headers=headers, timeout=None) as stream:
            async for piece in stream.aiter_bytes():
                self.received += piece
                self._moved.set()

    def frames(self) -> Iterator[Frame]:
        """Give the public parts of all frames received so far."""
        for block in self.received.split(b"\n\n")[:-1]:
            if block.startswith(b"id:"):
                yield _FRAME.decode(block.partition(b"data: ")[2])

    async def seen(self, seq: int, within_s: float = 20) -> None:
        """Wait until entry `seq` has come."""
        async with asyncio.timeout(within_s):
            while b"id: %d\n" % seq not in self.received:
                self._moved.clear()
                await self._moved.wait()


class Contest:
    """A table of six, its seats spread over API processes."""

    def __init__(self, table: str, chairs: Sequence[Chair], window_ms: int) -> None:
        self.table = table
        self.chairs = chairs
        self.window_ms = window_ms
        self.rounds: list[Round] = []

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, addresses: Sequence[str], window_ms: int, *, follow: bool = True) -> AsyncIterator["Contest"]:
        """Sit six players down, each at one of the APIs, and let each follow there."""
        async with contextlib.AsyncExitStack() as stack:
            chairs = []
            for seat in range(SEATS):
                base = addresses[seat % len(addresses)]
                client = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=20))
                chairs.append(Chair(client, (await client.post("/v1/auth/guest")).json()["token"]))
            wish = {"rules": "vollpfosten", "seats": SEATS, "options": {"tie_window_ms": window_ms}}
            opened = await chairs[0].must("POST", "/v1/tables", wish)
            table = opened["table"]["table"]
            path = f"/v1/tables/{table}"
            for seat, chair in enumerate(chairs):
                await chair.must("PUT", f"{path}/seats/{seat}")
            for chair in chairs:
                await chair.must("POST", f"{path}/ready")
            following = [asyncio.create_task(chair.follow(table)) for chair in chairs if follow]
            await chairs[0].must("POST", f"{path}/next-deal")
            try:
                yield cls(table, chairs, window_ms)
            finally:
                for task in following:
                    task.cancel()
                await asyncio.gather(*following, return_exceptions=True)

    async def look(self, seat: int = 0) -> dict[str, Any]:
        return await self.chairs[seat].must("GET", f"/v1/tables/{self.table}")

    async def play(self, delays: Callable[[int], float]) -> Round:
        """Play one round; `delays` says how long each seat thinks (s)."""
        reader, seq = await self.read()
        views = await asyncio.gather(*(self.look(seat) for seat in range(SEATS)))
        moves = {view["you"]: misfit(view) for view in views if view["you"] != reader}
        answers = await asyncio.gather(*(self._answer(seat, moves[seat], delays(seat)) for seat in moves))
        head = await self._until_settled()
        page = await self.chairs[reader].must("GET", f"/v1/tables/{self.table}/entries?after={seq - 1}&limit=200")
        entries = tuple(item["entry"] for item in page["items"] if item["seq"] <= head)
        self.rounds.append(Round(self.window_ms, tuple(answers), entries))
        return self.rounds[-1]

    async def read(self) -> tuple[int, int]:
        """Let the seats on turn go on until a category is open for answers; give its reader, and the seq."""
        while True:
            view = await self.look()
            game = view["game"]
            if game["phase"] == "answering":
                return game["reading"]["reader"], view["seq"]
            seat = game["on_turn"]
            mine = await self.look(seat)
            wanted = ("give_up", "draw_category", "choose_category", "choose_target")
            action = next(a for kind in wanted for a in mine["legal"] if a["type"] == kind)
            await self.chairs[seat].act(self.table, action, mine["seq"])

    async def _answer(self, seat: int, action: Any, delay: float) -> Answer:
        await asyncio.sleep(delay)
        sent = now_ms()
        answer = await self.chairs[seat].ask("POST", f"/v1/tables/{self.table}/actions", action)
        code = None if answer.status_code == 201 else answer.json()["code"]
        return Answer(seat, sent, now_ms(), answer.status_code, code)

    async def _until_settled(self) -> int:
        async with asyncio.timeout(20):
            while True:
                view = await self.look()
                if view["game"]["phase"] not in ("answering", "tying"):
                    return cast(int, view["seq"])
                await asyncio.sleep(0.005)

    async def streams(self) -> list[list[Frame]]:
        """Give what each seat has followed, all up to the same entry."""
        head = (await self.look())["seq"]
        await asyncio.gather(*(chair.seen(head) for chair in self.chairs))
        return [[frame for frame in chair.frames() if frame.seq <= head] for chair in self.chairs]


def misfit(view: dict[str, Any]) -> dict[str, Any]:
    """An answer whose term does not begin with the letter of its card."""
    card = next(card for card in view["game"]["hand"] if card != "*")
    other = next(letter for letter in "XYZ" if letter not in card)
    return {"type": "answer", "card": card, "term": f"{other}{secrets.token_hex(4)}"}


def at_once(_seat: int) -> float:
    return 0.0


def spread(rng: random.Random, longest_s: float) -> Callable[[int], float]:
    """Let some answers come in time and some too late."""
    return lambda _seat: rng.uniform(0, longest_s)


# What must hold ------------------------------------------------------------------------------------------------------


def broken(round: Round) -> list[str]:
    """Give every broken promise of a round as a sentence."""
    found = []
    laid = [entry for entry in round.entries if entry["action"]["type"] == "answer"]
    counted = [entry["by"]["seat"] for entry in laid]
    accepted = sorted(answer.seat for answer in round.answers if answer.status == 201)
    if sorted(counted) != accepted:
        found.append(f"accepted were {accepted}, in the log are {counted}")
    if not laid:
        return [*found, "nobody was first"]
    first, until = counted[0], laid[0]["at"] + round.window_ms
    if round.window_ms == 0 and len(laid) != 1:
        found.append(f"without a tie window {len(laid)} were first")
    found += [f"seat {e['by']['seat']} counts, {e['at'] - until} ms late" for e in laid[1:] if e["at"] >= until]
    for answer in round.answers:
        if answer.status != 201 and (answer.status != 409 or answer.code not in LATE):
            found.append(f"seat {answer.seat} was told {answer.status} {answer.code}")
        elif answer.status != 201 and answer.told < until:
            found.append(f"seat {answer.seat} was refused {until - answer.told} ms before answers were closed")
    for entry in laid:
        answer = next(one for one in round.answers if one.seat == entry["by"]["seat"])
        if not answer.sent <= entry["at"] <= answer.told:
            found.append(f"the answer of seat {answer.seat} is said to have come when it was not under way")
    events = [event for entry in round.entries for event in entry["events"]]
    readers = [event["seat"] for event in events if event["type"] == "turn_given"]
    big_chance = any(event["type"] == "category_read" and event["purpose"] == "big_chance" for event in events)
    if readers != [first] and not big_chance:  # after an action card its drawer goes on
        found.append(f"seat {first} was first, but {readers} read next")
    return found + _closing(round, laid, until)


def _closing(round: Round, laid: Sequence[dict[str, Any]], until: int) -> list[str]:
    """Answers are closed once: by the last seat that could answer, else by one tick when the window is over."""
    closing = [entry for entry in round.entries if any(e["type"] == "answers_closed" for e in entry["events"])]
    if len(closing) != 1:
        return [f"answers were closed {len(closing)} times"]
    early = not round.window_ms or len(laid) == SEATS - 1
    if early:
        return [] if closing[0] is laid[-1] else ["everybody had answered, and still the window was open"]
    if closing[0]["by"] != {"server": "clock"} or closing[0]["at"] < until:
        return [f"the window was closed by {closing[0]['by']} {until - closing[0]['at']} ms early"]
    return []


def lateness(round: Round) -> int | None:
    """Say how long after its time the tie window was closed (ms); None where it was closed by the last answer."""
    laid = [entry for entry in round.entries if entry["action"]["type"] == "answer"]
    closing = next(e for e in round.entries if any(event["type"] == "answers_closed" for event in e["events"]))
    return closing["at"] - laid[0]["at"] - round.window_ms if closing["action"]["type"] == "tick" else None


def unequal(streams: Sequence[Sequence[Frame]]) -> list[str]:
    """Compare the public parts of what everybody followed: byte for byte, without gap, and chained."""
    found = []
    first = streams[0]
    for seat, frames in enumerate(streams):
        if [frame.seq for frame in frames] != list(range(1, len(first) + 1)):
            found.append(f"seat {seat} did not get every entry once and in order")
        elif [bytes(frame.entry) for frame in frames] != [bytes(frame.entry) for frame in first]:
            found.append(f"seat {seat} got other bytes than seat 0")
        elif [bytes(frame.opened) for frame in frames] != [bytes(frame.opened) for frame in first]:
            found.append(f"seat {seat} was told of other deals than seat 0")
    hashes = [hash_of(bytes(frame.entry)) for frame in first]
    if hashes != [frame.hash for frame in first]:
        found.append("a frame's hash is not that of its bytes")
    prevs = [msgspec.json.decode(frame.entry)["prev"] for frame in first]
    if prevs != [None, *hashes[:-1]]:
        found.append("the entries followed are not a chain")
    return found
