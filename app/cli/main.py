"""The `housewarming` command: puts all commands together."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from app import __version__
from app.cli import data_commands, rules_commands, server_commands
from app.cli.bench.commands import benches
from app.cli.soak.commands import soaks

cli = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@cli.callback()
def housewarming(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Host a game night with board games about homes. Without a command it starts the server."""


server_commands.register(cli)
rules_commands.register(cli)
data_commands.register(cli)
cli.add_typer(benches, name="bench")
cli.add_typer(soaks, name="soak")


def main() -> None:
    if isinstance(
        sys.stdout, TextIOWrapper
    ):  # as on stderr: characters that a terminal can't show must not crash us
        sys.stdout.reconfigure(errors="backslashreplace")
    args = sys.argv[1:]
    if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
        args = ["serve", *args]
    cli(args, prog_name="housewarming")
