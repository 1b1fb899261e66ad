"""Plays whole tables of any rule set in memory, through the table layer and the record, as the house would."""

import base64
import hashlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nacl.signing import SigningKey

from domain.kernel import AnyRuleSet, Command, Deal, NextDeal, Ruling, Template, Tick
from domain.record.bundle import MEMBERS, Bundle, assemble
from domain.record.canonical import b64, encode
from domain.record.container import pack, unpack
from domain.record.house import DealingHouse
from domain.record.log import Written, game_with, write_entry
from domain.record.receipt import KeyFile, Receipt, action_digest, public_key, sign_receipt
from domain.record.seat import sign_action
from domain.record.seeds import commitment
from domain.table import (
    Game,
    TableState,
    deal_status,
    decide,
    due,
    fold_entry,
    host_seat,
    legal,
    new_table,
    to_act,
    write,
)
from domain.table.messages import Clock, CloseTable, OpenSeed, OpenTable, TakeSeat

DEFAULT_CLOCK = Clock()
PACE = 250
"""Milliseconds from one command to the next; a deadline within them fires first."""
SERVER_KEY = SigningKey(hashlib.sha256(b"the server of the tests").digest())


def random_bytes(rng: random.Random, size: int) -> bytes:
    return rng.getrandbits(8 * size).to_bytes(size, "big")


@dataclass
class Recorded:
    """A table as its house keeps it."""

    game: Game
    data: Any
    secret: bytes
    server_key: SigningKey
    state: TableState
    entries: list[Written] = field(default_factory=list)
    receipts: list[str] = field(default_factory=list)
    befores: list[TableState] = field(default_factory=list)
    """The state before each entry."""

    @property
    def table(self) -> str:
        return self.state.table


class Table:
    """A table with its house: `do` decides, writes, folds and gives a receipt.

    `house` makes the house (a crooked one, for some tests). Where `signing`, the seats register keys and
    sign, on the entry that stands `lag` entries before theirs.
    """

    def __init__(
        self,
        rules: AnyRuleSet,
        seed: int = 0,
        data: Any = None,
        server_key: SigningKey = SERVER_KEY,
        house: Callable[[bytes, str, int], DealingHouse] = DealingHouse,
        signing: bool = False,
        lag: Callable[["Table", int], int] = lambda table, seat: 1,
    ) -> None:
        self.rng = random.Random(f"{rules.id}/{seed}")
        name = random_bytes(self.rng, 16)
        table = base64.b32encode(name).decode().rstrip("=").lower()
        self.at = 1_764_449_999_123
        self.house = house(random_bytes(self.rng, 32), table, rules.max_deals)
        self.signing = signing
        self.lag = lag
        self.seat_keys: dict[int, SigningKey] = {}
        self.rec = Recorded(game_with(rules, data), data, self.house.keys._secret, server_key, new_table(table))

    @property
    def state(self) -> TableState:
        return self.rec.state

    def salts(self) -> Iterator[bytes]:
        while True:
            yield random_bytes(self.rng, 16)

    def do(self, seat: int | None, via: Any, action: Any, wait: int = PACE) -> Written:
        self.at += wait
        command = Command(seat, via, action, self.at)
        answer = decide(self.rec.game, self.state, command, self.house)
        assert not isinstance(answer, Ruling), f"refused: {command} {answer}"
        prev = self.rec.entries[-1].hash if self.rec.entries else None
        seq = self.state.seq + 1
        sig = None
        if via == "player" and seat in self.seat_keys and prev is not None:
            head = seq - self.lag(self, seat)
            seen = self.rec.entries[head - 1].hash
            sig = sign_action(self.seat_keys[seat], self.rec.table, seat, head, seen, f"key-{seq}", write(action))
        written = write_entry(self.rec.game, self.state, command, answer, prev=prev, salts=self.salts(), sig=sig)
        self.rec.befores.append(self.state)
        self.rec.state = fold_entry(self.rec.game, self.state, seq, self.at, answer, by_player=via == "player")
        self.rec.entries.append(written)
        if via == "player":
            receipt = Receipt(
                action=action_digest(written.public["action"]),
                durability="fsync",
                hash=written.hash,
                key=f"key-{seq}",
                seq=seq,
                table=self.rec.table,
            )
            self.rec.receipts.append(sign_receipt(receipt, self.rec.server_key))
        return written

    def open(self, seats: int, options: dict[str, Any], clock: Clock = DEFAULT_CLOCK) -> None:
        rules = self.rec.game.rules
        digest = None if self.rec.data is None else b64(hashlib.sha256(encode(self.rec.data)).digest())
        action = OpenTable(
            rules=rules.id,
            version=rules.version,
            seats=seats,
            options=options,
            clock=clock,
            data=digest,
            root=self.house.root,
            server_key=public_key(self.rec.server_key).kid,
            secret=b64(self.rec.secret),
        )
        self.do(None, "house", action)

    def sit_all(self, bots: int = 0, keyless: int = 1, level: str = "easy") -> None:
        """Everybody sits and gets ready; the last `bots` seats are bots, `keyless` players bring no seed."""
        seats = len(self.state.seats)
        seeds = [b64(random_bytes(self.rng, 32)) for _ in range(seats)]
        keys = [SigningKey(random_bytes(self.rng, 32)) for _ in range(seats)]
        for seat in range(seats):
            bot = level if seat >= seats - bots else None
            own = seat >= keyless and bot is None
            take = TakeSeat(
                seat=seat,
                pseudonym=b64(random_bytes(self.rng, 6)),
                commitment=commitment(seeds[seat]),
                seed=None if own else seeds[seat],
                host=seat == 0,
                youngest=seat == 1,
                bot=bot,
                key=b64(bytes(keys[seat].verify_key)) if self.signing and bot is None else None,
            )
            self.do(None if bot else seat, "house" if bot else "player", take)
            if take.key is not None:
                self.seat_keys[seat] = keys[seat]
        for seat in range(seats - bots):
            self.do(seat, "player", OpenSeed(seeds[seat]))

    def move(self, tick: float = 0.05) -> None:
        """Do whatever comes next: the host deals, a seat plays, or now and then a deadline passes."""
        game, state = self.rec.game, self.state
        pending = due(game, state)
        if deal_status(game, state) is Deal.REST:
            host = host_seat(state)
            if host is not None and self.rng.random() > tick:
                self.do(host, "player", NextDeal())
            else:
                self._tick(pending[0])
            return
        seats = list(to_act(game, state))
        self.rng.shuffle(seats)
        first = pending[0] if pending else None
        if first is not None and (not seats or first.at_ms <= self.at + PACE or self.rng.random() < tick):
            self._tick(first)
            return
        for seat in seats:
            choices = legal(game, state, seat)
            if choices:
                taken = state.seats[seat]
                assert taken is not None
                policy = game.rules.bots.get(taken.level or "")
                move = None if policy is None else policy(game.rules.view(state.game, seat), choices, self.rng)
                choice = self.rng.choice(choices) if move is None else move.action
                action = choice.example if isinstance(choice, Template) else choice
                self.do(seat, "bot" if taken.controller == "bot" else "player", action)
                return
        assert first is not None, "nobody may act and nothing is due"
        self._tick(first)

    def _tick(self, deadline: Any) -> None:
        self.do(deadline.seat, "clock", Tick(deadline.id), wait=max(deadline.at_ms - self.at, 0) + 5)


def play_table(
    rules: AnyRuleSet,
    *,
    seed: int = 0,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    data: Any = None,
    bots: int = 0,
    deals: int | None = None,
    tick: float = 0.05,
    level: str = "easy",
    steps: int = 5_000,
    **more: Any,
) -> Table:
    """Play a table to its end, or until `deals` deals are over and the house closes it."""
    if data is None and rules.Data is not None:
        data = rules.data["standard"]
    table = Table(rules, seed, data, **more)
    table.open(seats or rules.seats[0], options or {})
    table.sit_all(bots=bots, level=level)
    for _ in range(steps):
        if table.state.phase == "closed":
            return table
        if deals is not None and table.state.deal == deals and not table.state.dealing:
            table.do(None, "house", CloseTable("enough"))
            return table
        table.move(tick)
    raise AssertionError(f"{rules.id} did not end in {steps} entries")


def bundle_of(recorded: Recorded, reader: int | None = None) -> Bundle:
    """Give what the house hands to a reader: with the openings he may have, all receipts and a signed head."""
    return assemble(
        recorded.table,
        reader,
        [(written.data, written.public, written.openings) for written in recorded.entries],
        keys=KeyFile((public_key(recorded.server_key),)),
        signing_key=recorded.server_key,
        receipts=recorded.receipts,
        data=recorded.data,
    )


def edited(file: bytes) -> bytes:
    """Exchange the first card that was played in the file of a Schafkopf record, and nothing else in it."""
    members = unpack(file, MEMBERS, ())
    found = re.search(rb'"events":\[\{"card":"(\w+)"', members["entries.jsonl"])
    assert found is not None
    start, stop = found.span(1)
    other = b"EO" if found[1] != b"EO" else b"GO"
    entries = members["entries.jsonl"]
    return pack(members | {"entries.jsonl": entries[:start] + other + entries[stop:]}, MEMBERS)
