"""Component data of an operator's own: `DIR/<game>/<name>.json`, offered beside the shipped sets.

A table keeps the set it is played with: it is stored with the first entry and travels in the record, so a file may go
once no new table is to use it.
"""

import dataclasses
from pathlib import Path

import msgspec

from domain.kernel import AnyRuleSet, Registry


def offered(shipped: Registry, folder: Path | None) -> Registry:
    """Give the games with the sets of `folder` added; raise ValueError for a file that is no set of its game."""
    return shipped if folder is None else Registry(_with_sets(rules, folder / rules.id) for rules in shipped)


def _with_sets(rules: AnyRuleSet, folder: Path) -> AnyRuleSet:
    files = sorted(folder.glob("*.json"))
    if not files:
        return rules
    if rules.Data is None:
        raise ValueError(f"{folder}: {rules.title} is played without component data")
    sets = dict(rules.data)
    for file in files:
        if file.stem in rules.data:
            raise ValueError(f"{file}: the set {file.stem} is shipped; choose another name")
        try:
            sets[file.stem] = msgspec.json.decode(file.read_bytes())
            msgspec.convert(sets[file.stem], rules.Data)
        except (msgspec.DecodeError, ValueError) as error:
            raise ValueError(f"{file} is no component data of {rules.title}: {error}") from None
    return dataclasses.replace(rules, data=sets)
