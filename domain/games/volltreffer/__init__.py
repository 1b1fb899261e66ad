"""Volltreffer: buy eight cards, meld them, play tricks with them, and land in the goal.

A game for 3 to 5 with 50 cards: ranks 1 to 10 in red, blue, green, yellow and violet. Every player has a pawn on a
track of 80 spaces. A game takes some rounds; a round has three parts.

1. *Buying.* The top card of the deck names the trump suit. Four cards lie open under the prices 4, 2, 1 and 0, the
   best under the dearest. In turn each player takes one and pays with steps backwards, until all hold eight.
2. *Melding.* Three, four or five of a rank and all five suits bring points, each card in one meld only. The
   smallest sum of ranks brings points too, and the lead. Its left neighbour may ask to see that hand.
3. *Tricks.* Suit has to be followed, trump wins, each trick brings five points.

Who after a round stands on 61 to 70, nearest to 66, has won. Who runs past 80 goes on from 41.

Rules: the Volltreffer rulebook, its sections cited as `VT §1` (the phase) or by name; what it leaves open is ruled
in points cited as `VT 7` and explained in `docs/rules/volltreffer.md`, mostly as table options (`options.py`).

Read on in messages, state, cards, market, melds, scoring, legal, decider, reducer, view, describe, bots.
"""

from domain.games.volltreffer import bots, legal, notation, scoring, state, view
from domain.games.volltreffer.decider import decide
from domain.games.volltreffer.describe import describe
from domain.games.volltreffer.messages import AnyAction, AnyEvent, RoundEnded, RoundStarted
from domain.games.volltreffer.options import MAX_ROUNDS, Options
from domain.games.volltreffer.reducer import evolve
from domain.kernel import Notation, RuleSet

SUMMARY_DE = (
    "Kartenspiel für 3 bis 5 mit 50 Karten in fünf Farben. In jeder Runde kauft jeder acht offen ausliegende Karten "
    "mit Schritten zurück auf der Punkteleiste, meldet Kombinationen und spielt acht Stiche. "
    "Wer nach einer Runde im Ziel und dort am nächsten bei der 66 steht, gewinnt."
)
SUMMARY_EN = (
    "A card game for 3 to 5 with 50 cards in five suits. In each round everyone buys eight face-up cards with steps "
    "back on the scoring track, melds combinations and plays eight tricks. "
    "Whoever stands in the goal area after a round, nearest to 66, wins."
)

RULES: RuleSet[Options, state.State, view.View] = RuleSet(
    id="volltreffer",
    version=1,
    title="Volltreffer",
    seats=(3, 4, 5),
    summary={"de": SUMMARY_DE, "en": SUMMARY_EN},
    Options=Options,
    Action=AnyAction,
    Event=AnyEvent,
    State=state.State,
    View=view.View,
    max_deals=MAX_ROUNDS,
    initial=state.initial,
    decide=decide,
    evolve=evolve,
    check=legal.check,
    legal=legal.legal,
    to_act=state.to_act,
    due=state.due,
    deal=state.deal,
    opens=lambda event: isinstance(event, RoundStarted),
    closes=lambda event: isinstance(event, RoundEnded),
    secrets=view.secrets,
    standing=lambda state: state.pawns,
    outcome=scoring.outcome,
    absent=legal.absent,
    view=view.view,
    describe=describe,
    pieces=state.pieces,
    placed=state.placed,
    bots={"easy": bots.easy, "solid": bots.solid},
    notation=Notation(notation.write_action, notation.write_event),
)
