"""A game replayed from its revealed seed, to know what was secret when."""

import json
from typing import Any, NamedTuple

from app.engine import dream_home
from app.engine.core import play
from app.engine.dream_home.cards import ROOFS, special_names
from app.engine.dream_home.state import OVER, State

ROOF_NAMES = {*special_names(ROOFS)}


class Heard(NamedTuple):
    """What a client received while the table was at this version."""

    version: int
    text: str


def named_roofs(heard: list[Heard], states: dict[int, State]) -> list[str]:
    """Roofs named to a client though they were in a pile, or taken or dealt in an earlier round."""
    found = []
    for each in heard:
        now = states[each.version]
        told = json.loads(each.text)
        piles = (told.get("view") or {}).get("roofs", [])
        for seat, pile in enumerate(piles):
            hidden = len(pile) - bool(now.drafted[seat])
            if now.step != OVER and any(pile[:hidden]):
                found.append(f"pile of {seat} at version {each.version}")
        for event in (event for entry in told.get("log", []) for event in entry["events"]):
            past = event[0] in ("take", "deal") and event[{"take": 2, "deal": 1}[event[0]]] < now.round
            names = {event[5]} if event[0] == "take" else {*event[3]} if event[0] == "deal" else set()
            if past and now.step != OVER and names & ROOF_NAMES:
                found.append(f"{event} at version {each.version}")
    return found


def replayed(log: list[dict[str, Any]], over: dict[str, Any]) -> dict[int, State]:
    """The game's states by version, from the seed revealed at its end."""
    state = dream_home.new(len(over["seats"]), over["options"], over["view"]["seed"])
    states = {1: state}
    for entry in log[1:]:
        state, _ = play(dream_home, state, entry["seat"], entry["turn"], tuple(entry["move"]))
        states[entry["version"]] = state
    return states
