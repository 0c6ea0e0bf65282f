"""Starts a game: browsers reveal their nonces, and then the cards are dealt.

The request sent by pressing Start waits for the nonces, without holding the table's lock. If the server dies
meanwhile, the table is still in its lobby with every nonce revealed so far, and Start can be pressed again.
"""

import asyncio

from app.live.live_table import LiveTable
from app.table import seating
from app.table.fair_shuffle import unrevealed

REVEAL_SECONDS = 3.0


async def start(live: LiveTable, seconds: float = REVEAL_SECONDS) -> None:
    """Deal once everybody has revealed the nonce they committed to, or their time to do so is up."""
    if unrevealed(live.table):
        await live.change(seating.shuffling)
        try:
            async with asyncio.timeout(seconds):
                while unrevealed(live.table) and live.state is None:
                    await live.changed_since(live.at)
        except TimeoutError:
            pass  # if a nonce wasn't revealed, its hash is used instead
    await live.start()


async def start_alone(live: LiveTable) -> None:
    """Start a game for the only player there is, without waiting for anybody."""
    await live.change(lambda table: seating.ready(table, table.places[0].id))
    await start(live)
