"""Who comes and goes in the middle of a turn that all seats take at once: what was drawn stays."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.live.live_table import LiveTable
from app.pages.game_panel import _can_ask
from app.table import seating
from app.table.visitor import Visitor
from tests.support.api import Guest
from tests.support.drawing_table import drawing, first, made, playable, seated
from tests.support.in_process_server import Home, at_home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with playable(tmp_path / "games"), at_home(tmp_path) as started:
        yield started


async def until(room: LiveTable, is_so: Callable[[LiveTable], bool]) -> None:
    while not is_so(room):
        await room.news_since(room.news)


def pressed(guest: Guest, form: str, **fields: str) -> str:
    """Send a form at the table; return the keys that the browser then holds."""
    name = f"housewarming-{guest.code}"
    answer = guest.web.post(f"/r/{guest.code}/{form}", data=fields, headers={"Cookie": f"{name}={guest.key}"})
    assert answer.status_code == 303, answer.text
    return str(answer.cookies.get(name, guest.key))


class Turn:
    """A turn in which Bruno has drawn a piece, and nobody is done."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.ada, self.bruno, self.celina = self.guests = seated(home, 3)
        drawing(self.guests)
        made(self.bruno, first(self.bruno, "draw"))
        self.room = home.room(self.ada.code)
        [self.piece] = self.room.state.pencils[1].pieces
        self.place = str(self.room.table.places[1].id)
        ada = self.room.table.places[0].id
        home.call(self.room.change, lambda table: seating.hosted_by(table, ada))

    def bot_is_done(self) -> None:
        self.home.call(until, self.room, lambda room: 1 not in room.waited_for)

    def ends(self) -> None:
        """The others are done as well; the piece is on the sheet for good."""
        for guest in (self.ada, self.celina):
            made(guest, ["confirm"])
        assert self.room.state.step != "draw"
        assert self.room.state.sheets[1].rooms[-1].pieces[0] == self.piece.name


def leave(turn: Turn) -> None:
    assert turn.bruno.ask("POST", "/leave").status_code == 200


def kick(turn: Turn) -> None:
    assert turn.ada.ask("POST", "/kick", seat=1).status_code == 200


def let_a_bot_play(turn: Turn) -> None:
    pressed(turn.ada, "stand-in", place=turn.place)


@pytest.mark.parametrize("go", [leave, kick, let_a_bot_play])
def test_a_bot_goes_on_from_what_is_drawn(home: Home, go: Callable[[Turn], None]) -> None:
    turn = Turn(home)
    go(turn)
    turn.bot_is_done()
    assert turn.room.state.pencils[1].pieces[0] == turn.piece
    turn.ends()


def test_whoever_comes_back_goes_on_from_what_the_bot_drew(home: Home) -> None:
    turn = Turn(home)
    let_a_bot_play(turn)
    turn.bot_is_done()
    pencil = turn.room.state.pencils[1]
    pressed(turn.bruno, "back", place=turn.place)
    made(turn.bruno, ["withdraw"])
    assert turn.room.state.pencils[1] == pencil
    made(turn.bruno, ["confirm"])
    turn.ends()


def test_a_latecomer_takes_over_what_is_drawn(home: Home) -> None:
    """Even what a bot was done with: it can be taken back as long as others draw."""
    turn = Turn(home)
    leave(turn)
    turn.bot_is_done()
    dora = Guest(home.guest(), turn.ada.code, "")
    dora.key = pressed(dora, "ask", place=turn.place, name="Dora")
    pressed(turn.ada, "grant", place=str(turn.room.table.spectators[0].id))
    table = dora.look()
    assert (table["seat"], table["view"]["pencils"][1][0]) == (1, turn.piece.name)
    assert table["view"]["pencils"][0] is None
    made(dora, ["withdraw"])
    assert 1 in turn.room.waited_for
    made(dora, ["undo"])
    made(dora, first(dora, "draw"))
    made(dora, ["confirm"])
    turn.ends()


def test_whoever_is_done_goes_on_rather_than_asks_to_take_the_turn_back(home: Home) -> None:
    turn = Turn(home)
    room = turn.room
    bruno = Visitor(None, "en", (room.table.places[1].id,))
    assert _can_ask(room, bruno) is None
    made(turn.bruno, ["confirm"])
    assert _can_ask(room, bruno) is None
    made(turn.bruno, ["withdraw"])
