"""Encryption at rest: whoever copies the data files sees no hand of a running table."""

import base64
import secrets
from pathlib import Path

import pytest
from msgspec import structs

from domain.games import shipped_registry
from domain.games.schafkopf import RULES
from domain.games.schafkopf.decider import DECK, SHUFFLE, deal_hands
from domain.kernel import NextDeal
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.seeds import commitment
from domain.table.messages import Clock, OpenSeed, OpenTable, TakeSeat
from store import keys
from store.archive import Archiver
from store.cold import ColdStore
from store.connect import StoreConfig, open_store
from store.embedded import Embedded
from store.errors import StoreCorrupt, StoreRefused
from store.handler import Accepted, Ask, Handler
from store.log import Append, EventLog
from store.vault import MAGIC, PLAIN, Vault
from tests.support.burglar import Loot

pytestmark = pytest.mark.anyio

KEY = secrets.token_bytes(32)


async def running_schafkopf(config: StoreConfig) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Deal at a table of four; give the table and the hands."""
    store = await open_store(config)
    try:
        handler = Handler(EventLog(store), shipped_registry())
        table = base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()
        secret = secrets.token_bytes(32)
        opening = OpenTable(
            rules=RULES.id,
            version=RULES.version,
            seats=4,
            options={},
            clock=Clock(),
            data=None,
            root=DealingHouse(secret, table, RULES.max_deals).root,
            server_key="none",
            secret=b64(secret),
        )
        assert isinstance(await handler.open_table(table, opening, None, key="open", digest="d"), Accepted)
        seeds = [b64(secrets.token_bytes(32)) for _ in range(4)]
        for seat, seed in enumerate(seeds):
            take = TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), seed=seed, host=seat == 0)
            assert isinstance(await handler.execute(Ask(table, seat, "player", take)), Accepted)
        for seat, seed in enumerate(seeds):
            assert isinstance(await handler.execute(Ask(table, seat, "player", OpenSeed(seed))), Accepted)
        assert isinstance(await handler.execute(Ask(table, 0, "player", NextDeal())), Accepted)
        state = (await Handler(EventLog(store), shipped_registry()).current(table)).state
        hands = tuple(tuple(map(str, RULES.view(state.game, seat).hand)) for seat in range(4))
        return table, hands
    finally:
        await store.aclose()


async def test_a_copy_of_all_data_files_shows_every_hand_without_encryption_and_none_with_it(tmp_path: Path) -> None:
    for vault in (PLAIN, Vault([KEY])):
        directory = tmp_path / (vault.current or "plain")
        with Embedded(directory) as embedded:
            table, hands = await running_schafkopf(StoreConfig(url=embedded.url, vault=vault))
        unseen = {card for hand in hands[1:] for card in hand}
        assert len(unseen) == 24
        loot = Loot(directory)
        assert table.encode() in loot.bytes
        deck = loot.shuffled(RULES, table, 1, SHUFFLE, list(DECK))
        if vault is PLAIN:
            assert len(loot.dealt_cards() & unseen) == 24
            assert deck is not None
            dealt = deal_hands(tuple(deck), 0)
            assert sorted(sorted(map(str, hand)) for hand in dealt) == sorted(sorted(hand) for hand in hands)
        else:
            assert loot.openings == []
            assert deck is None
            assert MAGIC in loot.bytes
            assert KEY not in loot.bytes


async def test_keys_rotate_and_a_process_without_them_does_not_start(tmp_path: Path) -> None:
    old, new = Vault([KEY]), Vault([KEY, secrets.token_bytes(32)])
    with Embedded(tmp_path) as embedded:
        plain = StoreConfig(url=embedded.url)
        wish = Append(table="t" * 26, seq=1, entry=b"{}", openings=b"[1]", texts={"1/action/text": b'{"a":1}'})
        for seq, vault in ((1, PLAIN), (2, old), (3, new)):
            store = await open_store(structs.replace(plain, vault=vault))
            log = EventLog(store)
            await log.append(structs.replace(wish, seq=seq, texts={f"{seq}/action/text": b'{"a":1}'}))
            assert [stored.openings for stored in await log.read("t" * 26)] == [b"[1]"] * seq
            assert set((await log.texts("t" * 26)).values()) == {b'{"a":1}'}
            await store.aclose()
        for vault in (PLAIN, old, Vault([secrets.token_bytes(32)])):
            with pytest.raises(StoreRefused, match="encrypted with the key"):
                await open_store(structs.replace(plain, vault=vault))


async def test_an_archived_table_stays_encrypted_and_readable(tmp_path: Path) -> None:
    with Embedded(tmp_path / "store") as embedded:
        archive = tmp_path / "archive"
        store = await open_store(StoreConfig(url=embedded.url, vault=Vault([KEY]), archive=archive))
        log = EventLog(store)
        await log.append(Append(table="a" * 26, seq=1, entry=b"{}", openings=b'["a hand"]', close=True))
        assert await Archiver(store, ColdStore(archive)).archive("a" * 26)
        assert await store.ask("EXISTS", keys.of_table("a" * 26).stream) == 0
        assert (await log.read("a" * 26))[0].openings == b'["a hand"]'
        await store.aclose()
    assert b"a hand" not in Loot(tmp_path).bytes


def test_what_is_sealed_for_one_place_opens_nowhere_else() -> None:
    vault = Vault([KEY])
    sealed = vault.seal(b"E7", "table/3")
    assert vault.open(sealed, "table/3") == b"E7"
    assert vault.seal(b"E7", "table/3") != sealed
    for value, place in (
        (sealed, "table/4"),
        (sealed[:-1] + bytes([sealed[-1] ^ 1]), "table/3"),
        (sealed[:30], "table/3"),
    ):
        with pytest.raises(StoreCorrupt):
            vault.open(value, place)
    with pytest.raises(StoreCorrupt, match="not configured"):
        PLAIN.open(sealed, "table/3")
    assert PLAIN.open(b"[]", "table/3") == b"[]"
    with pytest.raises(ValueError, match="32 bytes"):
        Vault([b"short"])
