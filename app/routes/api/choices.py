"""What a request may choose from, for the OpenAPI document only: a table itself refuses anything else."""

import json
from collections.abc import Iterator
from typing import Any

from app.engine import registry
from app.engine.bots import BOTS
from app.engine.core import Option
from app.table.names import COLOURS, LONGEST_NAME
from app.table.playable_games import names
from app.table.table_options import TABLE_OPTIONS


def _options() -> Iterator[tuple[str, Option]]:
    """Every option, with whose it is."""
    for name in names():
        yield from ((f"`{name}`", option) for option in registry.game(name).options)
    yield from (("every table", option) for option in TABLE_OPTIONS)


def _option(name: str) -> dict[str, Any]:
    """The values of an option in all games that have it, and its default in each."""
    having = [(whose, option) for whose, option in _options() if option.name == name]
    values = {json.dumps(value): value for _, option in having for value in option.values}
    told = ", ".join(f"{whose} (usually `{json.dumps(option.default)}`)" for whose, option in having)
    return {"enum": [*values.values()], "description": f"For {told}."}


NAME = {"minLength": 1, "maxLength": LONGEST_NAME}
GAME = {"enum": [*names()]}
LEVEL = {"enum": [*BOTS]}
COLOUR = {"enum": ["", *COLOURS]}
OPTIONS = {
    "properties": {option.name: _option(option.name) for _, option in _options()},
    "additionalProperties": False,
}
