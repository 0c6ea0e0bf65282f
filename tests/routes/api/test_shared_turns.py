"""Seats that take a turn at the same time, played by programs: nobody learns what others do in it until all
are done."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.engine.core import Move, Seat
from app.live.live_tables import LiveTables
from tests.support.api import Guest
from tests.support.drawing_table import confirmed, drawing, first, log, made, playable, seated
from tests.support.in_process_server import Home, at_home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with playable(tmp_path / "games"), at_home(tmp_path) as started:
        yield started


def as_spectator(guest: Guest) -> list[dict[str, Any]]:
    return log(guest, key="")


def told(entries: list[dict[str, Any]]) -> list[Any]:
    return [entry["move"] for entry in entries]


def test_a_move_of_the_running_turn_is_told_to_its_own_seat_alone(home: Home) -> None:
    ada, bruno, celina = guests = seated(home, 3)
    drawing(guests)
    before = ada.look()["version"]
    drawn = first(bruno, "draw")
    made(bruno, drawn)
    for viewer in (ada, celina):
        [entry] = log(viewer, after=before)
        assert (entry["seat"], entry["move"], entry["events"]) == (1, None, [])
    assert told(as_spectator(ada)[before:]) == [None]
    assert told(log(bruno, after=before)) == [drawn]
    made(bruno, ["confirm"])
    [_, entry] = log(ada, after=before)
    assert (entry["move"], entry["events"]) == (None, [["confirm", 1]])


def test_not_even_an_undo_is_told(home: Home) -> None:
    """It would tell that a sheet is empty again."""
    ada, bruno = guests = seated(home, 2)
    drawing(guests)
    before = ada.look()["version"]
    made(bruno, first(bruno, "draw"))
    made(bruno, ["undo"])
    assert [(entry["move"], entry["events"]) for entry in log(ada, after=before)] == [(None, [])] * 2
    assert log(bruno, after=before)[1]["events"] == [["undo", 1]]


def test_once_all_are_done_everybody_is_told_everything(home: Home) -> None:
    ada, bruno = guests = seated(home, 2)
    drawing(guests)
    before = ada.look()["version"]
    drawn = first(bruno, "draw")
    made(bruno, drawn)
    confirmed([bruno])
    made(bruno, ["withdraw"])
    assert told(log(ada, after=before)) == [None] * 3
    confirmed([bruno, ada])
    assert told(log(ada, after=before)) == [drawn, ["confirm"], ["withdraw"], ["confirm"], ["confirm"]]
    assert told(as_spectator(ada)[before:]) == told(log(ada, after=before))


def test_with_open_pencils_everything_is_told_at_once(home: Home) -> None:
    ada, bruno = guests = seated(home, 2, open_pencils=True)
    drawing(guests)
    before = ada.look()["version"]
    drawn = first(bruno, "draw")
    made(bruno, drawn)
    assert told(log(ada, after=before)) == told(as_spectator(ada)[before:]) == [drawn]


def test_the_moves_that_led_to_the_turn_are_told(home: Home) -> None:
    guests = seated(home, 2)
    drawing(guests)
    assert None not in told(log(guests[1]))[1:]


def test_no_answer_to_others_holds_what_a_seat_draws(home: Home) -> None:
    """The anchor of a drawn piece is a cell that nothing else names in the first turn of a game."""
    ada, bruno, celina = guests = seated(home, 3)
    drawing(guests)
    before = ada.look()["version"]
    drawn = first(bruno, "draw")
    code = bruno.code
    with ada.web.websocket_connect(f"/api/tables/{code}/live") as spectator:  # type: ignore[attr-defined]
        spectator.receive_text()
        made(bruno, drawn)
        pushed = json.loads(spectator.receive_text())
    [name] = bruno.look()["view"]["pencils"][1]
    assert pushed["version"] == before + 1
    assert name not in json.dumps(pushed)
    for viewer in (ada, celina):
        assert name not in json.dumps({**viewer.look(), "moves": []})
        assert name not in json.dumps(log(viewer, after=before))
    assert ada.web.get(f"/api/tables/{code}/record").status_code == 409


def test_a_server_that_lags_behind_tells_only_what_it_knows_to_be_open(home: Home) -> None:
    """Another server has already begun the turn and stored what somebody drew in it."""
    ada, bruno = guests = seated(home, 2)
    while ada.look()["view"]["step"] != "tokens":
        [seat] = ada.look()["waiting"]
        made(guests[seat], [move for move in guests[seat].look()["moves"] if move != ["undo"]][-1])
    before = ada.look()["version"]
    elsewhere = home.call(LiveTables(home.services.store).get, ada.code)
    assert elsewhere

    def play(seat: Seat, move: Move) -> None:
        home.call(elsewhere.submit, elsewhere.table.places[seat].id, elsewhere.state.turns[seat], move)

    [seat] = elsewhere.waited_for
    play(seat, [*elsewhere.game.moves(elsewhere.state, seat)][-1])
    play(1, next(iter(elsewhere.game.moves(elsewhere.state, 1))))
    for viewer in (ada, bruno):
        assert [entry["version"] for entry in log(viewer, after=before)] == []
    home.call(home.room(ada.code).refresh)
    assert told(log(ada, after=before))[1:] == [None]
    assert None not in told(log(bruno, after=before))
