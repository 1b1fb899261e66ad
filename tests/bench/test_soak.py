"""The soak itself: it counts what came up, and fails on what did not."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from domain.games import shipped_registry
from tests.bench import _duels
from tests.bench._duels import Duel, duel
from tests.bench._tables import option_pairs, table_of
from tests.bench._vocabulary import refusal_codes, tags
from tests.bench.soak import main, print_counts
from tests.support.play import race
from tests.support.toy import TOY

SCHOLLE = shipped_registry().get("volle_scholle")


def test_the_vocabulary_is_read_from_types_and_sources() -> None:
    assert tags(SCHOLLE.Action) == ["discard_cards", "keep_cards", "pass", "play_cards", "yield_start"]
    assert "discard_reshuffled" in tags(SCHOLLE.Event)
    codes = refusal_codes(SCHOLLE)
    assert {"no_deal_due", "all_or_nothing", "wrong_colour"} <= set(codes)
    assert len(codes) == len(set(codes)) == 20


@pytest.mark.parametrize("rules", [*shipped_registry().current(), TOY], ids=lambda rules: rules.id)
def test_every_game_has_refusals_to_look_for(rules) -> None:
    assert refusal_codes(rules)


def test_what_never_came_up_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    zeros = print_counts("events", ["won", "lost", "drawn"], Counter(won=3), Counter(drawn=1))
    assert zeros == ["lost"]
    assert "(+1 in playthroughs)" in capsys.readouterr().out


@pytest.mark.parametrize(("share", "margin", "shown"), [(0.5, 0.1, True), (0.3, 0.1, False), (0.26, 0.02, False)])
def test_better_means_the_whole_interval_is_above_a_fair_share(share: float, margin: float, shown: bool) -> None:
    assert Duel(4, 100, share, margin).shown is shown


def test_a_short_soak_holds_or_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--rules",
        "volle_scholle",
        "--games",
        "4",
        "--verify",
        "1",
        "--duels",
        "6",
        "--workers",
        "1",
    ]
    assert main(arguments) == 0, capsys.readouterr().out
    assert main([*arguments, "--seconds", "0"]) == 1
    said = capsys.readouterr().out
    assert "stopped by the time limit before 4 games" in said
    assert "0 of 1 records are valid" in said


def test_a_bot_is_not_shown_to_beat_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    alike = lambda rules, setup, levels, *rest: race(rules, setup, ["easy"] * len(levels), *rest)  # noqa: E731
    monkeypatch.setattr(_duels, "race", alike)
    with ThreadPoolExecutor(1) as pool:
        assert not duel("volle_scholle", 3, 4, pool, float("inf")).shown


@pytest.mark.parametrize("id", ["volltreffer", "schafkopf"])
def test_every_pair_of_options_is_changed_together(id: str) -> None:
    rules = shipped_registry().get(id)
    pairs = option_pairs(rules)
    played = [msgspec.to_builtins(table_of(rules, 4 * number + 1).options) for number in range(len(pairs))]
    for changes in pairs:
        wanted = msgspec.to_builtins(changes).items()
        assert any(wanted <= options.items() for options in played), changes


def test_the_variant_is_played_with_its_swap_in_the_market() -> None:
    assert {"variant": True, "variant_swap": "market"} in [
        msgspec.to_builtins(changes) for changes in option_pairs(shipped_registry().get("volltreffer"))
    ]
