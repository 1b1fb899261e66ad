"""An operator's own component data: played, kept with its table, proven without its file."""

import json
import random
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nacl.signing import SigningKey

from cli.components import offered
from domain.games import shipped_registry
from domain.kernel import Deal, NextDeal, Registry, Template
from domain.record.bundle import assemble, write_bundle
from domain.record.canonical import b64
from domain.record.house import DealingHouse
from domain.record.receipt import KeyFile, KeySet, public_key
from domain.record.seeds import commitment
from domain.record.verify import Status, Verdict, verify
from domain.table import deal_status, legal, to_act
from domain.table.messages import Clock, OpenSeed, OpenTable, TakeSeat
from store.handler import Accepted, Ask, Handler
from store.live import data_digest
from store.log import EventLog
from tests.store.test_handler import table_id

SECOND = Path(__file__).parents[1] / "domain" / "volle_huette" / "second_set.json"
KEY = SigningKey(b"a key for this test alone, 32 by")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "volle_huette").mkdir()
    (tmp_path / "volle_huette" / "corner.json").write_bytes(SECOND.read_bytes())
    return tmp_path


def test_a_folders_sets_are_offered_beside_the_shipped_ones(folder: Path) -> None:
    assert set(offered(shipped_registry(), folder).get("volle_huette").data) == {"standard", "corner"}
    assert set(shipped_registry().get("volle_huette").data) == {"standard"}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("volle_huette/broken.json", "{", "is no component data of Volle Hütte"),
        ("volle_huette/empty.json", "{}", "is no component data of Volle Hütte"),
        ("volle_huette/standard.json", "{}", "is shipped"),
        ("schafkopf/deck.json", "{}", "without component data"),
    ],
)
def test_a_file_that_is_no_set_is_named(folder: Path, name: str, content: str, says: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(content)
    with pytest.raises(ValueError, match=says):
        offered(shipped_registry(), folder)


async def play(handler: Handler, games: Registry) -> str:
    rules = games.get("volle_huette")
    raw = rules.data["corner"]
    table, secret, rng = table_id(), secrets.token_bytes(32), random.Random(1)
    opening = OpenTable(
        rules=rules.id,
        version=rules.version,
        seats=3,
        options={},
        clock=Clock(move_s=None),
        data=data_digest(raw),
        root=DealingHouse(secret, table, rules.max_deals).root,
        server_key=public_key(KEY).kid,
        secret=b64(secret),
    )
    assert isinstance(await handler.open_table(table, opening, raw, key=None, digest=None), Accepted)
    seeds = [b64(secrets.token_bytes(32)) for _ in range(3)]
    for seat, seed in enumerate(seeds):
        take = TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seed), host=seat == 0)
        await handler.execute(Ask(table, seat, "player", take))
    for seat, seed in enumerate(seeds):
        await handler.execute(Ask(table, seat, "player", OpenSeed(seed)))
    await handler.execute(Ask(table, 0, "player", NextDeal()))
    live = await handler.current(table)
    while deal_status(live.game, live.state) is Deal.RUNNING:
        seat = to_act(live.game, live.state)[0]
        choice = rng.choice(legal(live.game, live.state, seat))
        action = choice.example if isinstance(choice, Template) else choice
        assert isinstance(await handler.execute(Ask(table, seat, "player", action)), Accepted)
    return table


@pytest.mark.anyio
async def test_a_table_is_proven_from_its_record_alone_when_the_file_is_gone(log: EventLog, folder: Path) -> None:
    table = await play(Handler(log, shipped_registry()), offered(shipped_registry(), folder))
    (folder / "volle_huette" / "corner.json").unlink()
    afresh = Handler(log, shipped_registry())
    live = await afresh.current(table)
    assert live.state.phase == "closed"
    keys = KeyFile((public_key(KEY),))

    def record(data: Any, entries: Any) -> bytes:
        parts = [(entry.data, entry.public, entry.openings) for entry in entries]
        return write_bundle(assemble(table, None, parts, keys=keys, signing_key=KEY, data=data))

    entries = await afresh.entries(table)
    trust = KeySet(keys.keys)
    assert verify(record(live.raw_data, entries), shipped_registry(), trust).verdict is Verdict.VALID
    swapped = msgspec.json.decode(json.dumps(live.raw_data))
    swapped["collect_cards"][0]["tip"] += 10
    report = verify(record(swapped, entries), shipped_registry(), trust)
    assert report.verdict is Verdict.TAMPERED
    (line,) = [line for line in report.lines if line.status is Status.FAIL]
    assert "component data" in line.say
