"""What happens when a landlord acts: the turn from first move to second move to the next landlord."""

from itertools import islice
from typing import assert_never

from domain.games.volle_huette import messages as m
from domain.games.volle_huette.check import check, fields_for
from domain.games.volle_huette.components import COLOURS, PILES, STANDARD, read_action
from domain.games.volle_huette.evolve import evolve
from domain.games.volle_huette.scoring import takings
from domain.games.volle_huette.space import find_room, seatings
from domain.games.volle_huette.state import (
    ChoosingPub,
    FirstMove,
    Furnishing,
    Hand,
    Pub,
    Seating,
    State,
    TakingCard,
    Waiting,
)
from domain.kernel import Answer, Chance, Command, NextDeal, Ruling, Seat, Setup, Tick


def initial(setup: Setup) -> State:
    """Give the table before anything is laid out."""
    data = setup.data or STANDARD
    return State(
        options=setup.options,
        data=data,
        phase=Waiting(),
        pubs=(Pub(),) * setup.seats,
        hands=(Hand(),) * setup.seats,
        money=(data.start.money,) * setup.seats,
        supply="".join(colour * data.figures.of(colour) for colour in COLOURS),
        left={pile: len(data.deck(pile)) for pile in PILES},
    )


def decide(state: State, command: Command, chance: Chance) -> Answer:
    """Give the events of a command, or the ruling that refuses it."""
    action = command.action
    if isinstance(action, Tick):
        return Ruling("nothing_due", "VH", "Volle Hütte has no deadlines")
    table = _Table(state, chance)
    if isinstance(action, NextDeal):
        if not isinstance(state.phase, Waiting):
            return Ruling("already_dealt", "VH §2", "a table plays one game")
        table.lay()
        return table.answer()
    if command.seat is None or not isinstance(action, m.Action):
        return Ruling("not_your_turn", "VH §3", "only a landlord can do that")
    ruling = check(state, command.seat, action)
    if ruling is not None:
        return ruling
    table.act(command.seat, action)
    return table.answer()


class _Table:
    """Collects the events of one command and folds them as they come."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[m.Event] = []

    def answer(self) -> tuple[m.Event, ...]:
        return tuple(self.events)

    def say(self, event: m.Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def draw(self, pile: str, number: int, drawn: int = 0) -> tuple[str, ...]:
        """Read the next cards of a pile, as many as there are, after `drawn` that no event tells of yet."""
        deck = self.chance.deck(pile, self.state.data.deck(pile))
        first = len(deck) - self.state.left[pile] + drawn
        return deck[first : first + number]

    def draw_one(self, pile: str) -> str | None:
        return next(iter(self.draw(pile, 1)), None)

    def lay(self) -> None:
        shown = self.state.data.display
        self.say(
            m.TableLaid(
                piles=self.state.left,
                installations=self.draw("installations", shown.installations),
                customers=self.draw("customers", shown.customer_cards),
                actions=self.draw("actions", shown.action_cards),
                tip=int(self.draw("collect", 1)[0]),
            )
        )

    def act(self, seat: Seat, action: m.Action) -> None:
        match action:
            case m.ChoosePub():
                self.say(m.PubChosen(seat, action.pub))
                if isinstance(self.state.phase, ChoosingPub) and self.state.phase.seat == self.state.seats:
                    self.deal()
            case m.PlaceTile():
                self.say(m.TilePlaced(seat, action.tile, action.field))
                self.set_aside(seat)
                self.begin_when_furnished()
            case m.Equip():
                tile = self.state.installations[action.slot]
                refill = self.draw_one("installations")
                self.say(m.PubEquipped(seat, action.slot, tile, action.field, refill))
                self.after_first_move(seat)
            case m.Receive():
                card = self.state.customers[action.slot]
                self.say(m.CustomersReceived(seat, action.slot, card, self.draw_one("customers")))
                self.seat_if_forced()
            case m.Collect():
                self.collect(seat)
            case m.Pass():
                self.say(m.Passed(seat))
                self.after_first_move(seat)
            case m.PlayActionCard():
                self.play(seat, action)
            case m.SeatGroup():
                self.sit(action.places)
            case m.TakeActionCard():
                card = self.state.actions[action.slot]
                self.say(m.ActionCardTaken(seat, action.slot, card, self.draw_one("actions")))
                if self.state.actions:
                    self.next_turn(seat)
                else:
                    self.last_orders()
            case _ as never:
                assert_never(never)

    def deal(self) -> None:
        seats, start = range(self.state.seats), self.state.data.start
        tiles, cards = start.installations, start.action_cards
        self.say(
            m.CardsDealt(
                tiles=tuple(self.draw("installations", tiles, seat * tiles) for seat in seats),
                actions=tuple(self.draw("actions", cards, seat * cards) for seat in seats),
            )
        )
        for seat in seats:
            self.set_aside(seat)
        self.begin_when_furnished()

    def set_aside(self, seat: Seat) -> None:
        """Installations of the start that fit nowhere leave the game (VH 5 lets nobody place them)."""
        phase = self.state.phase
        tiles = phase.tiles[seat] if isinstance(phase, Furnishing) else ()
        if tiles and not any(fields_for(self.state, seat, tile) for tile in tiles):
            self.say(m.TilesSetAside(seat, tiles))

    def begin_when_furnished(self) -> None:
        if isinstance(self.state.phase, Furnishing) and not any(self.state.phase.tiles):
            self.say(m.TurnBegan(0))

    def collect(self, seat: Seat) -> None:
        tip, shown = self.state.tip or 0, self.draw_one("collect")
        next_tip = None if shown is None else int(shown)
        self.say(m.Collected(seat, tip, takings(self.state, seat), next_tip))
        if next_tip is None:  # the last collect card ends the game at once (VH 20)
            self.end()
        else:
            self.after_first_move(seat)

    def play(self, seat: Seat, action: m.PlayActionCard) -> None:
        state, origin, destination = self.state, action.origin, action.destination
        self.say(m.ActionCardPlayed(seat, action.card, origin, destination))
        if origin is None or destination is None:
            return
        group = state.pubs[origin.pub].tiles[origin.field].who
        pubs = [pub.tiles for pub in state.pubs]
        to = find_room(state.data.installation_types, pubs, origin.pub, destination, len(group))
        stays = to == origin.pub  # nobody leaves the pub, nobody pays (VH 13)
        paid = 0 if stays or read_action(action.card).dodge else state.data.value(group)
        self.say(m.GroupLeft(seat, origin, group, destination, paid, to))
        if to is not None:
            self.seat_if_forced()

    def seat_if_forced(self) -> None:
        """Seat the waiting group if there is one way only."""
        phase = self.state.phase
        assert isinstance(phase, Seating)
        tiles = self.state.pubs[phase.pub].tiles
        ways = list(islice(seatings(self.state.data.installation_types, tiles, phase.place, phase.group), 2))
        if len(ways) == 1:
            self.sit(ways[0])

    def sit(self, places: m.Places) -> None:
        phase = self.state.phase
        assert isinstance(phase, Seating)
        self.say(m.GroupSeated(phase.seat, phase.pub, phase.place, dict(sorted(places.items()))))
        if phase.arriving:
            self.after_first_move(phase.seat)
        else:
            assert isinstance(self.state.phase, TakingCard)

    def after_first_move(self, seat: Seat) -> None:
        """Go on to the second move once enough customers are in play (VH 9), else to the next landlord."""
        state = self.state
        assert isinstance(state.phase, FirstMove)
        enough = state.in_play >= state.data.second_move_from_figures
        if enough or (state.second_moves and state.options.second_move == "switch"):
            self.say(m.SecondMoveBegan(seat))
        elif state.passes >= state.seats:
            self.nobody_can_move(seat)
        else:
            self.next_turn(seat)

    def nobody_can_move(self, seat: Seat) -> None:
        """A full circle of passes: new customers come on display, or the game ends (VH 25)."""
        cards = self.draw("customers", self.state.data.display.customer_cards)
        if cards:
            self.say(m.CustomersReplaced(cards))
            self.next_turn(seat)
        else:
            self.last_orders()

    def next_turn(self, seat: Seat) -> None:
        self.say(m.TurnBegan((seat + 1) % self.state.seats))

    def last_orders(self) -> None:
        """All collect once more, without a tip (VH 21, VH 25)."""
        self.say(m.LastOrders(takings(self.state)))
        self.end()

    def end(self) -> None:
        self.say(m.GameEnded(self.state.money))
