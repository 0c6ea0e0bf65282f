"""What a table offers around its game, on a real server: rematches, ending early, clocks, answers in
advance."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.chance import commitment
from tests.support.guests import Guest, opened, place, press, sat, seats, text
from tests.support.parsed_page import Sight
from tests.support.server import Server


@pytest.fixture
def guests(house: Server) -> Iterator[list[Guest]]:
    """Ada, Bruno and Eve, each with a separate browser."""
    headers = {"Accept": "text/html", "Origin": house.url}
    browsers = [Guest(base_url=house.url, timeout=60, headers=headers) for _ in range(3)]
    yield browsers
    for each in browsers:
        each.close()


def begun(guests: list[Guest], **agreed: str) -> str:
    """Start a game with Ada as host and Bruno; return the table's address."""
    ada, bruno, _ = guests
    table = opened(ada)
    press(bruno, f"{table}/seats", name="Bruno")
    press(ada, f"{table}/options", first_player="0", **agreed)
    for guest in (ada, bruno):
        press(guest, f"{table}/ready", place=place(guest, table), ready="yes")
    press(ada, f"{table}/start")
    return table


def look(guest: Guest, table: str) -> Sight:
    return Sight(guest.get(table).text)


def move(guest: Guest, table: str, *moves: str) -> None:
    for each in moves:
        answer = guest.post(f"{table}/move", data=look(guest, table).sent(each))
        assert answer.status_code == 303, text(answer)


def snapshot(guest: Guest, table: str) -> dict[str, Any]:
    told = guest.get(f"/api/tables/{table.removeprefix('/r/')}", headers={"Accept": "application/json"})
    return dict(told.json())


def turn_of(guest: Guest, table: str) -> None:
    """Play Ada's whole first turn."""
    move(guest, table, "clear 1", "take 0", "place g0 down", "done")


def own(guest: Guest, table: str, form: str) -> str:
    """The place id in a form on the guest's page."""
    return place(guest, table, form)


# -- the next game -------------------------------------------------------------------------------------------


def test_only_the_host_abandons_a_game_after_confirming(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    assert bruno.get(f"{table}/end").status_code == 303
    assert bruno.post(f"{table}/abandon").status_code == 403
    assert "End this game?" in text(ada.get(f"{table}/end"))
    assert snapshot(ada, table)["status"] == "playing"
    press(ada, f"{table}/abandon")
    assert snapshot(ada, table)["status"] == "abandoned"
    page = look(ada, table)
    assert "This game was abandoned." in page.text
    assert page.moves == []
    assert text(ada.post(f"{table}/abandon")).count("This game was abandoned.")


def test_no_move_is_made_in_an_abandoned_game(guests: list[Guest]) -> None:
    ada, _, _ = guests
    table = begun(guests)
    clear = look(ada, table).sent("clear 1")
    press(ada, f"{table}/abandon")
    answer = ada.post(f"{table}/move", data=clear)
    assert answer.status_code == 409
    assert snapshot(ada, table)["version"] == 1


def test_everybody_moves_to_the_next_game(guests: list[Guest]) -> None:
    ada, bruno, eve = guests
    table = begun(guests)
    press(ada, f"{table}/abandon")
    answer = bruno.post(f"{table}/again")
    there = answer.headers["location"]
    assert (answer.status_code, there != table) == (303, True)
    assert seats(bruno, there) == [("Ada", "human", False), ("Bruno", "human", True)]
    assert "The group moved to a new game." in look(ada, table).text
    assert ada.post(f"{table}/follow").headers["location"] == there
    assert ada.post(f"{table}/follow").headers["location"] == there, "a second press does no harm"
    assert eve.post(f"{table}/follow").headers["location"] == f"{there}/watch"
    assert seats(bruno, there) == [("Ada", "human", True), ("Bruno", "human", True)], "no second ready round"
    assert bruno.post(f"{there}/start").status_code == 403
    press(ada, f"{there}/start")
    assert snapshot(ada, there)["status"] == "playing"
    assert snapshot(ada, there)["shuffle"]["commitment"] != snapshot(ada, table)["shuffle"]["commitment"]
    assert eve.post(f"{there}/again").status_code == 403


def keys_there(guest: Guest, table: str) -> list[str]:
    """The keys that the guest's browser gets by following to the next table, as if for the first time."""
    there = guest.post(f"{table}/follow").headers["location"]
    name = f"housewarming-{there.split('/')[2]}"
    guest.cookies.delete(name)
    answer = guest.post(f"{table}/follow")
    return (answer.cookies.get(name) or "").split(".") if name in answer.cookies else []


def test_a_seat_lost_at_the_next_table_does_not_come_back_from_this_one(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(ada, f"{table}/abandon")
    there = ada.post(f"{table}/again").headers["location"]
    held = keys_there(bruno, table)
    assert len(held) == 1
    assert keys_there(bruno, table) == held, "however often they come, it is the same key"
    for guest in (ada, bruno):
        press(guest, f"{there}/ready", place=place(guest, there), ready="yes")
    press(ada, f"{there}/start")
    assert look(bruno, there).moves or look(ada, there).moves
    press(ada, f"{there}/kick", place="2")
    assert keys_there(bruno, table) == []
    assert keys_there(ada, table) != []


def test_a_player_who_is_away_keeps_the_seat_in_the_next_game(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(ada, f"{table}/stand-in", place="2")
    there = ada.post(f"{table}/again").headers["location"]
    assert seats(ada, there) == [("Ada", "human", True), ("Bruno", "human", False)]
    assert bruno.post(f"{table}/follow").headers["location"] == there
    press(bruno, f"{there}/ready", place=place(bruno, there), ready="yes")


def test_a_player_who_left_has_no_seat_in_the_next_game(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(bruno, f"{table}/leave", place="2")
    there = ada.post(f"{table}/again").headers["location"]
    assert [name for name, _, _ in seats(ada, there)] == ["Ada"]


def test_the_leave_page_says_what_will_happen(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = opened(ada)
    press(bruno, f"{table}/seats", name="Bruno")
    assert "Your seat opens up for someone else." in text(bruno.get(f"{table}/leave"))
    table = begun(guests)
    assert "A bot takes over for you" in text(bruno.get(f"{table}/leave"))
    press(ada, f"{table}/abandon")
    told = text(bruno.get(f"{table}/leave"))
    assert "A bot" not in told
    assert "you won't have a seat in the next game" in told


def test_two_who_ask_for_a_rematch_meet_at_one_table(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(ada, f"{table}/abandon")
    there = {guest.post(f"{table}/again").headers["location"] for guest in (ada, bruno)}
    assert len(there) == 1


def test_the_host_starts_over_in_the_middle_of_a_game(guests: list[Guest]) -> None:
    ada, bruno, eve = guests
    table = begun(guests)
    assert bruno.post(f"{table}/again").status_code == 403
    assert eve.post(f"{table}/again").status_code == 403
    there = ada.post(f"{table}/again").headers["location"]
    assert snapshot(ada, table)["status"] == "abandoned"
    assert [name for name, _, _ in seats(ada, there)] == ["Ada", "Bruno"]


def committed(guest: Guest, there: str, nonce: bytes) -> None:
    """What a browser does in a lobby: it commits to a nonce for its seat, and reveals it once it is asked."""
    mine = place(guest, there)
    press(guest, f"{there}/commit", place=mine, commitment=commitment(nonce))


def test_a_rematch_starts_once_everybody_has_come_along_and_committed(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(ada, f"{table}/abandon")
    there = bruno.post(f"{table}/again").headers["location"]
    committed(bruno, there, b"b" * 32)
    assert snapshot(ada, there)["status"] == "lobby", "Ada hasn't come yet"
    ada.post(f"{table}/follow")
    assert snapshot(ada, there)["status"] == "lobby", "Ada's browser hasn't committed yet"
    committed(ada, there, b"a" * 32)
    begun_there = snapshot(ada, there)
    assert begun_there["status"] == "playing"
    assert begun_there["shuffle"]["commitments"] == [commitment(b"a" * 32), commitment(b"b" * 32)]


def test_a_rematch_waits_for_whoever_is_not_ready_after_all(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    press(ada, f"{table}/abandon")
    there = bruno.post(f"{table}/again").headers["location"]
    press(bruno, f"{there}/ready", place=place(bruno, there), ready="no")
    ada.post(f"{table}/follow")
    committed(ada, there, b"a" * 32)
    committed(bruno, there, b"b" * 32)
    assert snapshot(ada, there)["status"] == "lobby"
    press(bruno, f"{there}/ready", place=place(bruno, there), ready="yes")
    assert snapshot(ada, there)["status"] == "playing"


def test_no_other_lobby_starts_by_itself(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = sat(ada, (bruno, "Bruno"))
    for guest, nonce in ((ada, b"a" * 32), (bruno, b"b" * 32)):
        committed(guest, table, nonce)
        press(guest, f"{table}/ready", place=place(guest, table), ready="yes")
    assert snapshot(ada, table)["status"] == "lobby"


# -- answers in advance --------------------------------------------------------------------------------------


def test_only_what_a_game_allows_can_be_answered_in_advance(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests)
    told = snapshot(ada, table)
    assert told["status"] == "playing"
    place_of_ada, place_of_bruno = "1", "2"
    press(ada, f"{table}/auto-answers", place=place_of_ada, move="pass", on="yes")
    assert "You're saving the jackhammer for later, every round. Ask me again" in look(ada, table).text
    assert "jackhammer for later, every round" not in look(bruno, table).text
    press(ada, f"{table}/auto-answers", place=place_of_ada, move="pass", on="no")
    assert "jackhammer for later, every round" not in look(ada, table).text
    refused = ada.post(f"{table}/auto-answers", data={"place": place_of_ada, "move": "done", "on": "yes"})
    assert refused.status_code == 422
    refused = bruno.post(f"{table}/auto-answers", data={"place": place_of_ada, "move": "pass", "on": "yes"})
    assert refused.status_code == 403
    press(bruno, f"{table}/auto-answers", place=place_of_bruno, move="pass", on="yes")


# -- taking a turn back --------------------------------------------------------------------------------------


def test_a_turn_is_taken_back_when_the_others_agree(guests: list[Guest]) -> None:
    ada, bruno, eve = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    assert "Ask to undo my turn" in look(ada, table).text
    assert "Ask to undo my turn" not in look(bruno, table).text
    press(ada, f"{table}/take-back", place=own(ada, table, "take-back"))
    assert "You asked to undo your last turn. Waiting for Bruno." in look(ada, table).text
    assert "Ada wants to undo their last turn." in look(eve, table).text
    page = bruno.get(table).text
    version = re.search(r'name="version"\s+value="(\d+)"', page)
    assert version
    assert eve.post(f"{table}/agree", data={"place": "2", "agree": "yes"}).status_code == 403
    press(bruno, f"{table}/agree", place=own(bruno, table, "agree"), agree="yes", version=version[1])
    page_of_ada = look(ada, table)
    assert "take 0" in page_of_ada.moves
    assert "Ada takes back the last turn." in page_of_ada.text
    assert "discards the" in page_of_ada.text, "what was done before that turn stands"
    assert "face down (" not in page_of_ada.text, "what was done in it is not told any more"


def asked_at(guest: Guest, table: str) -> str:
    """The version at which the guest is asked whether a turn may be taken back."""
    version = re.search(r'name="version"\s+value="(\d+)"', guest.get(table).text)
    assert version
    return version[1]


def test_a_player_may_refuse_and_the_game_goes_on(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    of_ada = own(ada, table, "take-back")
    press(ada, f"{table}/take-back", place=of_ada)
    version = asked_at(bruno, table)
    press(bruno, f"{table}/agree", place=own(bruno, table, "agree"), agree="no", version=version)
    assert "wants to undo" not in look(bruno, table).text
    assert snapshot(ada, table)["waiting"] == [1]
    assert "Ask to undo my turn" not in look(ada, table).text
    again = ada.post(f"{table}/take-back", data={"place": of_ada})
    assert (again.status_code, "said no to undoing that turn" in text(again)) == (409, True)
    assert "wants to undo" not in look(bruno, table).text


def test_only_the_last_mover_may_ask_and_the_question_stays(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests, take_back="True")
    refused = ada.post(f"{table}/take-back", data={"place": "1"})
    assert (refused.status_code, "no turn to undo" in text(refused)) == (409, True), "she has none yet"
    turn_of(ada, table)
    for _ in range(2):
        assert bruno.post(f"{table}/take-back", data={"place": "2"}).status_code == 409
        assert "wants to undo" not in look(bruno, table).text.replace("Ada wants to undo", "")
        press(ada, f"{table}/take-back", place="1")
    assert "Ada wants to undo their last turn." in look(bruno, table).text
    press(bruno, f"{table}/agree", place="2", agree="yes", version=asked_at(bruno, table))
    assert snapshot(ada, table)["waiting"] == [0]
    refused = ada.post(f"{table}/take-back", data={"place": "1"})
    assert refused.status_code == 409, "it is back already"


def test_a_turn_that_cannot_be_taken_back_is_not_asked_about(guests: list[Guest]) -> None:
    """Bruno's turn ends the round, and the next five pairs are dealt."""
    ada, bruno, _ = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    move(bruno, table, "take 2")
    for _ in range(9):
        offered = look(bruno, table).moves
        if snapshot(bruno, table)["view"]["round"] > 1:
            break
        move(bruno, table, next((each for each in offered if each == "done"), offered[0]))
    refused = bruno.post(f"{table}/take-back", data={"place": "2"})
    assert (refused.status_code, "has been revealed since" in text(refused)) == (409, True)
    assert "wants to undo" not in look(ada, table).text


def test_no_turn_is_taken_back_in_an_abandoned_game(guests: list[Guest]) -> None:
    ada, _, _ = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    press(ada, f"{table}/abandon")
    assert ada.post(f"{table}/take-back", data={"place": "1"}).status_code == 409
    assert snapshot(ada, table)["version"] == 5


def test_a_late_answer_does_not_end_a_newer_question(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    press(ada, f"{table}/take-back", place="1")
    late = bruno.post(f"{table}/agree", data={"place": "2", "agree": "no", "version": "4"})
    assert late.status_code == 409
    assert "Ada wants to undo their last turn." in look(bruno, table).text


def test_another_players_move_ends_the_question(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests, take_back="True")
    turn_of(ada, table)
    press(ada, f"{table}/take-back", place=own(ada, table, "take-back"))
    asked = own(bruno, table, "agree")
    move(bruno, table, "take 2")
    assert "wants to undo" not in look(bruno, table).text
    late = bruno.post(f"{table}/agree", data={"place": asked, "agree": "yes", "version": "6"})
    assert late.status_code == 409
    assert snapshot(ada, table)["waiting"] == [1]


def test_nobody_may_ask_unless_the_table_agreed_on_it(guests: list[Guest]) -> None:
    ada, _, _ = guests
    table = begun(guests)
    turn_of(ada, table)
    assert "Ask to undo my turn" not in look(ada, table).text
    assert ada.post(f"{table}/take-back", data={"place": "1"}).status_code == 422


# -- clocks --------------------------------------------------------------------------------------------------


def test_only_the_host_pauses_the_clocks(guests: list[Guest]) -> None:
    ada, bruno, _ = guests
    table = begun(guests, seconds="60")
    assert re.search(r'data-left="(60|[345][0-9])"', ada.get(table).text)
    assert "Time per move: 60 seconds" in look(bruno, table).text
    assert bruno.post(f"{table}/clock", data={"pause": "yes"}).status_code == 403
    press(ada, f"{table}/clock", pause="yes")
    assert "The clock is paused." in look(bruno, table).text
    assert "data-left" not in ada.get(table).text
    press(ada, f"{table}/clock", pause="no")
    assert "data-left" in ada.get(table).text
