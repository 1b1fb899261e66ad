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

from domain.games.schafkopf import bots, decider, describe, legal, messages, notation, pieces, state, view
from domain.games.schafkopf.options import MAX_DEALS, Options
from domain.kernel import Notation, RuleSet

RULES: RuleSet[Options, state.State, view.SchafkopfView] = RuleSet(
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
    Action=messages.SchafkopfAction,
    Event=messages.SchafkopfEvent,
    State=state.State,
    View=view.SchafkopfView,
    max_deals=MAX_DEALS,
    initial=state.initial,
    decide=decider.decide,
    evolve=state.evolve,
    check=legal.check,
    legal=legal.legal,
    to_act=legal.to_act,
    due=legal.due,
    deal=decider.deal,
    opens=messages.opens,
    closes=messages.closes,
    secrets=messages.secrets,
    standing=decider.standing,
    outcome=decider.outcome,
    absent=legal.absent,
    view=view.view,
    describe=describe.describe,
    pieces=pieces.pieces,
    placed=pieces.placed,
    bots={"easy": bots.easy, "solid": bots.solid},
    notation=Notation(notation.write_action, notation.write_event),
)
