"""Metrics of the running server; /metrics serves them in Prometheus format.

All instruments are defined here. Events are counted where they happen, whether or not anybody scrapes them,
since counting takes only a microsecond. Current values are looked up at each scrape.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client import generate_latest as _written

from app import __version__

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

_registry = CollectorRegistry()
ProcessCollector("housewarming", registry=_registry)
Info("housewarming", "The server.", registry=_registry).info({"version": __version__})

MOVES = Counter("housewarming_moves", "Moves made, by people and bots.", ["game"], registry=_registry)
DURABLE = Histogram(
    "housewarming_move_durable_seconds",
    "Time from a move's arrival until it is durably stored.",
    buckets=_SECONDS,
    registry=_registry,
)
TOLD = Histogram(
    "housewarming_move_told_seconds",
    "Time from a move's arrival until it is sent to the sockets of one audience.",
    buckets=_SECONDS,
    registry=_registry,
)
COMMIT = Histogram(
    "housewarming_commit_writes",
    "Writes per group commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
    registry=_registry,
)
REFUSALS = Counter("housewarming_refusals", "Refused requests, by code.", ["code"], registry=_registry)
SOCKETS = Gauge("housewarming_sockets", "Open sockets.", registry=_registry)
ROOMS = Gauge("housewarming_rooms", "Tables in memory.", registry=_registry)
STUCK = Gauge(
    "housewarming_tables_stuck",
    "Tables on which the server should have moved and did not.",
    registry=_registry,
)
WAITING = Gauge(
    "housewarming_database_waiting",
    "Reads and writes waiting for the database.",
    ["what"],
    registry=_registry,
)


def told() -> bytes:
    """Return all metrics in Prometheus format."""
    return _written(_registry)
