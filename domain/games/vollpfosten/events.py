"""What has happened: every fact the state is folded from; those of action cards are in `action_events`.

Times `until` and `at` are ms on the server's clock.
"""

from domain.games.vollpfosten.action_events import (
    ActionBegun,
    ActionDrawn,
    ActionLapsed,
    ActionSetAside,
    BacksAsked,
    BackTaken,
    CardTaken,
    CircleEnded,
    CircleFailed,
    CircleTurn,
    ElectionHeld,
    HandsPassed,
    HandsSwapped,
    TargetAsked,
    TargetChosen,
    TermSaid,
)
from domain.games.vollpfosten.kinds import PileName, PlayKind, Purpose, Verdict
from domain.kernel import Event as BaseEvent
from domain.kernel import Seat


class RoundStarted(BaseEvent, frozen=True, tag="round_started"):
    """A round begins; `reader` draws the first category card."""

    round: int
    reader: Seat


class PileShuffled(BaseEvent, frozen=True, tag="pile_shuffled"):
    """A pile is made of `cards` (sorted, public) in the order of the shuffle `<pile>/<shuffle>`."""

    pile: PileName
    shuffle: int
    cards: tuple[str, ...]


class HandDealt(BaseEvent, frozen=True, tag="hand_dealt"):
    """A seat gets its letter cards; each is sealed for it."""

    seat: Seat
    cards: tuple[str | None, ...]


class TurnGiven(BaseEvent, frozen=True, tag="turn_given"):
    """`seat` is on turn: it draws the next category card, by rule after `until`."""

    seat: Seat
    until: int


class TurnBegun(BaseEvent, frozen=True, tag="turn_begun"):
    """The seat on turn draws: what was laid before can no longer be added to."""

    seat: Seat


class CategoryDrawn(BaseEvent, frozen=True, tag="category_drawn"):
    """A category card is drawn; only its reader sees it."""

    seat: Seat
    card: str | None


class ChoiceAsked(BaseEvent, frozen=True, tag="choice_asked"):
    """`seat` chooses a category of its card, by rule after `until`."""

    seat: Seat
    purpose: Purpose
    until: int


class CategoryRead(BaseEvent, frozen=True, tag="category_read"):
    """A category is read out, in the words `de` and `en`. Until `until` it waits for an answer, or the first term."""

    seat: Seat
    card: str
    category: str
    de: str
    en: str
    purpose: Purpose
    until: int


class CardPlayed(BaseEvent, frozen=True, tag="card_played"):
    """A card is laid with a term. `letters`: those the card and the term share; none means a wrong letter.

    `target` is the countered play. `at` is when the server received it.
    """

    play: int
    seat: Seat
    card: str
    term: str | None
    kind: PlayKind
    target: int | None
    letters: str
    at: int


class CategoryPassed(BaseEvent, frozen=True, tag="category_passed"):
    """A seat gives up answering the open category."""

    seat: Seat


class NoMoreAdded(BaseEvent, frozen=True, tag="no_more_added"):
    """The fastest lays no further cards in this category."""

    seat: Seat


class PlayLetStand(BaseEvent, frozen=True, tag="play_let_stand"):
    """A seat will not counter this card."""

    play: int
    seat: Seat


class TieWindowOpened(BaseEvent, frozen=True, tag="tie_window_opened"):
    """Answers before `until` count as simultaneous with the first."""

    until: int


class AnswersClosed(BaseEvent, frozen=True, tag="answers_closed"):
    """No more answers; those laid are judged."""


class AnswersReopened(BaseEvent, frozen=True, tag="answers_reopened"):
    """Wrong terms put seats out of a tie-break; `seats` still have to answer (VP 30)."""

    seats: tuple[Seat, ...]
    until: int


class JudgingOpened(BaseEvent, frozen=True, tag="judging_opened"):
    """A term may be objected to until `until`."""

    play: int
    until: int


class VoteCast(BaseEvent, frozen=True, tag="vote_cast"):
    """A seat has said whether a term fits."""

    play: int
    seat: Seat
    fits: bool


class TermJudged(BaseEvent, frozen=True, tag="term_judged"):
    """A term is right, or wrong: then its card goes back to the hand."""

    play: int
    fits: bool
    by: Verdict


class CategoryWon(BaseEvent, frozen=True, tag="category_won"):
    """The fastest right answer."""

    play: int
    seat: Seat


class CategoryLapsed(BaseEvent, frozen=True, tag="category_lapsed"):
    """Nobody answered in time."""

    seat: Seat


class TieFound(BaseEvent, frozen=True, tag="tie_found"):
    """Several simultaneous right answers: these seats take their cards back and break the tie with them."""

    seats: tuple[Seat, ...]


class EarlierAnswerCounts(BaseEvent, frozen=True, tag="earlier_answer_counts"):
    """A repeated tie that nobody broke: the earlier of the tied answers is laid after all (VP 30)."""

    play: int
    seat: Seat
    category: str


class CardLaid(BaseEvent, frozen=True, tag="card_laid"):
    """A right card stays on the table; it may be countered until `until`."""

    play: int
    until: int


class CounterClosed(BaseEvent, frozen=True, tag="counter_closed"):
    """A card can no longer be countered."""

    play: int


class Countered(BaseEvent, frozen=True, tag="countered"):
    """The counter `by` hits `play`, laid by `seat`."""

    play: int
    by: int
    seat: Seat


class CardReturned(BaseEvent, frozen=True, tag="card_returned"):
    """A countered card goes back to its player (option `counter_returns_card`)."""

    play: int
    seat: Seat
    card: str


class ChanceBegun(BaseEvent, frozen=True, tag="chance_begun"):
    """The fastest of a Big Chance may lay two further cards until `until`."""

    seat: Seat
    until: int


class ChanceEnded(BaseEvent, frozen=True, tag="chance_ended"):
    """The time or the cards of a Big Chance are used up."""

    seat: Seat


class PenaltyDrawn(BaseEvent, frozen=True, tag="penalty_drawn"):
    """A penalty card, sealed for its drawer."""

    seat: Seat
    card: str | None


class PenaltyWaived(BaseEvent, frozen=True, tag="penalty_waived"):
    """A penalty was due, but no letter card is left to draw (VP 10)."""

    seat: Seat


class RoundWon(BaseEvent, frozen=True, tag="round_won"):
    """Seats without cards have won the round; `over` when one has won the match."""

    winners: tuple[Seat, ...]
    rounds_won: tuple[int, ...]
    over: bool


Event = (
    RoundStarted
    | PileShuffled
    | HandDealt
    | TurnGiven
    | TurnBegun
    | ActionDrawn
    | ActionSetAside
    | CategoryDrawn
    | ActionBegun
    | ActionLapsed
    | ChoiceAsked
    | CategoryRead
    | CardPlayed
    | CategoryPassed
    | NoMoreAdded
    | PlayLetStand
    | TieWindowOpened
    | AnswersClosed
    | AnswersReopened
    | JudgingOpened
    | VoteCast
    | TermJudged
    | CategoryWon
    | CategoryLapsed
    | TieFound
    | EarlierAnswerCounts
    | CardLaid
    | CounterClosed
    | Countered
    | CardReturned
    | ChanceBegun
    | ChanceEnded
    | PenaltyDrawn
    | PenaltyWaived
    | HandsPassed
    | HandsSwapped
    | ElectionHeld
    | CardTaken
    | TargetAsked
    | TargetChosen
    | BacksAsked
    | BackTaken
    | TermSaid
    | CircleTurn
    | CircleFailed
    | CircleEnded
    | RoundWon
)
