"""Whether a server does its work just now, for those who decide whether to send it guests."""

import asyncio

from app.engine.core import Illegal
from app.storage.database import StoreUnavailable
from app.web.errors import Problem
from app.web.services import Services

PATIENCE = 2.0  # seconds for the database to answer


async def must_be_ready(services: Services) -> None:
    """A Problem, if it is not; its code says what is missing."""
    if services.is_ending():
        raise Problem(503, Illegal("ending"))
    try:
        async with asyncio.timeout(PATIENCE):
            schema = await services.store.schema()
    except (StoreUnavailable, TimeoutError):
        raise Problem(503, Illegal("database_away")) from None
    if schema != services.schema:
        raise Problem(503, Illegal("database_other"))
    if not services.bus.listens:
        raise Problem(503, Illegal("bus_silent"))
