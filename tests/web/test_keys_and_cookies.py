"""Keys, cookies and origins: who may do what, and what a stranger can't do."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from app.storage.data_folder import WrongSecret, secret_in
from app.table.keys import Secret, key_hash, new_key
from app.table.names import COLOURS, LONGEST_NAME
from app.table.visitor import Me
from app.web.cookies import (
    ME_COOKIE,
    MOST_KEYS,
    keys_cookie,
    keys_held,
    read_me,
    set_cookie,
    sign,
    with_key,
    without_key,
)
from app.web.identity import bearer
from app.web.origin import same_origin

CODE, OTHER_CODE = "sunny-sofa-42", "happy-lamp-77"
SECRET = Secret(bytes(range(32)))
BRUNO = Me("Bruno Żółć 大輝", "teal", "it")


# --- keys ---------------------------------------------------------------------------------------------------


def test_a_key_is_long_and_fits_into_a_url() -> None:
    keys = {new_key() for _ in range(1000)}

    assert len(keys) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{24}", key) for key in keys), "24 letters of 6 bits: 144 bits"


def test_a_key_is_stored_as_its_hash() -> None:
    assert key_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(st.text(st.characters()))
def test_anything_sent_as_a_key_has_a_hash(key: str) -> None:
    assert re.fullmatch("[0-9a-f]{64}", key_hash(key))


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer", None),
        ("Bearer ", None),
        ("Basic YTpi", None),
        ("abc", None),
        ("", None),
    ],
)
def test_an_api_client_sends_its_key_as_a_bearer_token(header: str, key: str | None) -> None:
    assert bearer(header) == key


# --- the keys a browser holds -------------------------------------------------------------------------------


def browser(*keys: str, code: str = CODE) -> dict[str, str]:
    """The cookies of a browser that got these keys one after the other."""
    cookies: dict[str, str] = {}
    for key in keys:
        cookies[keys_cookie(code)] = with_key(cookies, code, key)
    return cookies


def test_a_browser_holds_the_keys_it_was_given_for_that_table_alone() -> None:
    seat, host = new_key(), new_key()
    cookies = browser(seat, host) | browser(new_key(), code=OTHER_CODE)

    assert keys_held(cookies, CODE) == (seat, host)
    assert keys_held({}, CODE) == ()


def test_a_key_given_twice_is_held_once() -> None:
    seat, host = new_key(), new_key()

    assert keys_held(browser(seat, host, seat), CODE) == (host, seat)


def test_the_oldest_key_goes_when_there_are_too_many() -> None:
    keys = [new_key() for _ in range(MOST_KEYS + 2)]

    assert keys_held(browser(*keys), CODE) == tuple(keys[2:])


def test_a_key_can_be_dropped() -> None:
    seat, host = new_key(), new_key()
    cookies = browser(seat, host)

    assert without_key(cookies, CODE, seat) == host
    assert without_key(cookies, CODE, new_key()) == cookies[keys_cookie(CODE)]
    assert without_key(browser(seat), CODE, seat) == ""


def test_a_forged_cookie_gives_only_its_valid_keys() -> None:
    key = new_key()
    many = ".".join(new_key() for _ in range(1000))

    assert keys_held({keys_cookie(CODE): f"..x.{key}.{key}x.\0.{'é' * 24}"}, CODE) == (key,)
    assert len(keys_held({keys_cookie(CODE): many}, CODE)) == MOST_KEYS


# --- the server's secret ------------------------------------------------------------------------------------


def test_the_secret_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    secret = Secret(secret_in(tmp_path))

    assert len(secret.value) == 32
    assert Secret(secret_in(tmp_path)) == secret
    assert [(file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [("secret", 0o600)]


def test_every_server_has_its_own_secret(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()

    assert Secret(secret_in(tmp_path / "one")) != Secret(secret_in(tmp_path / "other"))


@pytest.mark.parametrize("left", [b"", b"half of it", bytes(33)])
def test_a_damaged_secret_is_refused_and_kept(tmp_path: Path, left: bytes) -> None:
    file = tmp_path / "secret"
    file.write_bytes(left)

    with pytest.raises(WrongSecret, match=rf"{re.escape(str(file))} holds {len(left)} bytes"):
        Secret(secret_in(tmp_path))
    assert file.read_bytes() == left


def test_the_secret_does_not_show_in_a_log() -> None:
    assert repr(SECRET) == "Secret()"


# --- the remembered name ------------------------------------------------------------------------------------


def test_a_name_is_remembered() -> None:
    assert read_me({ME_COOKIE: sign(BRUNO, SECRET)}, SECRET) == BRUNO


SKINS = "🏻🏼🏽🏾🏿"
KISSES = st.builds("🧑{}\u200d❤️\u200d💋\u200d🧑{}".format, st.sampled_from(SKINS), st.sampled_from(SKINS))
KISSING = st.lists(KISSES, min_size=LONGEST_NAME, max_size=LONGEST_NAME).map("".join)


@given(st.text(max_size=LONGEST_NAME) | KISSING, st.sampled_from(COLOURS), st.sampled_from(["en", "it"]))
def test_every_name_fits_into_a_cookie(name: str, colour: str, locale: str) -> None:
    me = Me(name, colour, locale)
    cookie = sign(me, SECRET)

    assert re.fullmatch(r"[A-Za-z0-9_.-]+", cookie)
    assert read_me({ME_COOKIE: cookie}, SECRET) == me


def test_without_a_cookie_there_is_no_name() -> None:
    assert read_me({}, SECRET) is None


def test_a_cookie_with_any_letter_changed_is_ignored() -> None:
    cookie = sign(BRUNO, SECRET)
    for at, letter in enumerate(cookie):
        tampered = cookie[:at] + ("A" if letter != "A" else "Q") + cookie[at + 1 :]
        assert read_me({ME_COOKIE: tampered}, SECRET) is None, at


def test_a_cookie_of_another_server_is_ignored() -> None:
    assert read_me({ME_COOKIE: sign(BRUNO, Secret(bytes(32)))}, SECRET) is None


def test_a_signature_made_for_another_purpose_is_invalid() -> None:
    elsewhere = URLSafeSerializer(SECRET.value, salt="elsewhere").dumps(list(BRUNO))

    assert read_me({ME_COOKIE: str(elsewhere)}, SECRET) is None


@given(st.text())
def test_anything_else_sent_as_a_cookie_is_ignored(cookie: str) -> None:
    assert read_me({ME_COOKIE: cookie}, SECRET) is None


def test_an_oversized_cookie_is_ignored_even_if_signed() -> None:
    cookie = sign(BRUNO._replace(name=Random(1).randbytes(2000).hex()), SECRET)

    assert len(cookie) > 2000
    assert read_me({ME_COOKIE: cookie}, SECRET) is None


def test_a_signed_cookie_with_a_former_colour_is_ignored() -> None:
    assert read_me({ME_COOKIE: sign(BRUNO._replace(colour="ochre"), SECRET)}, SECRET) is None


# --- cookies ------------------------------------------------------------------------------------------------


def give(request: Request) -> Response:
    response = PlainTextResponse("here you are")
    set_cookie(response, "key", request.query_params["value"], https=request.url.scheme == "https")
    return response


def show(request: Request) -> Response:
    return PlainTextResponse(request.cookies.get("key", "none"))


SITE = Starlette(routes=[Route("/give", give, methods=["POST"]), Route("/show", show)])


@pytest.mark.parametrize("origin", ["http://table.lan:8080", "https://table.example"])
def test_a_cookie_is_kept_until_it_is_cleared(origin: str) -> None:
    with TestClient(SITE, base_url=origin) as client:
        given = client.post("/give?value=abc").headers["set-cookie"]
        held = client.get("/show").text
        client.post("/give?value=")

        assert held == "abc"
        assert client.get("/show").text == "none"
    assert ("Secure" in given.split("; ")) == origin.startswith("https")
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Max-Age=7776000"} <= set(given.split("; "))


# --- origins ------------------------------------------------------------------------------------------------

HOST = "192.168.1.5:8080"


def passes(scheme: str = "http", host: str = HOST, **headers: str) -> bool:
    """Whether a request with these headers counts as same-origin."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return same_origin(Headers(named), scheme, host)


@pytest.mark.parametrize(
    ("scheme", "host", "origin"),
    [
        ("http", HOST, "http://192.168.1.5:8080"),
        ("ws", HOST, "http://192.168.1.5:8080"),
        ("https", "Games.example", "https://games.example"),
        ("wss", "games.example", "https://games.example"),
        ("https", "games.example:443", "https://games.example"),
        ("http", "table.lan:80", "http://table.lan"),
        ("http", "[::1]:8080", "http://[::1]:8080"),
        ("http", "[fe80::80]", "http://[fe80::80]"),
    ],
)
def test_a_page_of_the_same_origin_passes(scheme: str, host: str, origin: str) -> None:
    assert passes(scheme, host, origin=origin, cookie="me=1")


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "http://evil.example",
        "http://192.168.1.5",
        "http://192.168.1.5:80",
        "http://192.168.1.5:8081",
        "https://192.168.1.5:8080",
        "http://192.168.1.5:8080.evil.example",
        "http://evil.example/http://192.168.1.5:8080",
        "http://192.168.1.5:8080@evil.example",
        "chrome-extension://192.168.1.5:8080",
    ],
)
@pytest.mark.parametrize("site", [{}, {"sec_fetch_site": "same-origin"}], ids=["", "site"])
@pytest.mark.parametrize("cookie", [{}, {"cookie": "me=1"}], ids=["", "cookie"])
def test_another_origin_never_passes(origin: str, site: dict[str, str], cookie: dict[str, str]) -> None:
    assert not passes(origin=origin, **site, **cookie)


@pytest.mark.parametrize(
    ("site", "allowed"),
    [
        ("same-origin", True),
        ("none", True),
        ("same-site", False),
        ("cross-site", False),
        ("", False),
        ("x", False),
    ],
)
@pytest.mark.parametrize("cookie", [{}, {"cookie": "me=1"}], ids=["", "cookie"])
def test_without_origin_sec_fetch_site_decides(site: str, allowed: bool, cookie: dict[str, str]) -> None:
    assert passes(sec_fetch_site=site, **cookie) == allowed


def test_an_api_client_passes_as_long_as_it_sends_no_cookie() -> None:
    assert passes()
    assert passes(authorization="Bearer abc")
    assert not passes(cookie="me=1")
    assert not passes(cookie="me=1", authorization="Bearer abc")
