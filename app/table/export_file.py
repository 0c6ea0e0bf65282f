"""The file that moves a table to another server. It holds the record of the table's game, and the seats.

It contains everything the other server needs to continue. While a game is in progress, that includes hidden
information. It contains no keys, spectators or chat.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from app.engine import record as engine_record
from app.engine import registry, wire
from app.engine.bots import BOTS
from app.engine.core import Illegal
from app.engine.move_text import text_of
from app.engine.record import BadRecord, Record
from app.table import names, seating
from app.table.names import COLOURS
from app.table.seating import BOT, Place, Table
from app.table.table_options import settle


class Parcel(NamedTuple):
    """The file's contents. `moments` are the times of the deal and of each move, in ms since 1970."""

    code: str
    record: Record
    table: Table
    moments: tuple[int, ...]


class _Part(BaseModel):
    """Also accepts older files, in which some fields have other names."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _Seat(_Part):
    id: Annotated[int, Field(ge=1)]
    name: str
    kind: Literal["human", "bot"]
    level: str
    colour: str
    auto_answers: Annotated[list[str], Field(validation_alias=AliasChoices("auto_answers", "standing"))]
    muted: bool
    open: bool


class _Told(_Part):
    """The "table" part of the file."""

    code: str
    status: Literal["playing", "abandoned", "closed"]
    seats: list[_Seat]
    seats_made: int
    host: int
    table_options: Annotated[
        dict[str, str | int | bool], Field(validation_alias=AliasChoices("table_options", "manners"))
    ]
    watchers_muted: bool
    moments: list[Annotated[int, Field(ge=0, le=10**14)]]


def write(parcel: Parcel) -> str:
    """Format the file. `housewarming verify-shuffle` reads it too."""
    table = parcel.table
    told = {
        "code": parcel.code,
        "status": table.status,
        "seats": [_seat(place) for place in table.places],
        "seats_made": table.places_made,
        "host": table.host,
        "table_options": dict(seating.table_options_of(table)),
        "watchers_muted": table.watchers_muted,
        "moments": parcel.moments,
    }
    return engine_record.write(parcel.record, {"table": told})


def _seat(place: Place) -> dict[str, Any]:
    return {name: getattr(place, name) for name in _Seat.model_fields}


def read(text: str | bytes) -> Parcel:
    """Parse a file, and replay its game to verify it; raises Illegal if anything is wrong."""
    recorded = engine_record.read(text)
    engine_record.verify(recorded)
    told = wire.parse(text).get("table")
    if told is None:
        raise BadRecord("no_table")
    try:
        table = _Told.model_validate(told)
    except ValidationError as wrong:
        where = wrong.errors()[0]["loc"]
        raise BadRecord("bad_table", field=".".join(map(str, where)) or "table") from None
    for field, holds in _terms(table, recorded):
        if not holds:
            raise BadRecord("bad_table", field=field)
    return Parcel(table.code, recorded, _table(table, recorded), tuple(table.moments))


def _terms(table: _Told, recorded: Record) -> Iterator[tuple[str, bool]]:
    """Check what types can't express, yielding each field's name and whether its value is valid."""
    ids = [seat.id for seat in table.seats]
    people = [seat.id for seat in table.seats if seat.kind != BOT]
    colours = [seat.colour for seat in table.seats if seat.colour]
    auto_answers = {*map(text_of, registry.game(recorded.game).auto_answers)}
    yield "seats", len(ids) == len({*ids}) == recorded.seats
    yield "seats_made", max(ids) <= table.seats_made < 10**9
    yield "host", table.host in (0, *people)
    yield "moments", len(table.moments) == len(recorded.steps) + 1
    yield "seats.colour", len(colours) == len({*colours}) and {*colours} <= {*COLOURS}
    for number, seat in enumerate(table.seats):
        others = [each.name for each in table.seats[:number]]
        yield f"seats.{number}.name", _is_clean(seat.name) and names.marked(seat.name, others) == seat.name
        yield f"seats.{number}.level", seat.level in BOTS or (not seat.level and seat.kind != BOT)
        yield f"seats.{number}.auto_answers", {*seat.auto_answers} <= auto_answers


def _is_clean(name: str) -> bool:
    try:
        return names.clean_name(name) == name
    except Illegal:
        return False


def _table(table: _Told, recorded: Record) -> Table:
    """Rebuild the table as it was. With a time limit, its clocks stay paused until the host resumes them."""
    rules, _ = settle(recorded.game, recorded.options)
    _, table_options = settle(recorded.game, table.table_options)
    return Table(
        recorded.game,
        table.status,
        tuple(map(_place, table.seats, recorded.shuffle.nonces, recorded.shuffle.commitments or repeat(b""))),
        rules,
        table.seats_made,
        recorded.shuffle.secret.hex(),
        table_options,
        host=table.host,
        paused=bool(dict(table_options)["seconds"]),
        watchers_muted=table.watchers_muted,
        practice=recorded.practice,
    )


def _place(seat: _Seat, nonce: bytes, commitment: bytes) -> Place:
    told = seat.model_dump() | {"auto_answers": tuple(seat.auto_answers)}
    revealed = nonce.hex() if commitment not in (b"", nonce) else ""
    return Place(**told, ready=True, nonce=nonce.hex(), commitment=commitment.hex(), revealed=revealed)
