"""`housewarming bench`: one command for each thing that is measured."""

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from app.bench import engine as rules
from app.bench.report import table
from app.commands import Json, game_called, leave

# The libraries of the server take half a second that other commands do without: each bench fetches its own.
benches = typer.Typer(help="Measure, beside a reference in the same run.", no_args_is_help=True)

Turns = Annotated[int, typer.Option(min=1, help="How often the sides take turns.")]


@benches.callback()
def _benches() -> None:
    """Measure, beside a reference in the same run."""


def _print(report: Mapping[str, Any], as_json: bool) -> None:
    print(json.dumps(report) if as_json else table(report))


@benches.command("engine")
def _engine(
    name: Annotated[str, typer.Option("--game", help="Which game.")] = "dream_home",
    games: Annotated[int, typer.Option(min=1, help="Games a run and number of seats.")] = 300,
    as_json: Json = False,
) -> None:
    """Moves per second through the real rules and the real door, beside python-chess."""
    try:
        report = rules.engine(game_called(name), games)
    except ModuleNotFoundError:
        leave("python-chess is the yardstick and isn't installed; `make bench` sets it up")
    print(json.dumps(report) if as_json else rules.table(report))


def _numbers(typed: str) -> tuple[int, ...]:
    numbers = [int(each) if each.isdecimal() else 0 for each in typed.split(",")]
    if not all(numbers):
        raise typer.BadParameter("numbers above 0 with commas between them are wanted")
    return tuple(sorted(numbers))


@benches.command("fanout")
def _fanout(
    sockets: Annotated[str, typer.Option(help="How many sockets, one after the other.")] = "100,500,2000",
    turns: Turns = 7,
    messages: Annotated[int, typer.Option(min=1, help="A turn, to all sockets together.")] = 10_000,
    seconds: Annotated[float, typer.Option(min=0.1, help="Of each paced turn.")] = 2.0,
    as_json: Json = False,
) -> None:
    """One message to many sockets, beside a raw asyncio writer; at a pace, and with viewers who stall."""
    from app.bench.fanout import fanout

    _print(asyncio.run(fanout(_numbers(sockets), turns, messages, seconds)), as_json)
