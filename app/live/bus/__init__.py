"""Keeps servers on one database in step: "table R is at version V", and who is at which table.

A notice only says that there is something to read, so losing one costs time, never correctness: after a gap,
and every half minute, each server compares its live tables with the database.

A courier carries the notices: either the Postgres that the servers share, or a separate broker.
"""

from app.live.bus.broker import BrokerCourier
from app.live.bus.one_server import OneServer
from app.live.bus.postgres import PostgresCourier
from app.live.bus.several_servers import SeveralServers
from app.live.live_tables import Bus
from app.storage.database import URL, is_postgres


def bus(database: URL, broker: str | None = None) -> Bus:
    """Choose the broker if there is one, else Postgres. With SQLite there is only one server."""
    if broker:
        return SeveralServers(BrokerCourier(broker))
    return SeveralServers(PostgresCourier(database)) if is_postgres(database) else OneServer()
