"""How the servers on one database tell each other "room R is at version V", and who is there.

A notice only says that there is something to read. So a lost one costs time and never truth: after a gap, and
every half minute, the versions of the rooms that are watched here are compared with the database.

How notices travel is their courier's affair: with the Postgres that the servers share, or with a broker
beside it.
"""

from app.live.bus.broker import BrokerCourier
from app.live.bus.one_server import OneServer
from app.live.bus.postgres import PostgresCourier
from app.live.bus.several_servers import SeveralServers
from app.live.live_tables import Bus
from app.storage.database import URL, is_postgres


def bus(database: URL, broker: str | None = None) -> Bus:
    """By the broker, if there is one; else by the Postgres; on SQLite there is only one server."""
    if broker:
        return SeveralServers(BrokerCourier(broker))
    return SeveralServers(PostgresCourier(database)) if is_postgres(database) else OneServer()
