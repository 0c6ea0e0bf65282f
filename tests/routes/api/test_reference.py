"""The API description: valid OpenAPI, complete, true to the server, and readable."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from json import dumps
from random import Random
from typing import Any

import httpx2
import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from app import ROOT
from app.engine import registry
from app.engine.bots import BOTS
from app.engine.chance import commitment
from app.engine.core import Illegal
from app.pages.api_reference import example
from app.pages.i18n import LOCALES
from app.pages.refusals import sentences
from app.table import playable_games
from app.table.names import COLOURS
from app.table.table_options import TABLE_OPTIONS
from app.web.cookies import keys_cookie
from app.web.errors import problem
from tests.support.api import TABLES, Guest, a_table, error, joined, play_out, started, started_and_revealed
from tests.support.server import Server


@pytest.fixture(scope="module")
def api(house: Server) -> dict[str, Any]:
    return dict(httpx2.get(f"{house.url.rstrip('/')}/api/openapi.json", timeout=30).json())


def operations(api: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in api["paths"].items():
        for method, said in methods.items():
            yield method.upper(), path, said


def schema_of(api: dict[str, Any], schema: dict[str, Any]) -> OAS31Validator:
    """A validator for a part of the description."""
    return OAS31Validator({**schema, "components": api["components"]})


def test_it_is_openapi(api: dict[str, Any]) -> None:
    OpenAPIV31SpecValidator(api).validate()
    assert api["openapi"].startswith("3.1")
    assert api["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


def test_every_operation_describes_itself_and_its_answers(api: dict[str, Any]) -> None:
    found = [*operations(api)]
    assert len(found) >= 11
    for method, path, said in found:
        assert said["summary"]
        assert said["description"]
        wanted = {"404", "422", "429", "503"} if "{code}" in path else set[str]()
        if "requestBody" in said:
            wanted |= {"413", "422", "429", "503"}
        if "security" in said:
            wanted |= {"401", "403"}
        answers = said["responses"]
        assert wanted <= set(answers), (method, path)
        assert len(set(answers) & {"200", "201"}) == 1
        for status, answer in answers.items():
            schema = answer["content"]["application/json"]["schema"]
            if status not in ("200", "201"):
                assert schema == {"$ref": "#/components/schemas/Error"}


def test_every_code_it_names_exists_and_a_409_is_a_conflict(api: dict[str, Any]) -> None:
    for _, _, said in operations(api):
        for status, answer in said["responses"].items():
            codes = re.findall(r"`([a-z_]+)`", answer["description"])
            assert set(codes) <= {*sentences(), "too_large"}
            if status == "409":
                assert codes
                assert [problem(Illegal(code)).status for code in codes] == [409] * len(codes)


def test_every_example_is_valid(api: dict[str, Any]) -> None:
    for _, _, said in operations(api):
        if "requestBody" in said:
            schema = said["requestBody"]["content"]["application/json"]["schema"]
            name = re.findall(r"schemas/(\w+)", str(schema))[0]
            schema_of(api, schema).validate(example(api["components"]["schemas"][name]))


def taken(api: dict[str, Any], body: str) -> dict[str, Any]:
    """The fields that a request body may have."""
    return dict(api["components"]["schemas"][body]["properties"])


def test_games_levels_and_colours_are_listed(api: dict[str, Any]) -> None:
    assert taken(api, "NewTable")["game"]["enum"] == [*playable_games.names()]
    assert taken(api, "NewBot")["level"]["enum"] == [*BOTS]
    for body in ("NewTable", "NewSeat"):
        assert taken(api, body)["colour"]["enum"] == ["", *COLOURS]


def test_a_name_is_as_long_as_it_says(api: dict[str, Any], house: Server) -> None:
    for body in ("NewTable", "NewSeat"):
        assert (taken(api, body)["name"]["minLength"], taken(api, body)["name"]["maxLength"]) == (1, 24)
    with httpx2.Client(base_url=house.url, timeout=20) as web:
        ada, _ = a_table(web)
        seats = [
            web.post(f"{TABLES}/{ada.code}/seats", json={"name": "a" * length}) for length in (24, 25, 0)
        ]
    assert seats[0].status_code == 201
    assert [error(each) for each in seats[1:]] == [(422, "name_too_long"), (422, "name_empty")]


def test_every_option_is_listed_with_every_value_it_takes(api: dict[str, Any], house: Server) -> None:
    listed = taken(api, "NewTable")["options"]
    every = {option.name for name in playable_games.names() for option in registry.game(name).options}
    assert set(listed["properties"]) == every | {option.name for option in TABLE_OPTIONS}
    assert '`dream_home` (usually `"strict"`)' in listed["properties"]["roof_memory"]["description"]
    assert listed["additionalProperties"] is False
    with httpx2.Client(base_url=house.url, timeout=20) as web:
        for name in playable_games.names():
            chosen = {
                option.name: option.values[-1] for option in (*registry.game(name).options, *TABLE_OPTIONS)
            }
            for option, value in chosen.items():
                assert dumps(value) in [*map(dumps, listed["properties"][option]["enum"])]
            made = web.post(TABLES, json={"game": name, "name": "Ada", "options": chosen})
            assert made.status_code == 201, made.text


class Judge:
    """Validates every answer that a client gets against the description."""

    def __init__(self, api: dict[str, Any]) -> None:
        self.api = api
        self.seen: set[tuple[str, str, int]] = set()

    def __call__(self, answer: httpx2.Response) -> None:
        answer.read()
        method, asked = answer.request.method, answer.request.url.path
        for path, methods in self.api["paths"].items():
            if re.fullmatch(path.replace("{code}", "[^/]+"), asked):
                said = methods[method.lower()]["responses"][str(answer.status_code)]
                schema_of(self.api, said["content"]["application/json"]["schema"]).validate(answer.json())
                self.seen.add((method, path, answer.status_code))


def test_the_servers_answers_match_the_description(api: dict[str, Any], house: Server) -> None:
    judge = Judge(api)
    hooks: dict[str, list[Callable[..., Any]]] = {"response": [judge]}
    with httpx2.Client(base_url=house.url, timeout=60, event_hooks=hooks) as web:
        web.get("/healthz")
        web.get("/readyz")
        guests = started(web, "Bruno")
        ada = guests[0]
        web.get(f"{TABLES}/{ada.code}/record")
        turn = ada.look()["turn"]
        ada.ask("POST", "/moves", turn=turn + 7, move=["clear", 1], id="stale")
        ada.ask("POST", "/moves", turn=turn, move=["fly"], id="unknown")
        play_out(guests, Random(5))
        web.get(f"{TABLES}/{ada.code}")
        web.get(f"{TABLES}/{ada.code}/log")
        web.get(f"{TABLES}/{ada.code}/record")
        celina, host = a_table(web)
        web.post(TABLES, content=b"x" * 100_000)
        web.post(TABLES, content=b"{")
        web.get(f"{TABLES}/nowhere-at-all-99")
        celina.ask("POST", "/start")
        celina.ask("POST", "/start", key="wrong")
        celina.ask("POST", "/start", key=host)
        celina.ask("POST", "/bots", key=host, level="greedy")
        for name in ("Daiki", "Eve"):
            joined(web, celina.code, name)
        web.post(f"{TABLES}/{celina.code}/seats", json={"name": "One too many"})
        celina.ask("POST", "/kick", key=host, seat=1)
        celina.ask("POST", "/leave")
        nonce = "1f" * 32
        opening = {"game": "dream_home", "name": "Fay", "commitment": commitment(bytes.fromhex(nonce))}
        made = web.post(TABLES, json=opening).json()
        fay = Guest(web, made["code"], made["seat_key"])
        fay.ask("POST", "/bots", key=made["host_key"], level="greedy")
        fay.ask("POST", "/ready")
        started_and_revealed(fay, made["host_key"], nonce)
    hoped_for = {
        (method, path, int(status))
        for method, path, said in operations(api)
        for status in said["responses"]
        if status in ("200", "201")
    }
    assert hoped_for <= judge.seen
    assert {status for _, _, status in judge.seen} >= {401, 403, 404, 409, 413, 422}


def test_an_abandoned_game_matches_the_description(api: dict[str, Any], house: Server) -> None:
    judge = Judge(api)
    with httpx2.Client(base_url=house.url, timeout=60, event_hooks={"response": [judge]}) as web:
        ada, host = a_table(web)
        bruno = joined(web, ada.code, "Bruno")
        for guest in (ada, bruno):
            guest.ask("POST", "/ready")
        ada.ask("POST", "/start", key=host)
        turn = ada.look()["turn"]
        keys = {"Cookie": f"{keys_cookie(ada.code)}={host}", "Origin": house.url.rstrip("/")}
        assert web.post(f"/r/{ada.code}/abandon", headers=keys).status_code == 303
        table = ada.look()
        assert (table["status"], table["waiting"], table["moves"]) == ("abandoned", [], [])
        answer = ada.ask("POST", "/moves", turn=turn, move=["clear", 1], id="late")
        assert error(answer) == (409, "given_up")


def test_the_docs_page_names_every_request(api: dict[str, Any]) -> None:
    written = (ROOT / "docs" / "api.md").read_text().replace("sunny-sofa-42", "{code}")
    for method, path, _ in operations(api):
        if path.startswith("/api/"):
            assert f"{method} {path}" in written


@pytest.mark.parametrize("locale", LOCALES)
def test_the_readable_page_has_everything(api: dict[str, Any], house: Server, locale: str) -> None:
    with httpx2.Client(base_url=house.url, headers={"Accept-Language": locale}, timeout=60) as web:
        answer = web.get("/api/docs")
    html = answer.text
    assert answer.status_code == 200
    assert f'<html lang="{locale}">' in html
    assert 'lang="en"' in html
    assert "<script" not in html
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
    for method, path, said in operations(api):
        assert f"{method} {path} " in text
        assert said["summary"] in text
        address = f"{house.url.rstrip('/')}{path.replace('{code}', 'sunny-sofa-42')}"
        assert f"curl {'' if method == 'GET' else f'-X {method} '}{address}" in text
    for name, schema in api["components"]["schemas"].items():
        assert f'id="{name}"' in html
        for field in schema["properties"]:
            assert f"<code>{field}</code>" in html
    anchors = re.findall(r'href="#([^"]+)"', html)
    assert anchors
    assert set(anchors) <= set(re.findall(r'id="([^"]+)"', html))
