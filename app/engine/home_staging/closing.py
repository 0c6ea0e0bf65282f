"""The rules for closing a room: the cells it may have, and the edges that may be its door."""

from .cells import EDGES_OF, Edge, each, flood, to_side, together
from .home import Home
from .placing import Obstacle, Refusal, first_in_the_way


def region_refusal(home: Home, region: int) -> Refusal | None:
    """Why the open room can't have these cells; None if it can."""
    if not home.pieces:
        return Refusal("no_pieces")
    scenario = home.scenario
    return first_in_the_way(
        Obstacle("outside", region & ~scenario.inside),
        Obstacle("bridge", region & scenario.bridge),
        Obstacle("finished_room", region & home.finished),
        Obstacle("doorstep", 0 if home.furnishes_entry else region & home.doorsteps),
        Obstacle("leaves_out", together(piece.cells for piece in home.pieces) & ~region),
        Obstacle("not_connected", region & ~flood(region & -region, region)),
    )


def door_refusal(home: Home, region: int, edge: Edge) -> str:
    """Why this edge can't be the door of a legal region; "" if it can."""
    if not edge.here & region:
        return "not_of_room"
    if not edge.beyond & _leads_to(home, region):
        return "leads_nowhere"
    cells = edge.here | edge.beyond
    if cells & home.scenario.low:
        return "low_at_door"
    return "body_at_door" if cells & home.body else ""


def _leads_to(home: Home, region: int) -> int:
    """The cells that a door of this region may lead to."""
    if home.entry:
        return home.entry.region
    return home.scenario.inside & ~region & ~home.finished


def doors(home: Home, region: int) -> list[Edge]:
    """Every edge that could be the door of this region, in order."""
    if home.furnishes_entry:  # all other rooms' doors lead to it
        return []
    passable = ~home.scenario.low & ~home.body
    beyond = _leads_to(home, region) & passable
    sides = [to_side(beyond, (side + 2) % 4) & region & passable for side in range(4)]
    return [edge for cell in each(together(sides)) for edge in EDGES_OF[cell] if edge.here & sides[edge.side]]


def door_or_none_refusal(home: Home, region: int, edge: Edge | None) -> str:
    """Like `door_refusal`, but `edge` may be None. An entry room has no door; any other room must have one if
    possible."""
    if home.furnishes_entry:
        return "entry_has_no_door" if edge else ""
    if edge is None:
        return "door_missing" if doors(home, region) else ""
    return door_refusal(home, region, edge)
