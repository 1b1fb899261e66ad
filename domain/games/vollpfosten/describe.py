"""Events as plain sentences, German and English, for people and screen readers.

Wordings stand in pairs. `{who}` is the acting seat ("Platz 2", "du"); `[zieht|ziehst]` picks the form for others
and for the viewer; `{...}` names the rest. Sentences are made from redacted events: a hidden card is "eine Karte".
"""

import re

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten.wordings import ENDINGS, FAULTS, PLAYED, READ, SENTENCES, VERDICTS
from domain.kernel import Language, Seat


def describe(event: e.Event, viewer: Seat | None, language: Language) -> str:
    """Give one sentence about a redacted event for its viewer."""
    teller = _Teller(viewer, language)
    key = str(event.__struct_config__.tag)
    wording = _wording(event, SENTENCES.get(key, SENTENCES["other"]))
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    return teller.tell(wording[0 if language == "de" else 1], fields)


def _wording(event: e.Event, plain: tuple[str, str]) -> tuple[str, str]:
    """Choose among the wordings that one event has."""
    match event:
        case e.CategoryRead():
            return READ[event.purpose]
        case e.CardPlayed():
            return PLAYED[event.kind]
        case e.TermJudged():
            return VERDICTS[(event.by, event.fits)]
        case a.CircleFailed():
            return FAULTS[event.fault]
        case e.RoundWon():
            return ENDINGS[event.over]
        case e.PenaltyDrawn() if event.card is None:
            return SENTENCES["penalty_drawn_hidden"]
        case e.CategoryDrawn() if event.card is None:
            return SENTENCES["category_drawn_hidden"]
        case a.CardTaken() if event.card is None:
            return SENTENCES["card_taken_hidden"]
        case e.VoteCast():
            return SENTENCES["vote_fits" if event.fits else "vote_objects"]
        case e.PileShuffled():
            first = "first" if event.shuffle == 1 else "again"
            return SENTENCES[f"{event.pile}_{first}"]
        case _:
            return plain


class _Teller:
    """Fills a wording in for one viewer."""

    def __init__(self, viewer: Seat | None, language: Language) -> None:
        self.viewer = viewer
        self.german = language == "de"

    def seat(self, seat: Seat) -> str:
        if seat == self.viewer:
            return "du" if self.german else "you"
        return f"Platz {seat + 1}" if self.german else f"seat {seat + 1}"

    def listed(self, seats: tuple[Seat, ...]) -> str:
        names = [self.seat(seat) for seat in seats]
        joined = " und " if self.german else " and "
        return joined.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def value(self, name: str, value: object) -> str:
        match name, value:
            case ("term", None):
                return "einem gelöschten Wort" if self.german else "an erased term"
            case ("term", _):
                return f"„{value}“" if self.german else f"“{value}”"
            case (("seat" | "other" | "source" | "target" | "reader"), int()):
                return self.seat(value)
            case (("seats" | "winners" | "candidates"), tuple()):
                return self.listed(value)
            case ("card", "*"):
                return "VOLLPFOSTEN"
            case ("card", None):
                return "eine verdeckte Karte" if self.german else "a hidden card"
            case (("cards" | "hands"), tuple()):
                return str(len(value))
            case _:
                return str(value)

    def tell(self, wording: str, fields: dict[str, object]) -> str:
        actor = fields.get("seat", fields.get("reader"))
        mine = self.viewer is not None and actor == self.viewer
        text = re.sub(r"\[([^|\]]*)\|([^\]]*)\]", r"\2" if mine else r"\1", wording)
        mine_too = self.viewer is not None and self.viewer in (fields.get("target"), fields.get("source"))
        text = re.sub(r"<([^|>]*)\|([^>]*)>", r"\2" if mine_too else r"\1", text)
        filled = text.format_map({name: self.value(name, value) for name, value in fields.items()})
        return filled[:1].upper() + filled[1:]
