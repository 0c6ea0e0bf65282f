"""Whether a server does its work just now, for those who decide whether to send it guests."""

import asyncio

from app.engine.core import Illegal
from app.storage.database import StoreUnavailable
from app.web.errors import not_now
from app.web.services import Services

PATIENCE = 2.0  # seconds for the database to answer
AGAIN = 5  # seconds, after which it is worth asking again


async def must_be_ready(services: Services) -> None:
    """A Problem, if it is not; its code says what is missing."""
    if services.is_ending():
        raise not_now(Illegal("ending"), AGAIN)
    try:
        async with asyncio.timeout(PATIENCE):
            schema = await services.store.schema()
    except (StoreUnavailable, TimeoutError):
        raise not_now(Illegal("database_away"), AGAIN) from None
    if schema != services.schema:
        raise not_now(Illegal("database_other"), AGAIN)
    if not services.bus.listens:
        raise not_now(Illegal("bus_silent"), AGAIN)
