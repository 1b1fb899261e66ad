"""The shipped games, one package per rule set. They do not import each other."""

from domain.games import schafkopf, volle_huette, volle_scholle, vollpfosten, volltreffer
from domain.kernel import AnyRuleSet, Registry

SHIPPED: tuple[AnyRuleSet, ...] = (
    schafkopf.RULES,
    volle_huette.RULES,
    volle_scholle.RULES,
    vollpfosten.RULES,
    volltreffer.RULES,
)


def shipped_registry() -> Registry:
    """Give the registry of the shipped games."""
    return Registry(SHIPPED)
