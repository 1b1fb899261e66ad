"""The event log: one outcome for every race, nothing half done."""

import asyncio
import secrets

import pytest

from store import keys
from store.connect import Store
from store.errors import StoreCorrupt
from store.log import Append, Appended, Conflict, EventLog, Repeated, SeatDenied, Stored

pytestmark = pytest.mark.anyio


def new_table() -> str:
    return secrets.token_hex(13)


def entry(table: str, seq: int, **more: object) -> Append:
    return Append(table=table, seq=seq, entry=b'{"seq":%d}' % seq, openings=b"[]", **more)  # type: ignore[arg-type]


async def test_entries_come_back_in_order_and_byte_for_byte(log: EventLog) -> None:
    table = new_table()
    first = Append(table=table, seq=1, entry=b"\x00\xff\r\n", openings=b"", data=b'{"cards":[]}')
    assert isinstance(await log.append(first), Appended)
    assert isinstance(await log.append(entry(table, 2)), Appended)
    assert await log.read(table) == (
        Stored(1, b"\x00\xff\r\n", b"", b'{"cards":[]}'),
        Stored(2, b'{"seq":2}', b"[]"),
    )
    assert await log.read(table, after=1) == (Stored(2, b'{"seq":2}', b"[]"),)
    assert [stored.seq for stored in await log.read(table, limit=1)] == [1]
    assert await log.head(table) == 2
    assert await log.exists(table)


async def test_a_table_nobody_opened_is_empty(log: EventLog) -> None:
    table = new_table()
    assert await log.read(table) == ()
    assert await log.head(table) == 0
    assert not await log.exists(table)
    assert await log.find_key(table, "k") is None
    assert await log.accounts(table) == {}


async def test_a_gap_is_refused(log: EventLog) -> None:
    table = new_table()
    assert await log.append(entry(table, 2)) == Conflict(0, ())
    assert not await log.exists(table)


async def test_a_stale_caller_gets_what_it_missed(log: EventLog) -> None:
    table = new_table()
    for seq in (1, 2, 3):
        await log.append(entry(table, seq))
    answer = await log.append(Append(table=table, seq=2, entry=b"late", openings=b"[]"))
    assert answer == Conflict(3, (Stored(2, b'{"seq":2}', b"[]"), Stored(3, b'{"seq":3}', b"[]")))
    assert await log.head(table) == 3


async def test_of_many_writers_of_one_number_one_wins_and_the_rest_see_its_entry(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1))
    wishes = [Append(table=table, seq=2, entry=b"%d" % n, openings=b"[]", key=f"k{n}") for n in range(20)]
    answers = await asyncio.gather(*(log.append(wish) for wish in wishes))
    winner = [n for n, answer in enumerate(answers) if isinstance(answer, Appended)]
    assert len(winner) == 1
    losers = [answer for answer in answers if not isinstance(answer, Appended)]
    assert losers == [Conflict(2, (Stored(2, b"%d" % winner[0], b"[]"),))] * 19


async def test_a_conflict_repairs_a_writer_that_folds_what_it_missed(log: EventLog) -> None:
    table = new_table()
    heads = [0] * 8

    async def writer(n: int) -> None:
        for turn in range(5):
            while True:
                answer = await log.append(entry(table, heads[n] + 1, key=f"{n}-{turn}"))
                if isinstance(answer, Conflict):
                    assert [missed.seq for missed in answer.missed] == list(range(heads[n] + 1, answer.head + 1))
                    heads[n] = answer.head
                else:
                    assert isinstance(answer, Appended)
                    heads[n] = answer.seq
                    break

    await asyncio.gather(*(writer(n) for n in range(8)))
    assert [stored.seq for stored in await log.read(table)] == list(range(1, 41))


async def test_the_same_key_in_parallel_appends_once(log: EventLog) -> None:
    table = new_table()
    wishes = [entry(table, 1, key="same", key_digest="d")] * 20
    answers = await asyncio.gather(*(log.append(wish) for wish in wishes))
    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert answers.count(Repeated(1, "d")) == 19
    assert await log.head(table) == 1
    assert await log.find_key(table, "same") == Repeated(1, "d")


async def test_a_key_answers_first_whatever_else_is_wrong(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1, key="mine", key_digest="d", claim=(0, "anna")))
    await log.append(entry(table, 2))
    assert await log.append(entry(table, 9, key="mine", key_digest="other", claim=(0, "ben"))) == Repeated(1, "d")


async def test_a_repeat_writes_something_that_replicas_must_confirm(log: EventLog, store: Store) -> None:
    table = new_table()
    await log.append(entry(table, 1, key="mine"))

    async def offset() -> int:
        info = (await store.primaries()[0].reads.call("INFO", "persistence")).decode()
        return int(info.split("aof_current_size:")[1].split()[0])

    before = await offset()
    await log.append(entry(table, 1, key="mine"))
    assert await offset() > before


async def test_twenty_claim_the_last_seat_and_one_gets_it(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1))
    answers = await asyncio.gather(*(log.append(entry(table, 2, claim=(3, f"account{n}"))) for n in range(20)))
    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    again = await asyncio.gather(*(log.append(entry(table, 3, claim=(3, f"account{n}"))) for n in range(20)))
    assert again == [SeatDenied("seat_taken")] * 20
    assert list(await log.accounts(table)) == [3]
    assert await log.head(table) == 2


async def test_who_held_a_seat_takes_no_other(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1, claim=(0, "anna")))
    assert await log.append(entry(table, 2, claim=(1, "anna"))) == SeatDenied("other_seat")
    await log.append(entry(table, 2, release=0))
    assert await log.accounts(table) == {}
    assert await log.append(entry(table, 3, claim=(1, "anna"))) == SeatDenied("other_seat")
    assert isinstance(await log.append(entry(table, 3, claim=(0, "anna"))), Appended)
    assert await log.accounts(table) == {0: "anna"}
    assert await log.held(table) == {"anna": 0}


async def test_the_tables_that_name_an_account_are_known_at_once(log: EventLog) -> None:
    """Also where it has left; not where it was denied a seat; until it is erased there."""
    anna, bert = secrets.token_hex(8), secrets.token_hex(8)
    tables = [new_table() for _ in range(8)]
    for table in tables:
        await log.append(entry(table, 1, claim=(0, anna)))
        assert await log.append(entry(table, 2, claim=(0, bert))) == SeatDenied("seat_taken")
    await log.append(entry(tables[0], 2, release=0))
    seen = new_table()
    await log.append(entry(seen, 1, claim=(0, f"{anna} {bert}")))  # another account, whose name begins alike
    await log.append(entry(seen, 2, claim=(1, anna)))
    assert set(await log.tables_naming(anna)) == {*tables, seen}
    assert await log.tables_naming(bert) == ()
    assert await log.tables_naming(anna[:-1]) == ()

    for table in (tables[0], seen):
        await log.replace_account(table, anna, "nobody-1")
    assert set(await log.tables_naming(anna)) == set(tables[1:])
    assert await log.tables_naming(f"{anna} {bert}") == (seen,)


async def test_deadlines_follow_the_entries(log: EventLog) -> None:
    table = new_table()
    partition = keys.partition(table)

    async def mine() -> list[int]:
        return [ms for name, ms in await log.due_before(partition, 1_764_449_999_999) if name == table]

    await log.append(entry(table, 1, due=1_764_449_999_123))
    assert await mine() == [1_764_449_999_123]
    await log.append(entry(table, 2, due=1_764_449_999_000))
    assert await mine() == [1_764_449_999_000]
    await log.append(entry(table, 3))
    assert await mine() == []


async def test_a_deadline_is_due_at_its_millisecond(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1, due=500))
    found = [await log.due_before(keys.partition(table), ms) for ms in (499, 500, 501)]
    assert [(table, 500) in rows for rows in found] == [False, True, True]
    assert await log.next_due(keys.partition(table)) == 500
    await log.append(entry(table, 2, close=True, due=700))
    assert (table, 700) not in await log.due_before(keys.partition(table), 700)


async def test_typed_text_can_be_erased_and_the_entry_stays(log: EventLog) -> None:
    table = new_table()
    await log.append(entry(table, 1, texts={"1/term": b"a", "1/other": b"b"}))
    assert await log.texts(table) == {"1/term": b"a", "1/other": b"b"}
    await log.erase_texts(table, "1/term")
    assert await log.texts(table) == {"1/other": b"b"}
    assert await log.head(table) == 1


async def test_a_script_that_the_server_forgot_is_sent_again(log: EventLog, store: Store) -> None:
    table = new_table()
    await log.append(entry(table, 1))
    await store.primaries()[0].writes.call("SCRIPT", "FLUSH")
    others = [new_table() for _ in range(10)]
    answers = await asyncio.gather(*(log.append(entry(name, 1)) for name in others), log.append(entry(table, 2)))
    assert all(isinstance(answer, Appended) for answer in answers)


@pytest.mark.parametrize("part", ["stream", "keys", "seats", "text", "due"])
async def test_a_key_of_a_wrong_type_leaves_nothing_half_done(log: EventLog, store: Store, part: str) -> None:
    table = new_table()
    names = keys.of_table(table)
    if part == "due":
        spoiled, kept = names.due, await store.ask("ZRANGE", names.due, 0, -1, "WITHSCORES")
        await store.write("DEL", spoiled)
    else:
        spoiled, kept = getattr(names, part), []
    await store.write("SET", spoiled, "spoiled")
    wish = entry(table, 1, key="k", claim=(0, "anna"), texts={"t": b"x"}, due=5)
    feed_before = await store.ask("XLEN", names.feed)
    innocent = new_table()
    try:
        failed, fine = await asyncio.gather(log.append(wish), log.append(entry(innocent, 1)), return_exceptions=True)
        assert isinstance(failed, StoreCorrupt)
        if part != "due" or keys.partition(innocent) != names.partition:
            assert isinstance(fine, Appended)
        for name in (names.stream, names.keys, names.seats, names.text):
            if name != spoiled:
                assert await store.ask("EXISTS", name) == 0, name
        if keys.partition(innocent) != names.partition:
            assert await store.ask("XLEN", names.feed) == feed_before
    finally:
        await store.write("DEL", spoiled)
        if kept:
            pairs = [argument for pair in zip(kept[1::2], kept[::2], strict=True) for argument in pair]
            await store.write("ZADD", names.due, *pairs)
    assert isinstance(await log.append(wish), Appended)


async def test_all_tables_are_found_for_a_rebuild(log: EventLog) -> None:
    mine = {new_table() for _ in range(5)}
    for table in mine:
        await log.append(entry(table, 1, key="k", claim=(0, "anna"), texts={"t": b"x"}))
    found = [table async for table in log.tables()]
    assert mine <= set(found)
    assert all(":" not in table for table in found)


def test_partitions_are_slots_of_a_cluster() -> None:
    from redis.crc import key_slot

    for table in ("a", "abcdefghijklmnopqrstuvwxyz", "0"):
        names = keys.of_table(table)
        assert keys.partition(table) == key_slot(table.encode()) % keys.PARTITIONS
        slots = {key_slot(name.encode()) for name in (names.stream, names.keys, names.feed, names.due, names.closed)}
        assert len(slots) == 1
    with pytest.raises(ValueError, match="not a table id"):
        keys.of_table("a:keys")
