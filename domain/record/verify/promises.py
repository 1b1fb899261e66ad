"""What the house promised before the cards: rules and data, the root of all deal keys, the seats' seeds, the deals."""

from collections.abc import Iterator

import msgspec

from domain.record.bundle import data_digest
from domain.record.keys import verify_key
from domain.record.seeds import is_seed, opens
from domain.record.verify.evidence import Evidence, Unsupported
from domain.record.verify.report import Finding, Gap, Result


def rules(evidence: Evidence) -> Iterator[Result]:
    """Are the rules of entry 1 at hand, and is the component data the one that entry 1 names?"""
    promised = evidence.opened.get("data")
    actual = None if evidence.bundle.data is None else data_digest(evidence.bundle.data)
    if promised != actual:
        yield Finding("the component data is not the one that entry 1 names", 1)
        return
    try:
        _ = evidence.game, evidence.options
    except Unsupported as error:
        yield Gap(str(error), 1, unsupported=True)
    except (msgspec.ValidationError, ValueError) as error:
        yield Finding(f"rules, options or component data do not fit: {error}", 1)


def key_root(evidence: Evidence) -> Iterator[Result]:
    """Does entry 1 open the table, and fix the root of all deal keys before anybody sits?"""
    opened = [seq for seq, _ in evidence.events("table.opened")]
    if opened != [1] or len(evidence.entries[0]["events"]) != 1:
        yield Finding("entry 1 opens the table, and nothing else does", opened[0] if opened else 1)
    elif not is_seed(str(evidence.opened.get("root"))):
        yield Finding("entry 1 brings no root of the deal keys", 1)


def seeds(evidence: Evidence) -> Iterator[Result]:
    """Did each seat promise its seed before it was shown, and are exactly these fixed before the first card?"""
    promised: dict[int, str | None] = {}
    shown: dict[int, str] = {}
    started = None
    for entry in evidence.entries:
        for event in entry["events"]:
            seq, seat = entry["seq"], event.get("seat", -1)
            match event.get("type"):
                case "seat.taken":
                    promised[seat] = event["commitment"]
                    shown.pop(seat, None)
                case "seat.left":
                    promised.pop(seat, None)
                    shown.pop(seat, None)
                case "seeds.voided":
                    promised = dict.fromkeys(promised)
                    shown.clear()
                case "seat.ready":
                    if not opens(event["seed"], str(promised.get(seat))):
                        yield Finding(f"seat {seat} shows another seed than it promised", seq)
                        return
                    shown[seat] = event["seed"]
                case "table.started":
                    started = seq
                    if event["seeds"] != [shown.get(place) for place in range(evidence.opened.get("seats", 0))]:
                        yield Finding("the seeds fixed at the start are not those that the seats showed", seq)
                        return
                case "deal.opened":
                    if started is None:
                        yield Finding("cards were dealt before the seeds were fixed", seq)
                        return
    if started is None:
        yield Gap("the table has not started", weighs=False)


def deals(evidence: Evidence) -> Iterator[Result]:
    """Do the deals count 1, 2, 3 ..., one after the other, none of them dealt again after a void one?"""
    running, number, void = False, 0, False
    for seq, event in evidence.events("deal.opened", "deal.closed", "deal.void", "table.closed"):
        kind = event["type"]
        if kind == "deal.opened":
            if running or void or event["deal"] != number + 1:
                why = "after a void one" if void else "over another" if running else f"after deal {number}"
                yield Finding(f"deal {event['deal']} begins {why}", seq)
                return
            running, number = True, number + 1
        elif kind == "table.closed":
            if running:
                yield Finding(f"the table closes over deal {number}", seq)
                return
        else:
            if not running or event["deal"] != number:
                yield Finding(f"deal {event['deal']} ends but does not run", seq)
                return
            running, void = False, kind == "deal.void"
    if running:
        yield Gap(f"deal {number} still runs; it is checked when it is over", evidence.deals.spans[-1].first)


def deal_keys(evidence: Evidence) -> Iterator[Result]:
    """Is each key that was shown the one promised for just this deal?"""
    root, count = str(evidence.opened.get("root")), evidence.game.rules.max_deals
    for seq, event in evidence.events("deal.closed", "deal.void"):
        if not verify_key(event["key"], event["deal"], count, event["proof"], root):
            yield Finding(f"the key shown for deal {event['deal']} is not the promised one", seq)
