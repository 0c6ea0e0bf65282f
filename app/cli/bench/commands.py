"""`housewarming bench`: one command per benchmark."""

import asyncio
import json
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from app.cli.bench import engine as rules
from app.cli.bench.report import table
from app.cli.garbage import collect_rarely
from app.cli.options import Json, chosen, leave
from app.cli.rules_commands import game_called
from app.engine.core import Illegal
from app.pages.refusals import sentence

# The server's libraries take half a second to import, so each command imports only what it needs.
benches = typer.Typer(help="Run benchmarks, each next to a reference in the same run.", no_args_is_help=True)

Turns = Annotated[int, typer.Option(min=1, help="How often the sides take turns.")]
Folder = Annotated[
    Path | None, typer.Option("--folder", help="On which disk.  [default: the system's temporary folder]")
]


@benches.callback()
def _benches() -> None:
    """Run benchmarks, each next to a reference in the same run."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # a shell lets jobs in the background ignore the first
        signal.signal(stop, signal.default_int_handler)


@contextmanager
def _folder(parent: Path | None) -> Iterator[Path]:
    try:
        made = TemporaryDirectory(dir=parent)
    except OSError as refused:
        leave(f"can't use the folder {parent}: {refused.strerror}")
    with made as folder:
        yield Path(folder).absolute()


@contextmanager
def _answering() -> Iterator[None]:
    """If the database or the broker is down or refuses us, end the benchmark with a message."""
    from sqlalchemy.exc import DBAPIError

    from app.live.bus.courier import Away
    from app.storage import database

    try:
        yield
    except Away as away:
        leave(f"the broker isn't answering: {away}", 1)
    except database.WrongDatabase as wrong:
        leave(f"{wrong}", 1)
    except (DBAPIError, database.StoreUnavailable) as error:
        leave(f"the database failed: {database.reason(error)}", 1)


def _print(report: Mapping[str, Any], as_json: bool) -> None:
    print(json.dumps(report) if as_json else table(report))


@benches.command("engine")
def _engine(
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "dream_home",
    games: Annotated[int, typer.Option(min=1, help="Games a run and number of seats.")] = 300,
    as_json: Json = False,
) -> None:
    """Moves per second through the real rules, beside python-chess."""
    collect_rarely()
    try:
        report = rules.engine(game_called(name), games)
    except ModuleNotFoundError:
        leave("python-chess is the yardstick and isn't installed; `make bench` sets it up")
    print(json.dumps(report) if as_json else rules.table(report))


def _numbers(typed: str) -> tuple[int, ...]:
    numbers = [int(each) if each.isdecimal() else 0 for each in typed.split(",")]
    if not all(numbers):
        raise typer.BadParameter("give numbers above 0, separated by commas")
    return tuple(sorted(numbers))


@benches.command("fanout")
def _fanout(
    sockets: Annotated[str, typer.Option(help="How many sockets, one after the other.")] = "100,500,2000",
    turns: Turns = 7,
    messages: Annotated[int, typer.Option(min=1, help="A turn, to all sockets together.")] = 10_000,
    seconds: Annotated[float, typer.Option(min=0.1, help="Of each paced turn.")] = 2.0,
    as_json: Json = False,
) -> None:
    """One message to many sockets, beside a raw asyncio writer; also paced, and with stalled viewers."""
    from app.cli.bench.fanout import fanout

    _print(asyncio.run(fanout(_numbers(sockets), turns, messages, seconds)), as_json)


@benches.command("store")
def _store(
    waiting: Annotated[
        str, typer.Option(help="How many rooms wait at once, one after the other.")
    ] = "1,8,32",
    turns: Turns = 5,
    seconds: Annotated[float, typer.Option(min=0.05, help="Of each turn of each side.")] = 1.0,
    parent: Folder = None,
    as_json: Json = False,
) -> None:
    """Durable moves beside raw sqlite3, and raw psycopg if HOUSEWARMING_DATABASE_URL is a Postgres."""
    from app.cli.bench.store import store
    from app.storage import database

    url = chosen().database
    with _folder(parent) as folder, _answering():
        postgres = url if database.is_postgres(url) else None
        _print(asyncio.run(store(folder, postgres, _numbers(waiting), turns, seconds)), as_json)


@benches.command("bus")
def _bus(
    servers: Annotated[str, typer.Option(help="How many servers, one after the other.")] = "1,2,4,8",
    rooms: Annotated[int, typer.Option(min=1, help="At all servers together.")] = 32,
    turns: Turns = 3,
    seconds: Annotated[float, typer.Option(min=0.05, help="Of each turn of each side.")] = 1.0,
    pace: Annotated[
        float, typer.Option(min=0, help="Moves a second at each server.  [default: as fast as they can]")
    ] = 0,
    flush_ms: Annotated[
        float, typer.Option(min=0, max=100, help="As on a disk that takes so long; for a superuser.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Durable moves by several servers on one Postgres, announced by Postgres or by a broker."""
    from app.cli.bench.bus import bus

    given = chosen()
    if not given.bus_url:
        leave("HOUSEWARMING_DATABASE_URL and HOUSEWARMING_BUS_URL must name a Postgres and a broker")
    url, numbers = given.database, _numbers(servers)
    with _answering():
        _print(bus(url, given.bus_url, numbers, rooms, turns, seconds, pace, flush_ms), as_json)


Seconds = Annotated[float, typer.Option(min=0.1, help="How long they play.")]
Pace = Annotated[
    float, typer.Option(min=0, help="Moves a second at a table.  [default: as fast as they can]")
]


def _playable(name: str) -> str:
    from app.table import playable_games

    try:
        playable_games.must_be_playable(name)
    except Illegal as refused:
        leave(sentence(refused))
    return name


def _known(locale: str) -> str:
    from app.pages.i18n import LOCALES

    if locale not in LOCALES:
        raise typer.BadParameter(f"the languages are {', '.join(LOCALES)}")
    return locale


@benches.command("tables")
def _tables(
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "dream_home",
    number: Annotated[int, typer.Option("--tables", min=1, help="Of four players and a watcher.")] = 200,
    seconds: Seconds = 20.0,
    pace: Pace = 0,
    locale: Annotated[str, typer.Option(callback=_known, help="The language of all pages.")] = "en",
    parent: Folder = None,
    as_json: Json = False,
) -> None:
    """Many tables at once, from the click to the last screen, beside a server that pushes ready bytes."""
    from app.cli.bench.tables import tables

    with _folder(parent) as folder:
        _print(asyncio.run(tables(folder, _playable(name), number, seconds, pace, locale=locale)), as_json)


@benches.command("viewers")
def _viewers(
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "dream_home",
    number: Annotated[int, typer.Option("--viewers", min=1, help="Of one table.")] = 500,
    seconds: Seconds = 20.0,
    pace: Pace = 0,
    parent: Folder = None,
    as_json: Json = False,
) -> None:
    """One table with a crowd of spectators, from the click to the last screen."""
    from app.cli.bench.tables import tables

    with _folder(parent) as folder:
        _print(asyncio.run(tables(folder, _playable(name), 1, seconds, pace, number)), as_json)


@benches.command("render")
def _render(
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "dream_home",
    steps: Annotated[int, typer.Option(min=1, help="Of each game.")] = 100,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 2,
    as_json: Json = False,
) -> None:
    """Render the frames of whole games, beside bare Jinja2 with ready values."""
    from app.cli.bench.render import render

    _print(render(_playable(name), steps, games), as_json)


@benches.command("idle")
def _idle(
    sockets: Annotated[int, typer.Option(min=1, help="Of people who watch one table.")] = 1000,
    number: Annotated[int, typer.Option("--tables", min=1, help="Where nobody does anything.")] = 200,
    parent: Folder = None,
    as_json: Json = False,
) -> None:
    """Memory of an idle server, connection and table, and how fast a table loads again."""
    from app.cli.bench.idle import idle

    with _folder(parent) as folder:
        _print(asyncio.run(idle(folder, sockets, number)), as_json)


@benches.command("hostile")
def _hostile(
    sockets: Annotated[int, typer.Option(min=1, max=200, help="That flood the server.")] = 20,
    seconds: Annotated[float, typer.Option(min=0.1, max=60, help="Of quiet, and of the flood.")] = 10.0,
    parent: Folder = None,
    as_json: Json = False,
) -> None:
    """A page's load time, and the server's memory, while other sockets flood the server."""
    from app.cli.bench.hostile import hostile

    with _folder(parent) as folder:
        _print(asyncio.run(hostile(folder, sockets, seconds)), as_json)
