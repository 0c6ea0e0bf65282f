"""Finds the games: every package next to this file is one, named after its folder. No registration needed."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, cast

from app import engine
from app.engine.core import Game, Illegal


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(engine.__path__) if module.ispkg))


@cache
def game(name: str) -> Game[Any]:
    if name not in names():
        raise Illegal("unknown_game", games=names())
    return cast(Game[Any], import_module(f"app.engine.{name}"))


def part(name: str, part_name: str) -> ModuleType:
    """Another module of a game: `bot` (the value of a state), `referee` (the questions it answers)…"""
    return import_module(f"app.engine.{game(name).id}.{part_name}")


@cache
def has_part(name: str, part_name: str) -> bool:
    """Whether a game has this module."""
    return name in names() and find_spec(f"app.engine.{name}.{part_name}") is not None
