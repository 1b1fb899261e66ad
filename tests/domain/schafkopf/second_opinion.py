"""The rules of Schafkopf told a second time, in another way, for comparison (SK §3 to SK §5).

Cards are plain text here, a contract is (kind, declarer, named): nothing is shared with the rule set.
"""

SUITS = "EGHS"
POINTS = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}
PACK = [suit + rank for suit in SUITS for rank in POINTS]
BASE = {"rufer": 1, "wenz": 5, "solo": 5, "wenz_tout": 10, "solo_tout": 10}

Terms = tuple[str, int, str]
"""Kind, declarer, and the called ace or the trump suit ("" in a Wenz)."""


def ranking(terms: Terms) -> list[str]:
    """List all cards: the trumps from the highest, then each plain suit from the highest."""
    kind, _, named = terms
    courts = "U" if kind.startswith("wenz") else "OU"
    suit = "H" if kind == "rufer" else named
    trumps = [s + rank for rank in courts for s in SUITS] + [
        suit + rank for rank in POINTS if suit and rank not in courts
    ]
    return trumps + [card for card in PACK if card not in trumps]


def belongs_to(terms: Terms, card: str) -> str:
    """Give the suit a card belongs to, "T" for the trumps."""
    kind, _, named = terms
    courts = "U" if kind.startswith("wenz") else "OU"
    return "T" if card[1:] in courts or card[0] == ("H" if kind == "rufer" else named) else card[0]


def best(terms: Terms, trick: list[str]) -> int:
    """Give the place of the card that takes the trick."""
    order, led = ranking(terms), belongs_to(terms, trick[0])
    able = [card for card in trick if belongs_to(terms, card) in (led, "T")]
    return trick.index(min(able, key=order.index))


def allowed(terms: Terms, hand: list[str], trick: list[str], suit_was_led: bool) -> set[str]:
    """Give the cards that may be played."""
    ace = terms[2] if terms[0] == "rufer" else None
    bound = ace in hand and not suit_was_led
    of_called = [card for card in hand if bound and ace and card != ace and belongs_to(terms, card) == ace[0]]
    if not trick:
        return set(hand) if len(of_called) >= 3 else set(hand) - set(of_called)
    led = belongs_to(terms, trick[0])
    same = {card for card in hand if belongs_to(terms, card) == led}
    if bound and ace in same:
        return {str(ace)}
    if same:
        return same
    return set(hand) - {ace} if bound and len(hand) > 1 else set(hand)  # type: ignore[arg-type]


def value(terms: Terms, dealt: list[list[str]], points: int, tricks: int) -> list[int]:
    """Give what each seat gains when the declarer's side has these card points and tricks."""
    kind, declarer, named = terms
    side = {seat for seat in range(4) if seat == declarer or (kind == "rufer" and named in dealt[seat])}
    order = ranking(terms)
    owners = [next(seat for seat in range(4) if card in dealt[seat]) in side for card in order]
    trumps = sum(belongs_to(terms, card) == "T" for card in PACK)
    run = next((place for place in range(trumps) if owners[place] != owners[0]), trumps)
    worth = BASE[kind]
    tout = kind.endswith("tout")
    if run >= (2 if kind.startswith("wenz") else 3):
        worth += 2 * run if tout else run
    won = tricks == 8 if tout else points > 60
    if not tout:
        all_tricks = tricks == (8 if won else 0)
        poor = points > 90 if won else points <= 30
        worth += 2 if all_tricks else 1 if poor else 0
    gain = worth if won else -worth
    return [gain * (3 if len(side) == 1 else 1) if seat in side else -gain for seat in range(4)]
