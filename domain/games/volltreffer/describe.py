"""One plain sentence or two for each event, German and English."""

from domain.games.volltreffer.describe_de import german
from domain.games.volltreffer.describe_en import english
from domain.games.volltreffer.messages import AnyEvent
from domain.kernel import Language, Seat


def describe(event: AnyEvent, viewer: Seat | None, language: Language) -> str:
    """Say what a viewer saw happen. The event is redacted: a hidden card is None."""
    return german(event, viewer) if language == "de" else english(event, viewer)
