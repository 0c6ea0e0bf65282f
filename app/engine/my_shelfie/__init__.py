"""My Shelfie: take tiles from the living room and fill your five-column shelf.

>>> from app.engine import my_shelfie
>>> from app.engine.core import play
>>> start = my_shelfie.new(2, {}, seed="a rainy evening")
>>> seat = start.waiting[0]
>>> after, events = play(my_shelfie, start, seat, start.turns[seat], ("pick", 1, 3))
>>> events[0][:4] == ("pick", seat, 1, 3)
True
"""

from app.engine.core import Move
from app.engine.core import one_by_one as shared_turn

from . import scoring, state
from .api_view import describe
from .lots import lots
from .rules import apply, check, moves, new, opening, rewind
from .scoring import score, winners
from .view import fade, reseal, secrets, view

id = "my_shelfie"
rules = state.RULES
former_rules = (1,)
seats = state.SEATS
options = state.OPTIONS
parts = scoring.PARTS
open_parts = tuple(part for part in scoring.PARTS if part != "personal")
auto_answers: tuple[Move, ...] = ()
endless = ("put_back", "swap")
lists_all = False  # a picked tile can be put back
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
