"""Starting a game: browsers reveal their nonces, and then the cards are dealt.

The wait for them belongs to the request that pressed Start, outside the table's lock. If it dies with its
server, the table is still in its lobby with all that was revealed, and Start may be pressed again.
"""

import asyncio

from app.live.live_table import LiveTable
from app.table import seating
from app.table.fair_shuffle import unrevealed

REVEAL_SECONDS = 3.0


async def start(live: LiveTable, seconds: float = REVEAL_SECONDS) -> None:
    """Deal, once all have revealed what they committed to, or had their time for it."""
    if unrevealed(live.table):
        await live.change(seating.shuffling)
        try:
            async with asyncio.timeout(seconds):
                while unrevealed(live.table) and live.state is None:
                    await live.changed_since(live.at)
        except TimeoutError:
            pass  # who has not revealed counts by the hash
    await live.start()
