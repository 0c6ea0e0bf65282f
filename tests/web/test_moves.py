"""Moves as programs and forms send them: what a move may hold, and how many of them there may be."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.move_text import text_of
from app.live.presence import HOSTING, VANISHED_SECONDS
from app.web.rate_limits import LIMITS
from tests.support.api import started
from tests.support.drawing_table import closing, confirmed, drawing, first, made, playable, seated, sent
from tests.support.in_process_server import Home, at_home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with playable(tmp_path / "games"), at_home(tmp_path) as started:
        yield started


@pytest.mark.parametrize("script", [False, True])
def test_a_form_sends_a_move_with_blanks_in_it(home: Home, script: bool) -> None:
    ada, _ = guests = seated(home, 2)
    closing(guests)
    room = home.room(ada.code)
    move = next(list(each) for each in ada.look()["moves"] if each[0] == "close")
    [tag, _, door] = move
    move = [tag, " ".join([str(move[1]), str(move[1]).split()[-1]]), door]  # overlaps are allowed
    assert sent(ada, 0, {"move": text_of(tuple(move))}, script=script).status_code == (204 if script else 303)
    assert room.state.pencils[0].cells
    made(ada, ["undo"])
    answer = sent(ada, 0, {"first": f'["{tag}","{move[1]}"]', "move": str(door)})
    assert (answer.status_code, bool(room.state.pencils[0].cells)) == (303, True)


@pytest.mark.parametrize(
    "move", ["[", '["clear"', "[[[", '["clear",[1]]', '["clear","\\ud800"]', "[]", '["clear", 1]']
)
@pytest.mark.parametrize("part", ["first", "move"])
def test_a_form_that_sends_nonsense_is_refused(home: Home, move: str, part: str) -> None:
    [ada] = started(home.guest(), "Bruno", first_player=0)[:1]
    answer = sent(ada, 0, {part: move})
    assert answer.status_code == 422
    assert home.room(ada.code).version == 1
    assert sent(ada, 0, {"move": '["clear",1]'}).status_code == 303


def test_moves_that_lead_nowhere_cannot_fill_the_disk(home: Home) -> None:
    """A seat may draw and erase, confirm and withdraw for ever, but not at any pace."""
    ada, bruno = guests = seated(home, 2)
    drawing(guests)
    room, most = home.room(ada.code), LIMITS["endless_move"].amount
    drawn = first(bruno, "draw")
    for _ in range(most - 3):
        home.services.limits.check("endless_move", "", f"{room.code} {room.table.places[1].id}")
    for move in (drawn, ["erase", drawn[3]], drawn):
        made(bruno, move)
    version = room.version
    table = bruno.look()
    for tag in ("confirm", "erase", "front"):
        answer = bruno.ask("POST", "/moves", turn=table["turn"], move=[tag, drawn[3]], id=tag)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_often")
    assert room.version == version
    made(ada, ["confirm"])
    assert room.version == version + 1, "nobody else is limited"


def test_moves_that_lead_on_are_never_too_many(home: Home) -> None:
    ada, _ = seated(home, 2)
    room = home.room(ada.code)
    for _ in range(LIMITS["endless_move"].amount):
        home.services.limits.check("endless_move", "", f"{room.code} {room.table.places[0].id}")
    made(ada, ada.look()["moves"][0])


def test_a_move_may_be_long_but_not_endless(home: Home) -> None:
    ada, _ = guests = seated(home, 2)
    closing(guests)
    room = home.room(ada.code)
    [_, cells, door] = next(each for each in ada.look()["moves"] if each[0] == "close")
    longest = " ".join([cells, *[cells.split()[0]] * 400])[:400].rpartition(" ")[0]
    assert sent(ada, 0, {"move": text_of(("close", longest, door))}).status_code == 303
    assert room.state.pencils[0].cells
    for length, status in ((60_000, 422), (66_000, 413)):
        turn = ada.look()["turn"]
        answer = ada.ask("POST", "/moves", turn=turn, move=["close", "A" * length, "-"], id=str(length))
        assert answer.status_code == status


def test_hundreds_of_moves_are_offered_whole(home: Home) -> None:
    ada, bruno = guests = seated(home, 2, scenario="10")
    most: list[list[str | int]] = []
    while len(most) < 300:
        drawing(guests)
        most = max(most, bruno.look()["moves"], key=len)
        confirmed(guests)
    assert len({tuple(move) for move in most}) == len(most)
    with ada.web.websocket_connect(  # type: ignore[attr-defined]
        f"/api/tables/{ada.code}/live", headers={"Authorization": f"Bearer {ada.key}"}
    ) as line:
        assert json.loads(line.receive_text())["moves"] == ada.look()["moves"]


def test_a_host_who_plays_through_the_api_alone_is_not_offered_to_be_replaced(home: Home) -> None:
    ada, bruno = started(home.guest(), "Bruno")
    presence = home.presence(ada.code)
    home.clock.now += VANISHED_SECONDS
    bruno.look()
    assert presence.away_for(HOSTING) >= VANISHED_SECONDS
    ada.look()
    home.clock.now += VANISHED_SECONDS
    assert not presence.host_vanished
