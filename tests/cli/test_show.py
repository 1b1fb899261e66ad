"""What a newcomer reads of an answer, and what a wrong word on the command line comes to."""

import json
import os
import subprocess
import sys
from subprocess import PIPE

import pytest

from cli import demo
from cli.main import main
from cli.show import say

VIEW = {"game": {"hand": ["EO", "H7"]}, "result": None, "you": 3, "to_act": [3], "phase": "started"}
PASS = {"type": "pass", "suit": None}


def test_a_view_shows_the_hand_and_what_to_paste_next() -> None:
    said = list(say(json.dumps(VIEW | {"legal": [PASS]})))
    assert said == ["    hand: EO H7", "It is your turn. You may post, one of:", """  act '{"type":"pass"}'"""]


def test_who_waits_is_named_as_in_the_sentences() -> None:
    assert list(say(json.dumps(VIEW | {"to_act": [0]})))[-1] == "  (started; waiting for Seat 1)"


def test_a_refusal_shows_what_would_be_right() -> None:
    assert list(say('{"detail":"Not now.","right":"Wait."}')) == ["No: Not now. Wait."]


def test_a_refusal_shows_what_may_be_posted() -> None:
    said = list(say(json.dumps({"detail": "Follow suit.", "right": "See `legal`.", "legal": [PASS]})))
    assert said == ["No: Follow suit. You may post, one of:", """  act '{"type":"pass"}'"""]


def test_a_frame_of_a_stream_shows_its_sentences() -> None:
    frame = {"seq": 8, "entry": {}, "text": {"de": ["Platz 2 gibt weiter."], "en": ["Seat 2 passes."]}}
    assert list(say(f"data: {json.dumps(frame)}")) == ["   8  Seat 2 passes."]
    assert list(say(f"data: {json.dumps(frame)}", "de")) == ["   8  Platz 2 gibt weiter."]
    assert not [*say(": ping"), *say("id: 8"), *say("")]


def test_it_ends_quietly_when_nobody_reads_on() -> None:
    """As in `look | head -1`."""
    frame = json.dumps({"seq": 8, "entry": {}, "text": {"en": ["Seat 2 passes."]}}).encode() + b"\n"
    command = [sys.executable, "-m", "cli.main", "show"]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=buffered) as shown:
        assert shown.stdout is not None
        shown.stdout.close()
        shown.stdout = None
        _, complaint = shown.communicate(frame, timeout=20)
    assert (shown.returncode, complaint) == (0, b"")


def test_the_lines_to_paste_hold_no_comment() -> None:
    """Not every shell knows comments at its prompt."""
    pasted = [line for line in demo.lines("http://here", "t").splitlines() if line.startswith("  ")]
    assert len(pasted) > 10
    assert not [line for line in pasted if " #" in line]


@pytest.mark.parametrize("words", [["verify"], ["verify", "--no-such", "x.zip"], ["nothing"], []])
def test_a_wrong_word_is_no_verdict(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 64
    assert "usage:" in capsys.readouterr().err


def test_a_folder_without_records_is_no_verdict(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 64
    assert "no record" in capsys.readouterr().err
