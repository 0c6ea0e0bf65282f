"""`housewarming referee`: answers questions about positions, as JSON lines.

Each line gets one answer, in order. Answers are flushed at once, so a program can wait for one before it asks
the next question. If a line can't be answered, the answer is `{"error": {"code", "message"}}`, and the next
line is answered as usual.
"""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from app.engine import registry, wire
from app.engine.core import Illegal, Question, settle_options
from app.pages.refusals import sentence

LONGEST_LINE = 16 * 1024 * 1024


def run(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until there are no more."""
    for line in _lines(questions):
        answers.write(json.dumps(_reply(line)).encode() + b"\n")
        answers.flush()


def _lines(questions: BinaryIO) -> Iterator[bytes]:
    """The lines of the input. The last line needs no newline; lines that are too long are cut off."""
    while line := questions.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = questions.readline(LONGEST_LINE + 1)
        yield line


def _reply(line: bytes) -> dict[str, Any]:
    try:
        return _answer(line)
    except Illegal as refused:
        return {"error": {"code": refused.code, "message": sentence(refused)}}


def _answer(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise Illegal("line_too_long")
    try:
        fields = wire.parse(line)
    except wire.WireError:
        raise Illegal("bad_json") from None
    if not isinstance(fields, dict):
        raise Illegal("bad_json")
    game = registry.game(_text(fields, "game"))
    questions: dict[str, Question] = registry.part(game.id, "referee").QUESTIONS
    question = questions.get(_text(fields, "ask"))
    if question is None:
        raise Illegal("unknown_ask", asks=tuple(questions))
    options = fields.get("options", {})
    if not isinstance(options, dict):
        raise Illegal("bad_field", field="options")
    asked = _fields(fields, question)
    return question.answer(asked, settle_options(game.options, options))


def _text(fields: dict[str, Any], name: str) -> str:
    if name not in fields:
        raise Illegal("missing_field", field=name)
    if not isinstance(fields[name], str):
        raise Illegal("bad_field", field=name)
    return str(fields[name])


def _fields(fields: dict[str, Any], question: Question) -> dict[str, Any]:
    """Check the fields of the question and return them. Extra, missing or mistyped fields are refused."""
    for name in fields:
        if name not in question.fields and name not in ("game", "ask", "options"):
            raise Illegal("unknown_field", field=name[:40])
    for name, kind in question.fields.items():
        if name not in fields:
            raise Illegal("missing_field", field=name)
        if type(fields[name]) is not kind:
            raise Illegal("bad_field", field=name)
    return {name: fields[name] for name in question.fields}
