"""Checks for load balancers whether the server is ready for requests."""

import asyncio

from app.engine.core import Illegal
from app.storage.database import StoreUnavailable
from app.web.errors import not_now
from app.web.services import Services

PATIENCE = 2.0  # seconds to wait for the database
AGAIN = 5  # seconds before it's worth asking again


async def must_be_ready(services: Services) -> None:
    """Raise a Problem if the server isn't ready; its code says what is missing."""
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
