"""Volle Scholle: penguins look for room on the ice, for three or four players (rule text cited as VS §1 to §7).

72 penguin cards (four colours, 1 to 5 points, three of each; twelve jokers of 2) and 18 ice floes (2 to 10 points,
one of them melting). Twelve penguins are dealt face up, all later ones are drawn in secret.

- A floe is turned over and played for. The starter lays out one coloured card, which sets the colour of the round.
  Clockwise each player raises, so that all that lies in front of them adds up to more than the highest sum so far,
  with cards of that colour and jokers, or passes and is out.
- Who remains wins the floe. Then everybody draws one card for one played, two for two or more: hands never grow.
- The winner discards what they played. The others decide in turn whether to discard theirs, too, or to keep it face
  down as penguins. The winner's left neighbour starts the next round.
- The melting floe, one of the last five, ends the game. Penguins score, but only as far as they find room: each
  point more than the floes carry costs two. More floes break a tie.

Read on in `options`, `messages`, `state`, `legal`, `decider`, `scoring`, `view`. One deal is the whole game.
"""

from domain.games.volle_scholle import bots, decider, describe, legal, messages, notation, pieces, scoring, state, view
from domain.games.volle_scholle.options import Options
from domain.kernel import Notation, RuleSet, random_legal

RULES: RuleSet[Options, state.State, view.View] = RuleSet(
    id="volle_scholle",
    version=1,
    title="Volle Scholle",
    seats=(3, 4),
    summary={
        "de": (
            "Pinguine suchen Platz auf dem Eis. Wer in der Farbe der Runde am höchsten bietet, gewinnt die Eisscholle; "
            "wer unterliegt, darf seine Pinguine behalten. Am Ende zählen nur Pinguine, die auf den Schollen Platz "
            "finden, und jeder zu viel kostet doppelt."
        ),
        "en": (
            "Penguins look for room on the ice. The highest bid in the colour of the round wins the floe; who is "
            "beaten may keep the penguins bid. In the end only penguins with room on the floes count, and each point "
            "too many costs double."
        ),
    },
    Options=Options,
    Action=messages.Actions,
    Event=messages.Events,
    State=state.State,
    View=view.View,
    max_deals=1,
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
    standing=scoring.standing,
    outcome=scoring.outcome,
    absent=legal.absent,
    view=view.view,
    describe=describe.describe,
    pieces=pieces.pieces,
    placed=pieces.placed,
    bots={"easy": random_legal, "solid": bots.solid},
    notation=Notation(notation.write_action, notation.write_event),
)
