"""What a table may agree on before it plays."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's options, each with the ruled default."""

    hidden_start: bool = False
    """Deal the first twelve cards face down instead of face up (VS 1)."""
    keep_per_card: bool = False
    """Keep some of the played cards and discard the others, instead of all or none (VS 10)."""
    peek_own: bool = False
    """Owners may look at the cards that they have kept face down (VS 12)."""
