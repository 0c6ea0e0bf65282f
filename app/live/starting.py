"""Starts a game: browsers reveal their nonces, and then the cards are dealt.

The request sent by pressing Start waits for the nonces, without holding the table's lock. If the server dies
meanwhile, the table is still in its lobby with every nonce revealed so far, and Start can be pressed again.
"""

import asyncio
from collections.abc import Container, Iterable

from app.live.live_table import LiveTable
from app.table import seating
from app.table.fair_shuffle import unrevealed
from app.table.seating import PlaceId, Table

REVEAL_SECONDS = 3.0


async def start(
    live: LiveTable,
    seconds: float = REVEAL_SECONDS,
    by: Container[PlaceId] = (),
    anyway: bool = False,
) -> None:
    """Deal once everybody has revealed the nonce they committed to, or their time to do so is up.

    `by` are the places of those who pressed Start: that says that they are ready. `anyway` waits for nobody.
    """
    if unrevealed(live.table):
        await live.change(lambda table: seating.shuffling(table, by, anyway))
        try:
            async with asyncio.timeout(seconds):
                while unrevealed(live.table) and live.state is None:
                    await live.changed_since(live.at)
        except TimeoutError:
            pass  # if a nonce wasn't revealed, its hash is used instead
    await live.start(by, anyway)


async def start_at_once(live: LiveTable, company: Iterable[str]) -> None:
    """Start a game for the person who opened the table and these bots, without a lobby."""

    def step(table: Table) -> Table:
        for bot in company:
            table, _place = seating.with_bot(table, bot)
        return seating.ready(table, table.places[0].id)

    await live.change(step)
    await start(live)
