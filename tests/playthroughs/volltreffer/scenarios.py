"""The playthroughs of Volltreffer: each number of seats, a whole long game, and every option at work."""

import random
from collections.abc import Sequence
from typing import Any

from domain.games.volltreffer import RULES
from domain.games.volltreffer.cards import CARDS, Card
from domain.games.volltreffer.market import price_of
from domain.games.volltreffer.messages import BuyCard, CheckHand, DeclareMelds
from domain.games.volltreffer.scoring import points_of
from domain.games.volltreffer.state import checkers
from domain.kernel import Seat
from tests.playthroughs.script import Scenario, Try
from tests.support.play import bot_choice

TRUMP = "V10"
LEVEL_HANDS = ("R1 R2 R4 R5 R6 R8 R9 R10", "B1 B2 B4 B5 B6 B8 B9 B10", "G10 G9 Y10 Y9 G8 Y8 V8 V9")
MELDING_HANDS = ("R9 B9 G9 Y9 R3 B3 G3 V1", "R1 B1 G1 Y1 V2 R2 B2 G2", "R7 B7 G7 Y7 V7 R8 B8 G8")
TIED_MARKET = "R7 G7 Y7 B2"

solid = bot_choice(RULES, "solid")


def on_top(cards: str) -> dict[str, Sequence[object]]:
    """A deck with these cards on top."""
    first = tuple(map(Card, cards.split()))
    return {"deck": (*first, *(card for card in CARDS if card not in first))}


def dealt(hands: tuple[str, ...]) -> dict[str, Sequence[object]]:
    """A deck from which these hands are bought when every player takes the card that came up first."""
    by_turn = zip(*(hand.split() for hand in hands), strict=True)
    return on_top(" ".join([TRUMP, *(card for turn in by_turn for card in turn)]))


def oldest(hands: tuple[str, ...]) -> Any:
    """Buy the own hand of `hands`, meld the most, let the neighbours ask first, and play like a solid bot."""

    def choose(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Any:
        own = hands[seat].split()
        checks = [action for action in legal if isinstance(action, CheckHand)]
        buys = [action for action in legal if isinstance(action, BuyCard) and action.card in own]
        if checks or checkers(state):
            return checks[0] if checks else None
        if buys:
            return min(buys, key=lambda buy: own.index(buy.card))
        if legal and isinstance(legal[0], DeclareMelds):
            return max(legal, key=lambda action: points_of(action.melds))
        return solid(state, seat, legal, rng)

    return choose


def dearest(state: Any, seat: Seat, legal: tuple[Any, ...], rng: random.Random) -> Any:
    """Buy the dearest card that can be bought."""
    buys = [action for action in legal if isinstance(action, BuyCard)]
    if buys:
        return max(buys, key=lambda buy: price_of(state.market, buy.card))
    return solid(state, seat, legal, rng)


def by_plan(name: str, title: str, hands: tuple[str, ...], tries: tuple[Try, ...] = (), **options: Any) -> Scenario:
    return Scenario(
        name,
        title,
        3,
        options={"affordability": "negative", **options},
        players="a plan",
        choose=oldest(hands),
        forced=dealt(hands),
        tries=tries,
    )


SCENARIOS = (
    Scenario("3_seats", "3 solid bots", 3, seed=3, players="solid"),
    Scenario("4_seats", "4 solid bots, the youngest in seat 2", 4, seed=4, youngest=2, players="solid"),
    Scenario("5_seats", "5 solid bots start on 30", 5, seed=5, players="solid"),
    Scenario("long_game", "3 easy bots until one hits", 3, seed=8, deals=512, max_steps=5_000),
    Scenario("ties_dealer", "the dealer ranks three sevens", 3, forced=on_top(f"{TRUMP} {TIED_MARKET}"), max_steps=6),
    Scenario(
        "ties_auto",
        "three sevens are ranked by suit",
        3,
        options={"ties": "auto"},
        forced=on_top(f"{TRUMP} {TIED_MARKET}"),
        max_steps=6,
    ),
    Scenario("affordability_refused", "the poor buy cheap", 3, players="spendthrifts", choose=dearest, max_steps=30),
    Scenario(
        "affordability_stop_at_one",
        "who is poor pays as far as space 1",
        3,
        options={"affordability": "stop_at_one"},
        players="spendthrifts",
        choose=dearest,
        max_steps=30,
    ),
    Scenario(
        "affordability_negative",
        "who is poor owes",
        3,
        options={"affordability": "negative"},
        players="spendthrifts",
        choose=dearest,
        max_steps=30,
    ),
    by_plan("five_suits_cards", "the five suits use up five cards", MELDING_HANDS),
    by_plan("five_suits_hand", "the five suits are a property of the hand", MELDING_HANDS, five_suits="hand"),
    by_plan(
        "complete_tie",
        "two hands of the same ranks both score, and both are checked",
        LEVEL_HANDS,
        tries=(Try(1, CheckHand(0), "already_shown"), Try(2, CheckHand(0), "not_the_neighbour")),
    ),
    by_plan("no_neighbour_check", "nobody asks for a hand", LEVEL_HANDS, neighbour_check=False),
    Scenario("shared_win", "pawns on 64 and 68 share the win", 3, seed=107, deals=3, players="solid"),
    Scenario(
        "over_first",
        "the pawn on 68 wins over the one on 64",
        3,
        seed=107,
        options={"over_first": True},
        deals=3,
        players="solid",
    ),
    Scenario("variant_hand", "the variant as printed", 3, options={"variant": True}, players="solid"),
    Scenario(
        "variant_market",
        "the variant, two laid-out cards swapped",
        4,
        options={"variant": True, "variant_swap": "market"},
        players="solid",
    ),
    Scenario("open_hands", "the public sees every hand", 3, options={"open_hands": True}, players="solid"),
    Scenario("max_rounds", "one round, and the nearest pawn wins", 3, options={"max_rounds": 1}),
)
