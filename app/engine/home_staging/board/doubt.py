"""Whether the other option of a card would score much more in the player's own home. Cards that count for a
bonus raise no doubt: there, more than the piece's own points decides."""

from app.engine import doubt as doubts
from app.engine.core import Move, Seat
from app.engine.doubt import Doubt

from ..home import home
from ..moves import OPTIONS, tokens_on_card
from ..pieces import option, shapes
from ..placing import places
from ..state import TOKENS, State
from .prospects import Prospects


def doubt(state: State, seat: Seat, move: Move) -> Doubt | None:
    if move[0] != "tokens" or state.step != TOKENS or tokens_on_card(state) != 1:
        return None
    if any(bonus.number == state.card.number for bonus in state.scenario.bonuses):
        return None
    gains: dict[Move, int] = {("tokens", 2 - which): _worth(state, seat, which) for which in OPTIONS}
    return doubts.doubt(len(state.up), move, gains)


def _worth(state: State, seat: Seat, which: int) -> int:
    """What this option scores in the seat's home, if it fits and leaves a way to everything."""
    piece = option(state.card.number, state.card.card, which)
    now = home(state.options.scenario, state.sheets[seat])
    prospects = Prospects(now)
    fits = any(
        anchors & ~prospects.cut(piece, turn, False, anchors)
        for turn, anchors in enumerate(places(now, piece, False))
    )
    return len(shapes(piece, False)[0].body) if fits else 0
