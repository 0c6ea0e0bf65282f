"""A friend opens the link of a game against bots, and sits down in a bot's place."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.guests import Guest, names, press, seats, text, told


def against_bots(host: Guest, game: str = "dream_home") -> str:
    table = str(host.post("/tables", data={"game": game, "name": "Ada"}).headers["location"])
    for bot in ("otto", "mimi", "rika"):
        press(host, f"{table}/bots", level=bot)
    press(host, f"{table}/start")
    return table


def of_bots(host: Guest, table: str) -> list[str]:
    """The places of the bots, as the page that asks for one lists them."""
    page = host.get(f"{table}/sit", headers={"Cookie": ""}).text
    return re.findall(r'name="place"\s+value="(\d+)"', page)


@pytest.mark.parametrize("game", ["dream_home", "my_shelfie", "home_staging"])
def test_a_friend_takes_over_from_a_bot(ada: Guest, bruno: Guest, game: str) -> None:
    table = against_bots(ada, game)
    assert f'href="{table}/sit"' in bruno.get(table).text
    shuffle = told(ada, table)["shuffle"]
    press(bruno, f"{table}/sit", name="Ada", place=of_bots(ada, table)[0])
    assert [kind for _, kind, _ in seats(ada, table)] == ["human", "human", "mimi", "rika"]
    assert names(ada, table)[1] == "Ada 2"
    assert "data-mine" in bruno.get(table).text or 'data-scene="game"' in bruno.get(table).text
    assert f'href="{table}/sit"' not in bruno.get(table).text
    assert told(ada, table)["shuffle"] == shuffle  # the deal is the same, and so are its fingerprints


def test_a_seat_that_a_person_plays_is_not_taken(ada: Guest, bruno: Guest) -> None:
    table = against_bots(ada)
    [bot, *_] = of_bots(ada, table)
    press(bruno, f"{table}/sit", name="Bruno", place=bot)
    for place in ("1", bot, "99"):
        answer = bruno.post(f"{table}/sit", data={"name": "Eve", "place": place}, headers={"Cookie": ""})
        assert answer.status_code == 422
        assert not answer.headers.get_list("set-cookie")
    assert names(ada, table)[:2] == ["Ada", "Bruno"]


def test_a_form_that_is_sent_twice_takes_one_seat(ada: Guest) -> None:
    table = against_bots(ada)
    page = ada.get(f"{table}/sit", headers={"Cookie": ""}).text
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    form = {"name": "Bruno", "place": of_bots(ada, table)[0], "token": token[1]}
    first, second = (ada.post(f"{table}/sit", data=form, headers={"Cookie": ""}) for _ in range(2))
    assert first.headers["set-cookie"] == second.headers["set-cookie"]
    assert names(ada, table).count("Bruno") == 1


def test_of_many_who_want_one_seat_one_gets_it(ada: Guest) -> None:
    table = against_bots(ada)
    [bot, *_] = of_bots(ada, table)

    def take(number: int) -> int:
        form = {"name": f"Eve {number}", "place": bot}
        return ada.post(f"{table}/sit", data=form, headers={"Cookie": ""}).status_code

    with ThreadPoolExecutor(6) as people:
        assert sorted(people.map(take, range(6))) == [303] + [422] * 5
    assert [kind for _, kind, _ in seats(ada, table)].count("human") == 2


@pytest.mark.parametrize("option", [{"listed": "True"}, {"watching": "ask"}])
def test_at_other_tables_the_link_alone_is_no_invitation(
    ada: Guest, bruno: Guest, option: dict[str, str]
) -> None:
    lobby = str(ada.post("/tables", data={"name": "Ada", "game": "dream_home"}).headers["location"])
    press(ada, f"{lobby}/bots", level="gentle")
    press(ada, f"{lobby}/options", **option)
    press(ada, f"{lobby}/start")
    assert f"{lobby}/sit" not in bruno.get(lobby).text
    assert bruno.post(f"{lobby}/sit", data={"name": "Bruno", "place": "2"}).status_code in (303, 403)
    assert names(ada, lobby) == ["Ada", "Kettle"]


def test_who_leaves_such_a_seat_leaves_it_to_a_bot_again(ada: Guest, bruno: Guest) -> None:
    table = against_bots(ada)
    [bot, *_] = of_bots(ada, table)
    press(bruno, f"{table}/sit", name="Bruno", place=bot)
    press(bruno, f"{table}/leave", place=bot)
    assert seats(ada, table)[1][:2] == ("Bruno", "pia")  # who has no seat here


def test_a_friend_called_like_a_bot_keeps_their_name(ada: Guest, bruno: Guest) -> None:
    table = against_bots(ada)
    otto, *_ = of_bots(ada, table)
    press(bruno, f"{table}/sit", name="Mimi", place=otto)
    assert names(ada, table) == ["Ada", "Mimi", "Mimi 2", "Rika"]


def test_a_friend_joins_a_game_that_began_at_once(ada: Guest, bruno: Guest) -> None:
    table = str(ada.post("/tables", data={"now": "dream_home", "name": "Ada"}).headers["location"])
    page = bruno.get(f"{table}/sit")
    assert "Otto" in text(page)
    assert "residents/otto.svg" in page.text
    press(bruno, f"{table}/sit", name="Bruno", place=of_bots(ada, table)[0])
    assert [kind for _, kind, _ in seats(ada, table)] == ["human", "human"]


def test_a_full_lobby_and_a_running_game_say_that_you_watch(ada: Guest) -> None:
    lobby = str(ada.post("/tables", data={"name": "Ada", "game": "dream_home"}).headers["location"])
    for _ in range(3):
        press(ada, f"{lobby}/bots", level="gentle")
    stranger = {"Cookie": ""}
    assert "This table is full. You're watching" in text(ada.get(lobby, headers=stranger))
    press(ada, f"{lobby}/start")
    assert "You're watching. You can take over from a bot." in text(ada.get(lobby, headers=stranger))
    assert "You're watching" not in text(ada.get(lobby))
