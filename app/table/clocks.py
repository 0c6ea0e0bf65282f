"""Pausing and resuming a table's clocks. Pure functions."""

from app.table.seating import Table


def paused(table: Table) -> Table:
    return table._replace(paused=True)


def resumed(table: Table, now: int) -> Table:
    """Restart the clocks, giving every open decision its full time again."""
    return table._replace(paused=False, clock_from=now)
