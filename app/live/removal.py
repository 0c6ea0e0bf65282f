"""Removing a player from their seat. Their keys open nothing from then on, but still tell who they were, so
their page can say what happened."""

from app.live.live_table import LiveTable
from app.storage.writes import NewKey
from app.table.seating import PlaceId, Step
from app.table.visitor import REMOVED, SEAT


async def remove(live: LiveTable, place: PlaceId, step: Step) -> None:
    """Make a change that takes this place from its player."""
    theirs = await live.store.keys_of(live.id, SEAT, place)
    told = [NewKey(row.hash, REMOVED, place) for row in theirs]
    await live.change(step, lambda table: told, [(SEAT, place)])
