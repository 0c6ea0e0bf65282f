"""The players' part of the shuffle: what browsers commit to in the lobby and reveal at Start. Pure steps."""

import re
from collections.abc import Container

from app.engine.chance import commitment
from app.engine.core import Illegal
from app.table.seating import LOBBY, Place, PlaceId, Table, in_lobby, seat_of

_LENGTH = 64
_DIGITS = re.compile(r"[0-9a-f]{64}")


def _hex(typed: str) -> str:
    """A nonce or the hash of one, as it is written."""
    if len(typed) != _LENGTH or not _DIGITS.fullmatch(typed):
        raise Illegal("bad_nonce", digits=_LENGTH)
    return typed


def committed(table: Table, id: PlaceId, given: str) -> Table:
    """The seat's browser has made a nonce, of which for now it shows the hash. It can't take another one."""
    place = in_lobby(table).places[seat_of(table, id)]
    if place.commitment not in ("", _hex(given)):
        raise Illegal("committed_already")
    return _with(table, place, place._replace(commitment=given))


def revealed(table: Table, id: PlaceId, nonce: str) -> Table:
    """The seat's browser shows its nonce: after Start, when nobody commits any more, and before the deal."""
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
    """Those whose browser has committed to a nonce and not shown it."""
    return [place for place in table.places if place.commitment and not place.revealed]


def uncommitted(table: Table, own: Container[PlaceId]) -> list[PlaceId]:
    """Those of the places whose browser may still commit to a nonce."""
    return [place.id for place in table.places if place.id in own and not place.commitment]


def asked(table: Table, own: Container[PlaceId]) -> list[PlaceId]:
    """Those of the places whose browser is to reveal its nonce now."""
    return [place.id for place in unrevealed(table) if place.id in own] if table.shuffling else []


def commitments(table: Table) -> list[str]:
    """What each seat is bound to before anything is revealed: also those whose nonce the server made."""
    return [place.commitment or commitment(bytes.fromhex(place.nonce)) for place in table.places]


def _with(table: Table, place: Place, changed: Place) -> Table:
    return table._replace(places=tuple(changed if each is place else each for each in table.places))
