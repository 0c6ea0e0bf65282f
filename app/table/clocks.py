"""Stopping the clocks of a table, and starting them again. Pure steps."""

from app.table.seating import Table

# -- clocks --------------------------------------------------------------------------------------------------


def paused(table: Table) -> Table:
    return table._replace(paused=True)


def resumed(table: Table, now: int) -> Table:
    """Every open decision has its whole time again."""
    return table._replace(paused=False, clock_from=now)
