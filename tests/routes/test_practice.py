"""A practice table, used without script: turns are undone freely, and it counts nowhere."""

import re

import pytest

from app.pages.quick_start import taught
from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import Guest as Player
from tests.support.guests import Guest, press, seats, text, told

UNDO = "Undo my turn"
each_game = pytest.mark.parametrize("game", playable_games.names())


def practice(guest: Guest, game: str = "dream_home", **fields: str) -> str:
    """Press “Practice first”; return the table's address."""
    answer = guest.post("/tables", data={"practice": game, "unnamed": "Player", **fields})
    assert answer.status_code == 303, text(answer)
    return str(answer.headers["location"])


def player(guest: Guest, table: str) -> Player:
    code = table.removeprefix("/r/")
    return Player(guest, code, guest.cookies[keys_cookie(code)].split(".")[-1])


def turns_played(guest: Guest, table: str, turns: int) -> None:
    """Play this many moves that aren't undo, waiting for Otto in between."""
    me = player(guest, table)
    while turns:
        look = me.look()
        if 0 not in look["waiting"]:
            continue
        move = [each for each in look["moves"] if each != ["undo"]][-1]
        answer = me.ask("POST", "/moves", turn=look["turn"], move=move, id=f"at {look['version']}")
        turns -= answer.status_code == 200


@each_game
def test_a_practice_against_otto_starts_at_once(ada: Guest, game: str) -> None:
    table = practice(ada, game)
    page = ada.get(table)
    assert 'data-scene="game"' in page.text
    assert [(name, level) for name, level, _ in seats(ada, table)] == [("Player", "human"), ("Otto", "otto")]
    assert "Practice It counts nowhere." in text(page)
    assert UNDO not in text(page), "nothing to take back yet"


@pytest.mark.parametrize("game", taught())
def test_the_lesson_and_the_rules_offer_a_practice(ada: Guest, bruno: Guest, game: str) -> None:
    for page in (f"/rules/{game}/lesson", f"/rules/{game}"):
        form = re.search(
            r'<form class="practise" method="post" action="/tables">.*?</form>', ada.get(page).text, re.DOTALL
        )
        assert form
        assert re.search(rf'name="practice"\s+value="{game}"', form[0])
        assert "Practice first" in form[0]
        assert "Prima una prova" in bruno.get(page).text


@each_game
def test_turns_are_undone_with_plain_forms_until_none_is_left(ada: Guest, game: str) -> None:
    table = practice(ada, game)
    turns_played(ada, table, 9)
    assert UNDO in text(ada.get(table))
    undone = 0
    while UNDO in text(ada.get(table)):
        press(ada, f"{table}/take-back", place="1")
        undone += 1
        assert undone <= 9
    assert undone >= 1
    refused = ada.post(f"{table}/take-back", data={"place": "1"})
    assert refused.status_code == 409
    turns_played(ada, table, 1)
    assert UNDO in text(ada.get(table))


@each_game
def test_two_presses_on_the_same_page_are_one(ada: Guest, game: str) -> None:
    """Not even the last turn that can be undone leads to an error then."""
    table, seen = practice(ada, game), ""
    turns_played(ada, table, 9)
    while UNDO in (page := ada.get(table)).text:
        found = re.search(r'name="version" value="(\d+)"', page.text)
        assert found
        assert found[1] != seen, "nothing was undone"
        seen = found[1]
        for _ in range(2):
            press(ada, f"{table}/take-back", place="1", version=seen)
    assert ada.post(f"{table}/take-back", data={"place": "1"}).status_code == 409
    press(ada, f"{table}/take-back", place="1", version=seen)


def test_nobody_else_undoes_a_turn_or_sits_down(ada: Guest, eve: Guest) -> None:
    table = practice(ada)
    turns_played(ada, table, 3)
    bot = "2"
    for guest in (ada, eve):
        assert guest.post(f"{table}/take-back", data={"place": bot}).status_code == 403
    assert eve.post(f"{table}/take-back", data={"place": "1"}).status_code == 403
    watched = eve.get(table)
    assert "Practice" in text(watched)
    assert UNDO not in text(watched)
    assert f'href="{table}/sit"' not in watched.text
    has_no_seat(eve, table)
    press(ada, f"{table}/leave", place="1")
    has_no_seat(eve, table)
    assert [name for name, *_ in seats(ada, table)] == ["Player", "Otto"]


def has_no_seat(guest: Guest, table: str) -> None:
    """Whichever way a guest asks for a seat, they are sent back to the table without a key."""
    for way, place in (("sit", "1"), ("sit", "2"), ("ask", "1"), ("ask", "2")):
        answer = guest.post(f"{table}/{way}", data={"name": "Eve", "place": place})
        assert (answer.status_code, answer.headers["location"]) == (303, table)
        assert not answer.headers.get_list("set-cookie")


def test_a_practice_is_on_nobodys_list(ada: Guest, eve: Guest) -> None:
    table = practice(ada)
    assert told(ada, table)["table_options"]["listed"] is False
    assert table not in eve.get("/").text
    assert table in ada.get("/").text


@pytest.mark.parametrize("game", ["chess", "x" * 5000, "\0"])
def test_an_unknown_game_is_not_practised(ada: Guest, game: str) -> None:
    assert ada.post("/tables", data={"practice": game}).status_code == 422


@pytest.mark.one_server  # each server counts on its own
def test_undoing_is_limited(ada: Guest) -> None:
    table = practice(ada)
    answers = [ada.post(f"{table}/take-back", data={"place": "1"}).status_code for _ in range(301)]
    assert {*answers[:300]} == {409}
    assert answers[300] == 429
