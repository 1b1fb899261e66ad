"""From the table's state to the bytes of an answer. What a seat may know is decided in the domain, not here."""

from typing import Any

import msgspec

from domain.kernel import Seat, Template
from domain.record.receipt import Receipt, action_digest, sign_receipt
from domain.table import Game, TableState, legal, view
from projections.entries import entry_then
from store.handler import Accepted

encode = msgspec.json.Encoder().encode


def etag(seq: int, seat: Seat | None) -> str:
    """Give the tag of a view: the seq it shows, and to whom."""
    return f'"{seq}-{viewer_name(seat)}"'


def viewer_name(seat: Seat | None) -> str:
    """Name a viewer in tags and cache keys: `p` for the public, `s2` for seat 2."""
    return "p" if seat is None else f"s{seat}"


def choices(game: Game, state: TableState, seat: Seat | None) -> tuple[list[Any], list[Template]]:
    """Give the legal actions that can be sent back as they are, and the templates of those too many to list."""
    found = legal(game, state, seat)
    actions = [choice.example if isinstance(choice, Template) else choice for choice in found]
    return actions, [choice for choice in found if isinstance(choice, Template)]


def table_now(game: Game, state: TableState, seat: Seat | None, now: int) -> bytes:
    """Render a `TableNow`."""
    actions, templates = choices(game, state, seat)
    head = b'{"now":%d,"legal":%b,"templates":%b,' % (now, encode(actions), encode(templates))
    return head + encode(view(game, state, seat))[1:]


def receipt_for(result: Accepted, key: str, durability: Any, keys: Any) -> str:
    """Sign that the entry stands. Ed25519 is deterministic, so a repeat gets the same bytes."""
    entry = result.entry
    receipt = Receipt(
        action=action_digest(entry.public["action"]),
        durability=durability,
        hash=entry.hash,
        key=key,
        seq=entry.seq,
        table=result.state.table,
    )
    return sign_receipt(receipt, keys.current)


def accepted(result: Accepted, seat: Seat | None, receipt: str, now: int) -> bytes:
    """Render an `Accepted`: the entry as this seat saw it when it was made, so that a repeat says the same."""
    shown = entry_then(result.live.game, result.entry, seat)
    table = table_now(result.live.game, result.state, seat, now)
    return b'{"receipt":"%b","entries":[%b],"table":%b}' % (receipt.encode(), encode(shown), table)
