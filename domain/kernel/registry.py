"""Which games there are: rule sets by (id, version)."""

from collections.abc import Iterable, Iterator

from domain.kernel.ruleset import AnyRuleSet


class UnknownRuleSet(LookupError):
    """No such rule set, or not in that version."""


class Registry:
    """Rule sets by (id, version); the highest version of an id is the current one."""

    def __init__(self, rule_sets: Iterable[AnyRuleSet]) -> None:
        """Hold `rule_sets`; raise ValueError when two share id and version."""
        self._by_key: dict[tuple[str, int], AnyRuleSet] = {}
        for rules in rule_sets:
            key = (rules.id, rules.version)
            if key in self._by_key:
                raise ValueError(f"rule set {rules.id} {rules.version} is registered twice")
            self._by_key[key] = rules

    def get(self, id: str, version: int | None = None) -> AnyRuleSet:
        """Give a rule set, the current version unless one is named; raise `UnknownRuleSet`."""
        if version is None:
            versions = [v for i, v in self._by_key if i == id]
            if not versions:
                raise UnknownRuleSet(f"no rule set is called {id}")
            version = max(versions)
        try:
            return self._by_key[(id, version)]
        except KeyError:
            raise UnknownRuleSet(f"no rule set {id} in version {version}") from None

    def current(self) -> tuple[AnyRuleSet, ...]:
        """Give the current version of every game, by id."""
        return tuple(self.get(id) for id in sorted({id for id, _ in self._by_key}))

    def __iter__(self) -> Iterator[AnyRuleSet]:
        """Iterate over every version of every game."""
        return iter(self._by_key.values())
