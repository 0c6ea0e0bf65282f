"""Rematches, and abandoning a game. Pure functions."""

from collections.abc import Iterable

from app.engine.core import Illegal
from app.table.seating import (
    ABANDONED,
    BOT,
    LOBBY,
    PLAYING,
    Table,
    opened,
)


def again(table: Table, secret: bytes, nonces: Iterable[bytes]) -> Table:
    """Return a new table for a rematch, without the people who left. At first, only its bots are ready."""
    fresh = opened(table.game, {**dict(table.options), **dict(table.table_options)}, secret)
    staying = (place for place in table.places if not place.open)
    return fresh._replace(
        places=tuple(
            place._replace(
                ready=place.kind == BOT,
                level=place.level if place.kind == BOT else "",
                nonce=nonce.hex(),
                commitment="",
                revealed="",
                auto_answers=(),
            )
            for place, nonce in zip(staying, nonces, strict=False)
        ),
        places_made=table.places_made,
        host=table.host,
        spectators=tuple(each for each in table.spectators if each.admitted),
    )


def continued(table: Table, code: str) -> Table:
    """Link to the table where the same people play the rematch."""
    return table._replace(next=code)


def abandoned(table: Table) -> Table:
    """Abandon the game in progress."""
    if table.status != PLAYING:
        raise Illegal("not_started" if table.status == LOBBY else "given_up")
    return table._replace(status=ABANDONED, consent=None)
