"""How a playthrough writes actions and events: one short line each."""

from typing import Any, assert_never

from domain.games.volle_huette import messages as m
from domain.kernel import NextDeal, Notation, Tick


def write_action(action: Any) -> str:
    """Write an action, e.g. `equip 1 on in-10`, `play A:table: 2/in-10 to counter`."""
    match action:
        case m.ChoosePub():
            return f"choose {action.pub}"
        case m.PlaceTile():
            return f"place {action.tile} on {action.field}"
        case m.Equip():
            return f"equip {action.slot} on {action.field}"
        case m.Receive():
            return f"receive {action.slot}"
        case m.Collect():
            return "collect"
        case m.Pass():
            return "pass"
        case m.PlayActionCard():
            return f"play {action.card}: {_way(action.origin, action.destination)}"
        case m.SeatGroup():
            return f"seat {_places(action.places)}"
        case m.TakeActionCard():
            return f"take {action.slot}"
        case NextDeal():
            return "next deal"
        case Tick():
            return f"tick {action.deadline}"
        case _:
            raise TypeError(f"not an action of Volle Hütte: {action!r}")


def write_event(event: m.Event) -> str:
    """Write an event; seats and pubs are numbers from 0."""
    match event:
        case m.TableLaid():
            shown = " ".join((*event.installations, *event.customers, *event.actions))
            return f"laid {shown} tip {event.tip}"
        case m.PubChosen():
            return f"{event.seat} runs {event.pub}"
        case m.CardsDealt():
            hands = zip(event.tiles, event.actions, strict=True)
            return "dealt " + " | ".join(" ".join((*tiles, *(card or "?" for card in cards))) for tiles, cards in hands)
        case m.TilePlaced():
            return f"{event.seat} has {event.tile} on {event.field}"
        case m.TilesSetAside():
            return f"{event.seat} cannot place {' '.join(event.tiles)}"
        case m.TurnBegan():
            return f"{event.seat} to move"
        case m.PubEquipped():
            return f"{event.seat} has {event.tile} on {event.field}, shows {event.refill or '-'}"
        case m.CustomersReceived():
            return f"{event.seat} receives {event.card}, shows {event.refill or '-'}"
        case m.Collected():
            next_tip = "-" if event.next_tip is None else event.next_tip
            return f"{event.seat} collects {_money(event.paid)} with tip {event.tip}, shows {next_tip}"
        case m.Passed():
            return f"{event.seat} passes"
        case m.CustomersReplaced():
            return f"shows {' '.join(event.customers)}"
        case m.SecondMoveBegan():
            return f"{event.seat} to move customers"
        case m.ActionCardPlayed():
            return f"{event.seat} plays {event.card}: {_way(event.origin, event.destination)}"
        case m.GroupLeft():
            to = "home" if event.to is None else f"pub {event.to}"
            return f"{event.group} leave {_spot(event.origin)} for {to}, pay {event.paid}"
        case m.GroupSeated():
            return f"pub {event.pub} {event.place} seats {_places(event.places)}"
        case m.ActionCardTaken():
            return f"{event.seat} takes {event.card}, shows {event.refill or '-'}"
        case m.LastOrders():
            return f"last orders {_money(event.paid)}"
        case m.GameEnded():
            return f"end {_money(event.money)}"
        case _ as never:
            assert_never(never)


def _spot(origin: m.Origin) -> str:
    return f"{origin.pub}/{origin.field}"


def _way(origin: m.Origin | None, destination: str | None) -> str:
    return "lapses" if origin is None else f"{_spot(origin)} to {destination}"


def _places(places: m.Places) -> str:
    return " ".join(f"{figures}@{field}" for field, figures in sorted(places.items()))


def _money(marks: tuple[int, ...]) -> str:
    return "/".join(map(str, marks))


NOTATION = Notation(write_action, write_event)
