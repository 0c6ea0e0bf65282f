"""Counts the steps of Python code, which are the same on every machine, unlike seconds."""

import sys
from types import FrameType
from typing import Any

from tests.fuzz.parsers import Parser


def steps(parser: Parser, data: bytes) -> int:
    """How many lines of Python run while this is parsed."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        parser(data)
    finally:
        sys.settrace(before)
    return count
