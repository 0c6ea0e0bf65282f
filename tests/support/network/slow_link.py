"""A slow or stalled connection to a database or a broker."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress

from tests.support.flaky_network import Proxy


class Strait(Proxy):
    """Delays everything by so many seconds; `hold`, `cut` and `heal` work as in Proxy."""

    def __init__(self, url: str, delay: float = 0.0) -> None:
        super().__init__(url)
        self.delay = delay

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._is_cut:
            writer.close()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(*next(self._servers))
        except OSError:
            writer.close()
            return
        self._open |= {writer, far_writer}
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        self._open -= {writer, far_writer}

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError):
            while said := await reader.read(2**16):
                await self._flows.wait()
                await asyncio.sleep(self.delay)
                writer.write(said)
                await writer.drain()
        writer.close()
