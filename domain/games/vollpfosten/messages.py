"""What seats may ask for. What happens is in `events`.

A term is typed text: sealed for all, so that it can be erased later. None stands for an erased one.
"""

from domain.kernel import Action as BaseAction
from domain.kernel import Seat


class DrawCategory(BaseAction, frozen=True, tag="draw_category"):
    """Draw from the category pile: the seat on turn, when every window is closed."""


class ChooseCategory(BaseAction, frozen=True, tag="choose_category"):
    """Read out one of the categories of the card in hand, by its id."""

    category: str


class AnswerCategory(BaseAction, frozen=True, tag="answer"):
    """Lay a letter card with a matching term, as fast as possible."""

    card: str
    term: str | None


class PlayFurther(BaseAction, frozen=True, tag="play_further"):
    """The fastest lays a further card: the same letter, or any letter in a Big Chance."""

    card: str
    term: str | None


class CounterPlay(BaseAction, frozen=True, tag="counter"):
    """Lay a VOLLPFOSTEN on the card numbered `play`, with another term of the same letter."""

    play: int
    term: str | None


class PassCategory(BaseAction, frozen=True, tag="pass_category"):
    """Give up answering the open category; when all have, nobody waits any longer."""


class AddNoMore(BaseAction, frozen=True, tag="add_no_more"):
    """The fastest lays no further cards in this category."""


class LetStand(BaseAction, frozen=True, tag="let_stand"):
    """Renounce countering the card numbered `play`. Its window runs on all the same."""

    play: int


class Judge(BaseAction, frozen=True, tag="judge"):
    """Say whether the term numbered `play` fits its category."""

    play: int
    fits: bool


class SayTerm(BaseAction, frozen=True, tag="say_term"):
    """Go on with the list of a Vicious Circle; any first letter."""

    term: str | None


class GiveUp(BaseAction, frozen=True, tag="give_up"):
    """Know no further term in a Vicious Circle."""


class ChooseTarget(BaseAction, frozen=True, tag="choose_target"):
    """Point at the player whom Agony of Choice or Unlucky Bird shall hit."""

    target: Seat


class TakeBack(BaseAction, frozen=True, tag="take_back"):
    """Pick a card of a fanned, shuffled hand by its place from the left (option `blind_draw: picker`)."""

    back: int


Action = (
    DrawCategory
    | ChooseCategory
    | AnswerCategory
    | PlayFurther
    | CounterPlay
    | PassCategory
    | AddNoMore
    | LetStand
    | Judge
    | SayTerm
    | GiveUp
    | ChooseTarget
    | TakeBack
)
