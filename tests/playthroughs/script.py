"""What a playthrough is, and how it is written."""

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.games import shipped_registry
from domain.kernel import Action, AnyRuleSet, Deal, NextDeal, Ruling, Seat, Setup, Tick
from tests.support.chance import SeededChance
from tests.support.play import Chooser, Step, bot_choice, play
from tests.support.secrecy import builtins, differences
from tests.support.tables import data_of

FOLDER = Path(__file__).parent
LONG = 110


@dataclass(frozen=True)
class Try:
    """Something that is not allowed: `seat` tries it at the first moment when the rules refuse it with this `code`."""

    seat: Seat
    action: Action
    code: str


@dataclass(frozen=True)
class Scenario:
    """One game to write down.

    `players` names a bot level; `choose` takes its place where the players follow a plan of their own, and `players`
    then says which. `forced` gives the order of a shuffle or the choice of a pick by its label. `data` is a component
    set other than the shipped one. `max_steps` cuts off.
    """

    name: str
    title: str
    seats: int
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    youngest: int = 0
    deals: int = 1
    players: str = "easy"
    choose: Chooser | None = None
    forced: dict[str, Sequence[object]] = field(default_factory=dict)
    max_steps: int = 200
    data: Any = None
    tries: tuple[Try, ...] = ()


def setup_of(rules: AnyRuleSet, scenario: Scenario) -> Setup:
    """Give what the game of a scenario starts from."""
    options = msgspec.convert(scenario.options, rules.Options)
    data = data_of(rules) if scenario.data is None else scenario.data
    return Setup(scenario.seats, scenario.youngest, options, data)


def steps_of(rules: AnyRuleSet, scenario: Scenario) -> Iterator[Step]:
    """Play a scenario to its end."""
    return play(
        rules,
        setup_of(rules, scenario),
        scenario.seed,
        scenario.choose or bot_choice(rules, scenario.players),
        scenario.deals,
        chance_of=lambda seed, deal: SeededChance(seed, deal, scenario.forced if deal == 1 else None),
    )


def refused(rules: AnyRuleSet, state: Any, tries: list[Try]) -> Iterator[tuple[Try, Ruling]]:
    """Give the tries whose moment has come, with their rulings, and take them from the list."""
    for bad in tuple(tries):
        ruling = rules.check(state, bad.seat, bad.action)
        if ruling is not None and ruling.code == bad.code:
            tries.remove(bad)
            yield bad, ruling


def scenarios(rules: AnyRuleSet) -> tuple[Scenario, ...]:
    """Give the playthroughs of a game: its own, or else one with the best bots for each number of seats."""
    module = f"tests.playthroughs.{rules.id}.scenarios"
    if (FOLDER / rules.id / "scenarios.py").exists():
        own: tuple[Scenario, ...] = importlib.import_module(module).SCENARIOS
        return own
    level = "solid" if "solid" in rules.bots else "easy"
    return tuple(
        Scenario(f"{seats}_seats", f"{seats} {level} bots", seats, seed=seats, players=level) for seats in rules.seats
    )


def goldens() -> Iterator[tuple[Path, AnyRuleSet, Scenario]]:
    """Give each playthrough of the shipped games and the file that it belongs in."""
    for rules in shipped_registry().current():
        for scenario in scenarios(rules):
            yield FOLDER / rules.id / f"{scenario.name}.txt", rules, scenario


def write(rules: AnyRuleSet, scenario: Scenario) -> str:
    """Play a scenario and write it down."""
    return "\n".join(_Writer(rules, scenario).lines()) + "\n"


class _Writer:
    def __init__(self, rules: AnyRuleSet, scenario: Scenario) -> None:
        self.rules, self.scenario = rules, scenario
        self.setup = setup_of(rules, scenario)
        self.tries = list(scenario.tries)
        self.shown: dict[str, Any] = {}
        self.started = 0

    def lines(self) -> Iterator[str]:
        yield from self.header()
        step = None
        for number, step in enumerate(steps_of(self.rules, self.scenario), 1):
            yield from self.write_tries(step.before)
            yield from self.write_step(step)
            if number == self.scenario.max_steps:
                yield ""
                yield f"(cut off after {number} steps)"
                break
        if step is None:
            return
        yield from self.write_tries(step.after)
        assert not self.tries, f"{self.scenario.name}: never refused: {self.tries}"
        yield ""
        yield f"standing: {' '.join(map(str, self.rules.standing(step.after)))}"
        outcome = self.rules.outcome(step.after)
        if outcome is not None:
            yield f"ranks: {' '.join(map(str, outcome.ranks))}"

    def header(self) -> Iterator[str]:
        scenario, rules = self.scenario, self.rules
        options = builtins(self.setup.options)
        yield f"{rules.title}: {scenario.title}"
        yield f"rules: {rules.id} {rules.version}"
        yield f"seats: {scenario.seats}, youngest {scenario.youngest}, played by {scenario.players}"
        yield "options: " + (", ".join(f"{name} {_compact(value)}" for name, value in options.items()) or "none")
        yield f"seed: {scenario.seed}"
        for label, order in scenario.forced.items():
            yield f"forced {label}: " + " ".join(map(str, order))

    def write_tries(self, state: Any) -> Iterator[str]:
        for bad, ruling in refused(self.rules, state, self.tries):
            yield ""
            yield f"seat {bad.seat} tries: {self.write_action(bad.action)}"
            yield f"  ! {ruling.code} ({ruling.rule}): {ruling.say}"

    def write_step(self, step: Step) -> Iterator[str]:
        assert not isinstance(step.answer, Ruling)
        command = step.command
        who = "clock" if command.seat is None or command.via == "clock" else f"seat {command.seat}"
        self.started = self.started or command.at
        time = f" @{command.at - self.started}ms" if self.rules.due(step.before) or self.rules.due(step.after) else ""
        yield ""
        yield f"{who}{time}: {self.write_action(command.action)}"
        for event in step.answer:
            yield f"  = {self.rules.notation.event(event)}"
        yield from self.write_view(step.after)

    def write_action(self, action: Any) -> str:
        match action:
            case NextDeal():
                return "next deal"
            case Tick():
                return f"deadline {action.deadline}"
            case _:
                return self.rules.notation.action(action)

    def write_view(self, state: Any) -> Iterator[str]:
        """Write what has changed in the public view, one field a line."""
        view: dict[str, Any] = builtins(self.rules.view(state, None))
        for name, value in view.items():
            if name not in self.shown or self.shown[name] != value:
                for line in _changes(name, self.shown.get(name), value):
                    yield f"  ~ {line}"
        self.shown = view
        if self.rules.deal(state) is not Deal.RUNNING:
            yield f"  ~ the deal has ended, the table is {self.rules.deal(state)}"


def _changes(name: str, old: object, new: object) -> Iterator[str]:
    """Give a field whole where it is short or has changed its shape, else each changed place in it."""
    whole = _compact(new)
    if len(whole) <= LONG or type(old) is not type(new):
        yield f"{name}: {whole}"
        return
    for path, _, value in differences(old, new):
        yield f"{'.'.join(map(str, (name, *path)))}: {_compact(value)}"


def _compact(value: object) -> str:
    """Write JSON for people: no quotes, and nothing for null."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {_compact(item)}" for key, item in value.items() if item is not None) + "}"
    if isinstance(value, list):
        return "[" + " ".join(map(_compact, value)) + "]"
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)
