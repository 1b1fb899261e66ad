"""The playthroughs of Stadt Land Vollpfosten: each number of seats, scripted rounds, and options at work."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.vollpfosten import RULES
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD, category_faces, letter_faces
from domain.games.vollpfosten.options import BlindDraw, FirstReader, JudgedBy, LettersPerCard, Options
from domain.games.vollpfosten.state import Stage, Tying
from domain.kernel import Seat
from tests.playthroughs.script import Scenario, Try
from tests.support.play import bot_choice

solid = bot_choice(RULES, "solid")
CUT = 60


def on_top(first: Sequence[str], faces: Sequence[str]) -> tuple[str, ...]:
    """A pile with these cards on top."""
    left = list(faces)
    for card in first:
        left.remove(card)
    return (*first, *left)


def piles(hands: str = "", categories: str = "") -> dict[str, Sequence[object]]:
    """Both piles: eight letters for each seat in turn, then category cards and actions, `,` between them."""
    letters = on_top([letter for letter in hands if letter != " "], letter_faces(Options(), STANDARD))
    cards = [card.strip() for card in categories.split(",") if card]
    return {"letters/1": letters, "categories/1": on_top(cards, category_faces(STANDARD))}


LATER = (-1, m.DrawCategory())
"""In a script: nobody does anything until the tie window has closed."""


class Script:
    """Plays moves in order, each by its seat as soon as it may. All vote, or nobody; the clock does the rest."""

    def __init__(self, *moves: tuple[Seat, m.Action], unfit: Sequence[str] = (), voting: bool = True) -> None:
        self.moves, self.unfit, self.voting, self.done = moves, unfit, voting, 0

    def __call__(self, state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Any:
        if state.turn is None:
            self.done = 0
        if self.done < len(self.moves) and not isinstance(state.phase, Tying) and self.moves[self.done] == LATER:
            self.done += 1
        if self.done < len(self.moves):
            who, move = self.moves[self.done]
            if who == seat and RULES.check(state, seat, move) is None:
                self.done += 1
                return move
        judged = (play for play in state.plays if self.voting and play.stage is Stage.JUDGING)
        votes = [m.Judge(play.id, play.term not in self.unfit) for play in judged]
        return next((vote for vote in votes if RULES.check(state, seat, vote) is None), None)


draw = m.DrawCategory()
read = m.ChooseCategory
answer = m.AnswerCategory
more = m.PlayFurther
counter = m.CounterPlay


def scripted(name: str, title: str, hands: str, categories: str, script: Script, **more: Any) -> Scenario:
    options = {"tie_window_ms": 0} | more.pop("options", {})
    forced = piles(hands, categories)
    steps = more.pop("max_steps", 40)
    return Scenario(
        name, title, 3, options=options, players="script", choose=script, forced=forced, max_steps=steps, **more
    )


def optional(name: str, title: str, seats: int = 4, **options: Any) -> Scenario:
    return Scenario(name, title, seats, seed=seats, options=options, players="solid bots", choose=solid, max_steps=CUT)


def always_wrong(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Any:
    """Play by rule like an absent seat, but answer every category with a term that begins with no letter."""
    if RULES.check(state, seat, wrong := answer(state.hands[seat][0], f"00{seat}")) is None:
        return wrong
    return RULES.absent(state, seat)


SMALL = replace(STANDARD, hand=2)
"""The shipped set with hands of two cards."""

LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenknopflochfaden"
DEALT = "BBEEIIUO" + "AAATTKKL" + "**MMNNRR"

SCENARIOS = (
    *(Scenario(f"{n}_seats", f"{n} solid bots", n, seed=n, players="solid", max_steps=CUT) for n in RULES.seats),
    Scenario("a_round", "a whole round of four easy bots", 4, seed=3, max_steps=2_000),
    scripted(
        "fastest_answer",
        "the fastest answer, a further card, and a late one",
        DEALT,
        "C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (1, more("A", "Ameise")),
            (1, draw),
            (1, read("C02b")),
            (2, answer("M", "Mango")),
            (2, draw),
        ),
        tries=(Try(1, more("T", "Tiger"), "other_letter"), Try(1, more("A", "AFFE"), "term_used")),
        max_steps=26,
    ),
    scripted(
        "wrong_terms",
        "a wrong letter, a term voted down, a wrong further card, and nobody answers",
        DEALT,
        "C01, C02, C03, C04, C05",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Tiger")),
            (1, draw),
            (1, read("C02a")),
            (2, answer("M", "Madrid")),
            (2, draw),
            (2, read("C03a")),
            (1, answer("A", "Albanien")),
            (1, more("A", "Zypern")),
            (1, draw),
            (1, read("C04c")),
            unfit=("Madrid",),
        ),
        max_steps=21,
    ),
    scripted(
        "tie_break",
        "a tie, a tie in the tie-break that nobody breaks, and the earlier answer",
        DEALT,
        "C01, KREISVERKEHR, C02, C03, C04",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (2, answer("M", "Maus")),
            (0, read("C02a")),
            (2, answer("M", "Mainz")),
            (1, answer("A", "Aachen")),
            (0, read("C03b")),
            (2, draw),
        ),
        options={"tie_window_ms": 5_000},
        max_steps=15,
    ),
    scripted(
        "tie_break_goes_on",
        "a wrong term in the tie-break; the other one still has to answer",
        DEALT,
        "C01, C02, C03",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (2, answer("M", "Maus")),
            (0, read("C02a")),
            (1, answer("A", "Zürich")),
            LATER,
            (2, answer("M", "Mainz")),
            (2, draw),
        ),
        options={"tie_window_ms": 3_000},
        max_steps=13,
    ),
    scripted(
        "counters",
        "a counter, a counter of the counter, and a wrong one",
        "BBEEIIUO" + "AAA*TKKL" + "**MMNNRR",
        "C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (2, counter(1, "Ameise")),
            (1, counter(2, "Amsel")),
            (2, counter(3, "Bär")),
            (2, draw),
        ),
        max_steps=14,
    ),
    scripted(
        "deep_counters",
        "four counters on top of each other; a fifth is too many",
        "BBEEIIUO" + "AA**TTKL" + "**MMNNRR",
        "C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (2, counter(1, "Ameise")),
            (1, counter(2, "Amsel")),
            (2, counter(3, "Aal")),
            (1, counter(4, "Adler")),
            (1, draw),
        ),
        tries=(Try(0, counter(5, "Auerhahn"), "counters_too_deep"),),
        max_steps=26,
    ),
    scripted(
        "last_cards",
        "a round with two cards each: the last one may be countered until its window closes",
        "BE" + "AA" + "MN",
        "C01, C02",
        Script((0, draw), (0, read("C01a")), (1, answer("A", "Affe")), (1, more("A", "Ameise"))),
        data=SMALL,
        tries=(Try(1, m.AddNoMore(), "no_cards"), Try(2, counter(2, "Amsel"), "no_vollpfosten")),
        max_steps=12,
    ),
    scripted(
        "last_vollpfosten",
        "pro: a VOLLPFOSTEN that is the last card may only counter",
        "BE" + "A*" + "MN",
        "C01, C02",
        Script((0, draw), (0, read("C01a")), (1, answer("A", "Affe")), (1, draw)),
        data=SMALL,
        options={"pro_last_vollpfosten": True},
        tries=(Try(1, more("*", "Ameise"), "last_vollpfosten_must_counter"),),
        max_steps=8,
    ),
    Scenario(
        "no_penalty_left",
        "six players who are always wrong, until the letter pile is empty",
        6,
        players="a rule",
        choose=always_wrong,
        options={"tie_window_ms": 5_000},
        forced=piles(categories="C01, C02, C03, C04"),
        max_steps=22,
    ),
    scripted(
        "vicious_circle",
        "a Vicious Circle that an unfit term ends",
        DEALT,
        "TEUFELSKREIS, C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (0, m.SayTerm("Hund")),
            (1, m.SayTerm("Katze")),
            (2, m.SayTerm("Auto")),
            (0, m.SayTerm("Igel")),
            unfit=("Auto",),
        ),
        max_steps=16,
    ),
    scripted(
        "circle_given_up",
        "a Vicious Circle that a player gives up while the terms before are being judged",
        DEALT,
        "TEUFELSKREIS, C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (0, m.SayTerm("Hund")),
            (1, m.SayTerm("Katze")),
            (2, m.GiveUp()),
            voting=False,
        ),
        tries=(Try(0, m.SayTerm(LONG_WORD), "term_too_long"), Try(0, m.SayTerm("Igel"), "circle_stopped")),
        max_steps=9,
    ),
    scripted(
        "big_chance",
        "a Big Chance with two further cards",
        DEALT,
        "GROSSE CHANCE, C01, C02",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "Affe")),
            (1, more("T", "Tiger")),
            (1, more("K", "Katze")),
            (0, draw),
        ),
        tries=(Try(1, more("K", "Kuh"), "chance_used_up"),),
        max_steps=18,
    ),
    scripted(
        "big_chance_missed",
        "a Big Chance whose second further card comes too late",
        DEALT,
        "GROSSE CHANCE, C01, C02",
        Script((0, draw), (0, read("C01a")), (1, answer("A", "Affe")), (1, more("T", "Tiger")), (0, draw)),
        tries=(Try(1, more("K", "Katze"), "time_is_up"),),
        max_steps=14,
    ),
    scripted(
        "row_of_actions",
        "a row of action cards; the category goes to the first that needs one",
        DEALT,
        "KREISVERKEHR, WAHL-PARTY, LINKES GLÜCK, QUAL DER WAHL, PECHVOGEL, TEUFELSKREIS, GROSSE CHANCE, C01, C02, C03",
        Script(
            (0, draw),
            (0, m.ChooseTarget(2)),
            (0, read("C01a")),
            (0, m.GiveUp()),
            (0, read("C02a")),
            (1, m.PassCategory()),
            (2, m.PassCategory()),
            (0, draw),
        ),
        max_steps=9,
    ),
    optional("host_judges", "the host judges", judge=JudgedBy.HOST, host_seat=2),
    optional("word_lists_judge", "the word lists judge", judge=JudgedBy.DICTIONARY),
    optional("no_tie_window", "without a tie window", tie_window_ms=0),
    optional("short_times", "short times", objection_window_s=2, counter_window_s=2, answer_timeout_s=8),
    scripted(
        "countered_cards_return",
        "a countered card comes back",
        DEALT,
        "C01, C02",
        Script((0, draw), (0, read("C01a")), (1, answer("A", "Affe")), (2, counter(1, "Ameise")), (1, draw)),
        options={"counter_returns_card": True},
        max_steps=12,
    ),
    optional("several_letters", "several letters on some cards", letters=LettersPerCard.MULTI),
    scripted(
        "plain_letters",
        "umlauts and articles count: two wrong letters",
        DEALT,
        "C01, C02, C03",
        Script(
            (0, draw),
            (0, read("C01a")),
            (1, answer("A", "der Affe")),
            (1, draw),
            (1, read("C02b")),
            (0, answer("U", "Übles Kraut")),
        ),
        options={"fold_umlauts": False, "ignore_leading_article": False},
        max_steps=8,
    ),
    scripted(
        "picked_backs",
        "the drawing seats pick the backs",
        DEALT,
        "WAHL-PARTY, LINKES GLÜCK, C01",
        Script((0, draw), (1, m.TakeBack(3)), (0, m.TakeBack(0)), (2, m.TakeBack(7)), (0, m.TakeBack(2))),
        options={"blind_draw": BlindDraw.PICKER},
        max_steps=8,
    ),
    Scenario(
        "last_winner_reads",
        "the winner of a round reads first in the next; one round wins after two",
        3,
        seed=2,
        deals=2,
        options={"first_reader": FirstReader.LAST_WINNER, "rounds_to_win": 2},
        players="solid",
        max_steps=1_500,
    ),
)
