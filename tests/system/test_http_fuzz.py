"""Requests with bytes lost, swapped or inserted: they are answered, and break nothing for anybody."""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.support.api import play_out, started
from tests.support.server import Server, serving

pytestmark = pytest.mark.anyio
REQUESTS, AT_ONCE = 2000, 40
UNFINISHED_SECONDS = 0.3  # then the client gives up; the server may still wait for the rest of the request

SEEDS = [
    "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET /picture HTTP/1.0\r\n\r\n",
    "GET http://ada:pw@{host}/%00%ff HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET /static/app.css HTTP/1.1\r\nHost: {host}\r\nRange: bytes=0-1\r\nIf-None-Match: x\r\n\r\n",
    "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    "Content-Length: 34\r\n\r\n"
    '{{"game":"dream_home","name":"Ada"}}',
    "POST /tables HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nTransfer-Encoding: chunked\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n\r\n5\r\nname=\r\n1\r\nA\r\n0\r\n\r\n",
    "POST /r/{code}/move HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n"
    "Transfer-Encoding: chunked\r\n\r\nabc",
    "GET /r/{code}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    "GET /api/tables/{code}/log?after=0 HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer x\r\n"
    "Cookie: a=b; housewarming-locale=pl\r\nAccept-Language: pl\r\nX-Forwarded-For: 192.0.2.4\r\n"
    "X-Forwarded-Proto: https\r\nX-Forwarded-Host: y\r\nX-Forwarded-Prefix: /z\r\nX-Request-ID: aa\r\n"
    "Range: bytes=0-1\r\nIf-Modified-Since: x\r\nAccept-Encoding: gzip\r\nUpgrade: h2c\r\n\r\n",
]
JUNK = [
    *(b"\0", b"\r", b"\n", b"\r\n", b"\t", b"\xff", b"\xc3\x28", "👨".encode(), b"%", b"%00", b"%ff"),
    *(b":", b";", b",", b"[", b"[::1]", b"http://[", b"//", b"..", b"HTTP/9.9", b"chunked"),
    *(b"-1", b"1e9", b"9" * 20, b"bytes=9-0", b"Expect: 100-continue\r\n", b"Connection: Upgrade\r\n"),
]


def spoilt(request: bytes, chance: Random) -> bytes:
    """A request with up to five places lost, swapped or inserted, or unchanged."""
    said = bytearray(request)
    for _ in range(chance.randint(0, 5)):
        at, how = chance.randrange(len(said) + 1), chance.random()
        if how < 0.4:
            said[at:at] = chance.choice(JUNK)
        elif how < 0.6:
            del said[at : at + chance.randint(1, 8)]
        elif how < 0.8:
            said[at : at + 1] = chance.randbytes(1)
        else:
            said[at : at + 3] = chance.choice(JUNK)
    return bytes(said)


async def asked(host: str, said: bytes, hangs_up: bool, is_whole: bool) -> bytes:
    """The start of the answer; empty if there is none."""
    reader, writer = await asyncio.open_connection(*host.split(":"))
    try:
        writer.write(said)
        if hangs_up:
            writer.write_eof()
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(20 if hangs_up or is_whole else UNFINISHED_SECONDS):
                return await reader.read(200)
        return b""
    finally:
        writer.transport.abort()


def open_files(server: Server) -> int:
    shown = Path(f"/proc/{server.process.pid}/fd")  # Linux only
    return len([*shown.iterdir()]) if shown.exists() else 0


async def test_mangled_requests_break_nothing_and_leave_nothing_in_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    chance = Random(1)  # the assertions name broken requests, and the seed repeats them
    answers: Counter[bytes] = Counter()
    broken = []
    with serving(tmp_path / "data") as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        guests = await asyncio.to_thread(started, web, "Bruno")
        host = urlsplit(server.url).netloc
        seeds = [seed.format(host=host, code=guests[0].code).encode() for seed in SEEDS]
        said = iter([(spoilt(chance.choice(seeds), chance), chance.random() < 0.5) for _ in range(REQUESTS)])

        async def ask_on() -> None:
            for request, hangs_up in said:
                answer = await asked(host, request, hangs_up, request in seeds)
                answers[answer[9:12]] += 1
                if answer and not re.match(rb"HTTP/1\.1 [1-4]", answer):
                    broken.append((request, answer))

        await asyncio.gather(*(ask_on() for _ in range(AT_ONCE)))

        async with asyncio.timeout(30):
            while open_files(server) > AT_ONCE:  # closed connections leave no file open
                await asyncio.sleep(0.02)
        assert broken == []
        assert (await asyncio.to_thread(web.get, "/healthz")).status_code == 200
        assert guests[0].look()["version"] == 1
        await asyncio.to_thread(play_out, guests, Random(2))
    assert {b"101", b"200", b"201", b"400", b"404"} <= answers.keys(), "they come to all kinds of places"
    assert capfd.readouterr().err == ""
