"""The JSON API: everything that can be done at a table, for bots and other clients."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from app.engine import record, wire
from app.engine.core import UNDO, Illegal, Seat, unseen
from app.live import export, joining, key_ring, starting
from app.live.attendance import called, of_program
from app.live.live_table import LiveTable
from app.live.removal import remove
from app.routes.api import choices, schemas
from app.routes.api.schemas import AT_TABLE, WITH_BODY, WITH_KEY, says
from app.routes.api.snapshot import place_of_key, seat_of_key, snapshot
from app.storage.schema import Entry, KeyRow
from app.table import seating, spectators
from app.table.seating import PlaceId
from app.table.visitor import HOST, SEAT, may_host
from app.web import identity
from app.web.dependencies import Address, AtTable, Door, may_open
from app.web.errors import Problem
from app.web.identity import visitor
from app.web.moves import make_move

router = APIRouter(prefix="/api/tables", tags=["tables"])
LOG_PAGE = 200
_KEY = HTTPBearer(
    scheme_name="key",
    description="A key of this table: a seat's key for what players do, the host's for what hosts do.",
    auto_error=False,  # only for the docs; `_bearer` reads the key and reports any problem with it
)
_OR_WITHOUT: dict[str, Any] = {"security": [{}]}  # a key is optional


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[
    str,
    Field(
        max_length=2000,  # before anything invisible is taken out
        description="Your name at the table: at most 24 letters, as a person counts them.",
        examples=["Ada"],
        json_schema_extra=choices.NAME,
    ),
]
Colour = Annotated[
    str,
    Field(
        max_length=20,
        description="The colour you'd like, if it is still free.",
        json_schema_extra=choices.COLOUR,
    ),
]
Commitment = Annotated[
    str,
    Field(
        pattern=r"^([0-9a-f]{64})?$",
        description="SHA-256 of a nonce of yours, 32 random bytes, in hex: your part of the shuffle, which "
        "you reveal when the host starts. Without one the server makes your part.",
    ),
]


class NewTable(Body):
    game: Annotated[
        str, Field(description="Which game.", examples=["dream_home"], json_schema_extra=choices.GAME)
    ]
    name: Name
    colour: Colour = ""
    commitment: Commitment = ""
    options: Annotated[
        dict[str, str | int | bool],
        Field(
            description="Options of the game and settings of the table, where they differ from the defaults.",
            json_schema_extra=choices.OPTIONS,
        ),
    ] = {}


class NewSeat(Body):
    name: Name
    colour: Colour = ""
    commitment: Commitment = ""


class NewBot(Body):
    level: Annotated[
        str,
        Field(
            description="`greedy` is the smart bot, `random` the random one. "
            "`otto`, `mimi`, `rika`, `pia` and `eero` think, from the gentlest to the strongest.",
            json_schema_extra=choices.LEVEL,
        ),
    ] = "greedy"


class Kicked(Body):
    seat: Annotated[int, Field(ge=0, description="The seat to free.", examples=[1])]


class Ready(Body):
    ready: Annotated[bool, Field(description="`false` takes it back.")] = True


class MoveMade(Body):
    turn: Annotated[int, Field(description="The table's `turn` for your seat.", examples=[1])]
    move: Annotated[
        list[str | int],
        Field(
            min_length=1, max_length=300, description="One of the table's `moves`.", examples=[["clear", 2]]
        ),
    ]
    id: Annotated[
        str,
        Field(
            min_length=1,
            max_length=64,
            pattern=r"^[^\x00]*$",  # Postgres can't store NUL
            description="Any text you choose, new for each move.",
            examples=["1"],
        ),
    ]


# -- keys ----------------------------------------------------------------------------------------------------


async def _bearer(
    request: Request, services: Door, live: AtTable, address: Address, _: Annotated[object, Security(_KEY)]
) -> KeyRow | None:
    """The database row of the request's key; None without a key, an error if the key is wrong."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    key = identity.bearer(header)
    row = await key_ring.look_up_one(services.store, key) if key else None
    if row is None:  # limit only wrong keys, or one guest's guesses could lock out the whole household
        services.limits.check("wrong_key", address)
        raise Problem(401, Illegal("unknown_key"), {"WWW-Authenticate": "Bearer"})
    if row.room != live.id:
        raise Problem(403, Illegal("key_elsewhere"))
    called(live, of_program(live, row))
    return row


def granted(key: KeyRow | None) -> tuple[str | None, PlaceId | None]:
    """What a key grants (a seat, hosting, watching) and for which place; without a key, nothing."""
    return (key.grant, key.seat) if key else (None, None)


Bearer = Annotated[KeyRow | None, Depends(_bearer)]


async def _shown(request: Request, services: Door, live: AtTable, bearer: Bearer) -> KeyRow | None:
    """The key's row; refuses if neither this key nor one in the browser's cookies allows seeing the table."""
    if not spectators.opens(live.table, *granted(bearer)):
        who = await visitor(request, services, live)
        if not spectators.sees(live.table, who):
            raise Problem(403, Illegal("watching_asks"))
    return bearer


Shown = Annotated[KeyRow | None, Depends(_shown)]


def _needs(grant: str) -> Any:
    async def holder(bearer: Bearer, live: AtTable) -> KeyRow:
        if bearer is None:
            raise Problem(401, Illegal("key_wanted"), {"WWW-Authenticate": "Bearer"})
        if bearer.grant != grant and not (grant == HOST and may_host(live.table, bearer.grant, bearer.seat)):
            raise Problem(403, Illegal("other_key"))
        return bearer

    return Depends(holder)


Seated = Annotated[KeyRow, _needs(SEAT)]
Hosting = Annotated[KeyRow, _needs(HOST)]


# -- the table -----------------------------------------------------------------------------------------------


@router.post(
    "",
    status_code=201,
    summary="Open a table",
    response_model=None,
    responses=says(schemas.Opened, *WITH_BODY, status=201),
)
async def create(asked: NewTable, services: Door, request: Request, address: Address) -> dict[str, Any]:
    """Open a new table: you take the first seat, and you are the host."""
    await may_open(services, address)
    code, seat_key, host_key = await joining.open_table(
        services.store, asked.game, asked.options, asked.name, asked.colour, asked.commitment
    )
    page = f"{services.invitation(request)}/r/{code}"
    links = {
        "table": f"{services.base_url(request)}/api/tables/{code}",
        "play": page,
        "watch": f"{page}/watch",
    }
    return {"code": code, "seat": 0, "seat_key": seat_key, "host_key": host_key, "links": links}


@router.get(
    "/{code}",
    summary="Look at a table",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_KEY),
    openapi_extra=_OR_WITHOUT,
)
async def look(live: AtTable, bearer: Shown) -> dict[str, Any]:
    """The table as the key's owner may see it or, without a key, as spectators see it."""
    return snapshot(live, bearer)


@router.post(
    "/{code}/seats",
    status_code=201,
    summary="Take a seat",
    response_model=None,
    responses=says(
        schemas.SeatTaken, *AT_TABLE, *WITH_BODY, status=201, conflicts="table_full already_started"
    ),
)
async def sit(asked: NewSeat, live: AtTable, services: Door, address: Address) -> dict[str, Any]:
    """Take the next free seat."""
    services.limits.check("join", address)
    seat, key = await joining.take_seat(live, asked.name, asked.colour, asked.commitment)
    return {"seat": seat, "seat_key": key}


@router.post(
    "/{code}/bots",
    status_code=201,
    summary="Seat a bot",
    response_model=None,
    responses=says(
        schemas.BotSeated,
        *AT_TABLE,
        *WITH_BODY,
        *WITH_KEY,
        status=201,
        conflicts="table_full already_started",
    ),
)
async def add_bot(asked: NewBot, live: AtTable, host: Hosting) -> dict[str, Any]:
    """Give the next free seat to a bot."""
    table = await live.change(lambda table: seating.with_bot(table, asked.level)[0])
    return {"seat": len(table.places) - 1}


@router.post(
    "/{code}/kick",
    summary="Remove a player",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_BODY, *WITH_KEY),
)
async def kick(asked: Kicked, live: AtTable, host: Hosting) -> dict[str, Any]:
    """Free a seat before the game; during it, a bot takes over its points. The seat's keys stop working."""
    places = live.table.places
    if asked.seat >= len(places):
        raise Illegal("no_such_seat")
    place = places[asked.seat].id
    await remove(live, place, lambda table: seating.without(table, place))
    return snapshot(live, host)


@router.post(
    "/{code}/ready",
    summary="Get ready",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_BODY, *WITH_KEY, conflicts="already_started"),
)
async def ready(live: AtTable, seat: Seated, asked: Ready | None = None) -> dict[str, Any]:
    """Say that you are ready to start, or that you aren't after all."""
    is_ready = asked.ready if asked else True
    await live.change(lambda table: seating.ready(table, place_of_key(seat), is_ready))
    return snapshot(live, seat)


@router.post(
    "/{code}/start",
    summary="Start the game",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_KEY, conflicts="not_ready already_started"),
)
async def start(live: AtTable, host: Hosting, services: Door) -> dict[str, Any]:
    """Start the game once everyone is ready. Players who committed to a nonce have 3 s to reveal it."""
    await starting.start(live)
    return snapshot(live, host)


@router.post(
    "/{code}/leave",
    summary="Leave the table",
    response_model=None,
    responses=says(schemas.Table, *AT_TABLE, *WITH_KEY),
)
async def leave(live: AtTable, seat: Seated) -> dict[str, Any]:
    """Leave the table: the seat is free again, or a bot takes over its points."""
    await live.change(
        lambda table: seating.without(table, place_of_key(seat)), drop_keys=[(SEAT, place_of_key(seat))]
    )
    return snapshot(live, None)


# -- the game ------------------------------------------------------------------------------------------------


@router.post(
    "/{code}/moves",
    summary="Make a move",
    response_model=None,
    responses=says(
        schemas.Moved, *AT_TABLE, *WITH_BODY, *WITH_KEY, conflicts="stale id_reused not_started given_up"
    ),
)
async def move(
    asked: MoveMade, live: AtTable, seat: Seated, services: Door, address: Address
) -> dict[str, int]:
    """Make one move to answer decision number `turn`. Repeating an `id` returns the same answer."""
    place, steps = place_of_key(seat), tuple(asked.move)
    return {"version": await make_move(services, live, place, asked.turn, steps, asked.id, address)}


@router.get(
    "/{code}/log",
    summary="Read the log",
    response_model=None,
    responses=says(schemas.Log, *AT_TABLE, *WITH_KEY),
    openapi_extra=_OR_WITHOUT,
)
async def log(
    live: AtTable,
    bearer: Shown,
    services: Door,
    after: Annotated[int, Query(ge=0, le=10**9, description="The last version you know.")] = 0,
) -> dict[str, Any]:
    """What happened after version `after`: at most 200 moves, leaving out anything still hidden."""
    entries = await services.store.entries(live.id, after, LOG_PAGE)
    hidden = unseen(live.game, live.state, seat_of_key(live, bearer)) if live.state else {}
    known = [entry for entry in entries if entry.version <= live.version]  # we know what is hidden only then
    return {"version": live.version, "log": [_told(live, entry, hidden) for entry in known]}


@router.get(
    "/{code}/record",
    summary="Download a finished game",
    response_model=None,
    responses=says(schemas.Record, *AT_TABLE, *WITH_KEY, conflicts="not_over"),
    openapi_extra=_OR_WITHOUT,
)
async def record_of(live: AtTable, bearer: Shown) -> Response:
    """The finished game as a file, to replay it and check its shuffle."""
    text = record.write(await export.record_of(live))
    named = {"Content-Disposition": f'attachment; filename="{live.code}.json"'}
    return Response(text, media_type="application/json", headers=named)


def _told(live: LiveTable, entry: Entry, hidden: Mapping[Seat, int]) -> dict[str, Any]:
    """A log entry for somebody to whom the moves of these seats, from these turns on, are hidden."""
    events = record.frozen(wire.parse(entry.events))
    move = wire.parse(entry.move) if entry.move else None
    if entry.seat is not None and entry.seat in hidden and (entry.turn or 0) >= hidden[entry.seat]:
        move, events = None, tuple(event for event in events if event[0] != UNDO[0])
    return {
        "version": entry.version,
        "seat": entry.seat,
        "turn": entry.turn,
        "move": move,
        "events": [live.game.fade(event, live.state) for event in events],
        "at": entry.at,
    }
