"""Makes a random move for the player whose turn it is."""

from random import Random
from typing import Any

import httpx2

from tests.support.api import Guest

Sent = tuple[Guest, dict[str, Any]]


def next_move(guests: list[Guest], chance: Random) -> Sent:
    """Make a random move, with a new id, for the first player on turn."""
    table = guests[0].look()
    guest = guests[table["waiting"][0]]
    seen = guest.look()
    move = chance.choice([each for each in seen["moves"] if each != ["undo"]])
    return guest, {"turn": seen["turn"], "move": move, "id": f"at {table['version']}"}


def send(sent: Sent) -> httpx2.Response:
    guest, said = sent
    return guest.ask("POST", "/moves", **said)
