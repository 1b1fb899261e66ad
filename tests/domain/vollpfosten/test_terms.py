"""How a term is read (VP 9)."""

import pytest

from domain.games.vollpfosten.components import STANDARD
from domain.games.vollpfosten.options import Options
from domain.games.vollpfosten.terms import common, key, known, letters_of


@pytest.mark.parametrize(
    ("term", "letters"),
    [
        ("Affe", "A"),
        ("affe", "A"),
        ("Äpfel", "A"),
        ("A\u0308pfel", "A"),
        ("Öl", "O"),
        ("über", "U"),
        ("Élan", "E"),
        ("der Affe", "AD"),
        ("Der  Ärger", "AD"),
        ("die", "D"),
        ("The Apple", "AT"),
        ("an ox", "AO"),
        ("a", "A"),
        ("Das Das", "D"),
        ("Derwisch", "D"),
        ("  Zebra", "Z"),
        ("ßa", "S"),
        ("7 Zwerge", ""),
        ("🐒", ""),
        ("шар", ""),
    ],
)
def test_the_first_letter(term: str, letters: str) -> None:
    assert letters_of(term, Options(), STANDARD) == letters


def test_option_umlauts_are_letters_of_their_own() -> None:
    assert letters_of("Äpfel", Options(fold_umlauts=False), STANDARD) == "Ä"
    assert common("A", "Ä") == ""


def test_option_articles_count() -> None:
    assert letters_of("der Affe", Options(ignore_leading_article=False), STANDARD) == "D"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Affe", " AFFE ", True),
        ("der Affe", "Affe", True),
        ("Große Katze", "grosse  katze", True),
        ("A\u0308pfel", "Äpfel", True),
        ("Affe", "Affen", False),
        ("die", "der", False),
    ],
)
def test_when_two_terms_are_the_same(one: str, other: str, same: bool) -> None:
    assert (key(one, STANDARD) == key(other, STANDARD)) == same


def test_a_vollpfosten_shows_every_letter() -> None:
    assert common("*", "AD") == "AD"
    assert common("A", "AD") == "A"
    assert common("OU", "U") == "U"


@pytest.mark.parametrize(
    ("line", "term"),
    [("C03a", "Österreich"), ("C03a", "Germany"), ("C05a", "Lissabon"), ("C04a", "die Donau"), ("C01b", "Baker")],
)
def test_the_shipped_lists_know_the_world_in_two_languages(line: str, term: str) -> None:
    assert known(term, line, STANDARD) is True


def test_the_shipped_lists_are_of_use() -> None:
    """Given a factual category, its lists hold a hundred words or so and reach most letters."""
    for card in STANDARD.cards:
        for line in card.categories:
            words = [word for name in line.words for group in STANDARD.words[name].values() for word in group]
            if line.words:
                assert len(words) >= 95, line.id
                letters = {letter for word in words for letter in letters_of(word, Options(), STANDARD)}
                assert len(letters & set(STANDARD.letters)) >= 18, (line.id, set(STANDARD.letters) - letters)


def test_the_shipped_lists_can_be_answered_with() -> None:
    """Given the limits for typed terms, every listed word keeps them."""
    for groups in STANDARD.words.values():
        for words in groups.values():
            assert all(0 < len(word) <= 60 and letters_of(word, Options(), STANDARD) for word in words)
