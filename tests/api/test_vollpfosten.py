"""What people type into a race: refused with the ruling, or judged, and never an error of ours."""

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from domain.games.vollpfosten import RULES
from domain.kernel import Registry
from store.connect import StoreConfig
from tests.api.conftest import Clock
from tests.api.players import Player
from tests.api.serving import Running, serving
from tests.support.servers import Server

SEATS = 4
OPTIONS = {"tie_window_ms": 5_000}


class Evening:
    """A table whose category is open for answers; the clock stands still unless it is moved."""

    def __init__(self, running: Running, players: list[Player], clock: Clock) -> None:
        self.running, self.players, self.clock = running, players, clock
        self.table = players[0].open(rules="vollpfosten", seats=SEATS, options=OPTIONS, clock={"move_s": None})
        for seat, player in enumerate(players):
            player.sit(self.table, seat)
        for player in players:
            player.ready(self.table)
        assert players[0].post(f"/v1/tables/{self.table}/next-deal").status_code == 201
        self.open_category()

    def open_category(self) -> None:
        """Let the seats on turn, and the clock, go on until a category is open for answers."""
        while (game := self.game())["phase"] != "answering":
            legal = [] if game["on_turn"] is None else self.players[game["on_turn"]].look(self.table)["legal"]
            steps = [a for a in legal if a["type"] in ("give_up", "draw_category", "choose_category", "choose_target")]
            if steps:
                assert self.say(game["on_turn"], steps[0]).status_code == 201
            else:
                self.wait()
        self.reader: int = game["reading"]["reader"]
        self.others = [seat for seat in range(SEATS) if seat != self.reader]

    def wait(self) -> None:
        """Let the next deadline pass."""
        self.clock.ms = self.players[0].look(self.table)["deadlines"][0]["at_ms"]
        self.running.do(self.running.service.handler.tick(self.table))

    def game(self, seat: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.players[seat].look(self.table)["game"]
        return found

    def say(self, seat: int, action: object) -> httpx.Response:
        return self.players[seat].act(self.table, action)

    def raw(self, seat: int, body: bytes, **more: str) -> httpx.Response:
        player = self.players[seat]
        headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(8)} | more
        path = f"/v1/tables/{self.table}/actions"
        return player.client.post(path, headers=player.headers | headers, content=body)

    def card(self, seat: int) -> str:
        found: str = next(card for card in self.game(seat)["hand"] if card != "*")
        return found

    def answer(self, seat: int, term: object, card: str | None = None) -> httpx.Response:
        return self.say(seat, {"type": "answer", "card": card or self.card(seat), "term": term})


@pytest.fixture(scope="module")
def house(server: Server, clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    registry, folder = Registry([RULES]), tmp_path_factory.mktemp("signing")
    with serving(StoreConfig(url=server.url), registry, folder, clock=clock) as running:
        yield running


@pytest.fixture
def evening(house: Running, clock: Clock) -> Iterator[Evening]:
    with httpx.Client(base_url=house.url, timeout=20) as client:
        yield Evening(house, [Player(client) for _ in range(SEATS)], clock)


def refused(answer: httpx.Response, code: str) -> None:
    assert answer.status_code == 409, answer.text
    problem = answer.json()
    assert problem["code"] == code
    assert problem["rule"].startswith("VP ")


def test_terms_are_refused_with_the_ruling(evening: Evening) -> None:
    seat = evening.others[0]
    refused(evening.answer(evening.reader, "Affe"), "reader_may_not_answer")
    missing = next(letter for letter in "ABCDEFGHIJKLMNOPRSTUVW" if letter not in evening.game(seat)["hand"])
    for card in (missing, "", "🂡", "ÄÖ", "*" * 500):
        refused(evening.answer(seat, "Affe", card or "AB"), "card_not_held")
    for nothing in ("", " ", "\t\n", "\u2003"):
        refused(evening.answer(seat, nothing), "term_empty")
    for much in ("A" * 61, "A" * 10_000, "🍺" * 10_000, " " * 10_000 + "A"):
        refused(evening.answer(seat, much), "term_too_long")
    for unreadable in ("A\u0000ffe", "Af\u0007fe", "\u009fA"):
        refused(evening.answer(seat, unreadable), "term_unreadable")
    assert evening.game()["plays"] == []


JUDGED = (
    "🍺",
    "👩‍👩‍👧 und so",
    "תפוח",
    "تفاحة",
    "\u202eeffA",
    "A\u200bffe",
    "ｆｕｌｌｗｉｄｔｈ",
    "e\u0301" * 30,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "𝔄ffe",
    "ß",
    "1 Affe",
    "\u0345",
)


def test_whatever_can_be_read_out_is_judged_and_given_back_as_typed(evening: Evening) -> None:
    for term in JUDGED:
        evening.open_category()
        seat = evening.others[0]
        assert evening.answer(seat, term).status_code == 201, ascii(term)
        (play,) = evening.game()["plays"]
        assert (play["seat"], play["term"], play["stage"]) == (seat, term, "waiting")
        seq = evening.players[0].look(evening.table)["seq"]
        evening.wait()
        page = evening.players[0].get(f"/v1/tables/{evening.table}/entries?after={seq}").json()
        events = [event["type"] for event in page["items"][0]["entry"]["events"]]
        assert {"term_judged", "judging_opened"} & set(events), ascii(term)


NO_ACTIONS = (
    b'{"type":"answer","card":"%c","term":"\\ud800"}',
    b'{"type":"answer","card":"%c","term":"\\udc00\\ud800 Affe"}',
    b'{"type":"answer","card":"%c","term":"\xed\xa0\x80"}',
    b'{"type":"answer","card":"%c","term":"\xff\xfe"}',
    b'{"type":"answer","card":"%c","term":null}',
    b'{"type":"answer","card":"%c","term":7}',
    b'{"type":"answer","card":"%c","term":["Affe"]}',
    b'{"type":"answer","card":"%c"}',
    b'{"type":"answer","card":"%c","term":"Affe","at":1}',
    b'{"type":"answer","card":null,"term":"Affe"}',
    b'{"type":"judge","play":1e400,"fits":true}',
    b'{"type":"judge","play":1,"fits":"yes"}',
    b'{"type":"anser","card":"%c","term":"Affe"}',
    b'{"type":"tick","deadline":"answer"}',
)


def test_what_is_no_action_is_refused_before_the_rules(evening: Evening) -> None:
    seat = evening.others[0]
    for body in NO_ACTIONS:
        answer = evening.raw(seat, body.replace(b"%c", evening.card(seat).encode()))
        assert answer.status_code in (400, 422), (body, answer.text)
        assert answer.json()["code"]
    assert evening.game()["plays"] == []


@pytest.mark.parametrize(
    "play", [2**53, 2**63, 2**64, -(2**70), 10**400], ids=["2^53", "2^63", "2^64", "-2^70", "10^400"]
)
def test_a_number_that_no_play_has_is_refused_before_the_rules(evening: Evening, play: int) -> None:
    for headers in ({}, {"Prefer": "signed-refusal"}):
        answer = evening.raw(evening.others[0], b'{"type":"judge","play":%d,"fits":true}' % play, **headers)
        assert answer.status_code in (400, 422), answer.text


def test_a_repeated_term_a_second_answer_and_a_late_one(evening: Evening) -> None:
    first, second, third = evening.others
    assert evening.answer(first, f"{evening.card(first)}term").status_code == 201
    term = evening.game()["plays"][0]["term"]
    for again in (term, f"der {term}", f" {term.upper()} "):
        refused(evening.answer(second, again), "term_used")
    refused(evening.answer(first, "something else"), "already_answered")
    evening.wait()
    refused(evening.answer(third, f"{evening.card(third)}other"), "too_late")


def test_votes_on_ones_own_term_two_votes_and_votes_on_nothing(evening: Evening) -> None:
    seat, judge, _ = evening.others
    assert evening.answer(seat, f"{evening.card(seat)}term").status_code == 201
    play = evening.game()["plays"][0]["id"]
    refused(evening.say(judge, {"type": "judge", "play": play, "fits": True}), "not_being_judged")
    evening.wait()
    refused(evening.say(seat, {"type": "judge", "play": play, "fits": True}), "own_term")
    assert evening.say(judge, {"type": "judge", "play": play, "fits": False}).status_code == 201
    for fits in (True, False):
        refused(evening.say(judge, {"type": "judge", "play": play, "fits": fits}), "already_voted")
    for nothing in (play + 1, 0, -1, 2**53 - 1):
        refused(evening.say(judge, {"type": "judge", "play": nothing, "fits": True}), "no_such_play")


def test_an_answer_to_a_category_that_is_closed(evening: Evening) -> None:
    seat = evening.others[0]
    (deadline,) = [one for one in evening.players[0].look(evening.table)["deadlines"] if one["id"] == "game/answer"]
    evening.clock.ms = deadline["at_ms"]
    refused(evening.answer(seat, f"{evening.card(seat)}term"), "no_category")
