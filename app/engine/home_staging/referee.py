"""The referee's answers to questions about a drawn sheet."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from app.engine.core import Illegal, Question, totals

from .area import read_area
from .cells import each
from .closing import doors, region_refusal
from .home import Home, home
from .notation import door_text_refusal, must_be_possible, read
from .picture import picture
from .pieces import PIECES, read_name, write_name
from .placing import Refusal, places, refusal
from .scenarios import SCENARIOS
from .scoring import PARTS, count, medal, out_of_reach
from .sheet import Sheet

_OPTION = re.compile(r"(\d\d[A-Z]\d)(m)?")
Fields = Mapping[str, Any]


def _sheet(fields: Fields) -> Sheet:
    if fields["scenario"] not in SCENARIOS:
        raise Illegal("no_such_scenario", scenarios=tuple(SCENARIOS))
    return read(fields["scenario"], fields["sheet"])


def _open(fields: Fields) -> tuple[Sheet, Home]:
    sheet = _sheet(fields)
    if not sheet.open:
        raise Illegal("no_open_room")
    return sheet, home(fields["scenario"], sheet)


def _score(fields: Fields, options: Fields) -> dict[str, Any]:
    """The sheet's score, part by part and line by line."""
    sheet = _sheet(fields)
    counted = count(fields["scenario"], sheet)
    scenario = SCENARIOS[fields["scenario"]]
    lost = [piece.name for piece, _ in out_of_reach(counted.reach)]
    return {
        **totals(PARTS, counted.lines),
        "bonuses": [
            bonus.points * earned.times
            for bonus, earned in zip(scenario.bonuses, counted.bonuses, strict=True)
        ],
        "out_of_reach": [*lost, *(sheet.open.pieces if sheet.open else ())],
        "pieces": sum(len(room.pieces) for room in sheet.rooms),
        "front": counted.front.name if counted.front else None,
        "medal": medal(scenario, counted.total) or None,
        "lines": [line._asdict() for line in counted.lines],
    }


def _must_be_possible(fields: Fields, sheet: Sheet, option: str) -> None:
    scenario, piece = SCENARIOS[fields["scenario"]], fields["piece"]
    must_be_possible(scenario, sheet, option, lambda code: Illegal(code, text=piece[:40]))


def _places(fields: Fields, options: Fields) -> dict[str, Any]:
    """Where a piece may be drawn in the open room."""
    sheet, now = _open(fields)
    found = _OPTION.fullmatch(fields["piece"])
    if not found:
        raise Illegal("bad_piece", text=fields["piece"][:40])
    option, mirrored = found[1], bool(found[2])
    _must_be_possible(fields, sheet, option)
    if mirrored and not PIECES[option].mirrored:
        raise Illegal("mirror_is_turn")
    return {
        "places": [
            write_name(option, turn, mirrored, anchor)
            for turn, anchors in enumerate(places(now, option, mirrored))
            for anchor in each(anchors)
        ]
    }


def _place(fields: Fields, options: Fields) -> dict[str, Any]:
    """Whether a piece may be placed there and, if not, why not."""
    sheet, now = _open(fields)
    name = read_name(fields["piece"])
    if name is None:
        raise Illegal("bad_piece", text=fields["piece"][:40])
    _must_be_possible(fields, sheet, name.option)
    return _judged(refusal(now, name))


def _close(fields: Fields, options: Fields) -> dict[str, Any]:
    """Whether the open room may be closed like this and, if not, why not."""
    sheet, now = _open(fields)
    try:
        region = read_area(fields["cells"])
    except Illegal as unreadable:
        return _judged(Refusal(unreadable.code))
    why = region_refusal(now, region)
    if why is None and (code := door_text_refusal(fields["scenario"], sheet, region, fields["door"])):
        why = Refusal(code)
    return _judged(why)


def _judged(why: Refusal | None) -> dict[str, Any]:
    return {"legal": True} if why is None else {"legal": False, **why._asdict()}


def _doors(fields: Fields, options: Fields) -> dict[str, Any]:
    """Every edge that could be the door of a region."""
    _, now = _open(fields)
    region = read_area(fields["cells"])
    if why := region_refusal(now, region):
        raise Illegal(why.code, **({} if why.cell is None else {"at": why.cell}))
    return {"doors": [edge.name for edge in doors(now, region)]}


def _picture(fields: Fields, options: Fields) -> dict[str, Any]:
    sheet = _sheet(fields)
    return {"picture": picture(home(fields["scenario"], sheet), sheet.front)}


def _question(answer: Callable[[Fields, Fields], dict[str, Any]], *more: str) -> Question:
    return Question(dict.fromkeys(("scenario", "sheet", *more), str), answer)


QUESTIONS = {
    "score": _question(_score),
    "places": _question(_places, "piece"),
    "place": _question(_place, "piece"),
    "close": _question(_close, "cells", "door"),
    "doors": _question(_doors, "cells"),
    "picture": _question(_picture),
}
