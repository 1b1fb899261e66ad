"""How a typed term is read: its first letter, and when two terms are the same (VP 9).

Terms are stored as typed; everything here works on the Unicode form NFC with white space trimmed.
"""

import unicodedata
from functools import cache

from domain.games.vollpfosten.components import STANDARD, VOLLPFOSTEN, Data, category
from domain.games.vollpfosten.options import Options
from domain.kernel import Ruling

LONGEST_TERM = 60
"""Characters that a term may have when trimmed."""


def trimmed(term: str) -> str:
    """Give a term in NFC, trimmed, its inner white space made single."""
    return " ".join(unicodedata.normalize("NFC", term).split())


def malformed(term: str | None) -> Ruling | None:
    """Refuse what cannot be read out: nothing, far too much, or control characters."""
    if term is None:
        return Ruling("term_missing", "VP §3", "A card is laid with a term; this one has none.")
    if len(term) > 2 * LONGEST_TERM or len(trimmed(term)) > LONGEST_TERM:
        return Ruling("term_too_long", "VP §3", f"A term has {LONGEST_TERM} characters at the most.")
    if not trimmed(term):
        return Ruling("term_empty", "VP §3", "A card is laid with a term; this one is empty.")
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in trimmed(term)):
        return Ruling("term_unreadable", "VP §3", "A term holds no control characters.")
    return None


def _first_letter(word: str, options: Options, data: Data) -> str:
    letter = unicodedata.normalize("NFC", word[:1].upper())[:1]
    folds = dict(data.fold)
    if options.fold_umlauts:
        letter = unicodedata.normalize("NFD", folds.get(letter, letter))[:1]
    return letter if "A" <= letter <= "Z" or letter in folds else ""


def letters_of(term: str, options: Options, data: Data) -> str:
    """Give the letters that a term may stand for, sorted: `Affe` A, `der Affe` A and D, `7` none (VP 9)."""
    words = trimmed(term).split(" ")
    starts = [words[0]]
    if options.ignore_leading_article and len(words) > 1 and words[0].casefold() in data.articles:
        starts.append(words[1])
    return "".join(sorted({_first_letter(word, options, data) for word in starts}))


def common(face: str, letters: str) -> str:
    """Give the letters of `letters` that a letter card shows; a VOLLPFOSTEN shows them all."""
    return letters if face == VOLLPFOSTEN else "".join(letter for letter in letters if letter in face)


def key(term: str, data: Data) -> str:
    """Give what two equal terms share: case and a leading article do not count."""
    words = trimmed(term).casefold().split(" ")
    return " ".join(words[1:] if len(words) > 1 and words[0] in data.articles else words)


def known(term: str, category_id: str, data: Data) -> bool | None:
    """Does the word list of a category hold this term? None: there is no list for it."""
    names = [name for name in category(data, category_id).words if name in data.words]
    if not names:
        return None
    wanted = key(term, data)
    return any(wanted in (_standard_keys(name) if data is STANDARD else _keys(name, data)) for name in names)


def _keys(name: str, data: Data) -> frozenset[str]:
    return frozenset(key(word, data) for words in data.words[name].values() for word in words)


@cache
def _standard_keys(name: str) -> frozenset[str]:
    return _keys(name, STANDARD)
