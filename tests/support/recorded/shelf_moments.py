"""Moments of recorded games of My Shelfie, as its page shows them."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from app.engine import my_shelfie
from app.pages.game_frame import Moment
from app.table.names import COLOURS
from app.table.table_options import ALL
from scripts import golden
from tests.browser.planted import recorded
from tests.support.house_board import NAMES

RECORDS = {2: (15, 4), 3: (3,), 4: (2,)}  # the numbers of recorded games by seats; 4 began under rules 1

KINDS: dict[str, Callable[[Any, set[Any]], bool]] = {
    "picking": lambda state, tags: tags == {"pick"},
    "picked": lambda state, tags: "column" in tags,
    "laying": lambda state, tags: "lay" in tags,
    "swapping": lambda state, tags: {"swap", "done"} <= tags and len(state.hand) == 3,
    "laid": lambda state, tags: tags == {"done"},
    "over": lambda state, tags: not state.waiting,
}
# The test's own element: the server would update one of the page's.
STRIP = """() => {
    document.getElementById('strip')?.remove();
    document.getElementById('table').insertAdjacentHTML('beforebegin', `<div id="strip" class="prompts">
        <div class="note"><p>Bruno is away.</p><a class="btn">Let a bot play</a></div></div>`);
    const top = document.getElementById('table').getBoundingClientRect().top + scrollY;
    document.documentElement.style.setProperty('--above', `${Math.ceil(top)}px`);  // as the page does
}"""


@cache
def moments(seats: int) -> dict[str, Moment]:
    """One moment of every kind, late in a game for this many players."""
    return {kind: moment for each in RECORDS[seats] for kind, moment in _moments_of(each, seats)}


def played(seats: int) -> list[str]:
    return [kind for kind in moments(seats) if kind != "over"]


def _moments_of(number: int, seats: int) -> Iterable[tuple[str, Moment]]:
    met: dict[str, Moment] = {}
    record = recorded(number, "my_shelfie")
    events: tuple[Any, ...] = ()
    for made, step in enumerate(golden.replay(record)):
        events += step.events
        state = step.after
        tags = {move[0] for seat in state.waiting for move in my_shelfie.moves(state, seat)}
        for kind, is_one in KINDS.items():
            if is_one(state, tags) and (kind not in met or made < len(record.steps) * 0.7):
                met[kind] = Moment(
                    "sunny-sofa-42",
                    99,
                    9,
                    NAMES[:seats],
                    COLOURS[:seats],
                    my_shelfie,
                    state,
                    events,
                    running_score=ALL,
                )
    return met.items()
