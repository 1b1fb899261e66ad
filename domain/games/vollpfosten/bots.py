"""Bots that play from the shipped word lists, with the delays of people."""

from functools import cache

from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD, VOLLPFOSTEN, Category
from domain.games.vollpfosten.terms import common, key, letters_of
from domain.games.vollpfosten.view import View
from domain.kernel import BotMove, Legal, Policy, Rng, Template

EASY_KNOWS, SOLID_KNOWS = 45, 85
"""How many of 100 listed words a bot can think of."""
HASTE = 60
"""A bot that has to hurry uses at most this percentage of the time there is."""


def easy(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Answer slowly and from a small memory; never counter."""
    return _move(view, legal, rng, knows=EASY_KNOWS, delay=(4_000, 14_000), counters=False)


def solid(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Answer fast, read what the lists know, counter with the VOLLPFOSTEN when it pays."""
    return _move(view, legal, rng, knows=SOLID_KNOWS, delay=(2_000, 8_000), counters=True)


BOTS: dict[str, Policy] = {"easy": easy, "solid": solid}


def _move(view: View, legal: Legal, rng: Rng, *, knows: int, delay: tuple[int, int], counters: bool) -> BotMove | None:
    if not legal:
        return None
    pause = _pause(view, delay, rng)
    quick = 600 + rng.randrange(1_400)
    actions = [action for action in legal if not isinstance(action, Template)]
    offers = [offer for offer in legal if isinstance(offer, Template)]
    for offer in offers:
        if isinstance(offer.example, m.Judge):
            play = offer.example.play
            return BotMove(m.Judge(play, _plausible(view, play)), quick)
    for offer in offers:
        typed = _typed(view, offer, rng, knows, counters)
        if typed is not None:
            return BotMove(typed, pause if not isinstance(typed, m.PlayFurther) else quick)
    for action in actions:
        match action:
            case m.GiveUp() | m.PassCategory():
                return BotMove(action, pause)
            case m.AddNoMore() if view.reading is not None and view.reading.chance:
                return BotMove(action, quick)
            case _:
                pass
    actions = [action for action in actions if not isinstance(action, m.AddNoMore | m.LetStand)]
    listed = [action for action in actions if isinstance(action, m.ChooseCategory) and _is_listed(view, action)]
    choices = listed or actions
    return BotMove(rng.choice(choices), quick + 600) if choices else None


def _pause(view: View, delay: tuple[int, int], rng: Rng) -> int:
    """Take the time that people take, in ms; where the table gives less, so much less."""
    pause = delay[0] + rng.randrange(delay[1] - delay[0])
    options = view.options
    seconds = options.vicious_circle_seconds if view.phase == "circle" else options.answer_timeout_s
    return min(pause, pause * seconds * 10 * HASTE // delay[1])


def _runs_dry(view: View, rng: Rng, knows: int) -> bool:
    """The longer the list of a Vicious Circle is, the harder it gets to go on."""
    return rng.randrange(100) >= knows + 50 - 4 * len(view.plays)


def _lists(line: Category) -> tuple[str, ...]:
    return tuple(name for name in line.words + line.ideas if name in STANDARD.words)


def _is_listed(view: View, action: m.ChooseCategory) -> bool:
    return any(line.id == action.category and _lists(line) for line in view.drawn_card or ())


@cache
def _words(name: str) -> tuple[tuple[str, str], ...]:
    """Give the words of a list, each with its key."""
    return tuple((word, key(word, STANDARD)) for words in STANDARD.words[name].values() for word in words)


@cache
def _homes() -> dict[str, frozenset[str]]:
    """Say for each known key in which lists it stands."""
    homes: dict[str, set[str]] = {}
    for name in STANDARD.words:
        for _, known in _words(name):
            homes.setdefault(known, set()).add(name)
    return {known: frozenset(names) for known, names in homes.items()}


def _plausible(view: View, id: int) -> bool:
    """Let a term pass unless it plainly belongs elsewhere: in another list and in none of this category."""
    play = next(play for play in view.plays if play.id == id)
    if view.reading is None or play.term is None:
        return True
    here = _lists(view.reading.category)
    homes = _homes().get(key(play.term, STANDARD), frozenset())
    return not here or not homes or bool(homes & set(here))


def _typed(view: View, offer: Template, rng: Rng, knows: int, counters: bool) -> m.Action | None:
    """Fill a template with a word that fits, if one comes to mind."""
    if view.reading is None:
        return None
    said = {key(play.term, STANDARD) for play in view.plays if play.term is not None}
    minded = [
        word
        for name in _lists(view.reading.category)
        for word, known in _words(name)
        if known not in said and rng.randrange(100) < knows
    ]
    match offer.example:
        case m.SayTerm():
            return m.SayTerm(rng.choice(minded)) if minded and not _runs_dry(view, rng, knows) else None
        case m.AnswerCategory() | m.PlayFurther():
            return _card(view, offer, minded, rng)
        case m.CounterPlay():
            play = next(play for play in view.plays if play.id in offer.choices["play"])
            fitting = [word for word in minded if common(play.letters, _letters(view, word))]
            if not counters or not fitting or not _worth_a_counter(view, play.seat):
                return None
            return m.CounterPlay(play.id, rng.choice(fitting))
        case _:
            return None


def _letters(view: View, word: str) -> str:
    return letters_of(word, view.options, STANDARD)


def _card(view: View, offer: Template, minded: list[str], rng: Rng) -> m.Action | None:
    """Choose a card and a word for it, a VOLLPFOSTEN last."""
    further = isinstance(offer.example, m.PlayFurther)
    same = view.reading.letters if further and view.reading is not None and not view.reading.chance else ""
    letters = {word: _letters(view, word) for word in minded}
    if same:
        letters = {word: common(same, found) for word, found in letters.items()}
    for card in sorted((str(card) for card in offer.choices["card"]), key=lambda card: (card == VOLLPFOSTEN, card)):
        fitting = [word for word, found in letters.items() if common(card, found)]
        if fitting:
            word = rng.choice(fitting)
            return m.PlayFurther(card, word) if further else m.AnswerCategory(card, word)
    return None


def _worth_a_counter(view: View, seat: int) -> bool:
    """Counter whoever is about to win, or with a hand that is nearly empty."""
    mine = view.hand or ()
    return view.counts[seat] <= 2 or len(mine) <= 3
