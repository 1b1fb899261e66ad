"""Random deals, each card and each score compared with a second telling of the rules."""

import random

import pytest

from domain.cards import Card, Suit
from domain.games.schafkopf import RULES
from domain.games.schafkopf.contracts import Contract, Kind
from domain.games.schafkopf.messages import DealScored, PartnerRevealed, PlayCard, TrickWon
from domain.games.schafkopf.options import Options
from domain.games.schafkopf.state import Match, Playing
from domain.kernel import Command, Deal, Ruling
from tests.domain.schafkopf import second_opinion as told
from tests.support.chance import SeededChance


def deal_of(rng: random.Random) -> tuple[told.Terms, list[list[str]]]:
    """A random deal and a contract that its declarer may play; every second Rufer has a holder who can run away."""
    kind = rng.choice(["rufer", "rufer", "rufer", *told.BASE])
    pack = rng.sample(told.PACK, 32)
    if kind != "rufer":
        declarer = rng.randrange(4)
        dealt = [pack[8 * seat : 8 * seat + 8] for seat in range(4)]
        suits = sorted({card[0] for card in dealt[declarer] if card[1:] not in "OU"})
        return (kind, declarer, rng.choice(suits) if "solo" in kind and suits else ""), dealt
    suit, (declarer, holder, *_) = rng.choice("EGS"), rng.sample(range(4), 4)
    plain = [card for card in pack if card[0] == suit and card[1:] not in "AOU"]
    given = {declarer: plain[:1], holder: [suit + "A", *plain[1 : rng.choice([1, 4])]]}
    rest = [card for card in pack if card not in given[declarer] + given[holder]]
    dealt = [(given.get(seat, []) + [rest.pop() for _ in range(8 - len(given.get(seat, [])))]) for seat in range(4)]
    return (kind, declarer, suit + "A"), dealt


def begun(terms: told.Terms, dealt: list[list[str]], lead: int) -> Playing:
    kind, declarer, named = terms
    contract = Contract(
        Kind(kind),
        declarer,
        ace=Card(named) if kind == "rufer" else None,
        suit=Suit(named) if "solo" in kind else None,
    )
    hands = tuple(tuple(map(Card, hand)) for hand in dealt)
    return Playing(Match(Options(), 1, (lead - 1) % 4), hands, (), contract, lead)


@pytest.mark.parametrize("seed", range(120))
def test_legal_cards_tricks_partner_and_scores_agree(seed: int) -> None:
    rng = random.Random(seed)
    terms, dealt = deal_of(rng)
    if "solo" in terms[0] and not terms[2]:
        return
    lead = rng.randrange(4)
    state = begun(terms, dealt, lead)
    hands, led, partner = [list(hand) for hand in dealt], False, None
    points, tricks = [0] * 4, [0] * 4
    while RULES.deal(state) is Deal.RUNNING:
        trick: list[str] = []
        for place in range(4):
            seat = (lead + place) % 4
            allowed = told.allowed(terms, hands[seat], trick, led)
            assert RULES.to_act(state) == (seat,)
            assert {action.card for action in RULES.legal(state, seat)} == allowed  # type: ignore[union-attr]
            card = rng.choice(sorted(allowed))
            answer = RULES.decide(state, Command(seat, "player", PlayCard(Card(card)), 1), SeededChance())
            assert not isinstance(answer, Ruling)
            for event in answer:
                state = RULES.evolve(state, event)  # type: ignore[assignment]
            hands[seat].remove(card)
            trick.append(card)
            shows = card == terms[2]
            ran = place == 3 and not led and terms[0] == "rufer" and told.belongs_to(terms, trick[0]) == terms[2][0]
            if partner is None and (shows or ran):
                partner = seat if shows else lead
                assert [event.seat for event in answer if isinstance(event, PartnerRevealed)] == [partner]
        led = led or told.belongs_to(terms, trick[0]) == terms[2][:1]
        lead = (lead + told.best(terms, trick)) % 4
        assert [event.seat for event in answer if isinstance(event, TrickWon)] == [lead]
        points[lead] += sum(told.POINTS[card[1:]] for card in trick)
        tricks[lead] += 1
    (scored,) = (event for event in answer if isinstance(event, DealScored))
    side = scored.result.side
    assert scored.result.points == sum(points[seat] for seat in side)
    assert list(scored.result.scores) == told.value(
        terms, dealt, scored.result.points, sum(tricks[seat] for seat in side)
    )
