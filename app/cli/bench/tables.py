"""`housewarming bench tables`: many tables whose players move as fast as they can, end to end.

A move is a form sent over HTTP. It counts as arrived once all five of the table's screens, four players' and
one spectator's, have received the next frame.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from app.cli.bench.report import percentile
from app.cli.bench.server_process import Begun, House, begin_games, serving
from app.cli.bench.spliced_page import SplicedPage
from app.net.file_limits import allow_many_files

SCREENS = 5
ARRIVAL_SECONDS = 120
_HIDDEN = re.compile(r'<input type="hidden" name="(seat|turn|id)" value="([^"]*)">')
_MOVE = re.compile(r'form="moves"\s+name="move"\s+value="([^"]+)"(?![^>]*aria-disabled)')


class Play:
    """One table, with its screens and measurements."""

    def __init__(self, begun: Begun, house: House) -> None:
        self.begun, self.house = begun, house
        self.chance = Random(begun.code)
        self.pages = [SplicedPage() for _ in range(SCREENS)]
        self.news = asyncio.Event()
        self.waits: list[float] = []  # milliseconds from the click to the last screen
        self.answers: list[float] = []  # milliseconds from the click to the response
        self.bytes = 0  # of all messages, before they are deflated
        self.again = 0  # responses that said "busy, try again"

    async def look(self, screen: int) -> None:
        """Read the socket of one screen, a player's or a spectator's, and reconnect whenever it closes."""
        seated = screen < len(self.begun.keys)
        async for socket in connect(
            f"ws://{self.house.host}/r/{self.begun.code}/socket",
            origin=Origin(self.house.origin),
            additional_headers={"Cookie": self.begun.cookie(screen)} if seated else {},
            ping_interval=None,
            open_timeout=60,
        ):
            with suppress(ConnectionClosed):
                self.pages[screen] = SplicedPage()
                async for said in socket:
                    self.bytes += len(said)
                    if isinstance(said, str) and self.pages[screen].take(said):
                        self.news.set()

    async def until_all_show(self, version: int) -> None:
        async with asyncio.timeout(ARRIVAL_SECONDS):
            while min(page.at[0] for page in self.pages) < version:
                self.news.clear()
                await self.news.wait()

    async def play(self, until: float) -> None:
        """Play until the time is up or the game is over."""
        version = 1
        while time.monotonic() < until and (chosen := self._choice()):
            begin = time.monotonic()
            while not await self._click(*chosen):
                self.again += 1
                await asyncio.sleep(1)
            answered = time.monotonic()
            version += 1
            await self.until_all_show(version)
            self.answers.append((answered - begin) * 1000)
            self.waits.append((time.monotonic() - begin) * 1000)

    def _choice(self) -> tuple[int, dict[str, str]] | None:
        """A seat whose turn it is, and the form that a randomly picked button on its screen would send."""
        for seat in range(len(self.begun.keys)):
            frame = self.pages[seat].frame
            moves = [move for move in _MOVE.findall(frame) if move != "undo"] or _MOVE.findall(frame)
            if moves:
                form = dict(_HIDDEN.findall(frame[frame.index('<form id="moves"') :])[:3])
                return seat, {**form, "move": self.chance.choice(moves)}
        return None

    async def _click(self, seat: int, form: dict[str, str]) -> bool:
        """Send the form; False if the server was busy. Moves are idempotent, so sending one again is safe."""
        body = urlencode(form).encode()
        head = (
            f"POST /r/{self.begun.code}/move HTTP/1.1\r\nHost: {self.house.host}\r\n"
            f"Origin: {self.house.origin}\r\nCookie: {self.begun.cookie(seat)}\r\nHX-Request: true\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(*self.house.host.split(":"))
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        status = answer[9:12]
        if status not in (b"204", b"503", b"507"):  # 507 is a 503 for scripts
            raise RuntimeError(f"a move was answered: {answer.decode()}")
        return status == b"204"


async def tables(folder: Path, number: int, seconds: float) -> dict[str, Any]:
    allow_many_files(number * (SCREENS + 1))
    games = await begin_games(folder, number)
    async with serving(folder) as house:
        plays = [Play(begun, house) for begun in games]
        looking = []
        for play in plays:  # one by one, so that no first frame has to wait for those of all the other tables
            looking += [asyncio.create_task(play.look(screen)) for screen in range(SCREENS)]
            await play.until_all_show(1)
        begin, before = time.monotonic(), house.processor_seconds()
        await asyncio.gather(*(play.play(begin + seconds) for play in plays))
        lasted, after = time.monotonic() - begin, house.processor_seconds()
        for page in looking:
            page.cancel()
        await asyncio.wait(looking)
    used = after - before if after is not None and before is not None else None
    return _report(plays, lasted, used)


def _report(plays: Sequence[Play], seconds: float, processor: float | None) -> dict[str, Any]:
    waits = [wait for play in plays for wait in play.waits]
    answers = [answer for play in plays for answer in play.answers]
    figures = {
        "tables": len(plays),
        "screens": len(plays) * SCREENS,
        "moves": len(waits),
        "put_off": sum(play.again for play in plays),
        "bytes_a_screen_a_move": round(sum(play.bytes for play in plays) / len(waits) / SCREENS),
        "moves_per_second": round(len(waits) / seconds, 1),
        "server_cpu_ms_a_move": processor and round(processor / len(waits) * 1000, 1),
        "answered_p50_ms": round(percentile(answers, 50), 1),
        "last_screen_p50_ms": round(percentile(waits, 50), 1),
        "last_screen_p99_ms": round(percentile(waits, 99), 1),
    }
    return {"title": "tables that move as fast as they can, all through HTTP and WebSocket", "all": [figures]}
