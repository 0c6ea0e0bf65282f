"""What many addresses need before they can begin: the services, who asks from where, and which table."""

from typing import Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from app import codes
from app.engine.core import Illegal
from app.limits import household
from app.problems import Problem
from app.rooms import Room
from app.services import Services


def _services(request: HTTPConnection) -> Services:
    services: Services = request.app.state.services
    return services


Door = Annotated[Services, Depends(_services)]


def _address(request: HTTPConnection) -> str:
    return household(request.client.host) if request.client else ""


Address = Annotated[str, Depends(_address)]


async def _room(code: Annotated[str, Path(max_length=80)], services: Door, address: Address) -> Room:
    services.limits.guard("unknown_code", address)
    plain = codes.plain(code)
    room = await services.rooms.get(plain) if plain else None
    if room is None:
        services.limits.check("unknown_code", address)
        raise Problem(404, Illegal("unknown_table"))
    return room


AtTable = Annotated[Room, Depends(_room)]
