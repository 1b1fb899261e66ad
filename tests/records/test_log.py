"""A whole table is written entry by entry, and read back to the same state."""

import pytest

from domain.record.canonical import decode, encode
from domain.record.deals import Deals, openings_for
from domain.record.entry import read_entry
from domain.record.house import DealingHouse, KeyNotShown, ShownHouse
from domain.record.log import read_back, write_entry
from domain.record.seal import fill, find
from domain.table import fold_entry, new_table
from tests.support.recorded import play_table
from tests.support.toy import TOY


def test_the_log_folds_to_the_live_state():
    table = play_table(TOY, seats=3)
    state, prev = new_table(table.rec.table), None
    for written in table.rec.entries:
        entry = read_entry(written.data)
        assert entry["prev"] == prev
        command, events = read_back(table.rec.game, fill(entry, written.openings))
        by_player = command.via == "player"
        state = fold_entry(table.rec.game, state, entry["seq"], command.at, events, by_player=by_player)
        prev = written.hash

    assert state == table.state
    assert state.phase == "closed"


def test_a_spectator_can_type_every_entry_of_a_running_table():
    table = play_table(TOY, seats=3)
    for written in table.rec.entries:
        read_back(table.rec.game, fill(written.public, openings_for(written.openings, None, False), hidden="null"))


def test_after_the_end_only_the_secrets_outside_the_deals_stay_sealed():
    table = play_table(TOY, seats=3)
    deals = Deals(written.public for written in table.rec.entries)
    unopened = [
        found.pointer
        for written in table.rec.entries
        for found in find(written.public)
        if not openings_for(written.openings, None, deals.closed(written.public["seq"]))
    ]

    assert unopened == ["/action/secret", "/events/0/secret", "/action/seed", "/events/0/seed"]


def test_what_is_in_the_log_twice_is_sealed_with_two_salts():
    table = play_table(TOY, seats=3)
    digests = [found.digest for written in table.rec.entries for found in find(written.public)]
    assert len(digests) == len(set(digests)) > 10


def test_the_auditors_house_deals_the_same_cards_and_no_others():
    table = play_table(TOY, seats=3, deals=1)
    house, seeds = table.house, table.state.seeds
    shown = ShownHouse(table.rec.table, {1: house.reveal(1)})

    assert shown.chance(1, seeds).deck("x", range(32)) == house.chance(1, seeds).deck("x", range(32))
    assert shown.reveal(1) == house.reveal(1)
    with pytest.raises(KeyNotShown):
        shown.chance(2, seeds)
    assert DealingHouse(table.rec.secret, table.rec.table, 5).root == table.house.root


def test_the_stored_bytes_are_those_of_the_public_entry():
    for written in play_table(TOY, seats=2).rec.entries:
        assert encode(written.public) == written.data
        assert encode(decode(written.data)) == written.data


def test_an_entry_by_nobody_is_refused():
    table = play_table(TOY, seats=2, deals=1)
    from domain.kernel import Command
    from domain.table.messages import CloseTable

    with pytest.raises(ValueError, match="nobody"):
        write_entry(
            table.rec.game, table.state, Command(None, "player", CloseTable("x"), 1), (), prev=None, salts=iter(())
        )
