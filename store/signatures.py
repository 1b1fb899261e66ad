"""Does a seat that registered a key sign what it asks for, on the newest that it had to see?"""

from domain.record.entry import hash_of
from domain.record.seat import signature_fits, signed_bytes
from domain.table import is_on_turn, write
from store.asks import Ask, Fault, Unsigned
from store.errors import StoreCorrupt
from store.live import LiveTable
from store.log import EventLog


async def find_fault(log: EventLog, live: LiveTable, ask: Ask) -> Unsigned | None:
    """Say what is wrong with the signature of an ask, at the table as it is now; None where all is well.

    Bots and the clock sign nothing. A signature by a seat without a key is refused, since it would prove nothing.
    """
    if ask.seat is None or ask.via != "player":
        return None
    state = live.state
    newcomer = ask.claim is not None  # asks for a seat that is not his yet, whoever sits there and signs
    taken = state.seats[ask.seat] if not newcomer and ask.seat < len(state.seats) else None
    public_key = None if taken is None else taken.key
    if public_key is None:
        return None if ask.sig is None else Unsigned(live, state, live.hash, "no_key_registered", b"")
    if ask.sig is None:
        return _unsigned(live, ask, "signature_needed")
    head = ask.sig["head"]
    on_turn = is_on_turn(live.game, state, ask.seat)
    if not live.spoken.oldest_head(ask.seat, alone=on_turn) <= head <= state.seq:
        return _unsigned(live, ask, "signature_stale")
    message = _message(live, ask, head, await _hash_at(log, live, head))
    if not signature_fits(public_key, message, ask.sig["sig"]):
        return Unsigned(live, state, live.hash, "signature_wrong", message)
    return None


def _unsigned(live: LiveTable, ask: Ask, reason: Fault) -> Unsigned:
    assert live.hash is not None
    return Unsigned(live, live.state, live.hash, reason, _message(live, ask, live.state.seq, live.hash))


def _message(live: LiveTable, ask: Ask, head: int, head_hash: str) -> bytes:
    assert ask.seat is not None
    key = "" if ask.sig is None else ask.sig["key"]
    return signed_bytes(live.state.table, ask.seat, head, head_hash, key, write(ask.action))


async def _hash_at(log: EventLog, live: LiveTable, seq: int) -> str:
    if seq == live.state.seq and live.hash is not None:
        return live.hash
    stored = await log.read(live.state.table, seq - 1, 1)
    if not stored:
        raise StoreCorrupt(f"entry {seq} of table {live.state.table} is missing")
    return hash_of(stored[0].entry)
