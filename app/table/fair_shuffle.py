"""The players' part of the shuffle: browsers commit to a nonce in the lobby and reveal it at Start.
Pure functions."""

import re
from collections.abc import Container

from app.engine.chance import commitment
from app.engine.core import Illegal
from app.table.seating import LOBBY, Place, PlaceId, Table, in_lobby, seat_of

_LENGTH = 64
_DIGITS = re.compile(r"[0-9a-f]{64}")


def _hex(typed: str) -> str:
    """Return this text if it is formatted like a nonce or a nonce's hash; otherwise refuse it."""
    if len(typed) != _LENGTH or not _DIGITS.fullmatch(typed):
        raise Illegal("bad_nonce", digits=_LENGTH)
    return typed


def committed(table: Table, id: PlaceId, given: str) -> Table:
    """Store the hash of the nonce that the seat's browser has made. After that, the browser can't change
    it."""
    place = in_lobby(table).places[seat_of(table, id)]
    if place.commitment not in ("", _hex(given)):
        raise Illegal("committed_already")
    return _with(table, place, place._replace(commitment=given))


def revealed(table: Table, id: PlaceId, nonce: str) -> Table:
    """Store the nonce that the seat's browser reveals. This happens after Start, when it is too late to
    commit, and before the deal."""
    place = table.places[seat_of(table, id)]
    if place.revealed == _hex(nonce):
        return table
    if table.status != LOBBY:
        raise Illegal("dealt_already")
    if not table.shuffling:
        raise Illegal("revealed_early")
    if commitment(bytes.fromhex(nonce)) != place.commitment:
        raise Illegal("other_nonce")
    return _with(table, place, place._replace(revealed=nonce))


def unrevealed(table: Table) -> list[Place]:
    """The places whose browser has committed to a nonce but hasn't revealed it yet."""
    return [place for place in table.places if place.commitment and not place.revealed]


def uncommitted(table: Table, own: Container[PlaceId]) -> list[PlaceId]:
    """The visitor's own places whose browser may still commit to a nonce."""
    return [place.id for place in table.places if place.id in own and not place.commitment]


def asked(table: Table, own: Container[PlaceId]) -> list[PlaceId]:
    """The visitor's own places whose browser should reveal its nonce now."""
    return [place.id for place in unrevealed(table) if place.id in own] if table.shuffling else []


def commitments(table: Table) -> list[str]:
    """Each seat's commitment, made before anything is revealed. A seat has one even if the server made its
    nonce."""
    return [place.commitment or commitment(bytes.fromhex(place.nonce)) for place in table.places]


def _with(table: Table, place: Place, changed: Place) -> Table:
    return table._replace(places=tuple(changed if each is place else each for each in table.places))
