"""Sheets drawn as text, tables made of them, and what is asked of both."""

from collections.abc import Iterable
from textwrap import dedent
from typing import Any

from app.engine import home_staging
from app.engine.core import Event, Illegal, Move, Seat, totals
from app.engine.home_staging import notation
from app.engine.home_staging.home import Home, home
from app.engine.home_staging.picture import picture
from app.engine.home_staging.referee import QUESTIONS
from app.engine.home_staging.scoring import Tally, count
from app.engine.home_staging.sheet import Pencil, Sheet
from app.engine.home_staging.state import CARD, CLOSE, DRAW, ROOM, Card, State

DRAWN = r"\d\d[AB][12](?:r[1-3])?m?@[A-P]\d|^ *\d+ [|%/\" ] *[.:ov\d]"
"""What only a drawing holds: a piece where it lies, or a line of a picture."""


def sheet(scenario: str, text: str) -> Sheet:
    return notation.read(scenario, text)


def drawn(scenario: str, text: str) -> Home:
    return home(scenario, sheet(scenario, text))


def counted(scenario: str, text: str) -> Tally:
    return count(scenario, sheet(scenario, text))


def bonuses(scenario: str, text: str) -> list[int]:
    """The points of each bonus line."""
    return list(asked("score", scenario, text)["bonuses"])


def asked(question: str, scenario: str, text: str, **fields: str) -> dict[str, Any]:
    """What the referee answers."""
    return QUESTIONS[question].answer({"scenario": scenario, "sheet": text, **fields}, {})


def place(scenario: str, text: str, piece: str) -> str:
    """Why a piece may not lie there, with the cell; "" if it may."""
    return _said(asked("place", scenario, text, piece=piece))


def closing(scenario: str, text: str, cells: str, door: str) -> str:
    """Why the open room can't be closed so, with the cell; "" if it can."""
    return _said(asked("close", scenario, text, cells=cells, door=door))


def _said(answer: dict[str, Any]) -> str:
    if answer["legal"]:
        return ""
    return f"{answer['code']} {answer['cell']}" if answer["cell"] else str(answer["code"])


def looks(scenario: str, text: str) -> str:
    read = sheet(scenario, text)
    return same_lines("\n".join(picture(home(scenario, read), read.front)))


def same_lines(text: str) -> str:
    """A drawing without what all its lines are indented by."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return dedent("\n".join(lines))


# -- tables --------------------------------------------------------------------------------------------------


def table(
    scenario: str,
    *texts: str,
    card: str = "",
    tokens: tuple[int, int] = (1, 0),
    closes: bool = False,
    ideas: int | None = None,
    **options: Any,
) -> State:
    """A game at which these sheets lie, with a room open on all or on none: all draw what is on this card, or
    close the room; without either the first seat is asked for a card or a room."""
    sheets = tuple(sheet(scenario, text) for text in texts)
    start = home_staging.new(len(sheets), {"scenario": scenario, "first_player": 0, **options}, 1)
    everyone = tuple(range(len(sheets)))
    room = sheets[0].open
    up = [
        Card(room.key, number, letter)
        for room in sheets[0].rooms
        for number, letter in dict.fromkeys(
            (int(name[:2]), name[2])
            for each in sheets
            for drawn in each.rooms
            if drawn.key == room.key
            for name in drawn.pieces
        )
    ]
    state = start._replace(
        sheets=sheets,
        pencils=tuple(Pencil(front=each.front) for each in sheets),
        ideas=start.ideas if ideas is None else (ideas,) * len(sheets),
        room=room.key if room else "",
        turns=(5,) * len(sheets),
        step=CARD if room else ROOM,
        up=tuple(up),
    )
    if card and room:
        shown = Card(room.key, int(card[:2]), card[2])
        state = state._replace(step=DRAW, tokens=tokens, up=(*up, shown))
    if card or closes:
        through = [seat for seat in everyone if closes and not _pieces(sheets[seat])]
        asked = tuple(seat for seat in everyone if seat not in through)
        state = state._replace(step=CLOSE if closes else DRAW, waiting=asked, asked=asked)
    return state


def _pieces(sheet: Sheet) -> tuple[str, ...]:
    return sheet.open.pieces if sheet.open else ()


def read_move(words: str) -> Move:
    """`draw 1 3 F6`; in `close F6-G9,H3 G9S` commas stand for blanks."""
    return tuple(int(word) if word.isdigit() else word.replace(",", " ") for word in words.split())


def played(state: State, *steps: str) -> tuple[State, list[Event]]:
    """After steps such as `0 draw 1 3 F6`, each judged, and what happened."""
    happened: list[Event] = []
    for step in steps:
        who, _, words = step.partition(" ")
        move = read_move(words)
        home_staging.check(state, int(who), move)
        state, events = home_staging.apply(state, int(who), move)
        happened += events
    return state, happened


def after(state: State, *steps: str) -> State:
    return played(state, *steps)[0]


def refusal(state: State, step: str) -> str:
    """With which code a step is refused, and the cell if it is named; "" if it is legal."""
    who, _, words = step.partition(" ")
    return refused(state, int(who), read_move(words))


def refused(state: State, seat: Seat, move: Any) -> str:
    try:
        home_staging.check(state, seat, move)
    except Illegal as why:
        return " ".join([why.code, *([why.facts["at"]] if "at" in why.facts else [])])
    return ""


def offered(state: State, seat: Seat, tag: str = "") -> list[Move]:
    return [move for move in home_staging.moves(state, seat) if tag in ("", move[0])]


def texts(state: State) -> list[str]:
    """The sheets as they lie on the table."""
    return [notation.write(each) for each in state.sheets]


def points(state: State) -> list[dict[str, int]]:
    return [totals(home_staging.parts, lines) for lines in home_staging.score(state)]


def codes(events: Iterable[Event]) -> list[str]:
    return [str(event[0]) for event in events]
