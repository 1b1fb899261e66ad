"""Stadt Land Vollpfosten - Das Kartenspiel (Classic Edition): a race with letters and words.

Everybody holds eight letter cards. The reader draws a category card and reads one of its four lines; all others
race to lay a letter card with a term that begins with it. The server's order decides who was fastest; answers
within a short tie window break the tie with a new category. The fastest lays further cards of the same letter and
reads next. A wrong term brings its card back, a penalty card, and the next reading.

The other players judge: a term stands unless more than half of them object in time. A VOLLPFOSTEN card is a joker
for any letter, or counters a card on the table: another term of the same letter costs its player a penalty card.
Action cards among the categories pass, swap or draw hands, send a list round (Vicious Circle), or give the fastest
two cards more (Big Chance). Who has no cards left when all is judged and past countering wins the round; three
rounds win the match.

Everything that races is a deadline on the server's clock: tie, objection and counter windows, answers, choices.
A deal is one round. Source: the printed rules (`VP` and a section) and the numbered rulings in docs/rules.

Read on: options, kinds, components, terms, messages, events, state, fold, legal, offers, decider, course,
category, judging, row, circle, scoring, view, secrets, describe, bots.
"""

from domain.games.vollpfosten.bots import BOTS
from domain.games.vollpfosten.components import STANDARD_BUILTINS, Data
from domain.games.vollpfosten.decider import decide
from domain.games.vollpfosten.describe import describe
from domain.games.vollpfosten.events import Event, RoundStarted, RoundWon
from domain.games.vollpfosten.fold import evolve
from domain.games.vollpfosten.legal import check
from domain.games.vollpfosten.messages import Action
from domain.games.vollpfosten.notation import NOTATION
from domain.games.vollpfosten.offers import absent, due, legal, to_act
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.scoring import outcome, standing
from domain.games.vollpfosten.secrets import secrets
from domain.games.vollpfosten.state import State, deal, initial
from domain.games.vollpfosten.view import View, pieces, placed, view
from domain.kernel import RuleSet

RULES = RuleSet(
    id="vollpfosten",
    version=1,
    title="Stadt Land Vollpfosten: Das Kartenspiel",
    seats=(3, 4, 5, 6),
    summary={
        "de": "Acht Buchstabenkarten, eine Kategorie, und der schnellste passende Begriff gewinnt. Wer zuerst keine "
        "Karten mehr hat, gewinnt die Runde; drei Runden gewinnen die Partie. Die anderen urteilen über jeden "
        "Begriff, und ein VOLLPFOSTEN kontert.",
        "en": "Eight letter cards, one category, and the fastest fitting term wins. Whoever is first out of cards wins "
        "the round; three rounds win the match. The others judge every term, and a VOLLPFOSTEN counters.",
    },
    Options=Options,
    Action=Action,
    Event=Event,
    State=State,
    View=View,
    Data=Data,
    data={"standard": STANDARD_BUILTINS},
    max_deals=64,
    initial=initial,
    decide=decide,
    evolve=evolve,
    check=check,
    legal=legal,
    to_act=to_act,
    due=due,
    deal=deal,
    opens=lambda event: isinstance(event, RoundStarted),
    closes=lambda event: isinstance(event, RoundWon),
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
    races=True,
)
