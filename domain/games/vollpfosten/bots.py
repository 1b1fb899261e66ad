"""Bots that play from the shipped word lists, with the delays of people."""

from collections.abc import Iterable

from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD
from domain.games.vollpfosten.terms import common, key, letters_of
from domain.games.vollpfosten.view import View
from domain.kernel import BotMove, Legal, Policy, Rng, Template

EASY_KNOWS, SOLID_KNOWS = 45, 85
"""How many of 100 listed words a bot can think of."""


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
    pause = delay[0] + rng.randrange(delay[1] - delay[0])
    if view.phase == "circle":
        pause = min(pause, view.options.vicious_circle_seconds * 600)
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


def _is_listed(view: View, action: m.ChooseCategory) -> bool:
    lines = view.drawn_card or ()
    return any(name in STANDARD.words for line in lines if line.id == action.category for name in line.words)


def _plausible(view: View, id: int) -> bool:
    """Let a term pass unless it plainly belongs elsewhere: in another list and in none of this category."""
    play = next(play for play in view.plays if play.id == id)
    if view.reading is None or play.term is None:
        return True
    here = [name for name in view.reading.category.words if name in STANDARD.words]
    wanted = key(play.term, STANDARD)
    lists = [name for name in STANDARD.words if any(key(word, STANDARD) == wanted for word in _words([name]))]
    return not here or not lists or any(name in here for name in lists)


def _words(names: Iterable[str]) -> list[str]:
    return [
        word for name in names if name in STANDARD.words for words in STANDARD.words[name].values() for word in words
    ]


def _typed(view: View, offer: Template, rng: Rng, knows: int, counters: bool) -> m.Action | None:
    """Fill a template with a word that fits, if one comes to mind."""
    if view.reading is None:
        return None
    said = {key(play.term, STANDARD) for play in view.plays if play.term is not None}
    minded = [
        word
        for word in _words(view.reading.category.words)
        if key(word, STANDARD) not in said and rng.randrange(100) < knows
    ]
    match offer.example:
        case m.SayTerm():
            return m.SayTerm(rng.choice(minded)) if minded else None
        case m.AnswerCategory() | m.PlayFurther():
            further = isinstance(offer.example, m.PlayFurther)
            same = view.reading.letters if further and not view.reading.chance else ""
            cards = [str(card) for card in offer.choices["card"]]
            for card in sorted(cards, key=lambda card: (card == "*", card)):
                fitting = [word for word in minded if _fits(view, word, card, same)]
                if fitting:
                    word = rng.choice(fitting)
                    return m.PlayFurther(card, word) if further else m.AnswerCategory(card, word)
            return None
        case m.CounterPlay():
            plays = [play for play in view.plays if play.id in offer.choices["play"]]
            if not counters or not plays or not _worth_a_counter(view, plays[0].seat):
                return None
            fitting = [word for word in minded if _fits(view, word, "*", plays[0].letters)]
            return m.CounterPlay(plays[0].id, rng.choice(fitting)) if fitting else None
        case _:
            return None


def _fits(view: View, word: str, card: str, same: str) -> bool:
    letters = common(card, letters_of(word, view.options, STANDARD))
    return bool(common(same, letters) if same else letters)


def _worth_a_counter(view: View, seat: int) -> bool:
    """Counter whoever is about to win, or with a hand that is nearly empty."""
    mine = view.hand or ()
    return view.counts[seat] <= 2 or len(mine) <= 3
