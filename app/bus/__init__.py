"""How the servers on one database tell each other "room R is at version V", and who is there.

A notice only says that there is something to read. So a lost one costs time and never truth: after a gap, and
every half minute, the versions of the rooms that are watched here are compared with the database.

How notices travel is their courier's affair: with the Postgres that the servers share, or with a broker
beside it.
"""

from app import db
from app.bus.broker import BrokerCourier
from app.bus.local import LocalBus
from app.bus.postgres import PostgresCourier
from app.bus.shared import SharedBus
from app.db import URL

Bus = LocalBus | SharedBus


def bus(database: URL, broker: str | None = None) -> Bus:
    """By the broker, if there is one; else by the Postgres; on SQLite there is only one server."""
    if broker:
        return SharedBus(BrokerCourier(broker))
    return SharedBus(PostgresCourier(database)) if db.is_postgres(database) else LocalBus()
