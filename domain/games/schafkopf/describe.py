"""One plain sentence for each event, in German and English."""

from typing import assert_never

from domain.cards import Card, Suit, card_name, suit_name
from domain.games.schafkopf.contracts import Kind
from domain.games.schafkopf.messages import (
    AllPassed,
    AuctionWon,
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    HandsDealt,
    PartnerRevealed,
    Passed,
    SchafkopfEvent,
    TrickWon,
)
from domain.games.schafkopf.scoring import Settlement
from domain.kernel import Language, Seat

_KIND: dict[Language, dict[Kind, str]] = {
    "de": {
        Kind.RUFER: "einen Rufer",
        Kind.WENZ: "einen Wenz",
        Kind.SOLO: "ein Solo",
        Kind.WENZ_TOUT: "einen Wenz Tout",
        Kind.SOLO_TOUT: "ein Solo Tout",
        Kind.SIE: "einen Sie",
    },
    "en": {
        Kind.RUFER: "a Rufer",
        Kind.WENZ: "a Wenz",
        Kind.SOLO: "a Solo",
        Kind.WENZ_TOUT: "a Wenz Tout",
        Kind.SOLO_TOUT: "a Solo Tout",
        Kind.SIE: "a Sie",
    },
}


def describe(event: SchafkopfEvent, viewer: Seat | None, language: Language) -> str:
    """Say what happened, to `viewer` (None: the public), from the event as that viewer received it."""
    return _german(event, viewer) if language == "de" else _english(event, viewer)


def _german(event: SchafkopfEvent, viewer: Seat | None) -> str:
    match event:
        case DealStarted():
            chosen = "Das Los bestimmt den Geber: " if event.drawn else "Neues Spiel, Geber: "
            return chosen + ("du." if event.dealer == viewer else f"Platz {event.dealer + 1}.")
        case HandsDealt():
            cards = _own_cards(event, viewer, "de")
            return "Jeder bekommt acht Karten." + (f" Du hast: {cards}." if cards else "")
        case Passed():
            return _de(event.seat, viewer, "gibt weiter", "gibst weiter") + "."
        case BidMade():
            return _de(event.seat, viewer, "sagt an", "sagst an") + f": {_contract(event, 'de')}."
        case AuctionWon():
            leads = "Du kommst heraus" if event.leader == viewer else f"Platz {event.leader + 1} kommt heraus"
            return _de(event.declarer, viewer, "spielt", "spielst") + f" {_contract(event, 'de')}. {leads}."
        case AllPassed():
            return "Alle geben weiter: Das Spiel wird nicht gewertet, die Karten werden gezeigt."
        case CardPlayed():
            return _de(event.seat, viewer, "spielt", "spielst") + f": {card_name(event.card, 'de')}."
        case PartnerRevealed():
            how = "mit der gerufenen Karte" if event.by == "called_ace" else "durch Davonlaufen"
            return _de(event.seat, viewer, "ist", "bist") + f" der Partner, gezeigt {how}."
        case TrickWon():
            return _de(event.seat, viewer, "gewinnt", "gewinnst") + f" den Stich mit {event.points} Augen."
        case DealScored():
            return _german_result(event.result, viewer)
        case _:
            assert_never(event)


def _english(event: SchafkopfEvent, viewer: Seat | None) -> str:
    match event:
        case DealStarted():
            chosen = "The lot makes the first dealer: " if event.drawn else "A new deal, dealt by "
            return chosen + ("you." if event.dealer == viewer else f"Seat {event.dealer + 1}.")
        case HandsDealt():
            cards = _own_cards(event, viewer, "en")
            return "Everybody gets eight cards." + (f" You hold: {cards}." if cards else "")
        case Passed():
            return _en(event.seat, viewer, "passes", "pass") + "."
        case BidMade():
            return _en(event.seat, viewer, "bids", "bid") + f" {_contract(event, 'en')}."
        case AuctionWon():
            leads = "You lead" if event.leader == viewer else f"Seat {event.leader + 1} leads"
            return _en(event.declarer, viewer, "plays", "play") + f" {_contract(event, 'en')}. {leads}."
        case AllPassed():
            return "Everybody passed: no score, and the hands are shown."
        case CardPlayed():
            return _en(event.seat, viewer, "plays", "play") + f" the {card_name(event.card, 'en')}."
        case PartnerRevealed():
            how = "by the called ace" if event.by == "called_ace" else "by running away"
            return _en(event.seat, viewer, "is", "are") + f" the partner, revealed {how}."
        case TrickWon():
            return _en(event.seat, viewer, "takes", "take") + f" the trick with {event.points} points."
        case DealScored():
            return _english_result(event.result, viewer)
        case _:
            assert_never(event)


def _de(seat: Seat, viewer: Seat | None, third: str, second: str) -> str:
    return f"Du {second}" if seat == viewer else f"Platz {seat + 1} {third}"


def _en(seat: Seat, viewer: Seat | None, third: str, second: str) -> str:
    return f"You {second}" if seat == viewer else f"Seat {seat + 1} {third}"


def _own_cards(event: HandsDealt, viewer: Seat | None, language: Language) -> str:
    if viewer is None:
        return ""
    return ", ".join(card_name(card, language) for card in event.hands[viewer] if card is not None)


def _contract(event: BidMade | AuctionWon, language: Language) -> str:
    return _KIND[language][event.kind] + _named(event.ace, event.suit, language)


def _named(ace: Card | None, suit: Suit | None, language: Language) -> str:
    if ace is not None:
        return f" auf {card_name(ace, 'de')}" if language == "de" else f" on the {card_name(ace, 'en')}"
    if suit is not None:
        return f" in {suit_name(suit, 'de')}" if language == "de" else f" in {suit_name(suit, 'en')}s"
    return ""


def _german_result(result: Settlement, viewer: Seat | None) -> str:
    won = "gewinnt" if result.winner == "declarer" else "verliert"
    taken = f"{result.points} Augen in {result.tricks} {'Stich' if result.tricks == 1 else 'Stichen'}"
    own = "" if viewer is None else f" Du: {result.scores[viewer]:+d}."
    return f"Die Spielerseite {won} mit {taken}{_extras(result)}. Wert {result.value}.{own}"


def _english_result(result: Settlement, viewer: Seat | None) -> str:
    won = "wins" if result.winner == "declarer" else "loses"
    taken = f"{result.points} card points in {result.tricks} {'trick' if result.tricks == 1 else 'tricks'}"
    own = "" if viewer is None else f" You: {result.scores[viewer]:+d}."
    return f"The declarer's side {won} with {taken}{_extras(result)}. Value {result.value}.{own}"


def _extras(result: Settlement) -> str:
    """Name what raised the value; the words are the same in both languages."""
    extra = ", Schwarz" if result.schwarz else ", Schneider" if result.schneider else ""
    return f"{extra}, {result.runners} Laufende" if result.runner_units else extra
