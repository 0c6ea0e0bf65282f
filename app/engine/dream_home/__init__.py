"""Dream Home: draft a room and a special card each round, and build a house of twelve rooms.

>>> from app.engine import dream_home
>>> from app.engine.core import play
>>> start = dream_home.new(3, {}, seed="a rainy evening")
>>> seat = start.waiting[0]
>>> after, events = play(dream_home, start, seat, start.turns[seat], ("clear", 2))
>>> events[0][:3] == ("clear", seat, 2)
True
"""

from app.engine.core import one_by_one as shared_turn

from . import scoring, state
from .api_view import describe
from .lots import lots
from .rules import apply, check, moves, new, opening, rewind
from .scoring import score, winners
from .view import fade, reseal, secrets, view

id = "dream_home"
rules = state.RULES
former_rules = (1,)
seats = state.SEATS
options = state.OPTIONS
parts = scoring.PARTS
open_parts = tuple(part for part in scoring.PARTS if part != "roof")
auto_answers = (state.PASS,)
endless: tuple[str, ...] = ()
lists_all = True
state_type = state.State

__all__ = [
    "apply",
    "auto_answers",
    "check",
    "describe",
    "endless",
    "fade",
    "former_rules",
    "id",
    "lists_all",
    "lots",
    "moves",
    "new",
    "open_parts",
    "opening",
    "options",
    "parts",
    "reseal",
    "rewind",
    "rules",
    "score",
    "seats",
    "secrets",
    "shared_turn",
    "state_type",
    "view",
    "winners",
]
