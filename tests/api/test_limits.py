"""Limits: what is costly may be done so often, and then 429 says when again."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from api.settings import UNLIMITED, Limits, Proxies, Settings, limits
from domain.kernel import Registry
from store.connect import StoreConfig
from store.embedded import Embedded
from tests.api.players import Player, play_deal
from tests.api.serving import SETTINGS, Running, serving
from tests.api.test_edge import problem
from tests.support.servers import Server
from tests.support.toy import TOY
from tests.support.wait import until_sync

HOUR = 3_600_000
STREAM = {"Accept": "text/event-stream"}


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


class House:
    """API processes on one store, all with the same settings, and a clock for the limits."""

    def __init__(self, stack: ExitStack, url: str, folder: Path) -> None:
        self.clock = Clock()
        self.secret = secrets.token_bytes(32)
        self._stack, self._url, self._folder = stack, url, folder

    def serve(self, proxies: Proxies | None = None, **wanted: int) -> Running:
        """Start one process, with no other limits than these."""
        settings = structs.replace(
            SETTINGS,
            token_secret=self.secret,
            limits=structs.replace(UNLIMITED, **wanted),
            proxies=proxies or Proxies(),
        )
        config = StoreConfig(url=self._url, timeout_ms=2_000)
        work = serving(config, Registry([TOY]), self._folder, settings=settings, limiter_clock=self.clock)
        return self._stack.enter_context(work)

    def client(self, running: Running, address: str | None = None) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address)
        return self._stack.enter_context(httpx.Client(base_url=running.url, timeout=20, transport=transport))


@pytest.fixture
def house(server: Server, tmp_path: Path) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, server.url, tmp_path)


def refused(answer: httpx.Response, limit: str, wait_s: int, **members: int) -> None:
    body = problem(answer, 429, f"too_many_{limit}")
    assert answer.headers["retry-after"] == str(wait_s)
    assert f"{wait_s} s" in str(body["right"])
    assert {name: body[name] for name in members} == members


def guest(client: httpx.Client, **headers: str) -> httpx.Response:
    return client.post("/v1/auth/guest", headers={name.replace("_", "-"): value for name, value in headers.items()})


def open_table(player: Player, key: str, **wish: object) -> httpx.Response:
    return player.post("/v1/tables", {"rules": "toy"} | wish, idempotency_key=key)


def test_fresh_players_are_limited_by_address_and_the_wait_is_exact(house: House) -> None:
    client = house.client(house.serve(guests=2))
    token = guest(client).json()["token"]
    assert guest(client).status_code == 201
    refused(guest(client), "guests", 1800, per_hour=2)
    house.clock.ms += 1
    refused(guest(client), "guests", 1800)  # 1799.999, rounded up
    house.clock.ms += HOUR // 2 - 2
    refused(guest(client), "guests", 1)
    house.clock.ms += 1
    assert guest(client).status_code == 201
    refused(guest(client), "guests", 1800)
    for _ in range(3):
        assert guest(client, authorization=f"Bearer {token}").status_code == 201  # a renewal is no fresh player


def test_waiting_for_retry_after_is_enough(house: House) -> None:
    client = house.client(house.serve(guests=7))
    assert [guest(client).status_code for _ in range(8)] == [201] * 7 + [429]
    house.clock.ms += 12_345
    wait_s = int(guest(client).headers["retry-after"])
    house.clock.ms += (wait_s - 1) * 1000
    assert guest(client).status_code == 429
    house.clock.ms += 1000
    assert guest(client).status_code == 201


def test_addresses_do_not_share(house: House) -> None:
    running = house.serve(guests=1)
    for address in ("127.0.0.2", "127.0.0.3"):
        client = house.client(running, address)
        assert [guest(client).status_code for _ in range(2)] == [201, 429]


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_an_address_that_somebody_makes_up_is_ignored(house: House, header: str) -> None:
    client = house.client(house.serve(guests=1))
    assert guest(client).status_code == 201
    for made_up in ("192.0.2.1", "for=192.0.2.2"):
        refused(guest(client, **{header: made_up}), "guests", 3600)


def test_a_trusted_proxy_says_who_calls_and_what_stood_there_before_does_not_count(house: House) -> None:
    client = house.client(house.serve(Proxies(networks=(ip_network("127.0.0.1"),)), guests=1))
    assert guest(client, x_forwarded_for="192.0.2.1").status_code == 201
    refused(guest(client, x_forwarded_for="198.51.100.7, 192.0.2.1"), "guests", 3600)
    assert guest(client, x_forwarded_for="192.0.2.1, 198.51.100.7").status_code == 201
    assert guest(client, x_forwarded_for="192.0.2.9", forwarded="for=192.0.2.1").status_code == 201


def test_a_repeat_of_opening_a_table_is_neither_counted_nor_refused(house: House) -> None:
    anna = Player(house.client(house.serve(tables=2)))
    first = open_table(anna, "one")
    table = first.json()["table"]["table"]
    for _ in range(3):
        assert open_table(anna, "one").json()["table"]["table"] == table
    assert open_table(anna, "two").status_code == 201
    refused(open_table(anna, "three"), "tables", 1800, per_hour=2)
    again = open_table(anna, "one")
    assert (again.status_code, again.json()["table"]["table"]) == (201, table)
    assert again.headers["location"] == first.headers["location"]
    problem(open_table(anna, "one", seats=3), 422, "key_reused")


def test_a_refused_table_is_not_there_and_its_key_opens_it_later(house: House) -> None:
    running = house.serve(tables=1)
    anna = Player(house.client(running))
    assert open_table(anna, "one").status_code == 201
    before = running.do(_tables(running))
    refused(open_table(anna, "two"), "tables", 3600)
    assert running.do(_tables(running)) == before
    house.clock.ms += HOUR
    opened = open_table(anna, "two")
    assert opened.status_code == 201
    assert running.do(_tables(running)) == before | {opened.json()["table"]["table"]}


async def _tables(running: Running) -> set[str]:
    return {table async for table in running.service.handler.log.tables()}


def test_a_wish_that_is_no_good_does_not_count(house: House) -> None:
    anna = Player(house.client(house.serve(tables=1)))
    problem(open_table(anna, "one", rules="chess"), 422, "no_such_rules")
    problem(anna.post("/v1/tables", {"rules": "toy"}), 400, "key_needed")
    assert open_table(anna, "one").status_code == 201
    problem(open_table(anna, "two", rules="chess"), 422, "no_such_rules")


def test_processes_share_a_count_and_accounts_do_not(house: House) -> None:
    clients = [house.client(house.serve(tables=3, guests=5)) for _ in range(2)]
    anna, bert = Player(clients[0]), Player(clients[1])
    answers = []
    for number in range(4):
        anna.client = clients[number % 2]
        answers.append(open_table(anna, f"k{number}"))
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert [open_table(bert, f"k{number}").status_code for number in range(4)] == [201, 201, 201, 429]
    assert [guest(clients[number % 2]).status_code for number in range(4)] == [201, 201, 201, 429]


def seated(running: Running, client: httpx.Client) -> tuple[Player, Player, str]:
    """Anna and Bert at a table of one deal, which runs."""
    anna, bert = Player(client), Player(client)
    table = anna.open(options={"deals": 1})
    for seat, player in enumerate((anna, bert)):
        player.sit(table, seat)
    for player in (anna, bert):
        player.ready(table)
    assert anna.post(f"/v1/tables/{table}/next-deal").status_code == 201
    return anna, bert, table


def test_a_dispute_that_was_filed_is_acknowledged_again_beyond_the_limit(house: House) -> None:
    running = house.serve(disputes=1)
    anna, _, table = seated(running, house.client(running))
    path, wish = f"/v1/tables/{table}/disputes", {"claim": "deal", "deal": 1}
    assert anna.post(path, wish | {"deal": 9}, idempotency_key="one").status_code == 422
    filed = anna.post(path, wish, idempotency_key="one")
    assert filed.status_code == 201, filed.text
    refused(anna.post(path, wish, idempotency_key="two"), "disputes", 3600)
    assert anna.post(path, wish, idempotency_key="one").json() == filed.json()
    assert len(anna.get(path).json()["items"]) == 1


def test_what_is_costly_to_fetch_shares_a_limit_and_play_goes_on(house: House) -> None:
    running = house.serve(downloads=3)
    anna, _, table = seated(running, house.client(running))
    here = f"/v1/tables/{table}"
    assert [anna.get(here + path).status_code for path in ("/record", "/replay", "/disputes")] == [200] * 3
    for path in ("/record", "/replay?as=seat:0", "/disputes", "/disputes/1/record"):
        refused(anna.get(here + path), "downloads", 1200, per_hour=3)
    assert anna.request("HEAD", f"{here}/record").status_code == 429
    anna.play(table)
    assert anna.get(f"{here}/entries").status_code == 200


def test_a_limit_says_nothing_of_a_table(house: House) -> None:
    running = house.serve(downloads=2)
    anna, _, table = seated(running, house.client(running))
    hidden = Player(anna.client).open(visibility="private")
    for unknown in (hidden, "a" * 26):
        problem(anna.get(f"/v1/tables/{unknown}/record"), 404, "not_found")
    answers = [anna.get(f"/v1/tables/{known}/record") for known in (table, hidden, "a" * 26, "x")]
    refused(answers[0], "downloads", 1800)
    assert {(answer.status_code, answer.content) for answer in answers} == {(429, answers[0].content)}


def test_tickets_are_limited(house: House) -> None:
    running = house.serve(tickets=1)
    anna, _, table = seated(running, house.client(running))
    assert anna.post(f"/v1/tables/{table}/ticket").status_code == 201
    refused(anna.post(f"/v1/tables/{table}/ticket"), "tickets", 3600)


@contextmanager
def stream(player: Player, table: str, after: int = 0) -> Iterator[httpx.Response]:
    path = f"/v1/tables/{table}/entries?after={after}"
    with player.client.stream("GET", path, headers=player.headers | STREAM) as answer:
        if answer.status_code == 429:
            answer.read()
        yield answer


def test_opened_streams_are_limited(house: House) -> None:
    running = house.serve(streams=2, open_streams=1)
    anna, _, table = seated(running, house.client(running))
    for _ in range(2):
        until_sync(lambda: not opened_by(running, anna))
        with stream(anna, table) as answer:
            assert answer.status_code == 200
    until_sync(lambda: not opened_by(running, anna))
    for _ in range(2):  # one that was refused is not open
        with stream(anna, table) as answer:
            refused(answer, "streams", 1800, per_hour=2)
    assert anna.get(f"/v1/tables/{table}/entries").status_code == 200


def opened_by(running: Running, player: Player) -> int:
    app: Any = running.server.config.app
    count: int = app._parts.followed.count(player.id)
    return count


def test_open_streams_are_limited_until_one_ends(house: House) -> None:
    running = house.serve(open_streams=2)
    anna, _, table = seated(running, house.client(running))
    with stream(anna, table) as first, closing(ExitStack()) as second:
        assert first.status_code == 200
        assert second.enter_context(stream(anna, table)).status_code == 200
        with stream(anna, table) as third:
            body = problem(third, 429, "too_many_open_streams")
            assert (third.headers["retry-after"], body["at_once"]) == ("1", 2)
        with stream(Player(anna.client), table) as other:
            assert other.status_code == 200
        second.close()
        until_sync(lambda: opened_by(running, anna) == 1)
        with stream(anna, table) as again:
            assert again.status_code == 200
    until_sync(lambda: not opened_by(running, anna))


def test_nothing_is_counted_when_everything_was_seen(house: House) -> None:
    running = house.serve(streams=1)
    anna, bert, table = seated(running, house.client(running))
    with stream(anna, table) as answer:
        assert answer.status_code == 200
    with stream(anna, table) as answer:
        refused(answer, "streams", 3600)
    play_deal(table, [anna, bert])
    with stream(anna, table, anna.look(table)["seq"]) as answer:
        assert answer.status_code == 204


def test_the_store_knows_neither_address_nor_account(house: House, server: Server) -> None:
    running = house.serve(guests=5, tables=5)
    anna = Player(house.client(running))
    anna.open()

    async def counters() -> list[str]:
        return [name async for name in running.service.store.scan("*:limit:*", "string")]

    found = running.do(counters())
    assert {name.split(":")[2] for name in found} >= {"guests", "tables"}
    assert not [name for name in found if anna.id in name or "127.0.0.1" in name]


def test_when_the_store_cannot_count_nothing_is_given(tmp_path: Path) -> None:
    with Embedded(tmp_path / "data") as embedded, ExitStack() as stack:
        house = House(stack, embedded.url, tmp_path / "keys")
        client = house.client(house.serve(guests=5))
        assert guest(client).status_code == 201
        embedded.stop()
        answer = guest(client)
        problem(answer, 503, "unavailable")
        assert answer.headers["retry-after"] == "1"


LIMITED = {
    "post /v1/auth/guest",
    "post /v1/tables",
    "post /v1/tables/{table}/ticket",
    "get /v1/tables/{table}/entries",
    "post /v1/tables/{table}/disputes",
    "get /v1/tables/{table}/disputes",
    "get /v1/tables/{table}/disputes/{number}/record",
    "get /v1/tables/{table}/record",
    "get /v1/tables/{table}/replay",
}


def test_the_contract_names_the_limits_with_their_wait(client: httpx.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    found = {
        f"{method} {path}": operation["responses"]["429"]
        for path, operations in paths.items()
        for method, operation in operations.items()
        if "429" in operation["responses"]
    }
    assert set(found) == LIMITED
    assert all(response["headers"]["Retry-After"]["required"] for response in found.values())
    assert all("`too_many`" in response["description"] for response in found.values())


def test_every_limit_is_on_by_default_and_is_set_by_the_environment() -> None:
    assert min(structs.astuple(limits({}))) > 0
    assert Settings(token_secret=b"x" * 32).limits == Limits() == limits({"STAMMTISCH_LIMIT_TABLES": " "})
    found = limits({"STAMMTISCH_LIMIT_TABLES": "7", "STAMMTISCH_LIMIT_OPEN_STREAMS": "0", "STAMMTISCH_DATA": "x"})
    assert found == Limits(tables=7, open_streams=0)


@pytest.mark.parametrize(
    ("name", "value"), [("TABLES", "-1"), ("TABLES", "many"), ("TABLES", "1000001"), ("TABLE", "5"), ("TABLES", "²")]
)
def test_a_limit_that_is_none_is_refused_at_the_start(name: str, value: str) -> None:
    with pytest.raises(ValueError, match="STAMMTISCH_LIMIT_TABLES"):
        limits({f"STAMMTISCH_LIMIT_{name}": value})
