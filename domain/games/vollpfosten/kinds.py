"""The closed lists of the game: actions, piles, purposes, kinds of play, verdicts."""

from enum import StrEnum


class Special(StrEnum):
    """The seven action cards, by their printed names."""

    VICIOUS_CIRCLE = "TEUFELSKREIS"
    BIG_CHANCE = "GROSSE CHANCE"
    ROUNDABOUT = "KREISVERKEHR"
    ELECTION_PARTY = "WAHL-PARTY"
    LEFT_LUCK = "LINKES GLÜCK"
    AGONY_OF_CHOICE = "QUAL DER WAHL"
    UNLUCKY_BIRD = "PECHVOGEL"


class PileName(StrEnum):
    """The two piles in the middle."""

    LETTERS = "letters"
    CATEGORIES = "categories"


class Purpose(StrEnum):
    """What a category is read for."""

    TURN = "turn"
    BIG_CHANCE = "big_chance"
    VICIOUS_CIRCLE = "vicious_circle"
    TIE_BREAK = "tie_break"


class PlayKind(StrEnum):
    """What a term was said for."""

    ANSWER = "answer"
    FURTHER = "further"
    COUNTER = "counter"
    CIRCLE = "circle"


class Verdict(StrEnum):
    """What decided about a term."""

    LETTER = "letter"
    VOTES = "votes"
    SILENCE = "silence"
    HOST = "host"
    DICTIONARY = "dictionary"


class CircleFault(StrEnum):
    """Why a seat could not continue the list."""

    GAVE_UP = "gave_up"
    TIMEOUT = "timeout"
    REPEATED = "repeated"
    UNFIT = "unfit"
