"""Code that several commands share: options, loading the settings, and exiting with a message."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:  # slow to import (half a second), and most commands don't need it
    from app.settings import Settings


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DataFolder = Annotated[
    Path | None, typer.Option("--data", help="Data folder; without this, `config` says which.")
]


def leave(reason: str, status: int = 2) -> NoReturn:
    """Exit with an error message."""
    print(f"housewarming: {reason}", file=sys.stderr)
    raise typer.Exit(status)


def chosen(data: Path | None = None) -> "Settings":
    """Load the settings; if one is wrong, exit with a message about it."""
    from app import settings

    try:
        return settings.load(data=data)
    except settings.WrongSetting as wrong:
        leave(f"{wrong}")
