"""The course of one command: it collects events, folds them at once, and knows the piles and the penalties."""

from domain.games.vollpfosten import action_events as a
from domain.games.vollpfosten import events as e
from domain.games.vollpfosten.components import category_faces, is_action, letter_faces
from domain.games.vollpfosten.fold import evolve
from domain.games.vollpfosten.kinds import PileName, Purpose, Special
from domain.games.vollpfosten.options import FirstReader
from domain.games.vollpfosten.scoring import match_is_over
from domain.games.vollpfosten.state import Pile, Stage, State
from domain.kernel import Chance, Seat


class Course:
    """Decides one command: `state` is always the state after `events`; `at` is when the command arrived."""

    def __init__(self, state: State, at: int, chance: Chance) -> None:
        self.state = state
        self.at = at
        self.chance = chance
        self.events: list[e.Event] = []

    def emit(self, event: e.Event) -> None:
        """Record a fact and apply it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def in_seconds(self, seconds: int) -> int:
        """Give the server time `seconds` after this command."""
        return self.at + seconds * 1000

    # Rounds

    def start_round(self) -> None:
        """Shuffle both piles and deal (VP 33); the first reader is on turn (VP 24)."""
        state = self.state
        reader = state.youngest
        if state.options.first_reader is FirstReader.LAST_WINNER and state.last_winners:
            reader = state.last_winners[0]
        self.emit(e.RoundStarted(state.round + 1, reader))
        letters = letter_faces(state.options, state.data)
        self.emit(e.PileShuffled(PileName.LETTERS, 1, letters))
        self.emit(e.PileShuffled(PileName.CATEGORIES, 1, category_faces(state.data)))
        deck = self.chance.deck("letters/1", letters)
        size = min(state.data.hand, len(letters) // state.seats)
        for seat in range(state.seats):
            self.emit(e.HandDealt(seat, tuple(sorted(deck[seat * size : (seat + 1) * size]))))
        self.give_turn(reader)

    def give_turn(self, seat: Seat) -> None:
        """Let `seat` draw the next category card."""
        self.emit(e.TurnGiven(seat, self.in_seconds(self.state.options.choice_timeout_s)))

    def end_round_if_won(self) -> bool:
        """End the round when seats have no cards left (VP §2, VP 21) and nothing they laid is still open (VP 13)."""
        state = self.state
        if any(play.stage in {Stage.WAITING, Stage.JUDGING, Stage.OPEN} for play in state.plays):
            return False
        winners = tuple(seat for seat, hand in enumerate(state.hands) if not hand)
        if not winners:
            return False
        won = tuple(rounds + (seat in winners) for seat, rounds in enumerate(state.rounds_won))
        self.emit(e.RoundWon(winners, won, match_is_over(won, state.options)))
        return True

    # Piles

    def _top(self, pile: Pile, name: PileName) -> str:
        return self.chance.deck(f"{name}/{pile.shuffle}", pile.cards)[pile.drawn]

    def penalty(self, seat: Seat) -> None:
        """Draw a penalty card; played letters are reshuffled for it if need be (VP 10, VP 32)."""
        state = self.state
        if not state.letters.left:
            discards = state.played
            if state.options.counter_returns_card:
                for play in state.plays:
                    if play.stage is Stage.OPEN and play.card in discards:
                        at = discards.index(play.card)
                        discards = discards[:at] + discards[at + 1 :]
            if not discards:
                self.emit(e.PenaltyWaived(seat))
                return
            self.emit(e.PileShuffled(PileName.LETTERS, state.letters.shuffle + 1, discards))
        self.emit(e.PenaltyDrawn(seat, self._top(self.state.letters, PileName.LETTERS)))

    def draw_category(self, *, tie_break: bool = False) -> None:
        """Draw until a category card comes; actions join the row, or are put aside in a tie-break (VP 30)."""
        seat = self.state.drawer
        while True:
            if not self.state.categories.left:
                shuffle = self.state.categories.shuffle + 1
                self.emit(e.PileShuffled(PileName.CATEGORIES, shuffle, self.state.aside))
            face = self._top(self.state.categories, PileName.CATEGORIES)
            if not is_action(face):
                self.emit(e.CategoryDrawn(seat, face))
                return
            action = Special(face)
            self.emit(a.ActionSetAside(seat, action) if tie_break else a.ActionDrawn(seat, action))

    def ask_category(self, purpose: Purpose) -> None:
        """Let the seat on turn choose a category of the card it holds."""
        until = self.in_seconds(self.state.options.choice_timeout_s)
        self.emit(e.ChoiceAsked(self.state.drawer, purpose, until))

    def blind_card(self, label: str, source: Seat, back: int) -> str:
        """Give the card at place `back` of a hand that is fanned in a shuffled order (VP 20)."""
        hand = self.state.hands[source]
        return hand[self.chance.deck(label, range(len(hand)))[back]]
