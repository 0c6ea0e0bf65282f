"""Renders the panel beside a running game, for one visitor."""

import time
from collections.abc import Sequence

from app.engine.take_back import TAKE_BACK
from app.live.live_table import LiveTable
from app.pages import i18n
from app.pages.game_log import Step
from app.table import evening, fair_shuffle, seating, take_back
from app.table.seating import ABANDONED, PlaceId
from app.table.visitor import Visitor


def marks(live: LiveTable, who: Visitor) -> object:
    """Everything that the panel shows this visitor: as long as it stays the same, so does the panel.

    A running clock shows the time left, so a panel with one is out of date after a second.
    """
    asker = _asker(live)
    return (
        live.revision,
        live.phase,
        bool(live.waited_for),
        (asker or live.table.practice) and live.version,
        None if live.table.practice else _can_ask(live, who),
        _left(live),
    )


def draw(live: LiveTable, who: Visitor, steps: Sequence[Step] = ()) -> str:
    """The panel. In a practice, it depends on the latest steps of the log what can be undone."""
    table, own = live.table, who.own(live.table)
    asker = _asker(live)
    unagreed = take_back.still_to_agree(table) if asker else ()
    return (
        i18n.environment(who.locale)
        .get_template("table/game_panel.html")
        .render(
            code=live.code,
            game=live.game.id,
            table=table,
            version=live.version,
            own=own,
            hosts=who.hosts,
            on_tv=who.on_tv,
            ended=live.has_ended,
            finished=live.is_finished and not who.on_tv,
            shuffle=seating.shuffle_of(table),
            unrevealed=[place.name for place in fair_shuffle.unrevealed(table)],
            given_up=table.status == ABANDONED,
            evening=evening.code_for(table, who) if live.has_ended else "",
            asker=asker,
            unagreed=[place.name for place in table.places if place.id in unagreed],
            agreeing=[place for place in table.places if place.id in unagreed and place.id in own],
            can_ask=_can_go_back(live, who, steps) if table.practice else _can_ask(live, who),
            seconds=seating.agreed(table, "seconds") if live.waited_for else 0,
            paused=table.paused,
            left=_left(live),
        )
    )


def _left(live: LiveTable) -> int | None:
    """The seconds until the first of those who must act runs out of time; None without a running clock."""
    deadlines = [at for seat in live.waited_for if (at := live.deadline(seat))]
    return max(0, round(min(deadlines) - time.monotonic())) if deadlines else None


def _asker(live: LiveTable) -> seating.Place | None:
    """The place that is asking to take back its last turn; None if somebody has moved since then."""
    consent = live.table.consent
    if consent is None or consent.version != live.version or not live.waited_for:
        return None
    return next((place for place in live.table.places if place.id == consent.place), None)


def _can_ask(live: LiveTable, who: Visitor) -> PlaceId | None:
    """The visitor's place, if it made the last move and can't simply undo it or go on with a shared turn. The
    turn may have revealed hidden information, but we only check that when the visitor asks to take it
    back."""
    if not live.waited_for or not seating.agreed(live.table, "take_back") or live.table.kept == live.version:
        return None
    mover = live.last_mover
    if mover is None or mover not in who.seats(live.table):
        return None
    game, state = live.game, live.state
    within = mover in state.waiting and game.rewind(state, mover, state.turns)
    return None if within or mover in game.shared_turn(state) else live.table.places[mover].id


def _can_go_back(live: LiveTable, who: Visitor, steps: Sequence[Step]) -> PlaceId | None:
    """The visitor's place in a practice, if it has made a move that isn't undone."""
    game, state = live.game, live.state
    moved = {step.seat for step in steps if all(event[0] != TAKE_BACK[0] for event in step.events)}
    for seat in who.seats(live.table) if live.waited_for else ():
        within = seat in state.waiting and game.rewind(state, seat, state.turns) is not None
        if seat in moved or within:
            return live.table.places[seat].id
    return None
