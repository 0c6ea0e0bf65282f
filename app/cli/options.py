"""What several commands share: their options, the settings, and how a command ends."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:  # the web libraries take half a second that most commands do without
    from app.settings import Settings


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DataFolder = Annotated[
    Path | None, typer.Option("--data", help="Data folder.  [default: data, beside the code]")
]


def leave(reason: str, status: int = 2) -> NoReturn:
    """End with a sentence about what was wrong."""
    print(f"housewarming: {reason}", file=sys.stderr)
    raise typer.Exit(status)


def chosen(data: Path | None = None) -> "Settings":
    """The settings, or the end with a sentence about the one that is wrong."""
    from app import settings

    try:
        return settings.load(data=data)
    except settings.WrongSetting as wrong:
        leave(f"{wrong}")
