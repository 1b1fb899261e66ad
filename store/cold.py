"""Cold files: finished tables outside Redis, each one file that never changes."""

import asyncio
import os
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

import msgspec
from msgspec import Struct

from store.errors import StoreCorrupt
from store.messages import Stored


class ColdTable(Struct, frozen=True):
    """A whole table: its entries, and its idempotency keys as they stood in Redis. The same table, the same bytes."""

    table: str
    entries: tuple[Stored, ...]
    keys: dict[str, str]
    v: int = 1


_ENCODER = msgspec.msgpack.Encoder(order="sorted")
_DECODER = msgspec.msgpack.Decoder(ColdTable)


class ColdStore:
    """Cold files in a directory, by table id and digest. A file that was written is on disk."""

    def __init__(self, directory: Path) -> None:
        """Use `directory`, which is made when it is first written to."""
        self._directory = directory

    async def write(self, table: ColdTable) -> tuple[str, str]:
        """Write a table and give its place and digest. Writing the same table again changes nothing."""
        return await asyncio.to_thread(self._write, table)

    async def read(self, place: str, digest: str) -> ColdTable:
        """Read a table; raise `StoreCorrupt` when its file is missing or is not the one that was written."""
        return await asyncio.to_thread(self._read, place, digest)

    async def remove(self, place: str) -> None:
        """Remove a file that no tombstone names."""
        await asyncio.to_thread((self._directory / place).unlink, missing_ok=True)

    def _write(self, table: ColdTable) -> tuple[str, str]:
        content = _ENCODER.encode(table)
        digest = sha256(content).hexdigest()
        place = f"{table.table[:2]}/{table.table}-{digest[:16]}.table"
        path = self._directory / place
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_suffix(f".{token_hex(8)}")
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        for folder in (path.parent, self._directory):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        return place, digest

    def _read(self, place: str, digest: str) -> ColdTable:
        try:
            content = (self._directory / place).read_bytes()
        except FileNotFoundError:
            raise StoreCorrupt(f"the cold file {self._directory / place} is missing") from None
        if sha256(content).hexdigest() != digest:
            raise StoreCorrupt(f"the cold file {self._directory / place} is not the one that was written")
        return _DECODER.decode(content)
