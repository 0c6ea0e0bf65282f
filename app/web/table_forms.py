"""A form sent at a table, and whether its sender may send it.

Players act for their own seats, the host for the whole table; the keys in their cookies identify both.
"""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from app.engine.core import Illegal
from app.live.live_table import LiveTable
from app.storage.schema import KeyRow
from app.table import spectators
from app.table.seating import PlaceId
from app.table.visitor import Visitor
from app.web import cookies, table_page
from app.web.dependencies import AtTable, Door, Held, Who, live_table_at, look_at
from app.web.errors import Problem
from app.web.identity import holdings, visitor, visitor_with
from app.web.numbers import whole_number
from app.web.responses import Form, form_of, see_other
from app.web.services import Services, services_of


@dataclass(frozen=True, slots=True)
class Caller:
    """A form sent at a table, and its sender."""

    request: Request
    services: Services
    live: LiveTable
    visitor: Visitor
    held: Mapping[str, KeyRow]  # their browser's keys to the table
    form: dict[str, str]

    @property
    def place(self) -> PlaceId:
        """The place that the form is about."""
        place = whole_number(self.form.get("place", ""))
        if place is None:
            raise Problem(422, Illegal("no_such_seat"))
        return place

    @property
    def own_place(self) -> PlaceId:
        """The place that the form is about. Raises a refusal unless this browser holds the place's key."""
        if self.place not in self.visitor.own(self.live.table):
            raise Problem(403, Illegal("not_your_seat"))
        return self.place

    async def visitor_now(self) -> Visitor:
        """Identify the sender again: their seat may be gone by now."""
        return await visitor(self.request, self.services, self.live)

    @property
    def by_script(self) -> bool:
        """Whether HTMX sent the form. If so, the response can be part of a page, or empty, because changes
        arrive over the socket."""
        return "hx-request" in self.request.headers

    @property
    def table(self) -> str:
        """The path of the table's page."""
        return f"/r/{self.live.code}"

    async def answer(self, doing: Awaitable[object]) -> Response:
        """Await `doing` and go back to the table; if it is refused, show the table with the reason."""
        try:
            await doing
        except Illegal as refused:
            return await self.refusal(refused)
        return Response(status_code=204) if self.by_script else see_other(self.table)

    async def refusal(self, refused: Illegal) -> Response:
        if refused.code == "already_started":
            return see_other(self.table)  # seeing the game explains it better than any message
        look = look_at(self.request, self.live, await self.visitor_now())
        return await table_page.page(self.request, look, refused, self.form)

    def keys_for(self, grant: str, place: PlaceId | None) -> list[str]:
        """Return the browser's keys that have this grant for this place."""
        return [key for key, row in self.held.items() if (row.grant, row.seat) == (grant, place)]

    def keep_keys(self, response: Response, held: str) -> None:
        """Store these as the browser's keys to the table."""
        self._set_cookie(response, cookies.keys_cookie(self.live.code), held)

    def hand_device(self, response: Response, place: PlaceId) -> None:
        """Remember that this place's player has the shared device from now on."""
        self._set_cookie(response, cookies.device_cookie(self.live.code), f"{place}.{self.live.version}")

    def _set_cookie(self, response: Response, name: str, value: str) -> None:
        cookies.set_cookie(response, name, value, https=self.request.url.scheme == "https")


async def _caller(
    request: Request, services: Door, live: AtTable, who: Who, held: Held, form: Form
) -> Caller:
    return Caller(request, services, live, who, held, form)


Call = Annotated[Caller, Depends(_caller)]


async def caller_of(request: Request) -> Caller:
    """The same without FastAPI, for a route that is called so often that its dependencies cost too much."""
    services = services_of(request)
    live = await live_table_at(request, request.path_params["code"])
    held = await holdings(request, services, live)
    who = visitor_with(request, services, live, held.values())
    return Caller(request, services, live, who, held, await form_of(request))


async def must_see(live: AtTable, who: Who) -> None:
    """Allow only visitors who may see the table."""
    if not spectators.sees(live.table, who):
        raise Problem(403, Illegal("watching_asks"))


def must_host(call: Call) -> Caller:
    """Allow only the host."""
    if not call.visitor.hosts:
        raise Problem(403, Illegal("host_only"))
    return call


HostCall = Annotated[Caller, Depends(must_host)]
