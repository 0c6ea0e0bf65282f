"""The commands beside `serve`."""

import typer


def register(cli: typer.Typer) -> None:
    """Add the commands to the command line."""
