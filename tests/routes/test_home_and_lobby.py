"""The front page and the lobby on a real server, used without script: by links and forms."""

import re
from collections.abc import Callable

import pytest

from app.net.addresses import lan_hosts
from tests.support.guests import Guest, names, opened, place, press, seats, text, told

STRANGER = {"Cookie": ""}  # who holds no key

# -- starting and joining ------------------------------------------------------------------------------------


def test_starting_a_table_seats_the_host(ada: Guest) -> None:
    lobby = opened(ada)
    page = ada.get(lobby)
    assert page.status_code == 200
    assert "Ada you (host) ✓ Ready" in text(page)
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
    asking = "/start?game=dream_home"
    assert 'value="Ada"' not in ada.get(asking).text
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    for page in ("/", asking):
        assert 'value="Ada"' in ada.get(page).text
        assert 'value="Bruno"' in bruno.get(page).text


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


def test_guests_take_seats_and_the_host_starts(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert "Bruno" not in bruno.get(lobby).text
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(ada, f"{lobby}/bots", level="greedy")
    assert seats(ada, lobby)[:2] == [("Ada", "human", False), ("Bruno", "human", True)]
    assert seats(ada, lobby)[2][1:] == ("greedy", True)
    assert "Everyone's ready." in text(ada.get(lobby))
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


def test_start_asks_once_if_somebody_is_not_ready(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(bruno, f"{lobby}/ready", place=place(bruno, lobby), ready="no")
    answer = ada.post(f"{lobby}/start")
    assert answer.status_code == 409
    assert "Waiting for Bruno. Start anyway?" in text(answer)
    assert told(ada, lobby)["status"] == "lobby"
    assert 'name="anyway" value="yes"' in re.sub(r"\s+", " ", answer.text)
    press(ada, f"{lobby}/start", anyway="yes")
    assert told(ada, lobby)["status"] == "playing"


def test_the_host_and_bots_need_no_ready_mark(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/bots", level="greedy")
    page = ada.get(lobby).text
    assert f'action="{lobby}/ready' not in page
    press(ada, f"{lobby}/start")
    assert told(ada, lobby)["status"] == "playing"


def test_people_on_the_hosts_device_need_no_ready_mark(ada: Guest) -> None:
    lobby = opened(ada)
    press(ada, f"{lobby}/seats", name="Dad", another="yes")
    press(
        ada, f"{lobby}/options", neighbours="row", family="True", first_player="1"
    )  # everyone is asked again
    assert "Everyone's ready." in text(ada.get(lobby))
    assert "Waiting for Dad." in text(ada.get(f"{lobby}/watch", headers=STRANGER))
    press(ada, f"{lobby}/start")
    assert told(ada, lobby)["status"] == "playing"


def test_everyone_on_a_guests_device_gets_ready_with_one_button(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno")
    press(bruno, f"{lobby}/seats", name="Mum", another="yes")
    assert [ready for _, _, ready in seats(ada, lobby)] == [False, True, True]
    press(bruno, f"{lobby}/ready", place="all", ready="no")
    assert [ready for _, _, ready in seats(ada, lobby)] == [False, False, False]
    assert bruno.get(lobby).text.count(f'action="{lobby}/ready"') == 1
    press(bruno, f"{lobby}/ready", place="all", ready="yes")
    assert [ready for _, _, ready in seats(ada, lobby)] == [False, True, True]
    stranger = bruno.post(f"{lobby}/ready", data={"place": "all"}, headers=STRANGER)
    assert stranger.status_code == 403


def test_a_player_changes_colour_in_the_lobby(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno", colour="plum")
    own = place(ada, lobby)
    press(ada, f"{lobby}/colour", place=own, colour="teal")
    assert [seat["colour"] for seat in told(ada, lobby)["seats"]] == ["teal", "plum"]
    for colour in ("plum", "gold", "", "x" * 5000):
        assert ada.post(f"{lobby}/colour", data={"place": own, "colour": colour}).status_code == 422
    assert bruno.post(f"{lobby}/colour", data={"place": own, "colour": "moss"}).status_code == 403
    other = opened(bruno)
    assert re.search(r'value="teal"\s+checked', ada.get(other).text)  # it is remembered


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
    assert "Standard rules" in text(ada.get(lobby))
    assert "left, right, above or below" in text(ada.get(f"{lobby}/options", headers=STRANGER))
    assert re.search(r'name="neighbours"\s+value="sides"\s+checked', ada.get(f"{lobby}/options").text)
    press(ada, f"{lobby}/options", neighbours="row", family="True", first_player="1")
    page, all_rules = text(ada.get(lobby)), text(ada.get(f"{lobby}/options", headers=STRANGER))
    assert "House rules Discard a pair each round (2–3 players): no – family game" in page
    assert "left or right only" in page
    assert "seat 2" not in page  # two facts are enough there
    assert "seat 2" in all_rules
    assert seats(ada, lobby) == [("Ada", "human", False)]
    assert (
        f'action="{lobby}/options"' not in bruno.get(f"{lobby}/options").text
    )  # only the host may change them


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
    assert "Dream Home Bruno Not started yet" in text(page)
    assert "Welcome back, Ada" in text(page)
    assert f'href="{first}"' not in bruno.get("/").text
    for guest in (ada, bruno):
        press(guest, f"{second}/ready", place=place(guest, second), ready="yes")
    press(ada, f"{second}/start")
    turns = [
        said in guest.get("/").text
        for guest, said in ((ada, "<title>Your turn · "), (bruno, "<title>Tocca a te · "))
    ]
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
