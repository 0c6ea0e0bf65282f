"""The `housewarming` command. `serve` is here, the others in app/commands.py, app/housekeeping.py
and app/bench/commands.py."""

import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from app import __version__, commands, housekeeping
from app.bench.commands import benches

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


@cli.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.  [default: all]")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port; if busy, the next free one.  [default: 8080]")
    ] = None,
    data: commands.DataFolder = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in this machine's browser.")
    ] = False,
) -> None:
    """Start the server. Settings come from HOUSEWARMING_… variables; options override them."""
    from app import (
        folder,
        listen,
        settings,
    )  # the web libraries take half a second that other commands do without

    try:
        listen.serve(settings.load(host=host, port=port, data=data), open_browser)
    except settings.NotThereYet as away:
        commands.leave(f"{away}", os.EX_TEMPFAIL)  # so systemd and Docker try again
    except settings.WrongSetting as wrong:
        commands.leave(f"{wrong}")
    except folder.AlreadyRunning as running:
        commands.leave(f"{running}", 3)


@cli.command("admin-token")
def admin_token(
    data: commands.DataFolder = None,
) -> None:
    """Make a new token for the admin page. The old one stops working, and everyone is logged out."""
    from app import admin

    folder = commands.chosen(data).data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        print(admin.new_token(folder))
    except OSError as refused:
        commands.leave(f"can't write to the data folder: {refused.strerror}")


commands.register(cli)
housekeeping.register(cli)
cli.add_typer(benches, name="bench")


def main() -> None:
    if isinstance(
        sys.stdout, TextIOWrapper
    ):  # as on standard error: what a terminal can't show stops nothing
        sys.stdout.reconfigure(errors="backslashreplace")
    args = sys.argv[1:]
    if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
        args = ["serve", *args]
    cli(args, prog_name="housewarming")
