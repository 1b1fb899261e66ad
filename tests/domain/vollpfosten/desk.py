"""A table for rule tests: hands and piles as wished, commands through the real decider, an injected clock."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.vollpfosten import events as e
from domain.games.vollpfosten import messages as m
from domain.games.vollpfosten.components import STANDARD, Data, category_faces
from domain.games.vollpfosten.decider import decide
from domain.games.vollpfosten.fold import evolve
from domain.games.vollpfosten.offers import due, to_act
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.state import Choosing, Drawing, Pile, Play, Resting, Stage, State, Turn, judges
from domain.kernel import Action, Command, Ruling, Seat, Tick
from tests.support.chance import SeededChance

FILLER = ("B", "E", "I", "O", "U")


def category_card(line: str, data: Data = STANDARD) -> str:
    """Give the card on which a category stands."""
    return next(card.id for card in data.cards if line in [one.id for one in card.categories])


class Desk:
    """A round in progress: `reader` is about to draw the first of `cards` from the category pile."""

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        *,
        reader: Seat = 0,
        cards: Sequence[str] = ("C01",),
        letter_pile: Sequence[str] = tuple("DEFGHIJKLMNOP"),
        played: Sequence[str] = (),
        options: Mapping[str, object] | Options | None = None,
        picks: Mapping[str, Sequence[int]] | None = None,
        custom: Data | None = None,
        at: int = 1_000_000,
    ) -> None:
        if not isinstance(options, Options):
            options = msgspec.convert({"tie_window_ms": 0} | dict(options or {}), Options)
        data = custom or STANDARD
        left = list(category_faces(data))
        order = [*cards]
        for card in order:
            left.remove(card)
        order += [card for card in left if card in {one.id for one in data.cards}]
        self.chance = SeededChance(
            forced={"letters/1": tuple(letter_pile), "categories/1": tuple(order), **(picks or {})}
        )
        self.at = at
        self.log: list[e.Event] = []
        self.state = State(
            seats=len(hands),
            youngest=reader,
            options=options,
            custom=custom,
            rounds_won=(0,) * len(hands),
            round=1,
            phase=Drawing(reader, at + 30_000),
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            letters=Pile(tuple(sorted(letter_pile)), 1),
            categories=Pile(tuple(sorted(order)), 1),
            played=tuple(sorted(played)),
            turn=Turn(reader),
        )

    # Commands

    def send(self, seat: Seat, action: Action, *, at: int | None = None) -> Ruling | None:
        """Let `seat` act, after the deadlines that pass before; give the ruling if it is refused."""
        self.at = max(self.at, at or 0)
        self.pass_deadlines()
        return self.decide(Command(seat, "player", action, self.at))

    def decide(self, command: Command) -> Ruling | None:
        answer = decide(self.state, command, self.chance)
        if isinstance(answer, Ruling):
            return answer
        for event in answer:
            self.state = evolve(self.state, event)
            self.log.append(event)
        return None

    def must(self, seat: Seat, action: Action, *, at: int | None = None) -> None:
        """Let `seat` do what is legal."""
        ruling = self.send(seat, action, at=at)
        assert ruling is None, ruling

    # Time

    def pass_deadlines(self) -> None:
        """Tick every deadline that has passed."""
        while True:
            passed = sorted((d.at_ms, -1 if d.seat is None else d.seat, d.id) for d in due(self.state))
            if not passed or passed[0][0] > self.at:
                return
            assert self.decide(Command(None, "clock", Tick(passed[0][2]), self.at)) is None

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.at += ms
        self.pass_deadlines()

    def run(self, *until: type) -> None:
        """Let the clock run until the phase is one of `until`, or the next turn, or the end of the round."""
        for _ in range(100):
            if isinstance(self.state.phase, until or (Drawing, Choosing, Resting)) or not due(self.state):
                return
            self.at = max(self.at, min(d.at_ms for d in due(self.state)))
            self.pass_deadlines()
        raise AssertionError("the clock runs for ever")

    # Steps

    def open_category(self, line: str | None = None) -> None:
        """Draw and read out a category (the first of the card, unless named)."""
        seat = self.on_turn
        self.must(seat, m.DrawCategory())
        self.read(line)

    def read(self, line: str | None = None) -> None:
        phase = self.state.phase
        assert isinstance(phase, Choosing), phase
        chosen = line or next(card for card in self.state.data.cards if card.id == self.state.held).categories[0].id
        self.must(phase.seat, m.ChooseCategory(chosen))

    def judge(self, verdicts: Mapping[int, bool] | bool = True) -> None:
        """Let all judges vote the same on every term that is being judged, until it is decided."""
        for play in self.state.plays:
            fits = verdicts if isinstance(verdicts, bool) else verdicts.get(play.id, True)
            for seat in judges(self.state, play):
                if self.stage(play.id) is Stage.JUDGING:
                    self.must(seat, m.Judge(play.id, fits))

    def stage(self, id: int) -> Stage | None:
        play = self.state.play(id)
        return None if play is None else play.stage

    @property
    def last(self) -> Play:
        return self.state.plays[-1]

    # What can be seen

    @property
    def on_turn(self) -> Seat:
        phase = self.state.phase
        assert isinstance(phase, Drawing | Choosing), phase
        return phase.seat

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return to_act(self.state)

    @property
    def hands(self) -> list[list[str]]:
        return [list(hand) for hand in self.state.hands]

    @property
    def letter_pile(self) -> list[str]:
        """Give the letters still to be drawn, the next one first."""
        pile = self.state.letters
        return list(self.chance.deck(f"letters/{pile.shuffle}", pile.cards)[pile.drawn :])

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return next((event.winners for event in self.log if isinstance(event, e.RoundWon)), None)

    def happened(self, *kinds: type) -> list[Any]:
        return [event for event in self.log if isinstance(event, kinds)]


def filler(count: int, start: int = 0) -> list[str]:
    """Give some letter cards that no case is about."""
    return [FILLER[(start + i) % len(FILLER)] for i in range(count)]


def in_order_of(actual: Iterable[str], listed: object) -> list[str]:
    """Write a hand, which has no order, in the order in which a case lists it."""
    hand = list(actual)
    return list(listed) if isinstance(listed, list) and sorted(listed) == sorted(hand) else hand
