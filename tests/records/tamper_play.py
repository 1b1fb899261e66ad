"""Tamperings by the server itself with cards and play: sealed, numbered, chained and signed again with its own keys."""

import copy
import hashlib
import hmac
import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.record.bundle import Bundle
from domain.record.canonical import encode
from domain.record.house import DealingHouse
from domain.record.shuffle import DealChance, below, words
from domain.table import legal, read_action
from tests.records.tamperings import Scene, Tampered, get, ints, put, row
from tests.support.forge import Forge, forged
from tests.support.recorded import bundle_of


def moves(scene: Scene) -> list[int]:
    """Entries in which a seat's player acts in a running deal."""
    found = []
    for seq, before in enumerate(scene.table.rec.befores, 1):
        by = scene.table.rec.entries[seq - 1].public["by"]
        if before.dealing and by.get("via") == "player":
            found.append(seq)
    return found


# -- cards ------------------------------------------------------------------------------------------------------------


@row("server", "shuffle", never=("volltreffer",))
def a_card_dealt_anew(scene: Scene) -> Tampered:
    """Two cards of different hands change places; everything else stays as it was."""
    forge = Forge(scene.table)
    for draft in forge.entries[1:]:
        for (path, to, _), (other, others, _) in itertools.combinations(draft.seals, 2):
            mine, theirs = get(draft.clear, path), get(draft.clear, other)
            if to != others and mine != theirs:
                put(draft.clear, path, theirs)
                put(draft.clear, other, mine)
                return forge.bundle()
    return None


@row("server", "pieces", otherwise="shuffle", never=("volle_scholle", "volle_huette"))
def a_card_dealt_twice(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    pieces = scene.table.rec.game.rules.pieces(scene.table.state.options, scene.table.rec.game.data)
    for draft in forge.entries[1:]:
        for (path, _, _), (other, _, _) in itertools.combinations(draft.seals, 2):
            mine, theirs = get(draft.clear, path), get(draft.clear, other)
            if mine != theirs and pieces.get(theirs) == 1:
                put(draft.clear, path, theirs)
                return forge.bundle()
    return None


def crooked(shuffle: Any) -> Any:
    """A house whose decks come of another shuffle; its keys and promises are in order."""

    class Chance(DealChance):
        def deck(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
            order = shuffle(self._key, self._table, self._deal, label, self._seeds, self._beacon, len(items))
            return tuple(items[index] for index in order)

    class House(DealingHouse):
        def chance(self, deal: int, seeds: tuple[str, ...]) -> DealChance:
            return Chance(self.keys.key(deal), self.keys.table, deal, seeds)

    return House


def off_by_one(key: bytes, table: str, deal: int, label: str, seeds: Any, beacon: Any, n: int) -> list[int]:
    stream, order = words(key, table, deal, label, seeds, beacon), list(range(n))
    for last in range(n - 1, 0, -1):
        index = below(last, stream)
        order[last], order[index] = order[index], order[last]
    return order


def words_thrown_away(key: bytes, table: str, deal: int, label: str, seeds: Any, beacon: Any, n: int) -> list[int]:
    order = list(range(n))
    for counter, last in enumerate(range(n - 1, 0, -1)):
        message = encode(["stammtisch/shuffle/1", table, deal, label, list(seeds), beacon, counter])
        index = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:4], "big") % (last + 1)
        order[last], order[index] = order[index], order[last]
    return order


def seeds_left_out(key: bytes, table: str, deal: int, label: str, seeds: Any, beacon: Any, n: int) -> list[int]:
    stream, order = words(key, table, deal, label, [], beacon), list(range(n))
    for last in range(n - 1, 0, -1):
        index = below(last + 1, stream)
        order[last], order[index] = order[index], order[last]
    return order


def dealt_with(scene: Scene, shuffle: Any) -> Bundle:
    return bundle_of(scene.play(house=crooked(shuffle)).rec)


@row("server", "shuffle", otherwise="events")
def an_off_by_one_shuffle(scene: Scene) -> Bundle:
    return dealt_with(scene, off_by_one)


@row("server", "shuffle", otherwise="events")
def words_not_carried_over(scene: Scene) -> Bundle:
    return dealt_with(scene, words_thrown_away)


@row("server", "shuffle", otherwise="events")
def a_shuffle_without_the_seeds(scene: Scene) -> Bundle:
    return dealt_with(scene, seeds_left_out)


# -- play -------------------------------------------------------------------------------------------------------------


@row("server", "legal")
def an_illegal_play(scene: Scene) -> Tampered:
    """An action that the rules refuse at that moment, taken from elsewhere in the same match."""
    rec = scene.table.rec
    rules = rec.game.rules
    forge = Forge(scene.table)
    said = [draft.clear["action"] for draft in forge.entries if "." not in draft.clear["action"]["type"]]
    for seq in moves(scene):
        draft = forge.draft(seq)
        if any(path[0] == "action" for path, _, _ in draft.seals):
            continue
        seat, state = draft.clear["by"]["seat"], rec.befores[seq - 1].game
        for action in said:
            if action["type"] != draft.clear["action"]["type"] or action == draft.clear["action"]:
                continue
            if rules.check(state, seat, read_action(rules, action)) is not None:
                draft.clear["action"] = copy.deepcopy(action)
                return forge.bundle()
    return None


@row("server", "legal")
def a_move_out_of_turn(scene: Scene) -> Tampered:
    rec, forge = scene.table.rec, Forge(scene.table)
    for seq in moves(scene):
        draft, before = forge.draft(seq), rec.befores[seq - 1]
        if any(path[0] == "action" for path, _, _ in draft.seals):
            continue
        action = read_action(rec.game.rules, draft.clear["action"])
        for seat in range(len(before.seats)):
            if rec.game.rules.check(before.game, seat, action) is not None and not legal(rec.game, before, seat):
                draft.clear["by"]["seat"] = seat
                return forge.bundle()
    return None


@row("server", "legal")
def a_move_dropped(scene: Scene) -> Tampered:
    """The move that is left out is missed by the next one, if that was legal only after it."""
    rec = scene.table.rec
    for seq in moves(scene):
        if seq >= len(rec.entries):
            continue
        forge = Forge(scene.table)
        after, before = forge.draft(seq + 1).clear, rec.befores[seq - 1]
        if after["by"].get("via") not in {"player", "bot"} or not before.dealing or "deal.opened" in str(after):
            continue
        action = read_action(rec.game.rules, after["action"])
        if rec.game.rules.check(before.game, after["by"]["seat"], action) is not None:
            del forge.entries[seq - 1]
            return forge.bundle()
    return None


@row("server", "legal")
def a_move_of_a_bot_that_nobody_let_in(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for seq in moves(scene):
        taken = scene.table.rec.befores[seq - 1].seats[forge.draft(seq).clear["by"]["seat"]]
        if taken is not None and taken.controller == "player":
            forge.draft(seq).clear["by"]["via"] = "bot"
            forge.draft(seq).receipt = None
            return forge.bundle()
    return None


@row("server", "legal")
def a_move_that_the_clock_is_said_to_have_made(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for seq in moves(scene):
        if forge.draft(seq).clear["by"]["via"] == "player":
            forge.draft(seq).clear["by"]["via"] = "clock"
            forge.draft(seq).receipt = None
            return forge.bundle()
    return None


@row("server", "events")
def a_wrong_score(scene: Scene) -> Tampered:
    """The last number in the last event of the game before a deal closes."""
    forge = Forge(scene.table)
    for draft in reversed(forge.entries):
        if "deal.closed" not in draft.kinds:
            continue
        for event in reversed(draft.clear["events"]):
            if "." in event["type"]:
                continue
            for path in reversed(ints(event)):
                put(event, path, get(event, path) + 1)
                if reads(scene, event):
                    return forge.bundle()
                put(event, path, get(event, path) - 1)
    return None


def reads(scene: Scene, event: dict[str, Any]) -> bool:
    try:
        msgspec.convert(event, scene.table.rec.game.rules.Event)
    except msgspec.ValidationError:
        return False
    return True


@row("server", "events", never=("toy",))
def an_event_left_out(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for draft in forge.entries:
        several = len(draft.clear["events"]) > 1 and not draft.seals
        if several and not any("." in kind for kind in draft.kinds):
            del draft.clear["events"][-1]
            return forge.bundle()
    return None


@row("server", "result")
def another_final_result(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        result = forge.event(len(forge.entries), "table.closed")["result"]
        result["scores"][0] += 10

    return forged(scene.table, edit)


@row("server", "result")
def another_winner(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        result = forge.event(len(forge.entries), "table.closed")["result"]
        result["ranks"] = [rank + 1 for rank in result["ranks"]]

    return forged(scene.table, edit)


@row("server", "events")
def a_bot_in_the_place_of_a_player(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for seq in moves(scene):
        events = forge.draft(seq).clear["events"]
        if not forge.draft(seq).seals and "deal.closed" not in forge.draft(seq).kinds:
            seat = forge.draft(seq).clear["by"]["seat"]
            taken_over = {"by": "bot", "final": False, "level": "easy", "resigned": False, "seat": seat}
            events.append(taken_over | {"type": "seat.controlled"})
            return forge.bundle()
    return None


@row("server", "deadlines")
def a_deadline_fired_early(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for seq, draft in enumerate(forge.entries, 1):
        if draft.clear["action"]["type"] == "tick" and seq > 1:
            draft.clear["at"] = forge.draft(seq - 1).clear["at"]
            return forge.bundle()
    return None


@row("server", "deadlines")
def a_move_let_through_after_its_deadline(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    seq = moves(scene)[-1]
    for draft in forge.entries[seq - 1 :]:
        draft.clear["at"] += 40 * 24 * 3_600_000
    return forge.bundle()


@row("server", "clock")
def the_clock_turned_back(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        forge.draft(8).clear["at"] = forge.draft(7).clear["at"] - 1

    return forged(scene.table, edit)


@row("server", "schema")
def an_event_that_the_rules_do_not_know(scene: Scene) -> Bundle:
    return forged(scene.table, lambda forge: forge.draft(9).clear["events"].append({"type": "miracle"}))


@row("server", "seals")
def a_hand_published(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    for draft in forge.entries:
        if draft.seals and "." not in draft.kinds[-1]:
            draft.seals.pop()
            return forge.bundle()
    return None


@row("server", "closed")
def something_after_the_end(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        forge.entries.append(copy.deepcopy(forge.draft(1)))
        forge.entries[-1].clear["at"] = forge.draft(len(forge.entries) - 1).clear["at"]
        forge.entries[-1].clear["events"] = []
        forge.entries[-1].clear["action"] = {"type": "tick", "deadline": "idle"}
        forge.entries[-1].seals = []

    return forged(scene.table, edit)


@row("server", "closed")
def a_closing_entry_that_counts_wrong(scene: Scene) -> Bundle:
    forge = Forge(scene.table)
    forge.bundle()
    forge.count = False
    forge.event(len(forge.entries), "table.closed")["entries"] += 1
    return forge.bundle()
