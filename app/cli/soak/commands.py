"""`housewarming soak`: one command per way of breaking servers."""

import json
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from app.cli.bench.report import table
from app.cli.options import Json, leave

# The server's libraries take half a second to import, so the command imports them itself.
soaks = typer.Typer(help="Break servers on purpose, and look for lost moves.", no_args_is_help=True)


@soaks.callback()
def _soaks() -> None:
    """Break servers on purpose, and look for lost moves."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # a shell lets jobs in the background ignore the first
        signal.signal(stop, signal.default_int_handler)


@soaks.command("kills")
def _kills(
    servers: Annotated[
        int, typer.Option(min=1, max=8, help="One uses SQLite, several a Postgres of their own.")
    ] = 1,
    broker: Annotated[
        bool, typer.Option("--broker", help="Between several servers, instead of Postgres.")
    ] = False,
    kills: Annotated[int, typer.Option(min=1, help="How many, at most.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long, at most.")] = 600.0,
    tables: Annotated[int, typer.Option(min=1, max=100, help="Where people play at once.")] = 6,
    seed: Annotated[int, typer.Option(help="The same seed makes the same plan of kills.")] = 1,
    as_json: Json = False,
) -> None:
    """Kill servers, their Postgres and their broker at random moments while people play all games."""
    if broker and servers == 1:
        leave("--broker needs several --servers")
    try:
        from app.cli.soak.kills import Orders
        from app.cli.soak.kills import kills as kill
        from app.cli.soak.programs import Missing
    except ModuleNotFoundError as missing:
        leave(f"the players need {missing.name}, which isn't installed; `make dev` installs it")
    orders = Orders(servers, servers > 1, broker, kills, seconds, tables, seed)
    with TemporaryDirectory() as folder:
        try:
            report = kill(Path(folder), orders)
        except Missing as missing:
            leave(f"{missing}", 1)
    faults = report.pop("faults")
    print(json.dumps({**report, "faults": faults}) if as_json else "\n".join([table(report), *faults]))
    if faults:
        raise typer.Exit(1)
