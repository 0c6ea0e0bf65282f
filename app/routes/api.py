"""The JSON API: everything that can be done at a table, for bots and other clients, through the same door."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from app import archive, auth, record, seating, tables, watching, wire
from app.attendance import glimpsed, of_program
from app.engine.core import UNDO, Illegal, offers
from app.models import Entry, KeyRow
from app.names import COLOURS
from app.presence import of_place
from app.problems import Problem, problem
from app.rooms import Room
from app.routes import answers
from app.routes.answers import AT_TABLE, WITH_BODY, WITH_KEY, says
from app.routes.doors import Address, AtTable, Door, may_open
from app.seating import HUMAN
from app.visitors import HOST, SEAT, may_host, visitor

router = APIRouter(prefix="/api/tables", tags=["tables"])
LOG_PAGE = 200
_KEY = HTTPBearer(
    scheme_name="key",
    description="A key of this table: a seat's key for what players do, the host's for what hosts do.",
    auto_error=False,  # for the description; `_bearer` reads the key and says what is wrong with it
)
_OR_WITHOUT: dict[str, Any] = {"security": [{}]}  # a key is welcome, but not needed


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[str, Field(max_length=2000, description="Your name at the table.", examples=["Ada"])]
Colour = Annotated[
    str,
    Field(max_length=20, description=f"The colour you'd like, if it is still free: {', '.join(COLOURS)}."),
]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class NewTable(Body):
    game: Annotated[str, Field(description="Which game.", examples=["dream_home"])]
    name: Name
    colour: Colour = ""
    options: Annotated[
        dict[str, str | int | bool],
        Field(
            description="Options of the game and settings of the table, where they differ from the defaults."
        ),
    ] = {}


class NewSeat(Body):
    name: Name
    colour: Colour = ""
    nonce: Annotated[
        Nonce | None,
        Field(description="Your part of the shuffle, 32 bytes in hex; random if you leave it out."),
    ] = None


class NewBot(Body):
    level: Annotated[str, Field(description="`greedy` is the smart bot, `random` the random one.")] = "greedy"


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
            pattern=r"^[^\x00]*$",  # Postgres keeps all but that
            description="Any text you choose, new for each move.",
            examples=["1"],
        ),
    ]


# -- who asks, and for what ----------------------------------------------------------------------------------


async def _bearer(
    request: Request, services: Door, room: AtTable, address: Address, _: Annotated[object, Security(_KEY)]
) -> KeyRow | None:
    """What the request's key opens here; nothing without a key, an error with a wrong one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    key = auth.bearer(header)
    row = await services.store.find_key(auth.key_hash(key)) if key else None
    if row is None:  # only that counts: one guest who guesses must not shut the whole house out
        services.limits.check("wrong_key", address)
        raise Problem(401, Illegal("unknown_key"), {"WWW-Authenticate": "Bearer"})
    if row.room != room.id:
        raise Problem(403, Illegal("key_elsewhere"))
    glimpsed(room, of_program(room, row))
    return row


Bearer = Annotated[KeyRow | None, Depends(_bearer)]


async def _shown(request: Request, services: Door, room: AtTable, bearer: Bearer) -> KeyRow | None:
    """The same, if it shows the table; or the browser holds a key that does."""
    if not watching.opens(room.table, bearer):
        who = await visitor(request, services, room)
        if not watching.sees(room.table, who):
            raise Problem(403, Illegal("watching_asks"))
    return bearer


Shown = Annotated[KeyRow | None, Depends(_shown)]


def _needs(grant: str) -> Any:
    async def holder(bearer: Bearer, room: AtTable) -> KeyRow:
        if bearer is None:
            raise Problem(401, Illegal("key_wanted"), {"WWW-Authenticate": "Bearer"})
        if bearer.grant != grant and not (grant == HOST and may_host(room.table, bearer)):
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
    responses=says(answers.Opened, *WITH_BODY, status=201),
)
async def create(asked: NewTable, services: Door, request: Request, address: Address) -> dict[str, Any]:
    """Open a new table: you take the first seat, and you are the host."""
    await may_open(services, address)
    code, seat_key, host_key = await tables.open_table(
        services.store, asked.game, asked.options, asked.name, asked.colour
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
    responses=says(answers.Table, *AT_TABLE, *WITH_KEY),
    openapi_extra=_OR_WITHOUT,
)
async def look(room: AtTable, bearer: Shown) -> dict[str, Any]:
    """The table as the owner of the key may see it; without a key, as spectators do."""
    return snapshot(room, bearer)


@router.post(
    "/{code}/seats",
    status_code=201,
    summary="Take a seat",
    response_model=None,
    responses=says(
        answers.SeatTaken, *AT_TABLE, *WITH_BODY, status=201, conflicts="table_full already_started"
    ),
)
async def sit(asked: NewSeat, room: AtTable, services: Door, address: Address) -> dict[str, Any]:
    """Take the next free seat."""
    services.limits.check("join", address)
    nonce = bytes.fromhex(asked.nonce) if asked.nonce else None
    seat, key = await tables.take_seat(room, asked.name, asked.colour, nonce)
    return {"seat": seat, "seat_key": key}


@router.post(
    "/{code}/bots",
    status_code=201,
    summary="Seat a bot",
    response_model=None,
    responses=says(
        answers.BotSeated,
        *AT_TABLE,
        *WITH_BODY,
        *WITH_KEY,
        status=201,
        conflicts="table_full already_started",
    ),
)
async def add_bot(asked: NewBot, room: AtTable, host: Hosting) -> dict[str, Any]:
    """A bot takes the next free seat."""
    table = await room.change(lambda table: seating.with_bot(table, asked.level)[0])
    return {"seat": len(table.places) - 1}


@router.post(
    "/{code}/kick",
    summary="Remove a player",
    response_model=None,
    responses=says(answers.Table, *AT_TABLE, *WITH_BODY, *WITH_KEY),
)
async def kick(asked: Kicked, room: AtTable, host: Hosting) -> dict[str, Any]:
    """Free a seat before the game; during it, a bot takes over its points. The seat's keys stop working."""
    places = room.table.places
    if asked.seat >= len(places):
        raise Illegal("no_such_seat")
    place = places[asked.seat].id
    await room.change(lambda table: seating.without(table, place), drop_keys=[(SEAT, place)])
    return snapshot(room, host)


@router.post(
    "/{code}/ready",
    summary="Get ready",
    response_model=None,
    responses=says(answers.Table, *AT_TABLE, *WITH_BODY, *WITH_KEY, conflicts="already_started"),
)
async def ready(room: AtTable, seat: Seated, asked: Ready | None = None) -> dict[str, Any]:
    """Say that you are ready to start, or not after all."""
    is_ready = asked.ready if asked else True
    await room.change(lambda table: seating.ready(table, _place(seat), is_ready))
    return snapshot(room, seat)


@router.post(
    "/{code}/start",
    summary="Start the game",
    response_model=None,
    responses=says(answers.Table, *AT_TABLE, *WITH_KEY, conflicts="not_ready already_started"),
)
async def start(room: AtTable, host: Hosting, services: Door) -> dict[str, Any]:
    """Start the game once everyone is ready."""
    await room.start()
    return snapshot(room, host)


@router.post(
    "/{code}/leave",
    summary="Leave the table",
    response_model=None,
    responses=says(answers.Table, *AT_TABLE, *WITH_KEY),
)
async def leave(room: AtTable, seat: Seated) -> dict[str, Any]:
    """Leave the table: the seat is free again, or a bot takes over its points."""
    await room.change(lambda table: seating.without(table, _place(seat)), drop_keys=[(SEAT, _place(seat))])
    return snapshot(room, None)


# -- the game ------------------------------------------------------------------------------------------------


@router.post(
    "/{code}/moves",
    summary="Make a move",
    response_model=None,
    responses=says(
        answers.Moved, *AT_TABLE, *WITH_BODY, *WITH_KEY, conflicts="stale id_reused not_started given_up"
    ),
)
async def move(asked: MoveMade, room: AtTable, seat: Seated, services: Door) -> dict[str, int]:
    """Make one move, answering decision number `turn`. Repeating an `id` returns the same answer."""
    place = _place(seat)
    by, steps = f"{room.code} {place}", tuple(asked.move)
    if steps == UNDO:
        services.limits.check("undo", by)
    with services.limits.counting_refusals("refused_move", by):
        seat_number = seating.seat_of(room.table, place)
        version = await room.submit(seat_number, asked.turn, steps, asked.id)
    return {"version": version}


@router.get(
    "/{code}/log",
    summary="Read the log",
    response_model=None,
    responses=says(answers.Log, *AT_TABLE, *WITH_KEY),
    openapi_extra=_OR_WITHOUT,
)
async def log(
    room: AtTable,
    bearer: Shown,
    services: Door,
    after: Annotated[int, Query(ge=0, le=10**9, description="The last version you know.")] = 0,
) -> dict[str, Any]:
    """What happened after version `after`, at most 200 moves, without what is still hidden."""
    entries = await services.store.entries(room.id, after, LOG_PAGE)
    return {"version": room.version, "log": [_told(room, entry) for entry in entries]}


@router.get(
    "/{code}/record",
    summary="Download a finished game",
    response_model=None,
    responses=says(answers.Record, *AT_TABLE, *WITH_KEY, conflicts="not_over"),
    openapi_extra=_OR_WITHOUT,
)
async def record_of(room: AtTable, bearer: Shown) -> Response:
    """The finished game as a file, to replay it and check its shuffle."""
    text = record.write(await archive.record_of(room))
    named = {"Content-Disposition": f'attachment; filename="{room.code}.json"'}
    return Response(text, media_type="application/json", headers=named)


def _told(room: Room, entry: Entry) -> dict[str, Any]:
    events = record.frozen(wire.parse(entry.events))
    return {
        "version": entry.version,
        "seat": entry.seat,
        "turn": entry.turn,
        "move": wire.parse(entry.move) if entry.move else None,
        "events": [room.game.fade(event, room.state) for event in events],
        "at": entry.at,
    }


def snapshot(room: Room, bearer: KeyRow | None) -> dict[str, Any]:
    """The table now, for the bearer of this key."""
    table, state, game = room.table, room.state, room.game
    seat = seating.seat_of(table, _place(bearer)) if bearer and bearer.grant == SEAT else None
    shuffle = seating.shuffle_of(table)
    over = state is not None and not state.waiting
    told: dict[str, Any] = {
        "code": room.code,
        "game": table.game,
        "options": dict(table.options),
        "manners": dict(seating.manners_of(table)),
        "status": "over" if over else table.status,
        "version": room.version,
        "seats": [
            {
                "name": place.name,
                "colour": place.colour,
                "kind": place.kind,
                "level": place.level or None,
                "away": place.kind == HUMAN and not room.presence.is_here(of_place(place.id)),
                "ready": place.ready,
            }
            for place in table.places
        ],
        "seat": seat,
        "turn": state.turns[seat] if state and seat is not None else None,
        "waiting": list(room.waited_for),
        "view": game.describe(state, seat) if state else None,
        "moves": [list(each) for each in offers(game, state, seat)] if seat in room.waited_for else [],
        "shuffle": {"commitment": shuffle.commitment},
    }
    if over:
        told["shuffle"] |= {"secret": table.secret, "nonces": [place.nonce for place in table.places]}
        told["view"]["seed"] = shuffle.seed
    return told


def _place(bearer: KeyRow) -> int:
    """The id of the place that a seat's key opens."""
    if bearer.seat is None:
        raise problem(Illegal("no_such_seat"))
    return bearer.seat
