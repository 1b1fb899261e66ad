"""What a table may agree on before it begins."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_ROUNDS = 512
"""No table plays more rounds than it has committed keys for."""

MaxRounds = Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table; the defaults are the printed game and its rulings."""

    ties: Literal["dealer", "auto"] = "dealer"
    """Who ranks plain cards of equal rank in a first layout: the dealer, or the order of suits (VT 1)."""

    affordability: Literal["refused", "stop_at_one", "negative"] = "refused"
    """A price that would push the pawn below space 1: cannot be paid, stops the pawn at 1, or is owed (VT 4)."""

    five_suits: Literal["cards", "hand"] = "cards"
    """Whether the five-suit meld uses up its five cards, or is a property of the hand (VT 7)."""

    neighbour_check: bool = True
    """Whether the left neighbour of the smallest sum may ask to see that hand (VT 9)."""

    over_first: bool = False
    """Whether, of two pawns equally near to 66, the one beyond 66 is the nearer (VT 12)."""

    variant: bool = False
    """The printed variant: goal 63-69, the new card takes the vacated place, the buyer swaps two cards."""

    variant_swap: Literal["hand", "market"] = "hand"
    """What the variant's buyer swaps: two cards of the hand, as printed, or two laid-out cards (VT 16)."""

    open_hands: bool = False
    """Whether views show every hand, since every purchase was seen (VT 19)."""

    max_rounds: MaxRounds | None = None
    """After so many rounds the game ends and the pawn nearest to 66 wins; None: no such end (VT 25)."""
