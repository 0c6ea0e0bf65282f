"""Pairing a TV: it shows a code, the host confirms it on a phone, and then the TV shows the table."""

import time
from contextlib import suppress
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from app.engine.core import Illegal
from app.live import key_ring
from app.pages.qr import qr
from app.pages.regions import GAME_PANEL, INVITATION, SHOWN, table, text_of
from app.pages.tv import spelled
from app.storage.writes import KeyTaken
from app.table import codes, spectators
from app.table.visitor import TV
from app.web import cookies, responses, tv_pairing
from app.web.dependencies import Address, AtTable, Door, look_at
from app.web.errors import Problem
from app.web.identity import held_tables, on_tv, visitor
from app.web.responses import Form, page, see_other
from app.web.services import Services
from app.web.tv_pairing import TV_COOKIE, Pairing

router = APIRouter(include_in_schema=False)


# -- the TV --------------------------------------------------------------------------------------------------


@router.get("/tv")
async def wait(request: Request, services: Door) -> Response:
    """Show the pairing code; once it is confirmed, redirect to the table."""
    secret, https = services.secret, request.url.scheme == "https"
    held = tv_pairing.held(request.cookies, secret)
    if held and (code := await _table_of(held, services)):
        response = see_other(f"/r/{code}/tv")
        keys = cookies.with_key(request.cookies, code, held.key)
        cookies.set_cookie(response, cookies.keys_cookie(code), keys, https=https)
        cookies.set_cookie(response, TV_COOKIE, "", https=https)  # so that it can be paired again
        return response
    now = time.time()
    if held is None or not tv_pairing.is_current(held.code, secret, now):
        held = tv_pairing.new(secret, now)
    link = f"{services.invitation(request)}/tv/pair"
    shown = page(
        request,
        "tv/pairing_on_tv.html",
        code=held.shown,
        address=spelled(link),
        qr=qr(f"{link}?code={held.code}"),
    )
    cookies.set_cookie(shown, TV_COOKIE, held.cookie, https=https)
    return shown


async def _table_of(held: Pairing, services: Services) -> str | None:
    """The code of the table that this TV is paired with."""
    opened = await key_ring.look_up_one(services.store, held.key)
    return opened.code if opened else None


@router.get("/r/{code}/tv")
async def screen(request: Request, code: str, services: Door, live: AtTable) -> Response:
    """The table as everyone may see it, for a TV. Redirects to the rematch if there is one."""
    if not spectators.sees(live.table, await visitor(request, services, live)):
        return see_other(f"/r/{live.code}/watch")
    if live.table.next or code != live.code:
        return see_other(f"/r/{live.table.next or live.code}/tv")
    look = look_at(request, live, on_tv(request))
    return responses.page(
        request,
        "tv/table.html",
        code=live.code,
        game=live.game.id,
        table=text_of(await table(look)),
        game_panel=await GAME_PANEL.draw(look),
        invitation=await INVITATION.draw(look),
        shown=await SHOWN.draw(look),
        refreshes=True,
    )


# -- the host's phone ----------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """A table that the host can show on the TV."""

    code: str
    game: str
    names: tuple[str, ...]


@router.get("/tv/pair")
async def choose(request: Request, services: Door, address: Address, code: str = "") -> Response:
    """Choose which of this browser's hosted tables to show."""
    try:
        found = _confirmed(code, services, address) if code else None
    except Illegal as refused:
        return await _choices(request, services, None, code, refused)
    return await _choices(request, services, found, code)


@router.post("/tv/pair")
async def confirm(request: Request, services: Door, address: Address, form: Form) -> Response:
    """Give the TV with this code a key to the table. Only the table's host may do this."""
    table, code = codes.plain(form.get("table", "")), form.get("code", "")
    if table not in [choice.code for choice in await _hosted(request, services)]:
        raise Problem(403, Illegal("host_only"))
    live = await services.live_tables.get(table or "")
    assert live  # it is one of the host's tables
    try:
        services.limits.check("show_on_tv", address)
        found = _confirmed(code, services, address)
    except Illegal as refused:
        return await _choices(request, services, None, code, refused)
    with suppress(KeyTaken):  # pressing twice does no harm
        await services.store.add_keys(live.id, [key_ring.grant(found.key, TV)])
    return see_other(f"/r/{live.code}")


async def _choices(
    request: Request, services: Services, found: Pairing | None, typed: str, refused: Illegal | None = None
) -> Response:
    return page(
        request,
        "tv/pairing_on_phone.html",
        refused=refused,
        here="/tv/pair",
        typed=typed[:80],
        address=spelled(f"{services.invitation(request)}/tv"),
        pairing=found,
        tables=await _hosted(request, services),
    )


def _confirmed(typed: str, services: Services, address: str) -> Pairing:
    """The TV that is showing this code; wrong guesses are rate-limited."""
    services.limits.guard("wrong_tv_code", address)
    found = tv_pairing.confirmed(typed, services.secret, time.time())
    if found is None:
        services.limits.check("wrong_tv_code", address)
        raise Illegal("wrong_tv_code")
    return found


async def _hosted(request: Request, services: Services) -> list[Choice]:
    """The tables that this browser hosts, newest first."""
    return [
        Choice(live.code, live.game.id, tuple(place.name for place in live.table.places))
        async for live, who in held_tables(request, services)
        if who.hosts
    ][::-1]
