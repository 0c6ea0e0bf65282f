"""Keeps servers that share a database in step, by announcing each table's version and who is at it.

A notice only says that there is something to read, so a lost notice can cause a delay but never an error.
After a gap in the notices, and every half minute, each server compares its live tables with the database.

The notices are carried by a courier, which uses either the servers' shared Postgres or a separate broker.
"""

from app.live.bus.broker import BrokerCourier
from app.live.bus.one_server import OneServer
from app.live.bus.postgres import PostgresCourier
from app.live.bus.several_servers import SeveralServers
from app.live.live_tables import Bus
from app.storage.database import URL, is_postgres


def bus(database: URL, broker: str | None = None) -> Bus:
    """Use the broker if there is one, or else Postgres. With SQLite, there is only one server."""
    if broker:
        return SeveralServers(BrokerCourier(broker))
    return SeveralServers(PostgresCourier(database)) if is_postgres(database) else OneServer()
