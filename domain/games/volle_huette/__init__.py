"""Volle Hütte: a board game for 3 to 5 landlords who fill their pubs and empty the others'.

The box holds pub boards, installations (terrace tables, tables, dance floors, counters, billiard and football
tables), customer figures in yellow, red and blue that pay 10, 20 and 30 marks, and three kinds of cards. Each
landlord chooses a pub, places three installations and gets two action cards that nobody else sees.

A turn is one first move, and once ten customers are in play also a second one:

- first move: *equip* with one of the open installations; *receive* the customers of an open card, if all of them
  have a chair at the place it names; or *collect*: everybody is paid by his customers, and you get the tip.
- second move: play one of your two action cards. A card of kind A sends all customers of one installation of its
  type to another type of your choice, one of kind B sends the customers of any installation to its own type. They
  look for room together, first where they are, then clockwise; who finds none goes home. Leaving a pub they pay
  its landlord, unless they dodge the bill. Then take one of the open action cards.

The game ends with the last collect card, or when the last open action card is taken; most money wins.

Source: the printed rule booklet (section numbers `VH §5` follow its headings) and the house's rulings (`VH 9`).
Read on in `options`, `components`, `messages`, `state`, `space`, `check`, `legal`, `decider`, `evolve`, `scoring`,
`view`, `describe`, `bots`.
"""

from msgspec import json

from domain.games.volle_huette.bots import BOTS
from domain.games.volle_huette.check import check, to_act
from domain.games.volle_huette.components import STANDARD_BYTES, Data
from domain.games.volle_huette.conserve import pieces, placed
from domain.games.volle_huette.decider import decide, initial
from domain.games.volle_huette.describe import describe
from domain.games.volle_huette.evolve import evolve
from domain.games.volle_huette.legal import absent, legal
from domain.games.volle_huette.messages import Action, Event, GameEnded, TableLaid
from domain.games.volle_huette.notation import NOTATION
from domain.games.volle_huette.options import Options
from domain.games.volle_huette.scoring import outcome, standing
from domain.games.volle_huette.state import Over, State, Waiting
from domain.games.volle_huette.view import VolleHuetteView, secrets, view
from domain.kernel import Deal, RuleSet


def _deal(state: State) -> Deal:
    match state.phase:
        case Waiting():
            return Deal.REST
        case Over():
            return Deal.OVER
        case _:
            return Deal.RUNNING


RULES: RuleSet[Options, State, VolleHuetteView] = RuleSet(
    id="volle_huette",
    version=1,
    title="Volle Hütte",
    seats=(3, 4, 5),
    summary={
        "de": "Wirte richten ihre Kneipen ein, empfangen Gäste, kassieren ab und schicken mit Aktionskarten die "
        "Gäste der anderen weiter. Wer am Ende das meiste Geld in der Kasse hat, ist Kneipenkönig.",
        "en": "Landlords equip their pubs, receive customers, collect payment and move each other's customers about "
        "with action cards. Whoever has most money in the till at the end wins.",
    },
    Options=Options,
    Action=Action,
    Event=Event,
    State=State,
    View=VolleHuetteView,
    Data=Data,
    data={"standard": json.decode(STANDARD_BYTES)},
    max_deals=1,
    initial=initial,
    decide=decide,
    evolve=evolve,
    check=check,
    legal=legal,
    to_act=to_act,
    due=lambda _: (),
    deal=_deal,
    opens=lambda event: isinstance(event, TableLaid),
    closes=lambda event: isinstance(event, GameEnded),
    secrets=secrets,
    standing=standing,
    outcome=outcome,
    absent=absent,
    view=view,
    describe=describe,
    pieces=pieces,
    placed=placed,
    bots=BOTS,
    notation=NOTATION,
)
