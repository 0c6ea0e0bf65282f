"""`housewarming bench tables` and `bench viewers`: tables whose players move, end to end.

A move is a form sent over HTTP. It counts as arrived once all screens, four players' and the spectators',
have received what it changed. Players pick moves at random, from the rules, which this process knows as well;
their pages take over the changes as a browser would.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from app.cli.bench.bare_tables import bare_tables
from app.cli.bench.browser import CountedSocket, Forms
from app.cli.bench.report import percentile
from app.cli.bench.server_process import Begun, House, begin_games, serving
from app.cli.bench.spliced_page import SplicedPage
from app.engine.core import UNDO, play
from app.engine.move_text import text_of
from app.net.file_limits import allow_many_files
from app.pages.i18n import ENGLISH

ARRIVAL_SECONDS = 120
_VERSION = re.compile(r'data-version(?:="|":")(\d+)"')


class Screen:
    """A page of one table. What arrives is only noted at first: splicing it would delay other screens.

    In a crowd, most pages are not spliced at all, because that would take this process most of its time.
    """

    def __init__(self, is_spliced: bool) -> None:
        self.version = 0
        self._is_spliced = is_spliced
        self.page = SplicedPage()
        self.bytes = 0  # of all messages
        self._unread: list[str] = []
        self._socket: CountedSocket | None = None
        self._received_before = 0

    def begin(self, socket: CountedSocket) -> None:
        self._received_before = self.received
        self._socket = socket
        self.page, self._unread = SplicedPage(), []

    @property
    def received(self) -> int:
        """The bytes that came over the network."""
        return self._received_before + (self._socket.received if self._socket else 0)

    def hear(self, said: str) -> bool:
        """Note a message; return whether it is about the table."""
        self.bytes += len(said.encode())
        is_table = said.startswith(("<", '{"since"'))
        if is_table:
            if self._is_spliced:
                self._unread.append(said)
            found = _VERSION.search(said[:2000])
            self.version = max(self.version, int(found[1]) if found else 0)
        return is_table

    def take_over(self) -> None:
        """Change the page as a browser would, and check that it has kept up."""
        for said in self._unread:
            self.page.take(said)
        self._unread.clear()
        assert not self._is_spliced or self.page.at[0] == self.version, "the page has missed something"


class Play:
    """One table, with its screens and measurements."""

    def __init__(self, begun: Begun, house: House, watchers: int, pace: float, locale: str) -> None:
        self.begun, self.house, self.pace, self._locale = begun, house, pace, locale
        self.state = begun.state
        self.chance = Random(begun.code)
        seats = len(begun.keys)
        self.screens = [Screen(number <= seats) for number in range(seats + watchers)]
        self.news = asyncio.Event()
        self.waits: list[float] = []  # milliseconds from the click to the last screen
        self.answers: list[float] = []  # milliseconds from the click to the response
        self.again = 0  # responses that said "busy, try again"
        self._forms = Forms(house)

    async def look(self, number: int) -> None:
        """Read the socket of one screen, a player's or a spectator's, and reconnect whenever it closes."""
        seated, screen = number < len(self.begun.keys), self.screens[number]
        async for socket in connect(
            f"ws://{self.house.host}/r/{self.begun.code}/socket?locale={self._locale}",
            origin=Origin(self.house.origin),
            additional_headers={"Cookie": self.begun.cookie(number)} if seated else {},
            ping_interval=None,
            open_timeout=60,
            create_connection=CountedSocket,
        ):
            assert isinstance(socket, CountedSocket)
            screen.begin(socket)
            with suppress(ConnectionClosed):
                async for said in socket:
                    if isinstance(said, str) and screen.hear(said):
                        self.news.set()

    async def until_all_show(self, version: int) -> None:
        async with asyncio.timeout(ARRIVAL_SECONDS):
            while min(screen.version for screen in self.screens) < version:
                self.news.clear()
                await self.news.wait()

    async def play(self, until: float) -> None:
        """Play until the time is up or the game is over."""
        version = 1
        await self._think()
        while time.monotonic() < until and self.state.waiting:
            seat, move = self._choice()
            turn = self.state.turns[seat]
            begin = time.monotonic()
            while not await self._click(seat, turn, text_of(move)):
                self.again += 1
                await asyncio.sleep(1)
            answered = time.monotonic()
            version += 1
            await self.until_all_show(version)
            self.answers.append((answered - begin) * 1000)
            self.waits.append((time.monotonic() - begin) * 1000)
            self.state, _ = play(self.begun.game, self.state, seat, turn, move)
            for screen in self.screens:
                screen.take_over()
            await self._think()
        self._forms.close()

    async def _think(self) -> None:
        if self.pace:
            await asyncio.sleep(self.chance.uniform(0, 2) / self.pace)

    def _choice(self) -> tuple[int, Any]:
        """A seat that is asked, and a move that it may make; now and then an undo."""
        seat = self.chance.choice(self.state.waiting)
        moves = [*self.begun.game.moves(self.state, seat)]
        others = [move for move in moves if move != UNDO]
        undoes = not others or (UNDO in moves and self.chance.random() < 0.05)
        return seat, UNDO if undoes else self.chance.choice(others)

    async def _click(self, seat: int, turn: int, move: str) -> bool:
        """Send the form; False if the server was busy. Moves are idempotent, so sending one again is safe."""
        form = {"seat": seat, "turn": turn, "id": f"{len(self.waits)}-{turn}", "move": move}
        answer = await self._forms.send(f"/r/{self.begun.code}/move", self.begun.cookie(seat), form)
        status = answer[:3]
        if status not in (b"204", b"503", b"507"):  # 507 is a 503 for scripts
            raise RuntimeError(f"a move was answered: {answer.decode()}")
        return status == b"204"


async def tables(
    folder: Path,
    game: str,
    number: int,
    seconds: float,
    pace: float = 0,
    watchers: int = 1,
    locale: str = ENGLISH,
) -> dict[str, Any]:
    games = await begin_games(folder, number, game)
    screens = len(games[0].keys) + watchers
    allow_many_files(number * (screens + 2))
    async with serving(folder) as house:
        plays = [Play(begun, house, watchers, pace, locale) for begun in games]
        looking = []
        for each in plays:  # one by one, so that no first frame has to wait for those of all the other tables
            looking += [asyncio.create_task(each.look(screen)) for screen in range(screens)]
            await each.until_all_show(1)
        await house.rested()
        all_screens = [screen for each in plays for screen in each.screens]
        said, received = _sent(all_screens)
        begin, before = time.monotonic(), house.processor_seconds()
        await asyncio.gather(*(each.play(begin + seconds) for each in plays))
        lasted, after = time.monotonic() - begin, house.processor_seconds()
        said_later, received_later = _sent(all_screens)
        for page in looking:
            page.cancel()
        await asyncio.wait(looking)
    used = after - before if after is not None and before is not None else None
    waits = [wait for each in plays for wait in each.waits]
    told = max(1, len(waits) * screens)
    ours = {
        "side": "house",
        "tables": number,
        "screens": number * screens,
        "moves": len(waits),
        "put_off": sum(each.again for each in plays),
        "bytes_a_screen_a_move": round((said_later - said) / told),
        "deflated": round((received_later - received) / told),
        **_pace(waits, lasted, used),
        "answered_p50_ms": round(percentile([wait for each in plays for wait in each.answers], 50), 1),
    }
    bare = await bare_tables(folder, number, screens, min(seconds, 10.0), pace, ours["deflated"])
    return {
        "title": f"{game}: tables, end to end, beside a server that stores the same and pushes ready bytes",
        "all": [ours, {**dict.fromkeys(ours), **bare.told, **_pace(bare.waits, bare.lasted, bare.used)}],
    }


def _sent(screens: Sequence[Screen]) -> tuple[int, int]:
    return sum(screen.bytes for screen in screens), sum(screen.received for screen in screens)


def _pace(waits: Sequence[float], seconds: float, processor: float | None) -> dict[str, Any]:
    return {
        "moves_per_second": round(len(waits) / seconds, 1),
        "server_cpu_ms_a_move": processor and round(processor / len(waits) * 1000, 2),
        "last_screen_p50_ms": round(percentile(waits, 50), 1),
        "last_screen_p99_ms": round(percentile(waits, 99), 1),
    }
