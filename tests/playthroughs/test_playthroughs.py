"""Every game still plays as it is written down; `make playthroughs` writes it anew."""

from dataclasses import replace
from pathlib import Path

import pytest

from domain.kernel import AnyRuleSet
from tests.playthroughs.script import FOLDER, Scenario, goldens, write

GOLDENS = list(goldens())


@pytest.mark.parametrize(
    ("path", "rules", "scenario"), GOLDENS, ids=[f"{path.parent.name}-{path.stem}" for path, *_ in GOLDENS]
)
def test_the_game_plays_as_it_is_written_down(path: Path, rules: AnyRuleSet, scenario: Scenario) -> None:
    assert path.exists(), "no golden file yet: run `make playthroughs` and read it"
    assert write(rules, scenario).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_golden_file_is_left_over() -> None:
    assert set(FOLDER.glob("*/*.txt")) == {path for path, *_ in GOLDENS}


def test_a_changed_rule_shows_as_a_changed_line() -> None:
    """Given a game whose scores are doubled, when it is played again, then its playthrough differs."""
    path, rules, scenario = next(golden for golden in GOLDENS if golden[1].id == "schafkopf")
    doubled = replace(rules, standing=lambda state: tuple(2 * score for score in rules.standing(state)))
    text = path.read_text(encoding="utf-8")
    assert write(rules, scenario) == text
    assert write(doubled, scenario) != text
