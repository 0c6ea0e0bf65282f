"""The commands that exercise the rules: referee, simulate, fuzz, verify-shuffle."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import arena, fuzz, referee, simulate, train
from app.cli.options import Json, leave
from app.engine import record, registry
from app.engine.bots import BOTS, SPARRING, Bot, named
from app.engine.core import Game, Illegal
from app.pages.refusals import sentence

GameName = Annotated[str, typer.Argument(metavar="GAME", help="For example dream_home.")]


def register(cli: typer.Typer) -> None:
    """Add the commands to the command line."""
    cli.command("referee")(_referee)
    cli.command("simulate")(_simulate)
    cli.command("arena")(_arena)
    cli.command("train")(_train)
    cli.command("fuzz")(_fuzz)
    cli.command("verify-shuffle")(_verify_shuffle)


def game_called(name: str) -> Game[Any]:
    try:
        return registry.game(name)
    except Illegal as refused:
        leave(sentence(refused))


def _referee() -> None:
    """Answer questions about positions: JSON lines in, JSON lines out."""
    try:
        referee.run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # the reader is gone, so discard the rest of the buffer; flushing it at exit would raise again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _simulate(
    name: GameName,
    players: Annotated[int, typer.Option(help="Seats at the table.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed plays the same games.")] = "1",
    bot: Annotated[
        str, typer.Option(help="A bot's name for all seats, or one per seat: NAME[,NAME…]")
    ] = "random",
    as_json: Json = False,
) -> None:
    """Play whole games between bots and print statistics."""
    game = game_called(name)
    if players not in game.seats:
        leave(sentence(Illegal("bad_seats", seats=tuple(game.seats))))
    seats = bot.split(",")
    if len(seats) == 1:
        seats *= players
    if len(seats) != players:
        leave(f"--bot must name one bot for all or one for each of the {players} seats")
    for each in seats:
        if each not in BOTS:
            leave(f"unknown bot {each}; choose one of: {', '.join(BOTS)}")
    report = simulate.simulate(game, seats, games, seed)
    print(json.dumps(report) if as_json else simulate.table(report))


def _arena(
    name: GameName,
    bot: Annotated[str, typer.Argument(help="The bot to measure; search:N plays every turn out N times.")],
    other: Annotated[str, typer.Option("--against", help="The bot in all other seats.")] = "greedy",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 2,
    games: Annotated[
        int, typer.Option(min=1, help="How many games, at least: every deal is played once from each seat.")
    ] = 100,
    seed: Annotated[str, typer.Option(help="The same seed plays the same games.")] = "1",
    as_json: Json = False,
) -> None:
    """Measure how strong a bot is."""
    game = game_called(name)
    if players not in game.seats:
        leave(sentence(Illegal("bad_seats", seats=tuple(game.seats))))
    measured, others = (_bot_called(each) for each in (bot, other))
    report = arena.arena(game, measured, others, players, games, seed)
    print(json.dumps({"bot": bot, "against": other, **report}) if as_json else arena.told(report, bot, other))


def _train(
    name: GameName,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 2,
    games: Annotated[int, typer.Option(min=1, help="How many games to learn from.")] = 3000,
    seconds: Annotated[float, typer.Option(help="Stop playing after this much processor time.")] = 240,
    seed: Annotated[str, typer.Option(help="The same seed plays the same games.")] = "1",
    file: Annotated[
        Path | None, typer.Option(help="Where to write the weights.  [default: the game's own]")
    ] = None,
) -> None:
    """Teach bots what positions are worth, from games they play."""
    game = game_called(name)
    if players not in game.seats:
        leave(sentence(Illegal("bad_seats", seats=tuple(game.seats))))
    if not train.can_learn(game):
        leave(f"{name} has no bot that learns; see docs/bots.md")
    learned, played = train.train(game, players, games, seed, seconds)
    made = {"seed": seed, "games": played, "error": round(learned.error, 2)}
    path = file or train.weights_file(game)
    train.written(path, players, learned.weights, made)
    print(f"{played} games, {len(learned.weights.features)} features, error {learned.error:.2f}: {path}")


def _bot_called(name: str) -> Bot:
    found = named(name)
    if found is None:
        leave(f"unknown bot {name}; choose one of: {', '.join(SPARRING)}, search:N")
    return found


def _fuzz(
    name: GameName,
    seed: Annotated[
        int | None, typer.Option(help="The same seed repeats the same run.  [default: the clock]")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Stop after this many games.")] = None,
    folder: Annotated[Path, typer.Option("--dumps", help="Where to save records of broken games.")] = Path(
        "fuzz"
    ),
) -> None:
    """Play random moves, legal or not, until stopped (Ctrl-C); save each game that breaks as a record."""
    game = game_called(name)
    seed = time.time_ns() if seed is None else seed
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    print(f"fuzzing {name} with --seed {seed}", flush=True)
    broken = 0
    tally = fuzz.Tally(0, 0, 0)
    for tally, dump in fuzz.fuzz(game, seed, folder):
        if dump:
            broken += 1
            print(f"broken: {dump}", flush=True)
        if stopped or tally.games == games:
            break
    print(f"{tally.games} games, {tally.steps} steps, {tally.refused} moves refused, {broken} broken")
    if broken:
        raise typer.Exit(1)


def _verify_shuffle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.")],
) -> None:
    """Recompute the deals of a recorded game from its revealed seed."""
    try:
        recorded = record.read(file.read_bytes())
    except OSError as error:
        leave(f"{file} can't be read: {error.strerror}")
    except Illegal as refused:
        leave(f"{file}: {sentence(refused)}")
    try:
        steps = record.verify(recorded)
    except Illegal as refused:
        leave(f"{file}: {sentence(refused)}", 1)
    print(
        f"{file}: the secret matches the commitment; every deal and all {steps} steps follow from the seed."
    )
