"""One plain sentence for each event, in German and English."""

from collections.abc import Iterable
from typing import assert_never

from domain.games.volle_scholle.cards import Card
from domain.games.volle_scholle.messages import (
    CardDrawn,
    CardsDiscarded,
    CardsKept,
    CardsPlayed,
    DiscardReshuffled,
    Events,
    FloeRevealed,
    FloeSetAside,
    FloeWon,
    GameScored,
    MeltingFloeRevealed,
    Passed,
    PenguinsDealt,
    StartYielded,
)
from domain.kernel import Language, Seat

COLOURS = {
    "de": {"B": "Blau", "G": "Grün", "R": "Rot", "Y": "Gelb"},
    "en": {"B": "blue", "G": "green", "R": "red", "Y": "yellow"},
}


def describe(event: Events, viewer: Seat | None, language: Language) -> str:
    """Say in one sentence what `event`, redacted for `viewer`, means."""
    return _german(event, viewer) if language == "de" else _english(event, viewer)


def card_name(card: Card, language: Language) -> str:
    """Name a card: `Blau 3`, `blue 3`, `Joker`."""
    return (
        f"{COLOURS[language][card.colour]} {card.points}" if card.colour else ("Joker" if language == "de" else "joker")
    )


def _cards(cards: Iterable[Card | None], language: Language) -> str:
    return ", ".join(card_name(card, language) for card in cards if card is not None)


def _german(event: Events, viewer: Seat | None) -> str:
    def wer(seat: Seat, du: str, er: str) -> str:
        return f"Du {du}" if seat == viewer else f"Platz {seat + 1} {er}"

    match event:
        case PenguinsDealt():
            hands = "; ".join(
                f"{'du' if seat == viewer else f'Platz {seat + 1}'}: {_cards(hand, 'de')}"
                for seat, hand in enumerate(event.hands)
                if None not in hand
            )
            start = wer(event.starter, "beginnst", "beginnt")
            return f"Die Pinguine sind ausgeteilt{f' ({hands})' if hands else ''}. {start}."
        case FloeRevealed():
            return f"Eine Eisscholle mit {event.floe} Punkten liegt auf. {wer(event.starter, 'bist', 'ist')} am Start."
        case StartYielded():
            return f"{wer(event.seat, 'hast', 'hat')} keine farbige Karte; der Start geht nach links weiter."
        case FloeSetAside():
            return f"Niemand kann beginnen: Die Eisscholle mit {event.floe} Punkten kommt aus dem Spiel."
        case CardsPlayed():
            return f"{wer(event.seat, 'legst', 'legt')} {_cards(event.cards, 'de')}: zusammen {event.sum}."
        case Passed():
            why = " mangels Karten" if event.auto else ""
            return f"{wer(event.seat, 'passt', 'passt')}{why}."
        case FloeWon():
            return f"{wer(event.seat, 'gewinnst', 'gewinnt')} die Eisscholle mit {event.floe} Punkten."
        case DiscardReshuffled():
            return f"Der Stapel ist leer: Die {event.count} abgelegten Karten werden neu gemischt."
        case CardDrawn():
            card = "eine Karte" if event.card is None else card_name(event.card, "de")
            return f"{wer(event.seat, 'ziehst', 'zieht')} {card}."
        case CardsDiscarded():
            return f"{wer(event.seat, 'legst', 'legt')} {_cards(event.cards, 'de')} ab."
        case CardsKept():
            return f"{wer(event.seat, 'behältst', 'behält')} {_cards(event.cards, 'de')} verdeckt als Pinguine."
        case MeltingFloeRevealed():
            return "Die schmelzende Eisscholle liegt auf: Das Spiel ist zu Ende."
        case GameScored():
            points = ", ".join(
                f"{'du' if seat == viewer else f'Platz {seat + 1}'} {result} ({penguins} Pinguine, {floes} Schollen)"
                for seat, (result, penguins, floes) in enumerate(_rows(event))
            )
            return f"Endstand: {points}."
        case _:
            assert_never(event)


def _english(event: Events, viewer: Seat | None) -> str:
    def who(seat: Seat, you: str, they: str) -> str:
        return f"You {you}" if seat == viewer else f"Seat {seat + 1} {they}"

    match event:
        case PenguinsDealt():
            hands = "; ".join(
                f"{'you' if seat == viewer else f'seat {seat + 1}'}: {_cards(hand, 'en')}"
                for seat, hand in enumerate(event.hands)
                if None not in hand
            )
            return f"The penguins are dealt{f' ({hands})' if hands else ''}. {who(event.starter, 'start', 'starts')}."
        case FloeRevealed():
            return f"A floe worth {event.floe} is turned over. {who(event.starter, 'are', 'is')} due to start."
        case StartYielded():
            return f"{who(event.seat, 'hold', 'holds')} no coloured card; the start moves on to the left."
        case FloeSetAside():
            return f"Nobody can start: the floe worth {event.floe} leaves the game."
        case CardsPlayed():
            return f"{who(event.seat, 'play', 'plays')} {_cards(event.cards, 'en')}: {event.sum} in all."
        case Passed():
            return f"{who(event.seat, 'pass', 'passes')}{' for want of cards' if event.auto else ''}."
        case FloeWon():
            return f"{who(event.seat, 'win', 'wins')} the floe worth {event.floe}."
        case DiscardReshuffled():
            return f"The deck is empty: the {event.count} discarded cards are shuffled again."
        case CardDrawn():
            card = "a card" if event.card is None else card_name(event.card, "en")
            return f"{who(event.seat, 'draw', 'draws')} {card}."
        case CardsDiscarded():
            return f"{who(event.seat, 'discard', 'discards')} {_cards(event.cards, 'en')}."
        case CardsKept():
            return f"{who(event.seat, 'keep', 'keeps')} {_cards(event.cards, 'en')} face down as penguins."
        case MeltingFloeRevealed():
            return "The melting floe is turned over: the game is over."
        case GameScored():
            points = ", ".join(
                f"{'you' if seat == viewer else f'seat {seat + 1}'} {result} ({penguins} penguins, {floes} floes)"
                for seat, (result, penguins, floes) in enumerate(_rows(event))
            )
            return f"Final score: {points}."
        case _:
            assert_never(event)


def _rows(event: GameScored) -> Iterable[tuple[int, int, int]]:
    return zip(event.results, event.penguin_points, event.floe_points, strict=True)
