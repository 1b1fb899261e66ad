"""What is written in one turn of the loop leaves as one piece, in order, and nothing is lost."""

import asyncio
from typing import cast

import pytest

from api.server import PIECE, InOnePiece

pytestmark = pytest.mark.anyio


class Wire:
    """A transport that notes what is sent, and fails like a real one when it is gone."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        if self.closed:
            raise RuntimeError("the handle is closed")
        self.sent.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def wire() -> Wire:
    return Wire()


def over(wire: Wire) -> InOnePiece:
    return InOnePiece(cast(asyncio.Transport, wire))


async def test_head_and_body_are_one_piece(wire: Wire) -> None:
    pipe = over(wire)
    pipe.write(b"head ")
    pipe.write(b"body")
    assert wire.sent == []
    await asyncio.sleep(0)
    assert wire.sent == [b"head body"]
    pipe.write(b"next")
    await asyncio.sleep(0)
    assert wire.sent == [b"head body", b"next"]


async def test_what_is_large_is_sent_at_once_and_after_what_waited(wire: Wire) -> None:
    pipe = over(wire)
    pipe.write(b"head ")
    pipe.write(b"x" * (PIECE + 1))
    assert wire.sent == [b"head " + b"x" * (PIECE + 1)]
    pipe.write(b"tail")
    await asyncio.sleep(0)
    assert wire.sent[1:] == [b"tail"]


async def test_many_small_pieces_are_not_held_back_without_end(wire: Wire) -> None:
    """A stream that has much to say in one turn must still hear when the transport has enough."""
    pipe = over(wire)
    for _ in range(65):
        pipe.write(b"x" * 1024)
    assert b"".join(wire.sent) == b"x" * 1024 * 65


async def test_what_waits_is_sent_before_the_end(wire: Wire) -> None:
    pipe = over(wire)
    pipe.write(b"last words")
    pipe.close()
    assert wire.sent == [b"last words"]
    assert pipe.is_closing()


async def test_nothing_is_sent_to_one_who_has_hung_up(wire: Wire) -> None:
    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    pipe = over(wire)
    pipe.write(b"too late")
    wire.closed = True
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (wire.sent, failures) == ([], [])
