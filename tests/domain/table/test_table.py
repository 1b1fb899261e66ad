"""The table around any game, one rule per test; the game is a toy."""

from typing import Any

import pytest

from domain.kernel import Deal, NextDeal, Ruling, Seat, Tick
from domain.kernel.messages import Command
from domain.record.canonical import b64
from domain.record.seeds import commitment
from domain.table import check, deal_status, describe, due, host_seat, legal, to_act, view
from domain.table.messages import (
    Clock,
    CloseTable,
    DealClosed,
    DealOpened,
    DealVoid,
    LeaveSeat,
    OpenSeed,
    Resign,
    Return,
    SeatControlled,
    SeatLeft,
    SeedsVoided,
    TableClosed,
    TakeSeat,
)
from domain.table.view import actions_only
from tests.support.recorded import Table
from tests.support.toy import TOY

SEATS = TOY.seats[0]
SEEDS = [b64(bytes([seat]) * 32) for seat in range(9)]
FRESH = [b64(bytes([seat + 100]) * 32) for seat in range(9)]


def sit(seat: Seat, seeds: list[str] = SEEDS, **more: Any) -> TakeSeat:
    return TakeSeat(seat=seat, pseudonym=f"p{seat}", commitment=commitment(seeds[seat]), host=seat == 0, **more)


def gathering(clock: Clock = Clock(), seated: int = SEATS) -> Table:  # noqa: B008
    table = Table(TOY)
    table.open(SEATS, {}, clock)
    for seat in range(seated):
        table.do(seat, "player", sit(seat))
    return table


def started(clock: Clock = Clock()) -> Table:  # noqa: B008
    table = gathering(clock)
    for seat in range(SEATS):
        table.do(seat, "player", OpenSeed(SEEDS[seat]))
    return table


def running(clock: Clock = Clock()) -> Table:  # noqa: B008
    table = started(clock)
    table.do(0, "player", NextDeal())
    return table


def refusal(table: Table, seat: Seat | None, action: Any, via: Any = "player") -> str | None:
    ruling = check(table.rec.game, table.state, Command(seat, via, action, table.at + 1))
    return ruling.code if isinstance(ruling, Ruling) else None


def events(table: Table) -> list[str]:
    return [event["type"] for event in table.rec.entries[-1].public["events"]]


def pending(table: Table) -> dict[str, int]:
    return {deadline.id: deadline.at_ms for deadline in due(table.rec.game, table.state)}


def pass_deadline(table: Table, id: str) -> None:
    (deadline,) = [d for d in due(table.rec.game, table.state) if d.id == id]
    table._tick(deadline)


def test_the_last_opened_seed_starts_the_table_and_deals_nothing() -> None:
    table = started()
    assert events(table) == ["seat.ready", "table.started"]
    assert table.state.seeds == tuple(SEEDS[:SEATS])
    assert deal_status(table.rec.game, table.state) is Deal.REST


def test_seeds_open_only_when_every_seat_is_taken() -> None:
    assert refusal(gathering(seated=SEATS - 1), 0, OpenSeed(SEEDS[0])) == "seats_free"


def test_a_seed_must_be_the_one_committed_to() -> None:
    assert refusal(gathering(), 0, OpenSeed(SEEDS[1])) == "seed_does_not_match"
    assert refusal(gathering(), 0, OpenSeed("x")) == "seed_does_not_match"


def test_a_commitment_cannot_be_copied_from_another_seat() -> None:
    table = gathering(seated=1)
    copied = TakeSeat(seat=1, pseudonym="p1", commitment=commitment(SEEDS[0]))
    assert refusal(table, 1, copied) == "commitment_repeated"


def test_a_withheld_seed_frees_its_seat_and_voids_all_seeds() -> None:
    table = gathering()
    table.do(0, "player", OpenSeed(SEEDS[0]))
    pass_deadline(table, "seed:1")
    assert events(table) == [SeatLeft.__struct_config__.tag, SeedsVoided.__struct_config__.tag]
    assert table.state.seats[1] is None
    assert refusal(table, 0, OpenSeed(SEEDS[0])) == "commit_again"
    table.do(0, "player", sit(0, FRESH))
    assert table.state.seats[0] is not None


def test_a_voided_seat_is_kept_for_whoever_sat_there() -> None:
    table = gathering()
    pass_deadline(table, "seed:1")
    stranger = TakeSeat(seat=0, pseudonym="someone", commitment=commitment(FRESH[0]))
    assert refusal(table, 0, stranger) == "seat_taken"


def test_leaving_after_seeds_are_open_voids_them() -> None:
    table = gathering()
    table.do(0, "player", OpenSeed(SEEDS[0]))
    table.do(1, "player", LeaveSeat())
    assert events(table) == ["seat.left", "seeds.voided"]


def test_the_youngest_is_who_said_so_last() -> None:
    table = gathering(seated=0)
    for seat in range(SEATS):
        table.do(seat, "player", sit(seat, youngest=seat in (0, 1)))
    for seat in range(SEATS):
        table.do(seat, "player", OpenSeed(SEEDS[seat]))
    assert table.state.youngest == 1


def test_only_the_host_deals_and_only_at_rest() -> None:
    table = started()
    assert refusal(table, 1, NextDeal()) == "host_deals"
    table.do(0, "player", NextDeal())
    assert events(table)[0] == DealOpened.__struct_config__.tag
    assert refusal(table, 0, NextDeal()) == "deal_running"


def test_the_clock_deals_in_the_hosts_place() -> None:
    table = started(Clock(rest_s=5))
    pass_deadline(table, "rest")
    assert "deal.opened" in events(table)


def test_a_table_closes_where_only_bots_and_the_clock_go_on() -> None:
    table = running()
    idle = pending(table)["idle"]
    first = due(table.rec.game, table.state)[0]
    assert first.id.startswith("game/")
    pass_deadline(table, first.id)
    seat = to_act(table.rec.game, table.state)[0]
    table.rec.state = table.state.with_seat(seat, controller="bot", level="easy")
    table.do(seat, "bot", legal(table.rec.game, table.state, seat)[0])
    assert pending(table)["idle"] == idle
    table.do(seat, "player", Return())
    assert pending(table)["idle"] == table.at + Clock().idle_s * 1000
    pass_deadline(table, "idle")
    assert events(table) == ["deal.void", "table.closed"]


def test_hosting_passes_on_when_the_host_leaves() -> None:
    table = started()
    table.do(0, "player", LeaveSeat())
    assert host_seat(table.state) == 1


def test_a_tick_comes_neither_early_nor_without_its_deadline() -> None:
    table = started(Clock(rest_s=5))
    assert refusal(table, None, Tick("rest"), "clock") == "deadline_not_due"
    assert refusal(table, None, Tick("idle"), "clock") == "deadline_not_due"
    assert refusal(table, None, Tick("other"), "clock") == "no_such_deadline"
    assert refusal(table, 0, Tick("rest")) == "clock_only"


def test_a_bot_takes_over_an_absent_seat_and_gives_it_back() -> None:
    table = running()
    (seat, *_) = to_act(table.rec.game, table.state)
    table.rec.state = table.state.with_seat(seat, controller="bot", level="easy")
    table.do(seat, "player", Return())
    assert events(table) == [SeatControlled.__struct_config__.tag]
    taken = table.state.seats[seat]
    assert taken is not None
    assert taken.controller == "player"


def test_who_left_for_good_does_not_come_back() -> None:
    table = running()
    table.do(1, "player", LeaveSeat())
    assert refusal(table, 1, Return()) == "left_for_good"
    assert refusal(table, 1, LeaveSeat()) == "left_for_good"


def test_who_resigned_is_ranked_behind_those_who_stay() -> None:
    table = running()
    table.do(1, "player", Resign())
    while table.state.phase != "closed":
        table.move(tick=0)
    assert table.state.result is not None
    assert table.state.result.ranks[1] == SEATS


def test_a_table_that_all_players_left_closes_after_its_deal() -> None:
    table = running()
    for seat in range(SEATS):
        table.do(seat, "player", LeaveSeat())
    while table.state.phase != "closed":
        table.move(tick=0)
    assert table.state.reason == "abandoned"
    assert events(table)[-2:] == ["deal.closed", "table.closed"]


def test_a_table_that_does_not_start_is_closed() -> None:
    table = gathering(Clock(gather_s=10, ready_s=100), seated=1)
    pass_deadline(table, "gather")
    assert table.state.reason == "nobody_started"


def test_a_deal_broken_off_is_void_and_shown() -> None:
    table = running()
    table.do(None, "house", CloseTable("operator"))
    assert events(table) == [DealVoid.__struct_config__.tag, TableClosed.__struct_config__.tag]
    assert table.state.result is None


def test_only_the_house_closes_a_table() -> None:
    assert refusal(running(), 0, CloseTable("mine")) == "house_only"


def test_a_deal_that_closes_shows_its_key_and_opens_no_other() -> None:
    table = running()
    while table.state.dealing:
        table.move(tick=0)
    closing = table.rec.entries[-1].public["events"]
    assert DealClosed.__struct_config__.tag in [event["type"] for event in closing]
    assert DealOpened.__struct_config__.tag not in [event["type"] for event in closing]


def test_the_last_entry_counts_all_entries() -> None:
    table = started()
    table.do(None, "house", CloseTable("operator"))
    assert table.rec.entries[-1].public["events"][-1]["entries"] == len(table.rec.entries)


def test_nothing_happens_at_a_closed_table() -> None:
    table = started()
    table.do(None, "house", CloseTable("operator"))
    assert refusal(table, 0, NextDeal()) == "table_closed"
    assert pending(table) == {}


@pytest.mark.parametrize("seat", [None, 0, 1], ids=["public", "seat 0", "seat 1"])
def test_a_view_never_holds_the_houses_secret(seat: Seat | None) -> None:
    table = running()
    assert table.state.secret is not None
    assert table.state.secret not in repr(view(table.rec.game, table.state, seat))


def test_nobody_asks_for_what_is_anothers_to_ask_for() -> None:
    """The clock could play, resign and get up for a seat that signs everything, and the verifier called it valid."""
    seat = 0
    table = running()
    (acting,) = to_act(table.rec.game, table.state)
    move = actions_only(legal(table.rec.game, table.state, acting))[0]
    assert refusal(table, acting, move) is None
    assert refusal(table, acting, move, "clock") == "not_the_clocks"
    assert refusal(table, acting, move, "bot") == "not_the_bots_seat"
    assert refusal(table, None, move, "house") == "not_seated"
    for action in (LeaveSeat(), Resign(), Return()):
        assert refusal(table, seat, action) is None
        assert {refusal(table, seat, action, via) for via in ("clock", "bot", "house")} == {"players_only"}
    for via in ("player", "bot", "clock"):
        assert refusal(table, seat, CloseTable("enough"), via) == "house_only"
    assert refusal(gathering(), seat, OpenSeed(SEEDS[seat]), "clock") == "players_only"
    resting = started()
    assert refusal(resting, 0, NextDeal()) is None
    assert {refusal(resting, 0, NextDeal(), via) for via in ("bot", "clock")} == {"host_deals"}


def test_a_player_sits_down_himself_and_the_house_seats_bots() -> None:
    table = gathering(seated=0)
    assert refusal(table, 0, sit(0)) is None
    assert refusal(table, 1, sit(0)) == "players_only"
    assert refusal(table, None, sit(0), "house") == "players_only"
    assert refusal(table, 0, sit(0, bot="easy", seed=SEEDS[0])) == "house_only"
    assert refusal(table, None, sit(0, bot="easy", seed=SEEDS[0]), "house") is None


def test_a_seat_that_commits_afresh_stays_its_players() -> None:
    """The house could have put a bot, without the key, in the place of a player whose seed was voided."""
    table = gathering()
    table.do(0, "player", OpenSeed(SEEDS[0]))
    table.do(SEATS - 1, "player", LeaveSeat())
    assert refusal(table, 0, sit(0, FRESH)) is None
    assert refusal(table, None, sit(0, FRESH, bot="easy", seed=FRESH[0]), "house") == "seat_taken"


def test_who_looks_is_spoken_to() -> None:
    """`Für Dein Platz 1` would be no German."""
    table = running()

    def told(viewer: Seat | None) -> list[str]:
        changes = [
            SeatControlled(0, by, None, final=resigned, resigned=resigned)
            for by, resigned in (("bot", False), ("rule", False), ("player", False), ("bot", True))
        ]
        return [describe(table.rec.game, change, viewer, "de") for change in changes]

    assert told(0)[:2] == ["Für dich spielt jetzt ein Bot.", "Für dich wird nach Regel gespielt."]
    assert told(0)[2:] == ["Du spielst wieder selbst.", "Du hast aufgegeben."]
    assert told(1) == told(None) != told(0)
