"""Schafkopf, the card game of Bavarian pubs: four players, 32 German-suited cards, eight each.

One round of bidding decides who plays what. In a *Rufer* the declarer calls the ace of a plain suit, and its holder
is the partner without a word; Obers, Unters and hearts are trumps. In a *Wenz* only the Unters are trumps, in a
*Solo* the Obers, the Unters and a suit of choice: both are one against three, as are their *Tout* forms, which
promise every trick, and the *Sie*, all eight Obers and Unters in one hand.

Suit must be followed, the trick need not be won. The called ace falls when its suit is first led, and stays until
then, unless its holder runs away from under it. The declarer's side needs 61 of 120 card points; Schneider, Schwarz
and the Laufende (highest trumps without a gap) raise the value. Scores sum to zero and run on from deal to deal; the
dealer moves left.

Source: the rule text cited as `SK §1` to `SK §5`, and the rulings `SK 1` to `SK 26`.
"""

from domain.cards import DECK, Card
from domain.games.schafkopf.decider import decide, is_over
from domain.games.schafkopf.describe import describe
from domain.games.schafkopf.legal import check, legal, to_act
from domain.games.schafkopf.messages import (
    AllPassed,
    DealScored,
    DealStarted,
    HandsDealt,
    Pass,
    SchafkopfAction,
    SchafkopfEvent,
)
from domain.games.schafkopf.notation import write_action, write_event
from domain.games.schafkopf.options import MAX_DEALS, Options
from domain.games.schafkopf.state import Bidding, Match, Playing, Rest, State, evolve
from domain.games.schafkopf.view import SchafkopfView, view
from domain.kernel import (
    Action,
    Deadline,
    Deal,
    Notation,
    Outcome,
    Placed,
    RuleSet,
    Seat,
    Secret,
    Setup,
    random_legal,
    rank,
)


def _initial(setup: Setup) -> State:
    return Rest(Match(setup.options))


def _deal(state: State) -> Deal:
    if not isinstance(state, Rest):
        return Deal.RUNNING
    return Deal.OVER if is_over(state) else Deal.REST


def _secrets(options: Options, message: object) -> tuple[Secret, ...]:
    """Each dealt card is known to its seat alone; all else is public."""
    del options
    if not isinstance(message, HandsDealt):
        return ()
    return tuple(
        Secret(("hands", seat, place), (seat,)) for seat, hand in enumerate(message.hands) for place in range(len(hand))
    )


def _standing(state: State) -> tuple[int, ...]:
    return state.match.scores


def _outcome(state: State) -> Outcome | None:
    """The highest total wins, ties are shared (SK 26)."""
    return Outcome(rank(state.match.scores), state.match.scores) if is_over(state) else None


def _absent(state: State, seat: Seat) -> Action | None:
    """Pass, else play the first legal card (common ruling C)."""
    if isinstance(state, Bidding):
        return Pass() if seat in to_act(state) else None
    return next(iter(legal(state, seat)), None)


def _due(state: State) -> tuple[Deadline, ...]:
    del state
    return ()


def _pieces(options: Options, data: object) -> dict[str, int]:
    del options, data
    return {str(card): 1 for card in DECK}


def _placed(state: State) -> Placed:
    cards: list[Card] = []
    if not isinstance(state, Rest):
        cards += [card for hand in state.hands for card in hand]
    if isinstance(state, Playing):
        cards += [*state.trick, *(card for trick in state.taken for card in trick.cards)]
    return Placed({str(card): cards.count(card) for card in cards}, undrawn=0)


RULES = RuleSet(
    id="schafkopf",
    version=1,
    title="Schafkopf",
    seats=(4,),
    summary={
        "de": "Bayerisches Stichspiel für vier mit 32 deutschen Karten. Wer ansagt, ruft sich mit einer Sau einen "
        "geheimen Partner oder spielt Wenz oder Solo gegen drei; mit 61 von 120 Augen ist das Spiel gewonnen. "
        "Bayerisches, doppeldeutsches und Salzburger Blatt werden auf dieselben 32 Karten gekürzt.",
        "en": "Bavarian trick-taking for four with 32 German-suited cards. The declarer calls an ace to find a secret "
        "partner, or plays Wenz or Solo against three; 61 of the 120 card points win. The Bavarian, double German and "
        "Salzburg packs are reduced to the same 32 cards.",
    },
    Options=Options,
    Action=SchafkopfAction,
    Event=SchafkopfEvent,
    State=State,
    View=SchafkopfView,
    max_deals=MAX_DEALS,
    initial=_initial,
    decide=decide,
    evolve=evolve,
    check=check,
    legal=legal,
    to_act=to_act,
    due=_due,
    deal=_deal,
    opens=lambda event: isinstance(event, DealStarted),
    closes=lambda event: isinstance(event, AllPassed | DealScored),
    secrets=_secrets,
    standing=_standing,
    outcome=_outcome,
    absent=_absent,
    view=view,
    describe=describe,
    pieces=_pieces,
    placed=_placed,
    bots={"easy": random_legal},
    notation=Notation(action=write_action, event=write_event),
)
