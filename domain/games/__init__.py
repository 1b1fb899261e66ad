"""The shipped games, one package per rule set. They do not import each other."""

from domain.games import volle_scholle
from domain.kernel import AnyRuleSet, Registry

SHIPPED: tuple[AnyRuleSet, ...] = (volle_scholle.RULES,)


def shipped_registry() -> Registry:
    """Give the registry of the shipped games."""
    return Registry(SHIPPED)
