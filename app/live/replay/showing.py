"""A replay that somebody shows to others: on the TV, and to those who follow on their own screens.

It is kept in memory only. With every step, the one who shows it says everything again, so nothing is lost for
long when a server restarts.
"""

import asyncio
import time
from typing import NamedTuple

from app.live.live_table import LiveTable, Slot
from app.live.live_tables import LiveTables

SHOWN_SECONDS = 3600.0  # after the last step
MOST_REMATCHES = 100  # to go through until the newest table is found


class Step(NamedTuple):
    """What everybody is to see."""

    move: int
    view: str  # "table", or a seat
    name: str  # who shows it; "" for a host without a seat
    page: str  # the page from which they do, by a word that it made up


class Showing(NamedTuple):
    """What is shown at a table. Among several servers, the newest counts."""

    at: int = 0  # when it was said, in milliseconds of the time of day
    code: str = ""  # the table whose game it is
    step: Step | None = None


class Screen:
    """What the people at one table are shown."""

    def __init__(self, live: LiveTable) -> None:
        self.said = Showing()

    @property
    def shown(self) -> Showing | None:
        is_over = self.said.step is None or time.time() - self.said.at / 1000 > SHOWN_SECONDS
        return None if is_over else self.said

    def show(self, said: Showing) -> bool:
        """Show this, unless something newer is shown; return whether it was taken over."""
        if said.at <= self.said.at:
            return False
        self.said = said
        return True


screen = Slot(Screen)


def shown_at(live: LiveTable) -> Showing | None:
    """What is shown at this table. A game that has begun ends it."""
    return None if live.waited_for else screen.of(live).shown


async def show(live_tables: LiveTables, live: LiveTable, step: Step | None) -> None:
    """Show a step of this table's game here, and where rematches have led everybody."""
    newest = await _newest(live_tables, live)
    # what is said later is newer, whatever the clock says
    at = max(time.time_ns() // 1_000_000, *(screen.of(each).said.at + 1 for each in (live, newest)))
    for each in {live, newest}:
        screen.of(each).show(Showing(at, live.code, step))
        each.tell()
        if step:
            asyncio.get_running_loop().call_later(SHOWN_SECONDS + 1, each.tell)


async def _newest(live_tables: LiveTables, live: LiveTable) -> LiveTable:
    """The table that the rematches have led to."""
    for _ in range(MOST_REMATCHES):
        if not live.table.next or not (following := await live_tables.readable(live.table.next)):
            break
        live = following
    return live
