"""A proxy between browsers and servers that can drop, stall and restore connections, or alternate servers."""

import asyncio
import ssl
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

_REQUESTS = (b"GET ", b"POST ", b"HEAD ", b"PUT ", b"DELETE ", b"OPTIONS ")


class Proxy:
    """Forwards each request, and each socket, to the next of these servers in turn.

    `cut` drops all connections and accepts no new ones. `hold` keeps them open but lets nothing through,
    like a phone that has left the house. `heal` restores everything. Without `sockets`, every upgrade is
    refused. `tells` are headers added to each request; with `tls` it speaks TLS to browsers.
    """

    def __init__(
        self,
        *urls: str,
        sockets: bool = True,
        tells: Mapping[str, str] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.sockets = sockets
        self._tells = "".join(f"{name}: {value}\r\n" for name, value in (tells or {}).items()).encode()
        self._tls = tls
        self.only(*urls)
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._is_cut = False
        self._open: set[StreamWriter] = set()
        self.refused = 0

    @contextmanager
    def running(self) -> Iterator["Proxy"]:
        self._flows.set()
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        try:
            self.port: int = self._call(self._listen())
            self.url = f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}"
            yield self
        finally:
            self._call(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def cut(self) -> None:
        self._call(self._set(cut=True, flows=True))

    def hold(self) -> None:
        self._call(self._set(cut=False, flows=False))

    def heal(self) -> None:
        self._call(self._set(cut=False, flows=True))

    def only(self, *urls: str) -> None:
        """From now on forward everything to these servers."""
        self._number = len(urls)
        self._servers = cycle([(urlsplit(url).hostname, urlsplit(url).port) for url in urls])

    # -- on the event loop's thread --------------------------------------------------------------------------

    def _call(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(20)

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        return int(self._server.sockets[0].getsockname()[1])

    async def _end(self) -> None:
        self._server.close()
        await self._set(cut=True, flows=True)
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=5)

    async def _set(self, cut: bool, flows: bool) -> None:
        self._is_cut = cut
        if cut:
            for writer in self._open:
                writer.transport.abort()
        if flows:
            self._flows.set()
        else:
            self._flows.clear()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        upstream: StreamWriter | None = None
        answering: asyncio.Task[None] | None = None
        self._open.add(writer)
        try:
            while said := await reader.read(2**16):
                await self._flows.wait()
                if self._is_cut:
                    break
                if said.startswith(_REQUESTS):
                    if not self.sockets and b"upgrade: websocket" in said.lower():
                        self.refused += 1
                        writer.write(
                            b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                        )
                        break
                    if upstream and answering:
                        answering.cancel()  # the last answer is out; otherwise nothing would ask again
                        upstream.close()
                    came, upstream = await self._connected()
                    answering = asyncio.create_task(self._answer(came, writer))
                    asked, _, rest = said.partition(b"\r\n")
                    said = asked + b"\r\n" + self._tells + rest
                if upstream:
                    upstream.write(said)
                    await upstream.drain()
        except OSError:
            pass
        finally:
            self._open.discard(writer)
            for each in (writer, upstream):
                if each and self._is_cut:
                    each.transport.abort()  # a clean close would wait for an answer
                elif each:
                    each.close()

    async def _connected(self) -> tuple[StreamReader, StreamWriter]:
        """Connect to the next server that is up."""
        for _ in range(self._number - 1):
            with suppress(OSError):
                return await asyncio.open_connection(*next(self._servers))
        return await asyncio.open_connection(*next(self._servers))

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Forward until the server closes, cleanly or not, so that a killed server leaves nobody waiting."""
        with suppress(OSError):
            while said := await reader.read(2**16):
                await self._flows.wait()
                writer.write(said)
                await writer.drain()
        writer.close()
