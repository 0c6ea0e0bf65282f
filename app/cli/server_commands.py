"""The commands that start, check and configure the server."""

import os
from typing import Annotated

import typer

from app.cli import options


def register(cli: typer.Typer) -> None:
    """Add the commands to the command line."""
    cli.command("serve")(_serve)
    cli.command("admin-token")(_admin_token)
    cli.command("doctor")(_doctor)
    cli.command("config")(_config)


def _serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.  [default: all]")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port; if busy, the next free one.  [default: 8080]")
    ] = None,
    data: options.DataFolder = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in this machine's browser.")
    ] = False,
) -> None:
    """Start the server. Settings come from HOUSEWARMING_… variables; options override them."""
    from app import settings  # slow to import (half a second), and other commands don't need it
    from app.cli import serve
    from app.storage import data_folder

    try:
        serve.serve(settings.load(host=host, port=port, data=data), open_browser)
    except settings.NotThereYet as away:
        options.leave(f"{away}", os.EX_TEMPFAIL)  # tells a process manager to try again
    except settings.WrongSetting as wrong:
        options.leave(f"{wrong}")
    except data_folder.AlreadyRunning as running:
        options.leave(f"{running}", 3)


def _admin_token(data: options.DataFolder = None) -> None:
    """Make a new token for the admin page. The old one stops working, and everyone is logged out."""
    from app.web.admin import session as admin_session

    folder = options.chosen(data).data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        print(admin_session.new_token(folder))
    except OSError as refused:
        options.leave(f"can't write to the data folder: {refused.strerror}")


def _doctor(data: options.DataFolder = None) -> None:
    """Check the server and everything it depends on, and say how to fix what is wrong."""
    from app.cli import doctor

    well = True
    for finding in doctor.look(options.chosen(data)):
        print(finding, flush=True)
        well = well and not finding.advice
    if not well:
        raise typer.Exit(1)


def _config(data: options.DataFolder = None) -> None:
    """Show all settings and where each comes from, without passwords."""
    from app.cli import show_settings

    print(show_settings.listed(options.chosen(data), {"data"} if data else set()))
