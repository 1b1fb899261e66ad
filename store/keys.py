"""Every key name of the store, and nothing else builds one.

A table's partition is CRC16(table id) mod 64. `{pNN}` in a key's name is a hash tag, so that all keys of one
partition lie in one slot of a Redis Cluster and one script can touch them together. `docs/storage.md` lists type,
lifetime and the one writer of each.
"""

import re
from binascii import crc_hqx
from functools import lru_cache

from msgspec import Struct

PARTITIONS = 64
"""Fixed when a store is first used; checked at every start."""

FORMAT = 1
"""Version of the layout described here. A store with a higher one was written by a newer program."""

STORE = "{stammtisch}:store"
"""Hash `format`, `partitions`, `sealed` (the key that encrypts, if any): what this store is."""

_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


def partition(table: str) -> int:
    """Give the partition 0..63 of a table. CRC16 is XMODEM, as in Redis Cluster."""
    return crc_hqx(table.encode(), 0) % PARTITIONS


def tag(partition: int) -> str:
    """Give the hash tag of a partition: `{p07}`."""
    if not 0 <= partition < PARTITIONS:
        raise ValueError(f"there is no partition {partition}")
    return f"{{p{partition:02}}}"


def feed(partition: int) -> str:
    """Stream of pointers `(table, seq)`, one per entry appended in the partition."""
    return f"{tag(partition)}:feed"


def readers(partition: int) -> str:
    """Hash reader of the feed -> the place up to which it has dealt with everything."""
    return f"{tag(partition)}:feed:readers"


def due(partition: int) -> str:
    """Sorted set table -> ms of its next deadline."""
    return f"{tag(partition)}:due"


def closed(partition: int) -> str:
    """Sorted set table -> ms when it was closed: what the archiver may take."""
    return f"{tag(partition)}:closed"


def accounts(partition: int) -> str:
    """Sorted set "ACCOUNT TABLE", all with score 0: every table of the partition whose seats name an account."""
    return f"{tag(partition)}:accounts"


def disputes(partition: int) -> str:
    """Set of tables with undecided disputes."""
    return f"{tag(partition)}:disputes"


def audit(table: str) -> str:
    """Stream of a table's audit chain; the id of entry N is `N-0`."""
    return f"{of_table(table).stream}:audit"


def limit(name: str, caller: str) -> str:
    """String, gone once the allowance is whole: ms when that is. The partition is the caller's.

    ValueError for a caller that could collide with another key's name.
    """
    if not _TABLE_ID.fullmatch(caller):
        raise ValueError(f"not a caller's id: {caller!r}")
    return f"{tag(partition(caller))}:limit:{name}:{caller}"


def read_model(partition: int, name: str) -> str:
    """Key of a read model, which can be thrown away and rebuilt from the streams."""
    return f"{tag(partition)}:rm:{name}"


class TableKeys(Struct, frozen=True):
    """The keys of one table, all in its partition's slot."""

    partition: int
    stream: str
    """Stream of entries; the id of entry N is `N-0`."""
    keys: str
    """Hash idempotency key -> "seq digest"."""
    seats: str
    """Hash `seat:N` -> account that sits there, `held:ACCOUNT` -> N it once took."""
    text: str
    """Hash of erasable openings of typed text."""
    tomb: str
    """Hash left behind when the table is archived: `seq`, `digest`, `place`."""
    feed: str
    due: str
    closed: str
    accounts: str


@lru_cache(maxsize=16384)
def of_table(table: str) -> TableKeys:
    """Give the keys of a table; ValueError for an id that could collide with another key's name."""
    if not _TABLE_ID.fullmatch(table):
        raise ValueError(f"not a table id: {table!r}")
    number = partition(table)
    stream = f"{tag(number)}:t:{table}"
    return TableKeys(
        partition=number,
        stream=stream,
        keys=f"{stream}:keys",
        seats=f"{stream}:seats",
        text=f"{stream}:text",
        tomb=f"{stream}:tomb",
        feed=feed(number),
        due=due(number),
        closed=closed(number),
        accounts=accounts(number),
    )


def table_of(stream: str) -> str | None:
    """Give the table whose stream has this key, or None for any other key."""
    match = re.fullmatch(r"\{p\d\d\}:t:([A-Za-z0-9_-]{1,64})", stream, re.ASCII)
    return match[1] if match else None
