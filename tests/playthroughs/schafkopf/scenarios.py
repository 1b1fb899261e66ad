"""One deal of each contract, and the turns that a deal can take."""

from domain.cards import Card
from domain.games.schafkopf.messages import PlayCard
from tests.playthroughs.script import Scenario, Try
from tests.support.schafkopf import bid, complete, forced, planned


def dealt(
    name: str,
    title: str,
    hands: tuple[str | None, ...],
    dealer: int,
    calls: dict[int, str],
    played: str = "",
    tries: tuple[Try, ...] = (),
) -> Scenario:
    """A deal with these hands; what is neither called nor played by plan the solid bots decide."""
    return Scenario(
        name=name,
        title=title,
        seats=4,
        players="plan",
        choose=planned(calls, played),
        forced=forced(dealer, complete(hands)),
        tries=tries,
    )


SCENARIOS = (
    dealt(
        "rufer",
        "a Rufer, won with the called ace",
        (
            "E10 E7 GA GU G9 H10 HK SO",
            "EK EO GO G7 HA H7 S10 SU",
            "E9 E8 G10 GK HU H9 H8 SA",
            "EA EU G8 HO SK S9 S8 S7",
        ),
        dealer=3,
        calls={0: "rufer EA"},
        played="SO EO HU EU EK E8 EA E10 S9 G9 S10 SA G10 G8 GA G7 GU HA H8 HO S7 H10 H7 H9 HK SU GK SK GO E9 S8 E7 ",
        tries=(
            Try(0, bid("rufer GA"), "holds_called_ace"),
            Try(0, bid("rufer SA"), "no_card_of_called_suit"),
            Try(0, bid("solo S"), "no_card_of_trump_suit"),
        ),
    ),
    dealt(
        "called_ace",
        "a Rufer whose partner would like to keep the called ace, to run away, and to hold it back",
        (
            "E7 S7 EO GO HO HA HK G7",
            "EA E9 GA G10 HU H8 H7 SO",
            "E10 EU GK G9 H10 SA SK S8",
            "EK E8 GU G8 H9 S10 SU S9",
        ),
        dealer=3,
        calls={0: "rufer EA"},
        played="S7 H7 S8 S9 SO EU H9 EO E7 EA E10 E8",
        tries=(
            Try(1, PlayCard(Card.EA), "called_ace_stays"),
            Try(1, PlayCard(Card.E9), "cannot_run_away"),
            Try(1, PlayCard(Card.E9), "must_play_called_ace"),
        ),
    ),
    dealt(
        "run_away",
        "a Rufer in which the partner runs away and discards the ace later",
        (
            "GU HA HK HO H9 H8 S8 S7",
            "EA E10 EK EU E9 SA SK S9",
            "E7 GK GO G7 H10 HU H7 SU",
            "EO E8 GA G10 G9 G8 S10 SO",
        ),
        dealer=0,
        calls={2: "rufer EA"},
        played="E10 E7 E8 HA H8 EU HU SO S10 S8 SK H10 GK GA S7 EK G10 GU E9 G7 HO EA H7 EO G8 HK SA SU GO G9 H9 S9 ",
    ),
    dealt(
        "wenz",
        "a Wenz, lost Schneider",
        (
            "EA EO E9 E7 GK HK H9 H7",
            "E10 G9 H10 HU SK SO SU S8",
            "EK E8 GA GO GU G7 HA S10",
            "EU G10 G8 HO H8 SA S9 S7",
        ),
        dealer=0,
        calls={1: "wenz"},
        played="H10 HA H8 H7 GO G8 GK G9 EA E10 EK S9 EO SU E8 S7 HU GU EU H9 SA HK S8 S10 HO E9 SO GA G10 E7 SK G7 ",
    ),
    dealt(
        "solo",
        "an acorn Solo, won Schneider",
        (
            "EK GK GO HA HK H7 SO S7",
            "EU E8 G9 G8 S10 SU S9 S8",
            "EA E10 EO E9 E7 HU H8 SA",
            "GA G10 GU G7 H10 HO H9 SK",
        ),
        dealer=1,
        calls={2: "solo E"},
        played="EO GU EK E8 SA SK S7 S10 H8 H9 H7 S8 G10 GK G8 E10 HU HO SO EU H10 HK S9 E7 E9 G7 GO SU HA G9 EA GA ",
    ),
    dealt(
        "wenz_tout",
        "a Wenz Tout, won: four Unters and four aces",
        (None, "EU GU HU SU EA GA HA SA", None, None),
        dealer=0,
        calls={1: "wenz_tout"},
        played="EU",
    ),
    dealt(
        "solo_tout",
        "a leaf Solo Tout over a Rufer, won",
        ("EA E9 HA HK H9 SA SK G9", "EO GO HO SO EU GU HU GA", None, None),
        dealer=3,
        calls={0: "rufer GA", 1: "solo_tout G"},
    ),
    dealt(
        "solo_tout_lost",
        "a heart Solo Tout that ends with the first lost trick",
        ("EO HO SO EU HU HA H10 E9", "GO GU EA E10 EK E8 SA SK", None, None),
        dealer=3,
        calls={0: "solo_tout H"},
        played="EO GU H7 H8 HO GO",
    ),
    dealt(
        "sie",
        "a Sie, which wins at once",
        (None, None, "EO GO HO SO EU GU HU SU", None),
        dealer=0,
        calls={2: "sie"},
    ),
    dealt("all_passed", "four passes, no score", (None, None, None, None), dealer=2, calls={}),
    Scenario(
        name="match",
        title="a match of three deals between solid bots, with a Salzburg pack",
        seats=4,
        seed=11,
        options={"max_deals": 3, "pack": "salzburg", "tricks_shown": "all"},
        deals=3,
        players="solid",
    ),
)
