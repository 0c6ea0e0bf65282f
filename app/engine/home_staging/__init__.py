"""Home Staging: all players draw a floor plan of the same home at once, room by room and card by card.

>>> from app.engine import home_staging
>>> from app.engine.core import play
>>> start = home_staging.new(2, {"first_player": 0}, seed="a rainy evening")
>>> after, events = play(home_staging, start, 0, start.turns[0], ("room", 2))
>>> events
(('room', 0, 'bathroom'),)
"""

from app.engine.core import Move

from . import scoring, state
from .api_view import describe
from .judge import check
from .lots import lots
from .moves import ENDLESS
from .rules import apply, moves, new, opening, rewind, shared_turn
from .scoring import score, winners
from .view import fade, reseal, secrets, view

id = "home_staging"
rules = 1
former_rules: tuple[int, ...] = ()
seats = state.SEATS
options = state.OPTIONS
parts = scoring.PARTS
open_parts = scoring.PARTS
auto_answers: tuple[Move, ...] = ()
endless = ENDLESS
lists_all = False
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
