"""The referee's answers to questions about shelves and living rooms drawn as text."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.engine.core import Illegal, Question

from .common_goals import GOAL_KEYS, GOALS
from .living_room import SIDE, takes
from .notation import read_room, read_shelf
from .personal_goals import NUMBERS, POINTS, matches
from .scoring import adjacent
from .shelf import CELL_NAMES, HEIGHT, WIDTH, types_of
from .state import read_options


def _common(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Whether the shelf meets a common goal, and which cells count."""
    if fields["goal"] not in GOAL_KEYS:
        raise Illegal("unknown_goal", goals=GOAL_KEYS)
    goal = GOALS[GOAL_KEYS.index(fields["goal"])]
    cells = goal.met(_types(fields), read_options(options).squares)
    return {"met": bool(cells), "cells": _pairs(cells, WIDTH)}


def _personal(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """How many cells of the shelf match a personal goal."""
    if fields["card"] not in NUMBERS:
        raise Illegal("unknown_personal_goal", cards=len(NUMBERS))
    cells = matches(fields["card"], _types(fields))
    return {"points": POINTS[len(cells)], "matches": len(cells)}


def _adjacent(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The points that the shelf's groups score."""
    lines = adjacent(_types(fields))
    groups = [
        {
            "type": line.args[0],
            "size": line.args[1],
            "points": line.points,
            "cells": _pairs(map(CELL_NAMES.index, line.cells), WIDTH),
        }
        for line in lines
    ]
    return {"points": sum(line.points for line in lines), "groups": groups}


def _takes(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Every possible take if the roomiest column has space for this many tiles."""
    if not 0 <= fields["room"] <= HEIGHT:
        raise Illegal("bad_shelf_room", most=HEIGHT)
    room = read_room(fields["board"], fields["players"])
    return {"takes": sorted(_pairs(line, SIDE) for line in takes(room, fields["room"]))}


def _types(fields: Mapping[str, Any]) -> bytes:
    return types_of(read_shelf(fields["shelf"]))


def _pairs(cells: Iterable[int], width: int) -> list[list[int]]:
    return [[*divmod(cell, width)] for cell in cells]


QUESTIONS = {
    "common": Question({"goal": str, "shelf": list}, _common),
    "personal": Question({"card": int, "shelf": list}, _personal),
    "adjacent": Question({"shelf": list}, _adjacent),
    "takes": Question({"players": int, "board": list, "room": int}, _takes),
}
