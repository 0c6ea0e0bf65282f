"""Looks up what keys open, all in one query, and prepares new keys for storage."""

from collections.abc import Iterable

from app.storage.schema import KeyRow
from app.storage.store import Store
from app.storage.writes import NewKey
from app.table.keys import key_hash
from app.table.seating import PlaceId
from app.table.visitor import REMOVED


async def look_up(store: Store, keys: Iterable[str]) -> dict[str, KeyRow]:
    """Return the keys that we know, and what each opens, in a single query."""
    digests = {key: key_hash(key) for key in keys}
    rows = await store.find_keys(digests.values())
    return {key: rows[digest] for key, digest in digests.items() if digest in rows}


async def look_up_one(store: Store, key: str) -> KeyRow | None:
    """Return what a key opens; None if it opens nothing."""
    row = (await look_up(store, [key])).get(key)
    return None if row is None or row.grant == REMOVED else row


def grant(key: str, opens: str, place: PlaceId | None = None) -> NewKey:
    """Return the key as the database stores it: only its hash and what it opens."""
    return NewKey(key_hash(key), opens, place)
