"""The contract between the house and a rule set.

Read `messages` (what is said), then `ruleset` (what a game is), then `registry` (which games there are).
"""

from domain.kernel.bots import random_legal
from domain.kernel.messages import (
    Action,
    Command,
    Deadline,
    Event,
    NextDeal,
    Ruling,
    Seat,
    Secret,
    Template,
    Tick,
    Via,
)
from domain.kernel.registry import Registry, UnknownRuleSet
from domain.kernel.ruleset import (
    Answer,
    AnyRuleSet,
    BotMove,
    Chance,
    Deal,
    Decision,
    Language,
    Legal,
    Notation,
    Outcome,
    Placed,
    Policy,
    Rng,
    RuleSet,
    Setup,
    rank,
)

__all__ = [
    "Action",
    "Answer",
    "AnyRuleSet",
    "BotMove",
    "Chance",
    "Command",
    "Deadline",
    "Deal",
    "Decision",
    "Event",
    "Language",
    "Legal",
    "NextDeal",
    "Notation",
    "Outcome",
    "Placed",
    "Policy",
    "Registry",
    "Rng",
    "RuleSet",
    "Ruling",
    "Seat",
    "Secret",
    "Setup",
    "Template",
    "Tick",
    "UnknownRuleSet",
    "Via",
    "random_legal",
    "rank",
]
