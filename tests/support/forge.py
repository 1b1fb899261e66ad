"""Forging a record, with everything repaired that the forger has the keys to repair.

A `Forge` holds a recorded table in the clear. A crooked server edits its entries; `bundle` then numbers, seals, chains
and signs them again. Somebody without the server's key edits a finished bundle instead: `relink` chains its entries
again, and that is all that he can do.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec import structs
from nacl.signing import SigningKey

from domain.record.bundle import Bundle
from domain.record.canonical import decode, encode, unb64
from domain.record.deals import Deals, openings_for
from domain.record.entry import hash_of
from domain.record.receipt import Head, KeyFile, Receipt, action_digest, public_key, sign_head, sign_receipt
from domain.record.seal import Audience, Opening, Path, fill, find, seal
from tests.support.recorded import Recorded, Table


@dataclass
class Draft:
    """One entry in the clear: what it says, what is sealed in it, and the key of its receipt, if it has one."""

    clear: dict[str, Any]
    seals: list[tuple[Path, Audience, bytes]]
    receipt: str | None

    @property
    def kinds(self) -> list[str]:
        return [event["type"] for event in self.clear["events"]]


class Forge:
    def __init__(self, table: Table) -> None:
        rec: Recorded = table.rec
        self.table = table
        self.rec = rec
        self.key: SigningKey = rec.server_key
        self.keys = KeyFile((public_key(rec.server_key),))
        self.data = rec.data
        self.count = True
        self.own_receipts: list[str] = []
        self.entries: list[Draft] = []
        for written in rec.entries:
            openings = {opening.pointer: opening for opening in written.openings}
            found = list(find(written.public))
            self.entries.append(
                Draft(
                    fill(written.public, written.openings),
                    [(f.path, openings[f.pointer].audience, unb64(openings[f.pointer].salt)) for f in found],
                    f"key-{written.public['seq']}" if written.public["by"].get("via") == "player" else None,
                )
            )

    def seqs(self, kind: str) -> list[int]:
        """Numbers of the entries that hold an event of this type."""
        return [number for number, draft in enumerate(self.entries, 1) if kind in draft.kinds]

    def event(self, seq: int, kind: str) -> dict[str, Any]:
        return next(event for event in self.entries[seq - 1].clear["events"] if event["type"] == kind)

    def draft(self, seq: int) -> Draft:
        return self.entries[seq - 1]

    def bundle(self, reader: int | None = None, *, sign: bool = True) -> Bundle:
        """Number, count, seal, chain and sign everything again."""
        prev, data, openings, receipts = None, [], [], []
        publics = []
        table = self.rec.table
        for seq, draft in enumerate(self.entries, 1):
            draft.clear["seq"], draft.clear["prev"] = seq, prev
            for event in draft.clear["events"]:
                if self.count and event["type"] == "table.closed" and seq == len(self.entries):
                    event["entries"] = seq
            public, opened = seal(
                draft.clear, [(path, to) for path, to, _ in draft.seals], [salt for _, _, salt in draft.seals]
            )
            line = encode(public)
            prev = hash_of(line)
            data.append(line)
            publics.append(public)
            openings.append(opened)
            if draft.receipt is not None:
                action = action_digest(public["action"])
                receipt = Receipt(action=action, durability="fsync", hash=prev, key=draft.receipt, seq=seq, table=table)
                receipts.append(sign_receipt(receipt, self.key))
        deals = Deals(publics)
        return Bundle(
            table=table,
            reader=reader,
            entries=tuple(data),
            openings=tuple(
                opening
                for seq, opened in enumerate(openings, 1)
                for opening in openings_for(opened, reader, deals.closed(seq))
            ),
            receipts=tuple(receipts),
            head=sign_head(Head(prev or "", len(data), table), self.key) if sign else None,
            keys=self.keys,
            data=self.data,
        )


def forged(table: Table, edit: Callable[[Forge], Any]) -> Bundle:
    forge = Forge(table)
    edit(forge)
    return forge.bundle()


def relink(bundle: Bundle, entries: list[dict[str, Any]]) -> Bundle:
    """Chain public entries again without any key."""
    prev, data = None, []
    for entry in copy.deepcopy(entries):
        entry["prev"] = prev
        data.append(encode(entry))
        prev = hash_of(data[-1])
    return structs.replace(bundle, entries=tuple(data))


def publics(bundle: Bundle) -> list[dict[str, Any]]:
    return [decode(line) for line in bundle.entries]


def swap_opening(bundle: Bundle, at: int, **changes: Any) -> Bundle:
    """Change one opening of a bundle."""
    changed: Opening = structs.replace(bundle.openings[at], **changes)
    return structs.replace(bundle, openings=(*bundle.openings[:at], changed, *bundle.openings[at + 1 :]))
