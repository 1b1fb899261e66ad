"""What a seat, or the public, may know."""

from msgspec import Struct

from domain.games.volle_scholle.cards import FLOES, Card, Cards, Colour, total
from domain.games.volle_scholle.legal import highest, to_act
from domain.games.volle_scholle.state import Bidding, Over, Sorting, State
from domain.kernel import Seat


class PlayerView(Struct, frozen=True):
    """One player, as the viewer knows it."""

    hand: tuple[Card | None, ...]
    """As many as there are: faces where known (own hand, open deal), then null."""
    row: Cards
    """What lies face up in front in this round."""
    sum: int
    """Points of `row`."""
    passed: bool
    kept: int
    """How many penguins lie face down (VS 12)."""
    kept_cards: Cards | None
    """Their faces, where the viewer may look: after the game, or the owner under `peek_own`."""
    floes: tuple[int, ...]
    """The floes won, by value, in order."""


class View(Struct, frozen=True):
    """The table, as the viewer knows it."""

    seat: Seat | None
    """The viewer; None is the public."""
    phase: str
    """waiting, turning, bidding, sorting or over."""
    turn: Seat | None
    floe: int | None
    """The floe that is played for."""
    floes_left: int
    """How many floes lie in the stack, the melting one included while the game lasts."""
    starter: Seat | None
    """Who started the round, or is due to."""
    yielded: tuple[Seat, ...]
    """Who could not start the round (VS 2)."""
    colour: Colour | None
    """The colour of this round, once started."""
    leader: Seat | None
    """Who raised last."""
    highest: int
    """The sum to be exceeded."""
    winner: Seat | None
    """Who won the floe, while the others keep or discard."""
    deck: int
    """How many penguins can be drawn."""
    discard: int
    """How many lie on the discard pile."""
    set_aside: tuple[int, ...]
    """Floes that nobody could play for (VS 2)."""
    players: tuple[PlayerView, ...]
    penguin_points: tuple[int, ...] | None
    floe_points: tuple[int, ...] | None
    results: tuple[int, ...] | None
    """Points in seat order, once the game is over."""


def view(state: State, seat: Seat | None) -> View:
    """Build what `seat` (None: the public) may know."""
    phase = state.phase
    bidding = phase if isinstance(phase, Bidding) else None
    sorting = phase if isinstance(phase, Sorting) else None
    over = phase if isinstance(phase, Over) else None
    return View(
        seat=seat,
        phase=str(phase.__struct_config__.tag),
        turn=next(iter(to_act(state)), None),
        floe=bidding.floe if bidding else None,
        floes_left=len(FLOES) + 1 - state.turned,
        starter=_starter(bidding) if bidding else sorting.starter if sorting else None,
        yielded=bidding.yielded if bidding else (),
        colour=bidding.colour if bidding else None,
        leader=bidding.leader if bidding else None,
        highest=highest(bidding) if bidding else 0,
        winner=sorting.winner if sorting else None,
        deck=state.deck.left,
        discard=len(state.discard),
        set_aside=state.set_aside,
        players=tuple(_player(state, owner, seat) for owner in range(state.seats)),
        penguin_points=over.penguin_points if over else None,
        floe_points=over.floe_points if over else None,
        results=over.results if over else None,
    )


def _starter(bidding: Bidding) -> Seat:
    return bidding.due if bidding.starter is None else bidding.starter


def _player(state: State, owner: Seat, viewer: Seat | None) -> PlayerView:
    phase = state.phase
    hand = state.hands[owner]
    seen = hand if owner == viewer else state.known[owner]
    row = phase.rows[owner] if isinstance(phase, Bidding | Sorting) else ()
    may_look = isinstance(phase, Over) or (owner == viewer and state.options.peek_own)
    return PlayerView(
        hand=(*seen, *(None,) * (len(hand) - len(seen))),
        row=row,
        sum=total(row),
        passed=isinstance(phase, Bidding) and phase.passed[owner],
        kept=len(state.kept[owner]),
        kept_cards=state.kept[owner] if may_look else None,
        floes=state.won[owner],
    )
