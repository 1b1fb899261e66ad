"""The law of redealing: what a seat cannot know must make no difference to it.

A deal is played and recorded. Then two cards of one of its decks change places, and the same commands are decided
again. As long as both cards have either not left the deck or been sealed from a seat, everything that the seat
receives must be the same: its redacted events, its view, its legal actions, the sentences, and the rulings on
whatever it might try. A comparison ends where the rules, or the cards, let the seat know:

- the deal closes, and all is shown;
- a command of another seat has become illegal (the card it names is elsewhere);
- one of the two cards comes to lie in public, or in a place that this seat sees (so does an exchange that shows in
  public while neither card lies in a hidden place: both are still in the deck, and one has been turned over);
- the seat receives another secret value addressed to it alone;
- an event that the caller exempts by name, because the rules demand that it tells something.

Where a card lies is read off the two records: a card has landed when some hand or event differs by just this exchange.
Finding the card in a sealed field and somewhere in public in the same event is a leak.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from domain.kernel import Action, AnyRuleSet, NextDeal, Ruling, Seat, Setup, Tick
from tests.support.chance import SeededChance
from tests.support.play import Chooser, Step, decide, play, random_choice
from tests.support.secrecy import Path, Sight, builtins, differences, redact, sight

T = TypeVar("T")
MAX_TRIES = 25


class Leak(AssertionError):
    """A seat received something that depends on what it cannot know."""


@dataclass
class RecordingChance(SeededChance):
    """Remembers which decks were read."""

    seed: int = 0
    number: int = 1
    forced: dict[str, Sequence[object]] = field(default_factory=dict)
    decks: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = super().deck(label, items)
        self.decks[label] = order
        return order

    def pick(self, label: str, items: Sequence[T]) -> T:
        return super().deck(label, items)[0]


class ExchangedChance(SeededChance):
    """The same chance with two cards of one deck exchanged."""

    def __init__(self, seed: int, deal: int, label: str, places: tuple[int, int]) -> None:
        super().__init__(seed, deal)
        self.label, self.places = label, places

    def deck(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = list(super().deck(label, items))
        if label == self.label:
            one, other = self.places
            order[one], order[other] = order[other], order[one]
        return tuple(order)

    def pick(self, label: str, items: Sequence[T]) -> T:
        return SeededChance(self.seed, self.number).pick(label, items)


@dataclass
class Findings:
    """How much was compared: exchanges tried, steps compared, and of these with a card in a hidden place."""

    exchanges: int = 0
    steps: int = 0
    hidden: int = 0


def redeal(
    rules: AnyRuleSet,
    setup: Setup,
    seed: int,
    *,
    exchanges: int = 12,
    viewers: int = 2,
    choose: Chooser = random_choice,
    exempt: frozenset[str] = frozenset(),
    max_steps: int = 400,
) -> Findings:
    """Hold one deal against the law for the public and some seats; raise `Leak`."""
    chance = RecordingChance(seed)
    steps: list[Step] = []
    for step in play(rules, setup, seed, choose, max_deals=1, chance_of=lambda _seed, _deal: chance):
        steps.append(step)
        if len(steps) == max_steps:
            break
    rng, findings = random.Random(f"redeal/{seed}"), Findings()
    seats = rng.sample(range(setup.seats), min(viewers, setup.seats))
    for label, places in _exchanges(chance.decks, rng, exchanges):
        other = ExchangedChance(seed, 1, label, places)
        order = chance.decks[label]
        moved = (_face(order[places[0]]), _face(order[places[1]]))
        again = _decide_again(rules, steps, other)
        findings.exchanges += 1
        for seat in (None, *seats):
            _compare(_Case(rules, setup, seat, moved, exempt, f"{label} {places}"), steps, again, findings)
    return findings


def _face(item: Any) -> Any:
    return builtins(item)


def _exchanges(
    decks: dict[str, tuple[Any, ...]], rng: random.Random, count: int
) -> Iterator[tuple[str, tuple[int, int]]]:
    labels = [label for label, order in decks.items() if len({str(_face(item)) for item in order}) > 1]
    while labels and count:
        label = rng.choice(labels)
        order = decks[label]
        one, other = rng.sample(range(len(order)), 2)
        if _face(order[one]) != _face(order[other]):
            count -= 1
            yield label, (one, other)


def _decide_again(rules: AnyRuleSet, steps: list[Step], chance: SeededChance) -> list[Step]:
    """Decide the same commands until one is refused (that step included)."""
    again: list[Step] = []
    state = steps[0].before
    for step in steps:
        step = decide(rules, state, step.command, chance)
        again.append(step)
        if isinstance(step.answer, Ruling):
            break
        state = step.after
    return again


@dataclass
class _Case:
    rules: AnyRuleSet
    setup: Setup
    seat: Seat | None
    moved: tuple[Any, Any]
    exempt: frozenset[str]
    what: str

    def leak(self, place: int, what: str, one: object, other: object) -> Leak:
        who = "the public" if self.seat is None else f"seat {self.seat}"
        return Leak(
            f"{self.rules.id}: {what} of {who} depends on hidden cards "
            f"(step {place}, {self.what} exchanged: {self.moved}):\n  {one}\n  {other}"
        )


def _compare(case: _Case, steps: list[Step], again: list[Step], findings: Findings) -> None:
    rules = case.rules
    landed: set[int] = set()
    tries = _tries(rules, steps)
    for place, (one, other) in enumerate(zip(steps, again, strict=False)):
        if isinstance(other.answer, Ruling):
            if one.command.seat == case.seat and case.seat is not None and one.command.via == "player":
                raise case.leak(place, "the legality of an action", one.command.action, other.answer)
            return
        if any(rules.closes(event) for event in (*one.answer, *other.answer)):
            return
        changed = list(_changes(case, one, other))
        if _seat_may_know(case, one, other, changed, landed):
            return
        if one.answer != other.answer or one.after != other.after:
            _same(case, place, one, other, tries)
        findings.steps += 1
        findings.hidden += bool(landed)


Change = tuple[Sight, Path, Any, Any]


def _changes(case: _Case, one: Step, other: Step) -> Iterator[Change]:
    """Give each value that differs between the clear events, and whether the seat may see it."""
    for place, (event, twin) in enumerate(zip(one.answer, other.answer, strict=False)):
        if type(event) is not type(twin):
            return
        secrets = case.rules.secrets(case.setup.options, event)
        for path, a, b in differences(builtins(event), builtins(twin)):
            yield sight(secrets, path, case.seat), (place, *path), a, b


def _seat_may_know(case: _Case, one: Step, other: Step, changed: list[Change], landed: set[int]) -> bool:
    """Say whether from this step on the seat may know of the exchange; note which cards landed out of its sight."""
    sights = {where for where, *_ in changed}
    if "own" in sights:
        return True
    lands = _landings(changed)
    for which, (before, after) in enumerate((case.moved, case.moved[::-1])):
        if which in landed:
            continue
        if ("hidden", str(before), str(after)) in lands:
            landed.add(which)
        elif ("public", str(before), str(after)) in lands or _shown_by_other_events(case, one, other, before, after):
            return True
    if "public" in sights and not landed:
        return True
    tags = {builtins(event)["type"] for event in (*one.answer, *other.answer)}
    return bool(tags & case.exempt) and one.answer != other.answer


def _shown_by_other_events(case: _Case, one: Step, other: Step, before: Any, after: Any) -> bool:
    """Say whether the cards bring about other events, of which one shows the card in public."""
    if [type(event) for event in one.answer] == [type(event) for event in other.answer]:
        return False
    shown, twin = (_public_values(case, step) for step in (one, other))
    return bool((shown - twin)[str(before)] or (twin - shown)[str(after)])


def _public_values(case: _Case, step: Step) -> Counter[str]:
    rules, options = case.rules, case.setup.options
    values: Counter[str] = Counter()
    for event in step.answer:
        _count(builtins(redact(rules, options, event, None, rules.Event)), values)
    return values


def _count(value: Any, values: Counter[str]) -> None:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _count(inner, values)
    else:
        values[str(value)] += 1


def _landings(changed: list[Change]) -> set[tuple[Sight, str, str]]:
    """Find containers (a hand, an event) in which just one value gave way to another, whatever their order."""
    lost: dict[tuple[Sight, Path], Counter[str]] = defaultdict(Counter)
    gained: dict[tuple[Sight, Path], Counter[str]] = defaultdict(Counter)
    for where, path, a, b in changed:
        lost[where, path[:-1]][str(a)] += 1
        gained[where, path[:-1]][str(b)] += 1
    found = set()
    for where, container in lost:
        out = list((lost[where, container] - gained[where, container]).elements())
        new = list((gained[where, container] - lost[where, container]).elements())
        if len(out) == len(new) == 1:
            found.add((where, out[0], new[0]))
    return found


def _same(case: _Case, place: int, one: Step, other: Step, tries: tuple[Action, ...]) -> None:
    """Compare all that the seat receives at a step."""
    rules, seat, options = case.rules, case.seat, case.setup.options

    def must_match(what: str, first: Any, second: Any) -> None:
        if first != second:
            raise case.leak(place, what, first, second)

    received = [
        tuple(redact(rules, options, event, seat, rules.Event) for event in step.answer) for step in (one, other)
    ]
    must_match("the events", *received)
    for language in ("de", "en"):
        must_match("the sentences", *([rules.describe(event, seat, language) for event in got] for got in received))
    must_match("the view", rules.view(one.after, seat), rules.view(other.after, seat))
    must_match("who may act", rules.to_act(one.after), rules.to_act(other.after))
    must_match("the deadlines", rules.due(one.after), rules.due(other.after))
    must_match("the state of the deal", rules.deal(one.after), rules.deal(other.after))
    must_match("the standing", rules.standing(one.after), rules.standing(other.after))
    if seat is not None:
        must_match("the legal actions", rules.legal(one.after, seat), rules.legal(other.after, seat))
        for action in tries:
            must_match("the ruling", rules.check(one.after, seat, action), rules.check(other.after, seat, action))


def _tries(rules: AnyRuleSet, steps: list[Step]) -> tuple[Action, ...]:
    """Actions that a seat might try: those of the record."""
    tries: list[Action] = []
    for step in steps:
        action = step.command.action
        if not isinstance(action, NextDeal | Tick) and action not in tries:
            tries.append(action)
    return tuple(tries[:MAX_TRIES])
