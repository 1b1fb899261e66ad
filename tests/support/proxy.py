"""A proxy between the store and its server that loses answers when it is told to."""

import asyncio
import contextlib
from types import TracebackType
from typing import Literal, Self
from urllib.parse import unquote, urlparse

Mode = Literal["pass", "cut", "mute"]


class Proxy:
    """Forwards bytes both ways on a port of its own.

    `cut` closes the connection instead of handing on an answer: the command was done and nobody heard of it.
    `mute` swallows answers and keeps the connection open. Either counts down: `lose(2, "cut")` loses two answers.
    """

    def __init__(self, url: str) -> None:
        self._target = urlparse(url)
        self._mode: Mode = "pass"
        self._left = 0
        self._lines: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.lost = 0

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/0"

    def lose(self, answers: int, mode: Mode) -> None:
        self._left, self._mode = answers, mode

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for line in list(self._lines):
            line.close()
        for line in list(self._lines):
            await self._closed(line)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._target.scheme == "unix":
            far_reader, far_writer = await asyncio.open_unix_connection(unquote(self._target.path))
        else:
            far_reader, far_writer = await asyncio.open_connection(self._target.hostname, self._target.port)
        self._lines |= {writer, far_writer}
        try:
            await asyncio.gather(self._forward(reader, far_writer), self._answer(far_reader, writer, far_writer))
        finally:
            for line in (writer, far_writer):
                line.close()
                await self._closed(line)
                self._lines.discard(line)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await self._read(reader):
            writer.write(data)
        writer.close()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, far_writer: asyncio.StreamWriter
    ) -> None:
        while data := await self._read(reader):
            if self._left > 0:
                self._left -= 1
                self.lost += 1
                if self._mode == "cut":
                    break
                continue
            writer.write(data)
        writer.close()
        far_writer.close()

    @staticmethod
    async def _read(reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.read(1 << 16)
        except OSError:
            return b""

    @staticmethod
    async def _closed(line: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            await line.wait_closed()
