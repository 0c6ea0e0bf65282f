"""The questions that the game's referee answers."""

from collections.abc import Mapping
from typing import Any

from app.engine.core import Question


def _alone(fields: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    said = fields["said"]
    return {"alone": [number for number in said if said.count(number) == 1]}


QUESTIONS = {"alone": Question({"said": list}, _alone)}
