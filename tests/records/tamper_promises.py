"""Tamperings by the server itself: with its promises before the cards, and against what others hold in hand."""

from collections.abc import Callable

from msgspec import structs
from nacl.signing import SigningKey

from domain.record.bundle import Bundle
from domain.record.canonical import b64
from domain.record.keys import DealKeys
from domain.record.seat import sign_action
from domain.table import to_act
from tests.records.tamperings import Scene, Tampered, row
from tests.support.forge import Draft, Forge, forged
from tests.support.recorded import Table, bundle_of

ONE_DEAL = ("volltreffer", "volle_scholle", "vollpfosten", "volle_huette")
"""Of these games the tests play one deal."""

ENDS_BY_ITSELF = ("volle_scholle", "volle_huette")
"""These are over after one deal, so the house closes no table of theirs."""

# -- promises ---------------------------------------------------------------------------------------------------------


@row("server", "deal_keys")
def a_wrong_deal_key(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        event = forge.event(forge.seqs("deal.closed")[0], "deal.closed")
        other = DealKeys(b"x" * 32, forge.rec.table, forge.rec.game.rules.max_deals)
        event["key"], event["proof"] = other.reveal(1)[0], list(other.reveal(1)[1])

    return forged(scene.table, edit)


@row("server", "deal_keys", never=ONE_DEAL)
def a_deal_key_used_again(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    ends = forge.seqs("deal.closed")
    if len(ends) < 2:
        return None
    first, second = (forge.event(seq, "deal.closed") for seq in ends[:2])
    second["key"], second["proof"] = first["key"], first["proof"]
    return forge.bundle()


@row("server", "deals", never=ONE_DEAL)
def a_deal_key_skipped(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    if len(forge.seqs("deal.closed")) < 2:
        return None
    for kind in ("deal.opened", "deal.closed"):
        forge.event(forge.seqs(kind)[1], kind)["deal"] = 3
    end = forge.event(forge.seqs("deal.closed")[1], "deal.closed")
    end["key"], end["proof"] = scene.table.house.reveal(3)[0], list(scene.table.house.reveal(3)[1])
    return forge.bundle()


@row("server", "deals", never=ONE_DEAL)
def a_new_deal_after_a_void_one(scene: Scene) -> Tampered:
    forge = Forge(scene.table)
    if len(forge.seqs("deal.closed")) < 2:
        return None
    forge.event(forge.seqs("deal.closed")[0], "deal.closed")["type"] = "deal.void"
    return forge.bundle()


@row("server", "key_root")
def the_root_after_the_roster(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        forge.entries[:2] = [forge.draft(2), forge.draft(1)]
        first, second = forge.entries[:2]
        first.clear["at"], second.clear["at"] = second.clear["at"], first.clear["at"]

    return forged(scene.table, edit)


@row("server", "key_root")
def no_root_at_all(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        for message in (forge.draft(1).clear["action"], forge.draft(1).clear["events"][0]):
            message["root"] = ""

    return forged(scene.table, edit)


@row("server", "seeds")
def a_seed_changed_at_the_start(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        forge.event(forge.seqs("table.started")[0], "table.started")["seeds"][0] = b64(b"s" * 32)

    return forged(scene.table, edit)


@row("server", "seeds")
def a_seed_left_out(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        forge.event(forge.seqs("table.started")[0], "table.started")["seeds"].pop()

    return forged(scene.table, edit)


@row("server", "seeds")
def another_seed_than_promised(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        seq = forge.seqs("seat.ready")[0]
        other = b64(b"s" * 32)
        forge.draft(seq).clear["action"]["seed"] = other
        forge.event(seq, "seat.ready")["seed"] = other
        started = forge.event(forge.seqs("table.started")[0], "table.started")
        started["seeds"][forge.event(seq, "seat.ready")["seat"]] = other

    return forged(scene.table, edit)


@row("server", "events", never=("schafkopf", *ONE_DEAL))
def another_version_of_the_rules(scene: Scene) -> Tampered:
    """Played by version 1, shown as version 2, which this verifier also has."""
    if scene.table.rec.game.rules.id != "toy":
        return None

    def edit(forge: Forge) -> None:
        for message in (forge.draft(1).clear["action"], forge.draft(1).clear["events"][0]):
            message["version"] = 2

    return forged(scene.table, edit)


@row("server", "rules")
def rules_and_options_that_do_not_fit(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        for message in (forge.draft(1).clear["action"], forge.draft(1).clear["events"][0]):
            message["options"] = {"no_such_option": 1}

    return forged(scene.table, edit)


# -- what others hold against him -------------------------------------------------------------------------------------


@row("server", "receipts")
def a_fork_against_a_receipt(scene: Scene) -> Bundle:
    """A player kept his receipts; the server shows another history and signs that too."""
    scene.own_receipts = tuple(scene.table.rec.receipts)

    def edit(forge: Forge) -> None:
        forge.draft(1).clear["at"] -= 1

    return forged(scene.table, edit)


@row("server", "receipts")
def an_entry_dropped_that_a_player_has_a_receipt_for(scene: Scene) -> Bundle:
    scene.own_receipts = (scene.table.rec.receipts[-1],)
    bundle = bundle_of(scene.play(seed=77).rec)
    return structs.replace(bundle, receipts=())


def signed_moves(forge: Forge) -> list[int]:
    return [seq for seq, draft in enumerate(forge.entries, 1) if "sig" in draft.clear]


@row("server", "seat_signatures")
def a_move_without_the_seats_signature(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        del forge.draft(signed_moves(forge)[-1]).clear["sig"]

    return forged(scene.signed, edit)


@row("server", "seat_signatures")
def a_move_of_a_signing_seat_that_the_clock_is_said_to_have_made(scene: Scene) -> Bundle:
    """The last one, on which nobody signs any more."""

    def edit(forge: Forge) -> None:
        draft = forge.draft(signed_moves(forge)[-1])
        del draft.clear["sig"]
        draft.clear["by"]["via"], draft.receipt = "clock", None

    return forged(scene.signed, edit)


@row("server", "seat_signatures", never=ENDS_BY_ITSELF)
def a_signing_seat_left_by_the_clock(scene: Scene) -> Tampered:
    return left_by_the_clock(scene.signed)


@row("server", "legal", never=ENDS_BY_ITSELF)
def a_seat_left_by_the_clock(scene: Scene) -> Tampered:
    return left_by_the_clock(scene.table)


def left_by_the_clock(table: Table) -> Tampered:
    """A seat that played to the end is said to have got up just before the house closed the table."""
    forge = Forge(table)
    last = forge.entries[-1]
    if last.clear["action"]["type"] != "table.close":
        return None
    seat = 0
    level = "solid" if "solid" in table.rec.game.rules.bots else "easy"
    gone = {"type": "seat.controlled", "seat": seat, "by": "bot", "final": True, "level": level, "resigned": False}
    clear = last.clear | {"by": {"seat": seat, "via": "clock"}, "action": {"type": "seat.leave"}, "events": [gone]}
    forge.entries.insert(-1, Draft(clear, [], None))
    return forge.bundle()


@row("server", "seat_signatures")
def a_move_signed_by_the_server(scene: Scene) -> Bundle:
    def edit(forge: Forge) -> None:
        seq = signed_moves(forge)[-1]
        clear = forge.draft(seq).clear
        prev = clear["prev"]
        key = SigningKey(b"server's own" + bytes(20))
        clear["sig"] = sign_action(key, clear["table"], clear["by"]["seat"], seq - 1, prev, "k", clear["action"])

    return forged(scene.signed, edit)


@row("server", "seat_signatures")
def a_history_that_the_seat_never_saw(scene: Scene) -> Bundle:
    """The clock of entry 1 is moved and all hashes after it: every signature was made on another history."""

    def edit(forge: Forge) -> None:
        forge.draft(1).clear["at"] -= 1

    return forged(scene.signed, edit)


def lagging(scene: Scene, ripe: Callable[[Table, int, list[int]], int | None]) -> Tampered:
    """Play a table at which one move, the first that `ripe` gives another lag for, is signed on an older entry."""
    lagged: list[int] = []

    def lag(table: Table, seat: int) -> int:
        own = [n for n, written in enumerate(table.rec.entries, 1) if written.public["by"].get("seat") == seat]
        found = None if lagged or not table.state.dealing else ripe(table, seat, own)
        if found is None:
            return 1
        lagged.append(found)
        return found

    table = scene.play(signing=True, lag=lag)
    return bundle_of(table.rec) if lagged else None


def overtaken(scene: Scene) -> Tampered:
    """A seat that alone may act signs on the entry before another seat's last move, and this was its time to act."""

    def ripe(table: Table, seat: int, own: list[int]) -> int | None:
        head = len(table.rec.entries)
        by = table.rec.entries[-1].public["by"]
        moved = by.get("seat", seat) != seat and by["via"] != "clock"
        alone = to_act(table.rec.game, table.state) == (seat,)
        return 2 if moved and own[-1] < head and alone else None

    return lagging(scene, ripe)


@row("server", "seat_heads", never=("vollpfosten",))
def a_stale_signature(scene: Scene) -> Tampered:
    """A move signed before another seat's last move. In a race it is none: there a seat signs on what it had."""
    return None if scene.table.rec.game.rules.races else overtaken(scene)


@row("server", "seat_signatures")
def a_signature_from_before_the_seats_own_last_move(scene: Scene) -> Tampered:
    return lagging(scene, lambda table, seat, own: len(table.rec.entries) + 2 - own[-1])
