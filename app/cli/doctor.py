"""`housewarming doctor`: checks a server from outside, and reports any problems and how to fix them.

It changes nothing and can be run at any time. The server's addresses are checked only while it is running.
"""

import asyncio
import json
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from sqlalchemy import URL, func, select, text
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.engine import registry
from app.net.addresses import is_loopback, lan_hosts
from app.net.close_codes import COME_BACK_LATER, NOT_FOUND
from app.net.listener import CannotListen, bind
from app.net.trusted_proxies import Forwarded
from app.settings import Settings, WrongSetting
from app.storage import database, migrate
from app.storage.data_folder import running
from app.storage.schema import room
from app.table.seating import PLAYING

LEAST_FREE = 200 * 2**20  # bytes
PATIENCE = 5.0  # seconds to wait for an answer
A_DAY = 24 * 60 * 60
SLACK = 60  # seconds that the clock and the database may differ by
_FIRST = " Before that, `housewarming rehearse` tells which games would differ."
_TO_WHOM = "Make the user that runs the server the owner of the file and its folder."


class Finding(NamedTuple):
    about: str
    said: str
    advice: str = ""  # what to do, if something is wrong

    def __str__(self) -> str:
        mark = "wrong" if self.advice else "ok   "
        line = f"{mark}  {self.about}: {self.said}"
        return f"{line}\n       {self.advice}" if self.advice else line


def look(settings: Settings) -> Iterator[Finding]:
    """Run all checks, yielding each finding as soon as there is one."""
    listens = running(settings.data)
    yield from _folder(settings.data)
    yield from _database(settings, runs=listens is not None)
    yield _house(settings)
    if not listens:
        yield _port(settings)
        yield Finding("server", "it isn't running; run this again while it is, to try its addresses")
        return
    here, *house = listens
    yield Finding("server", f"it is running and listens on {here}")
    yield from _address("this machine", here)
    for url in house[:1]:
        yield from _address("the house", url)
    if settings.base_url:
        yield from _address("everybody", settings.base_url)
        yield from _proxy(settings.base_url)


# -- the machine ---------------------------------------------------------------------------------------------


def _folder(folder: Path) -> Iterator[Finding]:
    try:
        place = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
        with TemporaryFile(dir=place) as draft:
            draft.write(b"housewarming")
    except OSError as refused:
        yield Finding(
            "data folder",
            f"{folder} isn't writable: {refused.strerror}",
            "Make the user that runs the server its owner, or set HOUSEWARMING_DATA to a folder of theirs.",
        )
        return
    free = shutil.disk_usage(place).free
    said = f"{folder} is writable, with {free // 2**20} MiB free"
    yield Finding("data folder", said, "Free some space." if free < LEAST_FREE else "")


def _database(settings: Settings, runs: bool) -> Iterator[Finding]:
    try:
        url = settings.database
        if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
            yield Finding("database", f"{url.database} will be created at the first start")
            yield _clock(None)
            return
        found = migrate.found(url)
    except database.WrongDatabase as wrong:
        yield Finding("database", wrong.said, _mending(wrong, settings))
        yield _clock(None)
        return
    except OSError as refused:
        yield Finding("database", f"{url.database} can't be used: {refused.strerror}", _TO_WHOM)
        yield _clock(None)
        return
    shown = database.shown(url)
    if found == migrate.newest():
        yield Finding("database", f"{shown} answers and is up to date")
    elif runs:
        advice = f"Restart the server: it updates its database when it starts.{_FIRST}"
        yield Finding("database", f"{shown} doesn't match this version", advice)
    elif database.is_postgres(url) and found:
        said = f"{shown} answers; the next start updates it without a backup: run pg_dump first"
        yield Finding("database", said)
    else:
        first = "; first, `housewarming rehearse` tells which games would differ" if found else ""
        yield Finding("database", f"{shown} answers; the next start updates it{first}")
    if found == migrate.newest():
        yield from _rules(url)
    yield _clock(url if found == migrate.newest() else None)


def _rules(url: URL) -> Iterator[Finding]:
    """Tell of games in progress that began by other rules than this version's."""
    ours = {name: registry.game(name).rules for name in registry.names()}
    in_progress = room.c.status == PLAYING, room.c.waiting != ()
    each = select(room.c.game, room.c.rules, func.count()).where(*in_progress)
    with database.looking(url).connect() as conn:
        rows = conn.execute(each.group_by(room.c.game, room.c.rules)).all()
    if others := sum(count for game, rules, count in rows if rules != ours.get(game, rules)):
        said = f"games in progress by other rules than this version's: {others}"
        yield Finding("rules", f"{said}; `housewarming rehearse` tells whether any would differ")


def _mending(wrong: database.WrongDatabase, settings: Settings) -> str:
    """Advice on how to fix a database that is missing or wrong."""
    if wrong.advice:
        return f"{wrong.advice[0].upper()}{wrong.advice[1:]}."
    if isinstance(wrong, database.Unreachable):
        return "Start it, or fix HOUSEWARMING_DATABASE_URL."
    if settings.database_url:
        return "Fix HOUSEWARMING_DATABASE_URL, or the rights of the user it names."
    return _TO_WHOM


def _clock(url: URL | None) -> Finding:
    """Check that the clock isn't behind the times of this program's files and of the newest table."""
    now = time.time()
    said = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    advice = "Set the clock, ideally with a time service: game clocks, links and certificates depend on it."
    if now < Path(__file__).stat().st_mtime - A_DAY:
        return Finding("clock", f"{said} is before this program was installed", advice)
    if url is None:
        return Finding("clock", said)
    with database.looking(url).connect() as conn:
        newest = conn.scalar(select(room.c.created).order_by(room.c.id.desc()).limit(1)) or 0
        theirs = conn.scalar(text("SELECT extract(epoch FROM now())")) if database.is_postgres(url) else now
    if now < newest - SLACK:
        return Finding("clock", f"{said} is before the newest table was opened", advice)
    if abs(now - float(theirs)) > SLACK:
        return Finding("clock", f"{said} differs from the time on the database's machine", advice)
    return Finding("clock", said)


def _house(settings: Settings) -> Finding:
    hosts = lan_hosts()
    if is_loopback(settings.host):
        return Finding("network", f"only this machine and its proxy can reach {settings.host}")
    if not hosts:
        return Finding(
            "network", "this machine has no address on the local network", "Connect it to your home network."
        )
    return Finding("network", f"this machine's address is {hosts[0]}")


def _port(settings: Settings) -> Finding:
    try:
        with bind(settings.host, settings.port) as listener:
            port = listener.getsockname()[1]
    except CannotListen as wrong:
        return Finding(
            "port",
            str(WrongSetting(wrong.setting, wrong.reason)),
            "Set HOUSEWARMING_HOST and HOUSEWARMING_PORT to an address of this machine and a free port.",
        )
    if settings.port in (0, port):
        return Finding("port", f"{port} is free")
    advice = (
        f"Stop the program that listens there, or set HOUSEWARMING_PORT; otherwise the server uses {port}."
    )
    return Finding("port", f"another program listens on {settings.port}", advice)


# -- the addresses ------------------------------------------------------------------------------------------


def _address(whose: str, url: str) -> Iterator[Finding]:
    """Check whether one address answers, and whether WebSockets work there."""
    about = f"address for {whose}"
    try:
        _asked(f"{url}/readyz")
    except Unanswered as wrong:
        yield Finding(about, f"{url} {wrong}", wrong.advice)
        return
    yield Finding(about, f"{url} answers")
    trouble = _socket_trouble(url)
    advice = "Make the proxy forward WebSockets: deploy/ has samples for Caddy and nginx." if trouble else ""
    yield Finding(f"sockets for {whose}", trouble or "they work", advice)


def _proxy(url: str) -> Iterator[Finding]:
    """Check how the server sees requests that come through the proxy."""
    try:
        seen = _asked(f"{url}/seen")
    except Unanswered:
        return  # already reported
    parts = urlsplit(url)
    if not {"forwarded", "scheme", "host", "address"} <= seen.keys():
        yield Finding("proxy", f"{url}/seen is answered by another program", _LEAD)
    elif seen["forwarded"] == Forwarded.IGNORED:
        yield Finding(
            "proxy",
            "the server doesn't trust it, so all guests look like one",
            "Set HOUSEWARMING_TRUSTED_PROXIES to its address, which the log names in proxy_not_trusted.",
        )
    elif seen["scheme"] != parts.scheme or seen["host"] != parts.netloc:
        yield Finding(
            "proxy",
            f"the server was asked for {seen['scheme']}://{seen['host']}",
            "Make the proxy send X-Forwarded-Proto, and the host as Host or X-Forwarded-Host; see deploy/.",
        )
    else:
        yield Finding(
            "proxy", f"the server sees {seen['address']}, who asked for {parts.scheme}://{parts.netloc}"
        )


class Unanswered(Exception):
    """Nothing answered, or the answer came from something other than this server."""

    def __init__(self, said: str, advice: str) -> None:
        super().__init__(said)
        self.advice = advice


_REACH = "Check that the name points here, and that no firewall or guest network blocks this port."
_LEAD = "Make the proxy forward this address to the port that the server listens on."


def _asked(url: str) -> dict[str, Any]:
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(Request(url), timeout=PATIENCE) as answer:  # noqa: S310  from our own settings
            said = json.loads(answer.read(10_000))
    except HTTPError as refused:
        try:
            code = json.loads(refused.read(10_000))["error"]["code"]
        except (ValueError, KeyError, TypeError):
            raise Unanswered(f"answers {refused.code}", _LEAD) from None
        raise Unanswered(f"is not ready: {code}", "See the server's log.") from None
    except URLError as trouble:
        raise Unanswered(f"can't be reached: {_plain(trouble.reason)}", _REACH) from None
    except OSError as trouble:
        raise Unanswered(f"can't be reached: {_plain(trouble)}", _REACH) from None
    except ValueError:
        raise Unanswered("is answered by another program", _LEAD) from None
    return dict(said)


def _socket_trouble(url: str) -> str:
    """The reason why WebSockets fail, or "" if our server answered and closed the socket itself."""
    try:
        asyncio.run(_opened(f"ws{url.removeprefix('http')}/api/tables/none/live"))
    except ConnectionClosed as closed:
        if closed.rcvd and closed.rcvd.code in (NOT_FOUND, COME_BACK_LATER):
            return ""
        return "they drop"
    except (OSError, WebSocketException) as trouble:
        return f"none can be opened: {_plain(trouble)}"
    return "another program answers"


async def _opened(address: str) -> None:
    """Wait for the first message. The library's threaded client may wait for half a TLS record for ever."""
    async with connect(address, open_timeout=PATIENCE, close_timeout=PATIENCE, proxy=None) as opened:
        async with asyncio.timeout(PATIENCE):
            await opened.recv()


def _plain(trouble: object) -> str:
    if isinstance(trouble, socket.gaierror):
        return "the name is unknown"
    if isinstance(trouble, TimeoutError):
        return "no answer"
    return str(trouble)
