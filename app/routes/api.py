"""The JSON API: everything that can be done at a table, for bots and other clients, through the same door."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from app import archive, auth, record, seating, tables, wire
from app.engine.core import Illegal, offers
from app.models import Entry, KeyRow
from app.problems import Problem, problem
from app.rooms import Room
from app.routes.doors import Address, AtTable, Door
from app.visitors import HOST, SEAT

router = APIRouter(prefix="/api/tables", tags=["tables"])
LOG_PAGE = 200


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Body):
    game: str
    name: Annotated[str, Field(max_length=2000)]
    options: dict[str, str | int | bool] = {}


class NewSeat(Body):
    name: Annotated[str, Field(max_length=2000)]
    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None


class NewBot(Body):
    level: str = "greedy"


class Ready(Body):
    ready: bool = True


class MoveMade(Body):
    turn: int
    move: Annotated[list[str | int], Field(min_length=1, max_length=300)]
    id: Annotated[str, Field(min_length=1, max_length=64)]


# -- who asks, and for what ----------------------------------------------------------------------------------


async def _bearer(request: Request, services: Door, room: AtTable, address: Address) -> KeyRow | None:
    """What the request's key opens here; nothing without a key, an error with a wrong one."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    services.limits.guard("wrong_key", address)
    key = auth.bearer(header)
    row = await services.store.find_key(auth.key_hash(key)) if key else None
    if row is None:
        services.limits.check("wrong_key", address)
        raise Problem(401, Illegal("unknown_key"), {"WWW-Authenticate": "Bearer"})
    if row.room != room.id:
        raise Problem(403, Illegal("key_elsewhere"))
    return row


Bearer = Annotated[KeyRow | None, Depends(_bearer)]


def _needs(grant: str) -> Any:
    async def holder(bearer: Bearer) -> KeyRow:
        if bearer is None:
            raise Problem(401, Illegal("key_wanted"), {"WWW-Authenticate": "Bearer"})
        if bearer.grant != grant:
            raise Problem(403, Illegal("other_key"))
        return bearer

    return Depends(holder)


Seated = Annotated[KeyRow, _needs(SEAT)]
Hosting = Annotated[KeyRow, _needs(HOST)]


# -- the table -----------------------------------------------------------------------------------------------


@router.post("", status_code=201)
async def create(asked: NewTable, services: Door, request: Request, address: Address) -> dict[str, Any]:
    """A new table, with the asker in its first seat and as its host."""
    services.limits.check("create", address)
    code, seat_key, host_key = await tables.open_table(services.store, asked.game, asked.options, asked.name)
    links = {"table": f"{services.base_url(request)}/api/tables/{code}"}
    return {"code": code, "seat": 0, "seat_key": seat_key, "host_key": host_key, "links": links}


@router.get("/{code}")
async def look(room: AtTable, bearer: Bearer) -> dict[str, Any]:
    """The table as the bearer of the key may see it; without a key, as a spectator."""
    return snapshot(room, bearer)


@router.post("/{code}/seats", status_code=201)
async def sit(asked: NewSeat, room: AtTable, services: Door, address: Address) -> dict[str, Any]:
    """Take the next free seat."""
    services.limits.check("join", address)
    nonce = bytes.fromhex(asked.nonce) if asked.nonce else None
    seat, key = await tables.take_seat(room, asked.name, nonce)
    return {"seat": seat, "seat_key": key}


@router.post("/{code}/bots", status_code=201)
async def add_bot(asked: NewBot, room: AtTable, host: Hosting) -> dict[str, Any]:
    """A bot takes the next free seat."""
    table = await room.change(lambda table: seating.with_bot(table, asked.level)[0])
    return {"seat": len(table.places) - 1}


@router.post("/{code}/ready")
async def ready(room: AtTable, seat: Seated, asked: Ready | None = None) -> dict[str, Any]:
    """Ready to start, or not yet after all."""
    is_ready = asked.ready if asked else True
    await room.change(lambda table: seating.ready(table, _place(seat), is_ready))
    return snapshot(room, seat)


@router.post("/{code}/start")
async def start(room: AtTable, host: Hosting, services: Door) -> dict[str, Any]:
    """Deal, once everybody is ready."""
    await room.start()
    services.bots.watch(room)
    return snapshot(room, host)


@router.post("/{code}/leave")
async def leave(room: AtTable, seat: Seated) -> dict[str, Any]:
    """Leave the table: the seat is free again, or a bot plays on with its points."""
    await room.change(lambda table: seating.without(table, _place(seat)), drop_keys=[(SEAT, _place(seat))])
    return snapshot(room, None)


# -- the game ------------------------------------------------------------------------------------------------


@router.post("/{code}/moves")
async def move(asked: MoveMade, room: AtTable, seat: Seated, services: Door) -> dict[str, int]:
    """One step, answering the decision number `turn`; the same `id` again gives the same answer."""
    services.limits.guard("refused_move", seat.hash)
    seat_number = seating.seat_of(room.table, _place(seat))
    try:
        version = await room.submit(seat_number, asked.turn, tuple(asked.move), asked.id)
    except Illegal:
        services.limits.check("refused_move", seat.hash)
        raise
    return {"version": version}


@router.get("/{code}/log")
async def log(
    room: AtTable, services: Door, after: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> dict[str, Any]:
    """What happened after version `after`, at most 200 steps, as far as it may still be told."""
    entries = await services.store.entries(room.id, after, LOG_PAGE)
    return {"version": room.version, "log": [_told(room, entry) for entry in entries]}


@router.get("/{code}/record")
async def record_of(room: AtTable) -> Response:
    """The finished game as a file, with which anybody can play it again and check its shuffle."""
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
        "status": "over" if over else table.status,
        "version": room.version,
        "seats": [
            {"name": place.name, "kind": place.kind, "level": place.level or None, "ready": place.ready}
            for place in table.places
        ],
        "seat": seat,
        "turn": state.turns[seat] if state and seat is not None else None,
        "waiting": list(state.waiting) if state else [],
        "view": game.describe(state, seat) if state else None,
        "moves": [list(each) for each in offers(game, state, seat)] if state and seat is not None else [],
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
