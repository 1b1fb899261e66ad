"""How bots play."""

from domain.games.volltreffer.messages import ArrangeMarket
from domain.games.volltreffer.view import View
from domain.kernel import BotMove, Legal, Rng, random_legal


def easy(view: View, legal: Legal, rng: Rng) -> BotMove | None:
    """Play any legal action; as dealer, rank equal cards by the order of suits (VT 1)."""
    if legal and isinstance(legal[0], ArrangeMarket):
        return BotMove(legal[0])
    return random_legal(view, legal, rng)
