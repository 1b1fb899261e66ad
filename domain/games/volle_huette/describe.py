"""One plain sentence for each event, in German and English, from what its reader may see."""

from collections.abc import Callable
from typing import assert_never

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.components import read_action, read_customers
from domain.kernel import Language, Seat

GERMAN = {
    "terrace_table": "Terrassentisch",
    "table": "Tisch",
    "dance_floor": "Tanzfläche",
    "counter": "Theke",
    "table_football": "Kicker",
    "billiard_table": "Billardtisch",
}
"""The printed installations; other sets' types are told by their key."""
COLOUR_WORDS = {"Y": ("gelb", "yellow"), "R": ("rot", "red"), "B": ("blau", "blue")}


def describe(event: m.Event, viewer: Seat | None, language: Language) -> str:
    """Tell an event to a viewer (None: the public)."""
    return _Teller(viewer, language).tell(event)


class _Teller:
    """Says things in one language to one viewer; `both` holds the German and the English way."""

    def __init__(self, viewer: Seat | None, language: Language) -> None:
        self.viewer = viewer
        self.german = language == "de"

    def both(self, german: str, english: str) -> str:
        return german if self.german else english

    def say(self, seat: Seat, du: str, er: str, you: str, they: str) -> str:
        """Begin a sentence with its landlord: `du` and `er`, `you` and `they` are what follows the name."""
        me = seat == self.viewer
        name = self.both("Du", "You") if me else self.seat(seat)
        return f"{name} {self.both(du, you) if me else self.both(er, they)}"

    def seat(self, seat: Seat) -> str:
        return self.both(f"Platz {seat + 1}", f"Seat {seat + 1}")

    def pub(self, seat: Seat, into: bool = False) -> str:
        """Name a pub after `in`: the German case tells being there from going there."""
        if seat == self.viewer:
            return self.both("deine Kneipe" if into else "deiner Kneipe", "your pub")
        article = "die" if into else "der"
        return self.both(f"{article} Kneipe von {self.seat(seat)}", f"the pub of {self.seat(seat)}")

    def tile(self, type_: str) -> str:
        plain = type_.replace("_", " ")
        return self.both(GERMAN.get(type_, plain), plain)

    def tiles(self, types: tuple[str, ...]) -> str:
        return ", ".join(map(self.tile, types)) or self.both("nichts", "nothing")

    def group(self, group: str) -> str:
        words = [(group.count(figure), self.both(*COLOUR_WORDS[figure])) for figure in "YRB" if figure in group]
        return ", ".join(f"{number} {word}" for number, word in words)

    def customers(self, face: str) -> str:
        place, group = read_customers(face)
        return f"{self.tile(place)} ({self.group(group)})"

    def action(self, face: str) -> str:
        kind, type_, dodge = read_action(face)
        way = self.both("von" if kind == "A" else "nach", "from" if kind == "A" else "to")
        dodging = self.both(", Zechpreller", ", bill-dodgers") if dodge else ""
        return f"{kind} {way} {self.tile(type_)}{dodging}"

    def cards(self, faces: tuple[str, ...], one: Callable[[str], str]) -> str:
        return "; ".join(map(one, faces)) or self.both("nichts", "nothing")

    def marks(self, paid: tuple[int, ...]) -> str:
        return ", ".join(f"{self.seat(seat)}: {amount}" for seat, amount in enumerate(paid))

    def places(self, places: m.Places) -> str:
        return "; ".join(f"{self.group(figures)} → {field}" for field, figures in places.items())

    def refill(self, text: str) -> str:
        return self.both(f" Neu liegt aus: {text}.", f" Newly on display: {text}.") if text else ""

    def tell(self, event: m.Event) -> str:
        match event:
            case m.TableLaid():
                return self.laid(event)
            case m.PubChosen():
                told = self.say(event.seat, "übernimmst", "übernimmt", "take over", "takes over")
                return f"{told} {event.pub}."
            case m.CardsDealt():
                return self.dealt(event)
            case m.TilePlaced():
                return self.built(event.seat, event.tile, event.field)
            case m.TilesSetAside():
                told = self.say(
                    event.seat, "hast keinen Platz für", "hat keinen Platz für", "have no room for", "has no room for"
                )
                return f"{told} {self.tiles(event.tiles)}."
            case m.TurnBegan():
                return self.say(event.seat, "bist am Zug.", "ist am Zug.", "are to move.", "is to move.")
            case m.PubEquipped():
                refill = self.tile(event.refill) if event.refill else ""
                return self.built(event.seat, event.tile, event.field) + self.refill(refill)
            case m.CustomersReceived():
                told = self.say(event.seat, "empfängst Gäste:", "empfängt Gäste:", "receive:", "receives:")
                refill = self.customers(event.refill) if event.refill else ""
                return f"{told} {self.customers(event.card)}.{self.refill(refill)}"
            case m.Collected():
                return self.collected(event)
            case m.Passed():
                return self.say(event.seat, "musst passen.", "muss passen.", "have to pass.", "has to pass.")
            case m.CustomersReplaced():
                shown = self.cards(event.customers, self.customers)
                return self.both(
                    f"Niemand kann ziehen; neue Gästekarten liegen aus: {shown}.",
                    f"Nobody can move; new customer cards are on display: {shown}.",
                )
            case m.SecondMoveBegan():
                return self.say(
                    event.seat,
                    "musst nun Gäste bewegen.",
                    "muss nun Gäste bewegen.",
                    "must now move customers.",
                    "must now move customers.",
                )
            case m.ActionCardPlayed():
                return self.played(event)
            case m.GroupLeft():
                return self.left(event)
            case m.GroupSeated():
                where = self.both(f"In {self.pub(event.pub)} nehmen Platz", f"Seats are taken in {self.pub(event.pub)}")
                return f"{where} ({self.tile(event.place)}): {self.places(event.places)}."
            case m.ActionCardTaken():
                told = self.say(event.seat, "nimmst die Aktionskarte", "nimmt die Aktionskarte", "take", "takes")
                refill = self.action(event.refill) if event.refill else ""
                return f"{told} {self.action(event.card)}.{self.refill(refill)}"
            case m.LastOrders():
                return self.both("Letzte Runde, alle kassieren: ", "Last orders, all collect: ") + (
                    f"{self.marks(event.paid)}."
                )
            case m.GameEnded():
                return self.both("Kassensturz: ", "The tills are counted: ") + f"{self.marks(event.money)}."
            case _ as never:
                assert_never(never)

    def laid(self, event: m.TableLaid) -> str:
        tiles = self.tiles(event.installations)
        customers, actions = self.cards(event.customers, self.customers), self.cards(event.actions, self.action)
        return self.both(
            f"Der Tisch ist gedeckt. Einrichtung: {tiles}. Gäste: {customers}. Aktionen: {actions}. "
            f"Trinkgeld: {event.tip} Mark.",
            f"The table is laid. Installations: {tiles}. Customers: {customers}. Actions: {actions}. "
            f"Tip: {event.tip} marks.",
        )

    def face_down(self, number: int) -> str:
        if number == 1:
            return self.both("1 verdeckte Aktionskarte", "1 face-down action card")
        return self.both(f"{number} verdeckte Aktionskarten", f"{number} face-down action cards")

    def dealt(self, event: m.CardsDealt) -> str:
        parts = []
        for seat, (tiles, cards) in enumerate(zip(event.tiles, event.actions, strict=True)):
            seen = [self.action(card) for card in cards if card is not None]
            hidden = len(cards) - len(seen)
            hand = "; ".join(seen)
            if hidden:
                more = self.face_down(hidden)
                hand = f"{hand}; {more}" if hand else more
            who = self.both("Du", "You") if seat == self.viewer else self.seat(seat)
            parts.append(f"{who}: {self.tiles(tiles)} – {hand}.")
        return " ".join(parts)

    def built(self, seat: Seat, tile: str, field: str) -> str:
        told = self.say(seat, "stellst auf", "stellt auf", "place", "places")
        return f"{told}{self.both(':', '')} {self.tile(tile)} ({field})."

    def collected(self, event: m.Collected) -> str:
        told = self.say(
            event.seat,
            f"kassierst ab, {event.tip} Mark Trinkgeld.",
            f"kassiert ab, {event.tip} Mark Trinkgeld.",
            f"collect, with a tip of {event.tip} marks.",
            f"collects, with a tip of {event.tip} marks.",
        )
        return f"{told} {self.marks(event.paid)}."

    def played(self, event: m.ActionCardPlayed) -> str:
        told = self.say(event.seat, "spielst", "spielt", "play", "plays") + f" {self.action(event.card)}"
        if event.origin is None or event.destination is None:
            return told + self.both("; die Karte verfällt.", "; the card lapses.")
        where, goal = self.pub(event.origin.pub), self.tile(event.destination)
        return told + self.both(
            f": die Gäste auf {event.origin.field} in {where} wollen zu: {goal}.",
            f": the customers on {event.origin.field} in {where} want to go to: {goal}.",
        )

    def left(self, event: m.GroupLeft) -> str:
        who = self.group(event.group)
        if event.to == event.origin.pub:
            return self.both(f"{who} bleiben in {self.pub(event.to)}.", f"{who} stay in {self.pub(event.to)}.")
        if event.to is None:
            told = self.both(f"{who} gehen nach Hause", f"{who} go home")
        else:
            told = self.both(
                f"{who} ziehen um in {self.pub(event.to, into=True)}", f"{who} move to {self.pub(event.to)}"
            )
        landlord = event.origin.pub
        me = landlord == self.viewer
        name = self.both(
            "du bekommst" if me else f"{self.seat(landlord)} bekommt",
            "you get" if me else (f"{self.seat(landlord)} gets"),
        )
        return f"{told}; {name} {event.paid} {self.both('Mark', 'marks')}."
