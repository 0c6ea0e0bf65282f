"""The front page and the lobby on a real server, used without script: by links and forms."""

import re
from collections.abc import Callable

import pytest

from app.net.addresses import lan_hosts
from tests.support.guests import Guest, names, opened, place, press, seats, text

# -- starting and joining ------------------------------------------------------------------------------------


def test_starting_a_table_seats_the_host(ada: Guest) -> None:
    lobby = opened(ada)
    page = ada.get(lobby)
    assert page.status_code == 200
    assert "Ada you (host) Not ready yet" in text(page)
    assert "Start" in text(page)
    assert lobby.removeprefix("/r/") in text(page)
    reached_by_phones = next(iter(lan_hosts()), "127.0.0.1")
    assert f"http://{reached_by_phones}:{ada.base_url.port}{lobby}" in text(page)
    assert re.search(r'role="img" aria-label="QR code for the link"><svg [^>]*class="qr"', page.text)


def test_keys_are_out_of_reach_for_scripts_and_not_on_the_page(ada: Guest) -> None:
    answer = ada.post("/tables", data={"name": "Ada", "game": "dream_home"})
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "httponly" in cookie.lower()
        assert "samesite=lax" in cookie.lower()
    code = answer.headers["location"].removeprefix("/r/")
    for key in ada.cookies[f"housewarming-{code}"].split("."):
        assert key not in ada.get(f"/r/{code}").text


def test_a_name_is_asked_for_once(ada: Guest, bruno: Guest) -> None:
    assert 'value="Ada"' not in ada.get("/").text
    lobby = opened(ada)
    assert 'value="Ada"' in ada.get("/").text
    press(bruno, f"{lobby}/seats", name="Bruno")
    assert 'value="Bruno"' in bruno.get("/").text


@pytest.mark.parametrize("typed", [str.upper, lambda code: code.replace("-", " "), lambda code: f" {code} "])
def test_a_code_may_be_typed_in_any_way(ada: Guest, bruno: Guest, typed: Callable[[str], str]) -> None:
    lobby = opened(ada)
    answer = bruno.get("/join", params={"code": typed(lobby.removeprefix("/r/"))})
    assert (answer.status_code, answer.headers["location"]) == (303, lobby)
    answer = bruno.get(lobby.upper().replace("/R/", "/r/"))
    assert (answer.status_code, answer.headers["location"]) == (303, lobby)


@pytest.mark.parametrize("address", ["/join?code=sunny+sofaa", "/r/sunny-sofaa", "/r/zesty-zebra-00"])
def test_a_wrong_code_is_asked_for_again(bruno: Guest, address: str) -> None:
    answer = bruno.get(address)
    assert answer.status_code == 404
    assert "Un codice è fatto di due parole e un numero." in text(answer)
    assert re.search(r'name="code"\s+value="(sunny.sofaa|zesty-zebra-00)"', answer.text)


def test_guests_take_seats_and_get_ready_and_the_host_starts(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert "Bruno" not in bruno.get(lobby).text
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(ada, f"{lobby}/bots", level="greedy")
    assert seats(ada, lobby)[:2] == [("Ada", "human", False), ("Bruno", "human", False)]
    assert seats(ada, lobby)[2][1:] == ("greedy", True)
    for guest in (ada, bruno):
        press(guest, f"{lobby}/ready", place=place(guest, lobby), ready="yes")
    press(ada, f"{lobby}/start")
    for guest in (ada, bruno):
        page = guest.get(lobby)
        assert page.status_code == 200
        assert f'action="{lobby}/ready' not in page.text


def test_taking_a_seat_twice_takes_one_seat(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(bruno, f"{lobby}/seats", name="Bruno")
    assert names(ada, lobby) == ["Ada", "Bruno"]


def test_two_players_with_the_same_name_are_told_apart(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="ADA")
    assert names(ada, lobby) == ["Ada", "ADA 2"]


def test_a_name_is_never_markup(ada: Guest) -> None:
    lobby = opened(ada, "<b>Ada</b>")
    assert "<bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi>" in ada.get(lobby).text


# -- what is refused -----------------------------------------------------------------------------------------


def test_a_refused_name_is_explained_and_kept_in_the_form(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    long = "Bruno" * 8
    for address, fields in ((f"{lobby}/seats", {}), ("/tables", {"game": "dream_home"})):
        answer = bruno.post(address, data={**fields, "name": long})
        assert answer.status_code == 422
        assert "Un nome può avere al massimo 24 caratteri." in text(answer)
        assert f'value="{long}"' in answer.text
    assert names(ada, lobby) == ["Ada"]


def test_a_full_table_says_so(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    for _ in range(3):
        press(ada, f"{lobby}/bots", level="random")
    answer = bruno.post(f"{lobby}/seats", data={"name": "Bruno"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert "seats" not in re.findall(r'action="([^"]*)"', bruno.get(lobby).text)


def test_a_game_does_not_start_before_everybody_is_ready(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/bots", level="greedy")
    answer = ada.post(f"{lobby}/start")
    assert answer.status_code == 409
    assert "Waiting for Ada to get ready." in text(answer)


HOSTING = [
    ("bots", {"level": "greedy"}),
    ("remove", {"place": "1"}),
    ("order", {"place": "2", "to": "up"}),
    ("options", {"neighbours": "row"}),
    ("start", {}),
]


@pytest.mark.parametrize(("step", "fields"), HOSTING, ids=[step for step, _ in HOSTING])
@pytest.mark.parametrize("sits", [True, False], ids=["a seat", "a spectator"])
def test_only_the_host_decides(
    ada: Guest, bruno: Guest, step: str, fields: dict[str, str], sits: bool
) -> None:
    lobby = opened(ada)
    if sits:
        press(bruno, f"{lobby}/seats", name="Bruno")
    before = ada.get(f"/api{lobby.replace('/r/', '/tables/')}").json()
    answer = bruno.post(f"{lobby}/{step}", data=fields)
    assert answer.status_code == 403
    assert ada.get(f"/api{lobby.replace('/r/', '/tables/')}").json() == before
    assert f'action="{lobby}/{step}' not in bruno.get(lobby).text


@pytest.mark.parametrize("step", ["ready", "leave"])
def test_nobody_acts_for_another_seat(ada: Guest, bruno: Guest, step: str) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    of_ada = place(ada, lobby)
    answer = bruno.post(f"{lobby}/{step}", data={"place": of_ada, "ready": "yes"})
    assert answer.status_code == 403
    assert "Quello non è il tuo posto." in text(answer)
    assert seats(ada, lobby)[0] == ("Ada", "human", False)


@pytest.mark.parametrize("typed", ["", "x", "-1", "²", "9" * 400])
def test_a_place_that_is_none_is_refused(ada: Guest, typed: str) -> None:
    lobby = opened(ada)
    answer = ada.post(f"{lobby}/remove", data={"place": typed})
    assert answer.status_code == 422
    assert names(ada, lobby) == ["Ada"]


def test_a_form_of_another_site_changes_nothing(ada: Guest) -> None:
    lobby = opened(ada)
    of_ada = place(ada, lobby)
    for address in ("/tables", "/language", f"{lobby}/ready", f"{lobby}/bots", f"{lobby}/seats"):
        fields = {"name": "Ada", "game": "dream_home", "place": of_ada, "ready": "yes", "level": "greedy"}
        answer = ada.post(address, data=fields, headers={"Origin": "http://elsewhere.example"})
        assert answer.status_code == 403
        assert not answer.headers.get_list("set-cookie")
    assert seats(ada, lobby) == [("Ada", "human", False)]


def test_get_requests_change_nothing(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    before = seats(ada, lobby)
    for step in ("seats", "ready", "bots", "remove", "order", "start"):
        answer = ada.get(f"{lobby}/{step}", params={"place": "1", "ready": "yes", "level": "greedy"})
        assert answer.status_code == 405
    for step in ("", "/options", "/leave"):
        ada.get(f"{lobby}{step}", params={"place": "1", "neighbours": "row"})
        bruno.get(f"{lobby}{step}", params={"name": "Bruno"})
    assert seats(ada, lobby) == before


# -- what the host and the players do ------------------------------------------------------------------------


def test_leaving_frees_the_seat_and_the_player_may_come_back(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    of_bruno = place(bruno, lobby)
    assert f'value="{of_bruno}"' in bruno.get(f"{lobby}/leave").text
    press(bruno, f"{lobby}/leave", place=of_bruno)
    assert names(ada, lobby) == ["Ada"]
    assert f"housewarming-{lobby.removeprefix('/r/')}" not in bruno.cookies
    press(bruno, f"{lobby}/seats", name="Bruno")
    assert names(ada, lobby) == ["Ada", "Bruno"]


def test_a_host_who_leaves_a_seat_still_hosts(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/leave", place=place(ada, lobby))
    press(ada, f"{lobby}/bots", level="random")
    assert [kind for _, kind, _ in seats(ada, lobby)] == ["random"]


def test_a_player_removed_by_the_host_loses_the_seat(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    of_bruno = place(bruno, lobby)
    press(ada, f"{lobby}/remove", place=place(ada, lobby, "remove"))
    assert names(ada, lobby) == ["Ada"]
    assert bruno.post(f"{lobby}/ready", data={"place": of_bruno, "ready": "yes"}).status_code == 403


def test_the_host_orders_the_seats(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    of_ada, of_bruno = place(ada, lobby), place(bruno, lobby)
    press(ada, f"{lobby}/order", place=of_bruno, to="up")
    assert names(ada, lobby) == ["Bruno", "Ada"]
    press(ada, f"{lobby}/order", place=of_bruno, to="up")
    assert names(ada, lobby) == ["Bruno", "Ada"]
    press(ada, f"{lobby}/order", place=of_bruno, to="down")
    assert names(ada, lobby) == ["Ada", "Bruno"]
    press(ada, f"{lobby}/order", place=of_ada, to="down")
    assert names(ada, lobby) == ["Bruno", "Ada"]


def test_a_seat_moves_where_the_host_drags_it(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(ada, f"{lobby}/bots", level="greedy")
    _, _, kettle = names(ada, lobby)
    of_ada = place(ada, lobby)
    for to, order in (
        ("2", ["Bruno", kettle, "Ada"]),
        ("0", ["Ada", "Bruno", kettle]),
        ("1", ["Bruno", "Ada", kettle]),
        ("999", ["Bruno", kettle, "Ada"]),  # the seat there was left in the meantime
    ):
        press(ada, f"{lobby}/order", place=of_ada, to=to)
        assert names(ada, lobby) == order


@pytest.mark.parametrize("to", ["", "sideways", "-1", "²", "1.5", "9" * 400])
def test_an_invalid_order_is_refused(ada: Guest, bruno: Guest, to: str) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    answer = ada.post(f"{lobby}/order", data={"place": place(ada, lobby), "to": to})
    assert answer.status_code == 422
    assert names(ada, lobby) == ["Ada", "Bruno"]


def test_changed_options_make_everybody_confirm_again(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/ready", place=place(ada, lobby), ready="yes")
    assert "left, right, above or below" in text(ada.get(lobby))
    assert re.search(r'name="neighbours"\s+value="sides"\s+checked', ada.get(f"{lobby}/options").text)
    press(ada, f"{lobby}/options", neighbours="row", family="True", first_player="1")
    page = text(ada.get(lobby))
    assert "left or right only" in page
    assert "don't discard a pair" in page
    assert "seat 2" in page
    assert seats(ada, lobby) == [("Ada", "human", False)]
    assert bruno.get(f"{lobby}/options").status_code == 303  # only the host may change them


def test_a_page_with_a_text_field_does_not_reload_itself(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert 'http-equiv="refresh"' in ada.get(lobby).text
    assert 'http-equiv="refresh"' not in bruno.get(lobby).text
    assert 'http-equiv="refresh"' in bruno.get(f"{lobby}/watch").text
    assert 'http-equiv="refresh"' not in ada.get("/").text


# -- the rest of the site ------------------------------------------------------------------------------------


def test_the_front_page_lists_your_tables(ada: Guest, bruno: Guest) -> None:
    first, second = opened(ada), opened(ada)
    press(bruno, f"{second}/seats", name="Bruno")
    page = ada.get("/")
    assert f'href="{first}"' in page.text
    assert "Ada, Bruno Not started yet" in text(page)
    assert f'href="{first}"' not in bruno.get("/").text
    for guest in (ada, bruno):
        press(guest, f"{second}/ready", place=place(guest, second), ready="yes")
    press(ada, f"{second}/start")
    turns = [said in text(guest.get("/")) for guest, said in ((ada, "Your turn"), (bruno, "Tocca a te"))]
    assert sum(turns) == 1


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", ""]
)
def test_the_language_switch_leads_to_no_other_site(ada: Guest, back: str) -> None:
    answer = ada.post("/language", data={"locale": "xx", "back": back})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert not answer.headers.get_list("set-cookie")


def test_not_found_is_a_page_for_readers_and_json_for_the_api(bruno: Guest) -> None:
    page = bruno.get("/nowhere")
    assert page.status_code == 404
    assert '<html lang="it">' in page.text
    assert 'href="/"' in page.text
    for address in ("/nowhere", "/api/nowhere"):
        told = bruno.get(address, headers={"Accept": "*/*" if address == "/nowhere" else "text/html"})
        assert (told.status_code, told.json()["error"]["code"]) == (404, "not_found")
    assert bruno.get("/tables").status_code == 405


def test_no_page_has_inline_scripts_or_styles(ada: Guest) -> None:
    lobby = opened(ada)
    for address in ("/", lobby, f"{lobby}/options", f"{lobby}/leave", "/join?code=x", "/nowhere"):
        page = ada.get(address).text
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", page)
