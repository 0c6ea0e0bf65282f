"""The API under valid and invalid requests: never a 500, and every answer matches the API description."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import Any, NamedTuple

import httpx2
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.api import a_table, joined, started
from tests.support.server import Server

EXAMPLES = 8  # of each kind, for each operation at each table
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture
def web(house: Server) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, timeout=60) as client:
        yield client


class Place(NamedTuple):
    """A table with its keys, one wrong key, and none."""

    code: str
    keys: tuple[str | None, ...]


def places(web: httpx2.Client) -> list[Place]:
    """A lobby and a running game, each new, because fuzzing changes them."""
    ada, host = a_table(web)
    bruno = joined(web, ada.code, "Bruno")
    playing = started(web, "Bruno", first_player=0)
    return [
        Place(ada.code, (None, ada.key, host, bruno.key)),
        Place(playing[0].code, (None, *(guest.key for guest in playing))),
    ]


def operations(house: Server) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    url = house.url.rstrip("/")
    described = openapi.from_url(f"{url}/api/openapi.json")
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


def fuzzed(operation: APIOperation[Any, Any, Any, Any], place: Place | None) -> Counter[int]:
    """Send valid and invalid requests with every key; count the answers by status."""
    answered: Counter[int] = Counter()
    keys = cycle(place.keys if place else (None,))
    for mode in GenerationMode:
        if mode is GenerationMode.NEGATIVE and not (operation.body or list(operation.iter_parameters())):
            continue  # it takes no input that could be wrong

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            if place and "code" in (case.path_parameters or {}):
                case.path_parameters["code"] = place.code
            key = next(keys)
            (case.headers or {}).pop("Authorization", None)  # this many wrong keys would hit the rate limit
            answer = case.call(headers={"Authorization": f"Bearer {key}"} if key else {})
            case.validate_response(answer, checks=CHECKS)
            answered[answer.status_code] += 1

        ask()
    return answered


def test_every_answer_matches_the_api_description(house: Server, web: httpx2.Client) -> None:
    answered: Counter[int] = Counter()
    asked = [
        (operation, place)
        for operation in operations(house)
        for place in (places(web) if "{code}" in operation.path else [None])
    ]
    for operation, place in asked:
        answered += fuzzed(operation, place)
    assert {200, 201, 401, 403, 409, 422} <= set(answered), "the fuzzing got somewhere"
    assert httpx2.get(f"{house.url.rstrip('/')}/healthz", timeout=30).status_code == 200
