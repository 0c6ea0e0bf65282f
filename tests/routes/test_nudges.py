"""The others see who is away, and may nudge the player on turn once a minute."""

from starlette.testclient import TestClient

from app.live.presence import GRACE_SECONDS, NUDGE_SECONDS, of_place
from tests.support.guests import press, sat, started, text, told
from tests.support.in_process_server import Home

HURRY = "The others are waiting for you."


def in_turn(home: Home) -> tuple[str, TestClient, TestClient, str]:
    """A running game: its address, the player on turn, the other player, and the first one's place."""
    ada, bruno = home.guest(), home.guest()
    lobby = started(ada, (bruno, "Bruno"))
    seat = told(ada, lobby)["waiting"][0]
    asked, other = (ada, bruno) if seat == 0 else (bruno, ada)
    return lobby, asked, other, str(home.room(lobby).table.places[seat].id)


def test_the_player_on_turn_is_nudged_at_most_once_a_minute(home: Home) -> None:
    lobby, asked, other, number = in_turn(home)
    home.presence(lobby)
    assert HURRY not in text(asked.get(lobby))
    assert f'action="{lobby}/nudge"' in other.get(lobby).text
    press(other, f"{lobby}/nudge", place=number)
    assert HURRY in text(asked.get(lobby))
    assert 'data-nudges="1"' in asked.get(lobby).text
    assert HURRY not in text(other.get(lobby))
    again = other.post(f"{lobby}/nudge", data={"place": number})
    assert again.status_code == 422
    assert "Once a minute is enough" in text(again)
    home.clock.now += NUDGE_SECONDS
    press(other, f"{lobby}/nudge", place=number)
    assert 'data-nudges="2"' in asked.get(lobby).text


def test_a_nudge_ends_with_the_move(home: Home) -> None:
    lobby, asked, other, number = in_turn(home)
    press(other, f"{lobby}/nudge", place=number)
    room = home.room(lobby)
    seat = room.waited_for[0]
    home.call(room.submit, room.table.places[seat].id, room.state.turns[seat], ("clear", 1), "x")
    assert HURRY not in text(asked.get(lobby))


def test_a_player_who_is_not_on_turn_is_not_nudged(home: Home) -> None:
    lobby, asked, other, number = in_turn(home)
    quiet = next(each.id for each in home.room(lobby).table.places if str(each.id) != number)
    answer = asked.post(f"{lobby}/nudge", data={"place": str(quiet)})
    assert answer.status_code == 422
    assert asked.post(f"{lobby}/nudge", data={"place": "77"}).status_code == 422
    assert HURRY not in text(other.get(lobby))


def test_only_players_nudge(home: Home) -> None:
    lobby, asked, _, number = in_turn(home)
    eve = home.guest()
    assert eve.post(f"{lobby}/nudge", data={"place": number}).status_code == 403
    assert f"{lobby}/nudge" not in eve.get(lobby).text
    assert HURRY not in text(asked.get(lobby))


def test_the_others_see_that_the_player_on_turn_is_away(home: Home) -> None:
    lobby, asked, other, number = in_turn(home)
    presence = home.presence(lobby)
    presence.arrive([of_place(int(number))])
    assert "is away." not in text(other.get(lobby))
    presence.leave([of_place(int(number))])
    home.clock.now += GRACE_SECONDS
    assert "is away." in text(other.get(lobby))
    asked.get(lobby)
    assert "is away." not in text(other.get(lobby))


def test_the_lobby_says_who_is_away(home: Home) -> None:
    ada, bruno = home.guest(), home.guest()
    lobby = sat(ada, (bruno, "Bruno"))
    home.presence(lobby)
    home.clock.now += GRACE_SECONDS
    assert "Bruno away" in text(ada.get(lobby))
    bruno.get(lobby)
    assert "Bruno away" not in text(ada.get(lobby))
