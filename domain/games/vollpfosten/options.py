"""What a table can choose: every ruling with an option, each with its ruled default."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

Seconds = Annotated[int, Meta(ge=1, le=600)]


class JudgedBy(StrEnum):
    """Who says whether a term fits its category (VP 1)."""

    PLAYERS = "players"
    HOST = "host"
    DICTIONARY = "dictionary"


class FirstReader(StrEnum):
    """Who reads first in the second and later rounds (VP 24)."""

    YOUNGEST = "youngest"
    LAST_WINNER = "last_winner"


class BlindDraw(StrEnum):
    """Who picks the card of a blind draw (VP 20): chance, or the drawing seat by pointing at a back."""

    SERVER = "server"
    PICKER = "picker"


class LettersPerCard(StrEnum):
    """How many letters a letter card may show (VP 26)."""

    SINGLE = "single"
    MULTI = "multi"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's options. Times ending in `_s` or `_seconds` are seconds on the server's clock."""

    judge: JudgedBy = JudgedBy.PLAYERS
    """Players vote, one seat decides, or the word list does (people again where there is no list)."""
    host_seat: Annotated[int, Meta(ge=0, le=5)] = 0
    """The judging seat under `judge: host`; the others judge its own terms by majority."""
    objection_window_s: Seconds = 4
    """How long a term may be objected to; it ends early when the votes have decided."""
    counter_window_s: Seconds = 5
    """How long a card that stays on the table may be countered; never ends early (VP 13)."""
    answer_timeout_s: Seconds = 30
    """How long a category waits for an answer (VP 7)."""
    tie_window_ms: Annotated[int, Meta(ge=0, le=5000)] = 150
    """Answers that arrive this close to the first one count as simultaneous (VP 2)."""
    big_chance_seconds: Seconds = 10
    """How long the fastest of a Big Chance may lay his two further cards."""
    vicious_circle_seconds: Seconds = 10
    """Time for each term of a Vicious Circle (VP 18)."""
    choice_timeout_s: Seconds = 30
    """How long a seat may take to draw, to read or to point at a player, before it is done by rule."""
    rounds_to_win: Annotated[int, Meta(ge=1, le=10)] = 3
    """Rounds that win the match (VP 25)."""
    pro_last_vollpfosten: bool = False
    """A VOLLPFOSTEN that is the last card may only counter (VP 16, VP 34)."""
    counter_returns_card: bool = False
    """A countered card comes back to its player, on top of the penalty card (VP 11)."""
    first_reader: FirstReader = FirstReader.YOUNGEST
    """Who reads first in later rounds (VP 24)."""
    blind_draw: BlindDraw = BlindDraw.SERVER
    """Who picks the card of a blind draw (VP 20)."""
    fold_umlauts: bool = True
    """An umlaut counts as its plain letter (VP 9)."""
    ignore_leading_article: bool = True
    """A leading article may be counted or left out; either letter is right (VP 9)."""
    letters: LettersPerCard = LettersPerCard.SINGLE
    """Letter cards with one letter, or with several on some (VP 26)."""
