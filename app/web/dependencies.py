"""Dependencies shared by many routes: the services, the client's address, the table and the visitor."""

from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from app.engine.core import Illegal
from app.live import key_ring
from app.live.live_table import LiveTable, Unreadable
from app.net.addresses import household
from app.pages.regions import Look
from app.storage.schema import KeyRow
from app.table import codes
from app.table.visitor import Visitor
from app.web import cookies, identity
from app.web.errors import Problem, not_now, problem
from app.web.rate_limits import TooMany
from app.web.services import Services, services_of


def address_of(request: HTTPConnection) -> str:
    return household(request.client.host) if request.client else ""


# Dependencies are async, because FastAPI would run others in a thread.
async def _services(request: HTTPConnection) -> Services:
    return services_of(request)


async def _address(request: HTTPConnection) -> str:
    return address_of(request)


Door = Annotated[Services, Depends(_services)]
Address = Annotated[str, Depends(_address)]


async def live_table_at(asker: HTTPConnection, code: str) -> LiveTable:
    """Return the table with this code, for a page or a socket; limit how often a client may guess codes."""
    services, address, plain = services_of(asker), address_of(asker), codes.plain(code)
    try:
        services.limits.guard("unknown_code", address)
    except TooMany:
        # a visitor with a key isn't guessing; limiting everyone would let one guest lock a household out
        if not await _holds_its_key(asker, services, plain or ""):
            raise
    try:
        live = await services.live_tables.get(plain) if plain else None
    except Unreadable as damage:
        raise problem(damage) from None
    if live is None:
        services.limits.check("unknown_code", address)
        raise Problem(404, Illegal("unknown_table"))
    await services.bus.catch_up(live)
    if live.is_closed:
        raise problem(Illegal("table_closed"))
    return live


async def _holds_its_key(asker: HTTPConnection, services: Services, code: str) -> bool:
    """Whether the client holds a key to this table.

    Looks up only the client's own keys, so the time it takes doesn't reveal whether the table exists.
    """
    held = [*cookies.keys_held(asker.cookies, code)]
    if sent := identity.bearer(asker.headers.get("authorization", "")):
        held.append(sent)
    found = await key_ring.look_up(services.store, held)
    return any(row.code == code for row in found.values())


def look_at(asker: HTTPConnection, live: LiveTable, who: Visitor) -> Look:
    """Return the table as this visitor sees it, for a page or a socket."""
    services = services_of(asker)
    return Look(live, who, services.invitation(asker), services.settings.most_watchers)


async def may_open(services: Services, address: str) -> None:
    """Refuse to open another table if this address has opened too many or the server is full."""
    services.limits.check("create", address)
    services.limits.check("create_in_an_hour", address)
    if await services.store.rooms_made() >= services.settings.most_tables:
        raise not_now(Illegal("house_full"), 600)


async def _room(
    request: Request,
    code: Annotated[
        str,
        Path(
            description="The table's code.",
            examples=["sunny-sofa-42"],
            json_schema_extra={"maxLength": codes.LONGEST_TYPED},  # not enforced: longer codes are unknown
        ),
    ],
) -> LiveTable:
    return await live_table_at(request, code)


AtTable = Annotated[LiveTable, Depends(_room)]


async def _held(request: Request, services: Door, live: AtTable) -> dict[str, KeyRow]:
    return await identity.holdings(request, services, live)


Held = Annotated[dict[str, KeyRow], Depends(_held)]  # looked up once per request


async def _who(request: Request, services: Door, live: AtTable, held: Held) -> Visitor:
    return identity.visitor_with(request, services, live, held.values())


Who = Annotated[Visitor, Depends(_who)]
