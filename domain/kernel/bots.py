"""Policies that need no knowledge of a game."""

from typing import Any

from domain.kernel.messages import Template
from domain.kernel.ruleset import BotMove, Legal, Rng


def random_legal(view: Any, legal: Legal, rng: Rng) -> BotMove | None:
    """Choose any legal action, each equally likely; a template plays its example. None when nothing is legal."""
    del view
    if not legal:
        return None
    choice = rng.choice(legal)
    return BotMove(choice.example if isinstance(choice, Template) else choice)
