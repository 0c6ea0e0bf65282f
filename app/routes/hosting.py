"""The host's actions: options, bots, seats, starting, handing over."""

from random import SystemRandom

from fastapi import APIRouter, Depends, Request, Response

from app.engine import registry
from app.engine.core import Illegal
from app.live import key_ring, starting
from app.live.removal import remove as remove_player
from app.pages import lobby
from app.table import keys, seating
from app.table.seating import LOBBY, PLAYING, PlaceId, Table
from app.table.table_options import TABLE_OPTIONS
from app.table.visitor import HOST, SEAT
from app.web import responses
from app.web.dependencies import AtTable, Door, Who
from app.web.errors import Problem
from app.web.identity import visitor
from app.web.numbers import whole_number
from app.web.seat_links import UNTOLD, opener
from app.web.table_forms import Call, Caller, HostCall, must_see

router = APIRouter(prefix="/r/{code}", include_in_schema=False)


# -- before the game -----------------------------------------------------------------------------------------


@router.post("/bots")
async def add_bot(call: HostCall) -> Response:
    level = call.form.get("level", "")
    return await call.answer(call.live.change(lambda table: seating.with_bot(table, level)[0]))


@router.post("/remove")
async def remove(call: HostCall) -> Response:
    """Free a seat before the game, and revoke its keys."""
    place = call.place

    def step(table: Table) -> Table:
        if table.status != LOBBY:
            raise Illegal("already_started")
        return seating.without(table, place)

    return await call.answer(remove_player(call.live, place, step))


@router.post("/order")
async def reorder(call: HostCall) -> Response:
    """Move one seat up, down or to where it was dragged, or shuffle all seats."""
    to = call.form.get("to", "")
    to_seat = whole_number(to, most=999)
    if to not in ("random", "up", "down") and to_seat is None:
        raise Problem(422, Illegal("bad_request", field="to"))
    moved = None if to == "random" else call.place

    def step(table: Table) -> Table:
        order = [each.id for each in table.places]
        if moved is None:
            SystemRandom().shuffle(order)
        else:
            at = seating.seat_of(table, moved)
            there = {"up": max(0, at - 1), "down": at + 1}.get(to, to_seat or 0)
            order.insert(there, order.pop(at))
        return seating.reordered(table, order)

    return await call.answer(call.live.change(step))


@router.get("/options", dependencies=[Depends(must_see)])
async def options_page(request: Request, live: AtTable, who: Who) -> Response:
    """Show the options: to the host to choose, to the others to read."""
    if live.table.status != LOBBY:
        return responses.see_other(f"/r/{live.code}")
    return responses.page(
        request,
        "lobby/options_page.html",
        code=live.code,
        table=live.table,
        options=live.game.options,
        drawn_options=lobby.drawn_options(live.table.game),
        table_options=TABLE_OPTIONS,
        agreed=seating.table_options_of(live.table),
        hosts=who.hosts,
    )


@router.get("/options/{name}", dependencies=[Depends(must_see)])
async def option_page(name: str, request: Request, live: AtTable, services: Door) -> Response:
    """Show an option that the game draws itself: to the host to choose, to the others to look at."""
    if live.table.status != LOBBY:
        return responses.see_other(f"/r/{live.code}")
    if name not in lobby.drawn_options(live.table.game):
        raise Problem(404, Illegal("not_found"))
    who = await visitor(request, services, live)
    return responses.page(
        request,
        "lobby/option_page.html",
        code=live.code,
        table=live.table,
        name=name,
        chosen=dict(live.table.options)[name],
        hosts=who.hosts,
        **registry.part(live.table.game, "facts").FACTS,
    )


@router.post("/options")
async def choose(call: HostCall) -> Response:
    """Set the options. Text that isn't one of an option's values is ignored."""
    chosen = {
        option.name: value
        for option in (*call.live.game.options, *TABLE_OPTIONS)
        for value in option.values
        if str(value) == call.form.get(option.name)
    }
    return await call.answer(call.live.change(lambda table: seating.with_options(table, chosen)))


@router.post("/start")
async def start(call: HostCall) -> Response:
    """Start the game. If somebody isn't ready, the page asks once whether to start anyway."""
    by, anyway = call.visitor.own(call.live.table), call.form.get("anyway") == "yes"
    return await call.answer(starting.start(call.live, by=by, anyway=anyway))


# -- one seat ------------------------------------------------------------------------------------------------


@router.get("/places/{place}")
async def place_page(place: PlaceId, request: Request, live: AtTable, services: Door) -> Response:
    """Show the host's actions for one seat, each with its consequences."""
    who = await visitor(request, services, live)
    seat = next((each for each in live.table.places if each.id == place), None)
    if not who.hosts or seat is None:
        return responses.see_other(f"/r/{live.code}")
    return responses.page(
        request,
        "seats/host_actions.html",
        code=live.code,
        place=seat,
        playing=live.table.status == PLAYING,
        own=seat.id in who.own(live.table),
        is_host=live.table.host == seat.id,
    )


@router.post("/reissue")
async def reissue(call: HostCall) -> Response:
    """Make a new link for somebody's seat, for the host to pass on, and revoke the old keys."""
    place, key = call.place, keys.new_key()
    new = key_ring.grant(key, SEAT, place)
    try:
        table = await call.live.change(
            lambda table: seating.for_a_person(table, place), lambda table: [new], [(SEAT, place)]
        )
    except Illegal as refused:
        return await call.refusal(refused)
    sitter = table.places[seating.seat_of(table, place)]
    handed = opener(call.request, call.services, call.live, key, sitter)
    answer = responses.page(
        call.request, "seats/new_link.html", here=call.table, code=call.live.code, opener=handed
    )
    answer.headers.update(UNTOLD)
    return answer


@router.post("/stand-in")
async def stand_in(call: HostCall) -> Response:
    """Let a bot play for somebody who is away, until they come back."""
    place = call.place
    return await call.answer(call.live.change(lambda table: seating.stood_in(table, place)))


@router.post("/back")
async def back(call: Call) -> Response:
    """Give the seat back from its bot to its player, at the player's or the host's request."""
    place = call.place if call.visitor.hosts else call.own_place
    return await call.answer(call.live.change(lambda table: seating.back(table, place)))


@router.post("/kick")
async def kick(call: HostCall) -> Response:
    """Remove a player from the game: a bot takes over their points, and others may ask for the seat."""
    place = call.place

    def step(table: Table) -> Table:
        return seating.without(seating.in_game(table), place)

    return await call.answer(remove_player(call.live, place, step))


# -- handing over the host's role ----------------------------------------------------------------------------


@router.post("/host")
async def hand_over(call: HostCall) -> Response:
    """Make another player the host."""
    return await _to_host(call, call.place)


@router.post("/take-over")
async def take_over(call: Call) -> Response:
    """Become the host if the host has been away for a while, which in a lobby isn't long. Any player may."""
    place, presence = call.own_place, call.live.presence
    if not (presence.host_left if call.live.table.status == LOBBY else presence.host_vanished):
        raise Problem(403, Illegal("host_is_here"))
    return await _to_host(call, place)


async def _to_host(call: Caller, place: PlaceId) -> Response:
    """Make this place the host and revoke the old host key."""
    return await call.answer(
        call.live.change(lambda table: seating.hosted_by(table, place), drop_keys=[(HOST, None)])
    )
