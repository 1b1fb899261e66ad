"""What players ask for and what then has happened."""

from domain.games.volle_scholle.cards import Card as Card
from domain.games.volle_scholle.cards import Cards
from domain.games.volle_scholle.options import Options
from domain.kernel import Action, Event, Seat, Secret

# -- actions ---------------------------------------------------------------------------------------------------------


class PlayCards(Action, frozen=True, tag="play_cards"):
    """Lay out cards: one coloured card to start a round, or as many as it takes to raise (VS §4)."""

    cards: Cards


class Pass(Action, frozen=True, tag="pass"):
    """Drop out of this round (VS §4, VS 5)."""


class YieldStart(Action, frozen=True, tag="yield_start"):
    """Let the left neighbour start, holding nothing but jokers; this is no pass (VS 2)."""


class KeepCards(Action, frozen=True, tag="keep_cards"):
    """Put cards played in this round face down as penguins (VS §4, VS 10)."""

    cards: Cards


class DiscardCards(Action, frozen=True, tag="discard_cards"):
    """Discard all cards played in this round (VS §4)."""


Actions = PlayCards | Pass | YieldStart | KeepCards | DiscardCards

# -- events ----------------------------------------------------------------------------------------------------------


class PenguinsDealt(Event, frozen=True, tag="penguins_dealt"):
    """The first twelve cards were dealt, `hands` in seat order. Opens the deal, which is the whole game (VS §3)."""

    hands: tuple[tuple[Card | None, ...], ...]
    starter: Seat


class FloeRevealed(Event, frozen=True, tag="floe_revealed"):
    """A floe worth `floe` points was turned over; `starter` is due to start the round for it (VS §4)."""

    floe: int
    starter: Seat


class StartYielded(Event, frozen=True, tag="start_yielded"):
    """`seat` holds no coloured card and does not start this round (VS 2)."""

    seat: Seat


class FloeSetAside(Event, frozen=True, tag="floe_set_aside"):
    """Nobody could start: the floe is out of the game, `starter` stays due (VS 2)."""

    floe: int
    starter: Seat


class CardsPlayed(Event, frozen=True, tag="cards_played"):
    """`seat` laid out `cards`; all cards in front of it now add up to `sum` points."""

    seat: Seat
    cards: Cards
    sum: int


class Passed(Event, frozen=True, tag="passed"):
    """`seat` is out of the round; `auto` when its hand is empty (VS 7)."""

    seat: Seat
    auto: bool = False


class FloeWon(Event, frozen=True, tag="floe_won"):
    """`seat` remained last and has the floe, worth `floe` points, in front of it."""

    seat: Seat
    floe: int


class DiscardReshuffled(Event, frozen=True, tag="discard_reshuffled"):
    """The deck was empty when a card was due: the discard pile of `count` cards is shuffle number `shuffle` (VS 8)."""

    shuffle: int
    count: int


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """`seat` drew a card, which only it sees."""

    seat: Seat
    card: Card | None


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    """Cards played by `seat` went to the discard pile."""

    seat: Seat
    cards: Cards


class CardsKept(Event, frozen=True, tag="cards_kept"):
    """Cards played by `seat`, so far seen by all, lie face down beside it."""

    seat: Seat
    cards: Cards


class MeltingFloeRevealed(Event, frozen=True, tag="melting_floe_revealed"):
    """The melting floe was turned over: no round is played for it, the game is over (VS 16)."""


class GameScored(Event, frozen=True, tag="game_scored"):
    """The kept cards were turned up and counted, all in seat order. Closes the deal (VS §7)."""

    kept: tuple[Cards, ...]
    penguin_points: tuple[int, ...]
    floe_points: tuple[int, ...]
    results: tuple[int, ...]


Events = (
    PenguinsDealt
    | FloeRevealed
    | StartYielded
    | FloeSetAside
    | CardsPlayed
    | Passed
    | FloeWon
    | DiscardReshuffled
    | CardDrawn
    | CardsDiscarded
    | CardsKept
    | MeltingFloeRevealed
    | GameScored
)


def secrets(options: Options, message: Actions | Events) -> tuple[Secret, ...]:
    """Name what is secret: each card drawn, and the first hands where the table deals them face down (VS 1)."""
    match message:
        case CardDrawn():
            return (Secret(("card",), (message.seat,)),)
        case PenguinsDealt() if options.hidden_start:
            return tuple(
                Secret(("hands", seat, place), (seat,))
                for seat, hand in enumerate(message.hands)
                for place in range(len(hand))
            )
        case _:
            return ()


def opens(event: Events) -> bool:
    """Tell whether `event` is the first of the deal."""
    return isinstance(event, PenguinsDealt)


def closes(event: Events) -> bool:
    """Tell whether `event` is the last of the deal."""
    return isinstance(event, GameScored)
