"""`... | stammtisch show`: print answers of the API for people, one JSON value a line, also of a live stream.

Sentences for what happened, the referee's words for what was refused, and, from a view, what is in front of a player.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any, Final

_SEEN: Final = ("hand", "contract", "trick", "scores")
"""What a game shows of itself, where it has it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's flags."""
    parser.add_argument("--language", choices=("de", "en"), default="en", help="of the sentences (default: en)")


def run(parsed: argparse.Namespace) -> int:
    """Print until the input ends."""
    try:
        for line in sys.stdin:
            for said in say(line, parsed.language):
                print(said, flush=True)
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:  # whoever read this has read enough; nor may Python flush it again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def say(line: str, language: str = "en") -> Iterator[str]:
    """Give what there is to say about one line; nothing about one that holds no JSON object."""
    text = line.removeprefix("data:").strip()
    try:
        value = json.loads(text)
    except ValueError:
        return
    if not isinstance(value, dict):
        return
    if "detail" in value:
        yield from _refusal(value)
    entries = value.get("entries") or value.get("missed") or ([value] if "entry" in value else [])
    for entry in entries:
        for sentence in entry["text"][language]:
            yield f"{entry['seq']:>4}  {sentence}"
    view = value if "game" in value else value.get("table")
    if isinstance(view, dict):
        yield from _view(view)


def _refusal(problem: dict[str, Any]) -> Iterator[str]:
    if legal := problem.get("legal"):
        yield f"No: {problem['detail']} You may post, one of:"
        yield from _to_paste(legal)
    else:
        yield f"No: {problem['detail']} {problem.get('right') or ''}".rstrip()


def _to_paste(legal: list[Any]) -> Iterator[str]:
    return (f"  act '{_short(action)}'" for action in legal)


def _view(view: dict[str, Any]) -> Iterator[str]:
    game = view["game"] or {}
    for name in _SEEN:
        if game.get(name) is not None:
            yield f"{name:>8}: {_short(game[name])}"
    if view["result"] is not None:
        yield f"  result: {_short(view['result'])}"
    elif view["you"] in view["to_act"]:
        yield "It is your turn. You may post, one of:"
        yield from _to_paste(view["legal"])
    else:
        awaited = ", ".join(f"Seat {seat + 1}" for seat in view["to_act"])
        yield f"  ({view['phase']}; waiting for {awaited or 'what comes'})"


def _short(value: object) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    if isinstance(value, dict):
        value = {name: item for name, item in value.items() if item is not None}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
