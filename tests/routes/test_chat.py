"""A table's chat on a real server: who reads what, what is refused, and how a host moderates."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx2
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from app.live.reactions import MOST_AT_ONCE, SHOWN_SECONDS, Reactions
from app.web.rate_limits import LIMITS
from tests.support.guests import Arrive, Guest, opened, place, press, sat, started, text

BY_SCRIPT = {"HX-Request": "true"}


def say(guest: Guest, lobby: str, words: str, **fields: str) -> None:
    press(guest, f"{lobby}/chat", text=words, **fields)


def heard(guest: Guest, lobby: str) -> list[str]:
    """The chat lines on the table's page."""
    lines = re.findall(r'data-line="\d+">.*?<p>(.*?)</p>', guest.get(lobby).text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in lines]


def line_of(guest: Guest, lobby: str, words: str) -> str:
    """The id of a chat line, from the host's page."""
    lines = re.findall(r'data-line="(\d+)">(.*?)</li>', guest.get(lobby).text, re.DOTALL)
    return str(next(number for number, line in lines if words in line))


# -- who reads what ------------------------------------------------------------------------------------------


def test_what_a_player_writes_is_read_by_all_before_and_during_a_game(
    ada: Guest, bruno: Guest, eve: Guest
) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    say(ada, lobby, "welcome")
    say(bruno, lobby, "ciao  a\ntutti")
    for guest in (ada, bruno, eve):
        assert heard(guest, lobby) == ["Ada welcome", "Bruno ciao a tutti"]
        assert heard(guest, f"{lobby}/chat") == heard(guest, lobby)
    for guest in (ada, bruno):
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    say(ada, lobby, "good luck")
    assert heard(eve, lobby)[-1] == "Ada good luck"


def test_what_spectators_write_is_read_by_them_and_by_players_who_want_it(
    ada: Guest, bruno: Guest, eve: Guest, celina: Guest
) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    say(eve, lobby, "who wins?", name="Eve")
    say(celina, lobby, "Bruno", name="Celina")
    for guest in (ada, bruno):
        assert heard(guest, lobby) == []
        assert "who wins?" not in guest.get(f"{lobby}/chat").text
    assert heard(eve, lobby) == ["Eve spectator who wins?", "Celina spectator Bruno"]
    press(ada, f"{lobby}/chat/watchers", show="yes")
    assert heard(ada, lobby) == heard(eve, lobby)
    assert heard(bruno, lobby) == []
    another = opened(ada)
    say(eve, another, "here too")
    assert heard(ada, another) == ["Eve spectator here too"]
    press(ada, f"{another}/chat/watchers", show="no")
    assert heard(ada, lobby) == []


def test_lines_appear_in_the_order_they_were_written(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    for number in range(3):
        say(ada, lobby, f"a{number}")
        say(eve, lobby, f"e{number}", name="Eve")
    assert [line.split()[-1] for line in heard(eve, lobby)] == ["a0", "e0", "a1", "e1", "a2", "e2"]


def test_a_spectator_is_asked_for_a_name_once(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    assert '<form id="say"' in eve.get(f"{lobby}/chat").text
    answer = eve.post(f"{lobby}/chat", data={"text": "hello"})
    assert answer.status_code == 422
    assert "A name needs at least one visible character." in text(answer)
    assert 'value="hello"' in answer.text
    say(eve, lobby, "hello", name="Eve")
    assert 'name="name"' not in eve.get(f"{lobby}/chat").text
    say(eve, lobby, "again")
    assert heard(eve, lobby) == ["Eve spectator hello", "Eve spectator again"]


def test_a_spectator_with_a_players_name_is_told_apart(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    say(eve, lobby, "I give up", name="ａda")
    assert heard(eve, lobby) == ["ａda 2 spectator I give up"]


def test_a_browser_with_several_seats_says_who_speaks(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    cookie = f"housewarming-{lobby.removeprefix('/r/')}"
    both = ".".join((ada.cookies[cookie], bruno.cookies[cookie]))
    ada.cookies.clear()
    ada.cookies.set(cookie, both)
    bruno_place = re.findall(r'<option value="(\d+)">', ada.get(f"{lobby}/chat").text)[1]
    say(ada, lobby, "mine is next", place=bruno_place)
    assert heard(bruno, lobby) == ["Bruno mine is next"]


def test_messages_become_neither_markup_nor_links(ada: Guest, eve: Guest) -> None:
    lobby = opened(ada)
    say(ada, lobby, "<b>x</b> https://elsewhere.example {{ 7 * 7 }}\u202e")
    page = eve.get(lobby).text
    assert "&lt;b&gt;x&lt;/b&gt; https://elsewhere.example {{ 7 * 7 }}</span>" in page
    assert 'href="https://elsewhere.example' not in page


# -- what is refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "why"), [("\u200b ", "message is empty"), ("x" * 501, "up to 500")])
def test_a_refused_message_is_not_lost(ada: Guest, words: str, why: str) -> None:
    lobby = opened(ada)
    answer = ada.post(f"{lobby}/chat", data={"text": words})
    assert answer.status_code == 422
    assert why in text(answer)
    assert f'value="{words}"' in answer.text
    by_script = ada.post(f"{lobby}/chat", data={"text": words}, headers=BY_SCRIPT)
    assert by_script.status_code == 422
    assert re.fullmatch(rf'<p id="unsaid"[^>]*role="alert">[^<]*{why}[^<]*</p>', by_script.text)
    assert heard(ada, lobby) == []


def test_a_message_sent_by_script_is_answered_without_an_error(ada: Guest) -> None:
    lobby = opened(ada)
    answer = ada.post(f"{lobby}/chat", data={"text": "hello"}, headers=BY_SCRIPT)
    assert answer.status_code == 200
    assert re.fullmatch(r'<p id="unsaid"[^>]*></p>', answer.text)
    assert heard(ada, lobby) == ["Ada hello"]


@pytest.mark.one_server("limits are counted by each server")
def test_a_chatterbox_has_to_wait_and_the_others_have_not(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    for number in range(LIMITS["chat"].amount):
        say(ada, lobby, f"line {number}")
    answer = ada.post(f"{lobby}/chat", data={"text": "one more"})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 10
    assert "Too fast" in text(answer)
    assert 'value="one more"' in answer.text
    say(bruno, lobby, "let me too")
    for number in range(LIMITS["chat"].amount):
        say(eve, lobby, f"line {number}", name="Eve")
    assert eve.post(f"{lobby}/chat", data={"text": "one more"}).status_code == 429
    assert heard(bruno, lobby)[-1] == "Bruno let me too"


def test_nobody_writes_for_another_seat_or_from_another_site(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_ada = place(ada, lobby)
    for guest in (bruno, eve):
        assert (
            guest.post(f"{lobby}/chat", data={"text": "x", "name": "x", "place": of_ada}).status_code == 403
        )
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert ada.post(f"{lobby}/chat", data={"text": "x"}, headers=elsewhere).status_code == 403
    assert heard(ada, lobby) == []
    assert ada.post("/r/sunny-sofa-99999/chat", data={"text": "x"}).status_code == 404


# -- how a host moderates ------------------------------------------------------------------------------------


def test_the_host_deletes_a_line(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    say(bruno, lobby, "rude words")
    say(eve, lobby, "more of them", name="Eve")
    press(ada, f"{lobby}/chat/watchers", show="yes")
    for words in ("rude words", "more of them"):
        press(ada, f"{lobby}/chat/delete", line=line_of(ada, lobby, words))
    for guest in (ada, bruno, eve):
        assert "rude words" not in guest.get(lobby).text
    assert heard(eve, lobby) == [
        "Bruno The host deleted this message.",
        "Eve spectator The host deleted this message.",
    ]


@pytest.mark.parametrize("line", ["", "x", "0", "9" * 30, "²"])
def test_a_line_that_does_not_exist_cannot_be_deleted(ada: Guest, line: str) -> None:
    lobby = opened(ada)
    assert ada.post(f"{lobby}/chat/delete", data={"line": line}).status_code == 404


def test_a_line_of_another_table_cannot_be_deleted(ada: Guest, bruno: Guest) -> None:
    lobby, elsewhere = opened(ada), opened(bruno, "Bruno")
    say(bruno, elsewhere, "mine")
    line = line_of(bruno, elsewhere, "mine")
    assert ada.post(f"{lobby}/chat/delete", data={"line": line}).status_code == 404
    assert heard(bruno, elsewhere) == ["Bruno mine"]


def test_a_muted_player_sees_why_and_may_write_again_once_unmuted(ada: Guest, bruno: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    of_bruno = place(bruno, lobby)
    assert "L’host ti ha silenziato" not in text(bruno.get(lobby))
    press(ada, f"{lobby}/chat/mute", place=of_bruno, on="yes")
    assert "L’host ti ha silenziato. Puoi ancora leggere." in text(bruno.get(lobby))
    answer = bruno.post(f"{lobby}/chat", data={"text": "but"})
    assert answer.status_code == 403
    assert 'value="but"' in answer.text
    assert bruno.post(f"{lobby}/chat", data={"text": "but"}, headers=BY_SCRIPT).status_code == 403
    say(ada, lobby, "well")
    press(ada, f"{lobby}/chat/mute", place=of_bruno, on="no")
    say(bruno, lobby, "thanks")
    assert heard(ada, lobby) == ["Ada well", "Bruno thanks"]


def test_all_spectators_are_muted_at_once_and_the_players_are_not(
    ada: Guest, bruno: Guest, eve: Guest
) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    press(ada, f"{lobby}/chat/mute", on="yes")
    said = "The host muted all spectators. You can still read."
    assert said in text(eve.get(lobby))
    answer = eve.post(f"{lobby}/chat", data={"text": "but", "name": "Eve"})
    assert (answer.status_code, said in text(answer)) == (403, True)
    say(bruno, lobby, "ah")
    press(ada, f"{lobby}/chat/mute", on="no")
    say(eve, lobby, "thanks", name="Eve")
    assert heard(eve, lobby) == ["Bruno ah", "Eve spectator thanks"]


@pytest.mark.parametrize(("step", "fields"), [("delete", {"line": "1"}), ("mute", {"on": "yes"})])
def test_only_the_host_moderates(
    ada: Guest, bruno: Guest, eve: Guest, step: str, fields: dict[str, str]
) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    say(ada, lobby, "mine")
    for guest in (bruno, eve):
        assert guest.post(f"{lobby}/chat/{step}", data=fields).status_code == 403
        assert f"{lobby}/chat/{step}" not in guest.get(lobby).text
    assert heard(eve, lobby) == ["Ada mine"]
    say(eve, lobby, "still", name="Eve")


def test_get_requests_change_nothing(ada: Guest) -> None:
    lobby = opened(ada)
    for step in ("delete", "mute", "watchers", "react"):
        assert ada.get(f"{lobby}/chat/{step}", params={"show": "yes", "on": "yes"}).status_code == 405
    assert ada.get(f"{lobby}/chat", params={"text": "x"}).status_code == 200
    assert heard(ada, lobby) == []


# -- reactions -----------------------------------------------------------------------------------------------


def test_a_reaction_reaches_every_page_redraws_no_table_and_is_not_stored(
    ada: Guest, bruno: Guest, eve: Guest
) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    with listening(ada, lobby) as to_ada, listening(eve, lobby) as to_eve:
        for page in (to_ada, to_eve):
            assert 'id="table"' in page("#table")
        press(bruno, f"{lobby}/chat/react", symbol="star")
        for page in (to_ada, to_eve):
            assert re.search(r"<bdi>Bruno</bdi>.*well done", until(page, "well done"), re.DOTALL)
    assert heard(ada, lobby) == []


def test_players_see_reactions_of_spectators_only_if_they_read_them(
    ada: Guest, bruno: Guest, eve: Guest
) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    press(bruno, f"{lobby}/chat/watchers", show="yes")
    with listening(ada, lobby) as to_ada, listening(bruno, lobby) as to_bruno:
        for page in (to_ada, to_bruno):
            assert 'id="table"' in page("#table")
        press(eve, f"{lobby}/chat/react", symbol="heart")
        assert "A spectator" in until(to_bruno, "love it")
        press(bruno, f"{lobby}/chat/react", symbol="tea")
        assert "love it" not in until(to_ada, "take your time")


def until(page: Callable[[str], str], words: str) -> str:
    """The reactions region, once it contains this."""
    drawn = page("#reactions")
    while words not in drawn:
        drawn = page("#reactions")
    return drawn


@pytest.mark.one_server("limits are counted by each server")
def test_reactions_have_a_limit_and_the_muted_send_none(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = sat(ada, (bruno, "Bruno"))
    for _ in range(LIMITS["react"].amount):
        press(bruno, f"{lobby}/chat/react", symbol="wow")
    answer = bruno.post(f"{lobby}/chat/react", data={"symbol": "wow"}, headers=BY_SCRIPT)
    assert answer.status_code == 429
    assert answer.text.startswith('<p id="unsaid"')
    press(ada, f"{lobby}/chat/mute", on="yes")
    assert eve.post(f"{lobby}/chat/react", data={"symbol": "wow"}).status_code == 403
    assert ada.post(f"{lobby}/chat/react", data={"symbol": "<b>"}).status_code == 422


def test_a_reaction_disappears_after_some_seconds() -> None:
    now = 100.0
    reactions = Reactions(lambda: now)
    reactions.send("heart", watches=False, place=1, name="Ada")
    now += SHOWN_SECONDS / 2
    reactions.send("star", watches=True, place=None, name="")
    assert [each.symbol for each in reactions.shown] == ["heart", "star"]
    now += SHOWN_SECONDS / 2
    assert [each.symbol for each in reactions.shown] == ["star"]
    reactions.send("wow", watches=True, place=None, name="")
    assert [each.symbol for each in reactions.shown] == ["wow"]
    for number in range(20):
        reactions.send("wow", watches=True, place=None, name=f"Eve {number}")
    assert len(reactions.shown) == MOST_AT_ONCE


# -- live ----------------------------------------------------------------------------------------------------


@contextmanager
def listening(guest: Guest, lobby: str) -> Iterator[Callable[[str], str]]:
    """Yield a function that waits for a region of the guest's page, and fails if a table comes first."""
    origin = str(guest.base_url).rstrip("/")
    cookies = "; ".join(f"{each.name}={each.value}" for each in guest.cookies.jar)
    address = f"{origin}{lobby}/socket".replace("http", "ws", 1)
    with connect(address, additional_headers={"Cookie": cookies}, origin=Origin(origin)) as socket:
        passed: dict[str, str] = {}  # regions that arrived before they were asked for
        yield lambda region: _next(socket, region, passed)


def _next(socket: ClientConnection, region: str, passed: dict[str, str]) -> str:
    if region in passed:
        return passed.pop(region)
    while True:
        said = str(socket.recv(timeout=30))
        target, content = ("#table", said) if said.startswith(("<", '{"since"')) else _told(said)
        if target == region:
            return content
        assert target != "#table", f"a table before {region}"
        passed[target] = content


def _told(said: str) -> tuple[str, str]:
    message = json.loads(said)
    return message["target"], message["content"]


def test_a_line_reaches_every_page_and_redraws_no_table(ada: Guest, bruno: Guest, eve: Guest) -> None:
    lobby = started(ada, (bruno, "Bruno"))
    say(eve, lobby, "psst", name="Eve")
    with listening(ada, lobby) as to_ada, listening(eve, lobby) as to_eve:
        for page in (to_ada, to_eve):
            assert 'id="table"' in page("#table")
        assert "psst" not in to_ada("#messages")
        assert "psst" in to_eve("#messages")
        say(bruno, lobby, "one")
        for page in (to_ada, to_eve):
            assert "one" in page("#messages")
        say(eve, lobby, "two")
        assert "two" in to_eve("#messages")
        say(bruno, lobby, "three")
        drawn = to_ada("#messages")
        while "three" not in drawn:
            drawn = to_ada("#messages")
        assert "two" not in drawn


def test_a_chat_line_changes_nothing_in_the_api(ada: Guest, arrive: Arrive) -> None:
    lobby = opened(ada)
    program: httpx2.Client = arrive()
    before = program.get(f"/api/tables/{lobby.removeprefix('/r/')}").json()
    say(ada, lobby, "hello")
    assert program.get(f"/api/tables/{lobby.removeprefix('/r/')}").json() == before
