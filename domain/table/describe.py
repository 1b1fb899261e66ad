"""One plain sentence for whatever happened at a table, in German and English."""

from typing import assert_never

from domain.kernel import Event, Language, Seat
from domain.table.messages import (
    DealClosed,
    DealOpened,
    DealVoid,
    SeatControlled,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SeedsVoided,
    TableClosed,
    TableEvent,
    TableOpened,
    TableStarted,
    is_table_event,
)
from domain.table.state import Game


def describe(game: Game, event: Event, viewer: Seat | None, language: Language) -> str:
    """Describe a redacted event for a viewer."""
    if is_table_event(event):
        return _describe_table(game, event, viewer, language)
    return game.rules.describe(event, viewer, language)


def _describe_table(game: Game, event: TableEvent, viewer: Seat | None, language: Language) -> str:
    de = language == "de"
    match event:
        case TableOpened():
            title = game.rules.title
            return f"Ein Tisch für {title} ist offen." if de else f"A table of {title} is open."
        case SeatTaken():
            who = _name(event.seat, viewer, de)
            if event.bot is not None:
                return f"{who} spielt ein Bot ({event.bot})." if de else f"{who} is played by a bot ({event.bot})."
            if event.seat == viewer:
                return f"Du sitzt auf Platz {event.seat + 1}." if de else f"You sit on seat {event.seat + 1}."
            return f"{who} ist besetzt." if de else f"{who} is taken."
        case SeatLeft():
            who = _name(event.seat, viewer, de)
            return f"{who} ist wieder frei." if de else f"{who} is free again."
        case SeedsVoided():
            return "Alle Plätze legen sich neu fest." if de else "Every seat commits afresh."
        case SeatReady():
            if event.seat == viewer:
                return "Du bist bereit." if de else "You are ready."
            who = _name(event.seat, viewer, de)
            return f"{who} ist bereit." if de else f"{who} is ready."
        case TableStarted():
            return "Das Spiel beginnt." if de else "The match begins."
        case DealOpened():
            return f"Spiel {event.deal} beginnt." if de else f"Deal {event.deal} begins."
        case DealClosed():
            return (
                f"Spiel {event.deal} ist aus; alle Karten sind offen."
                if de
                else f"Deal {event.deal} is over; all cards are open."
            )
        case DealVoid():
            return f"Spiel {event.deal} ist ungültig." if de else f"Deal {event.deal} is void."
        case SeatControlled():
            return _describe_own_control(event, de) if event.seat == viewer else _describe_control(event, de)
        case TableClosed():
            return "Der Tisch ist geschlossen." if de else "The table is closed."
        case _ as unreachable:
            assert_never(unreachable)


def _describe_own_control(event: SeatControlled, de: bool) -> str:
    if event.by == "player":
        return "Du spielst wieder selbst." if de else "You play again yourself."
    if event.resigned:
        return "Du hast aufgegeben." if de else "You have resigned."
    if event.by == "bot":
        return "Für dich spielt jetzt ein Bot." if de else "A bot now plays for you."
    return "Für dich wird nach Regel gespielt." if de else "You are now played by rule."


def _describe_control(event: SeatControlled, de: bool) -> str:
    who = _name(event.seat, None, de)
    if event.by == "player":
        return f"{who} spielt wieder selbst." if de else f"{who} is played by its player again."
    if event.resigned:
        return f"{who} hat aufgegeben." if de else f"{who} has resigned."
    if event.by == "bot":
        return f"Für {who} spielt jetzt ein Bot." if de else f"A bot now plays for {who}."
    return f"Für {who} wird nach Regel gespielt." if de else f"{who} is now played by rule."


def _name(seat: Seat, viewer: Seat | None, de: bool) -> str:
    if seat == viewer:
        return f"Dein Platz {seat + 1}" if de else f"Your seat {seat + 1}"
    return f"Platz {seat + 1}" if de else f"Seat {seat + 1}"
