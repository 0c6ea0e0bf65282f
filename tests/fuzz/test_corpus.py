"""Every input that the fuzzer found worth keeping is refused or read, by every parser and by the server.

The time that a parser takes must grow with its input and no faster. Steps are counted, not seconds.
"""

from collections.abc import Iterator

import pytest

from app.table import playable_games
from tests.fuzz.parsers import PARSERS
from tests.fuzz.run import CORPUS, SERVER, names
from tests.fuzz.server import House, server
from tests.fuzz.steps import steps

SHORT, TIMES = 256, 4  # bytes, and how many times as long the longer input is
SLACK = 1.5


def inputs(name: str) -> list[bytes]:
    return [file.read_bytes() for file in sorted((CORPUS / name).iterdir())]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with server(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_every_parser_has_a_corpus() -> None:
    assert names() == sorted([*PARSERS, SERVER])
    assert all(len(inputs(name)) > 2 for name in names())


@pytest.mark.parametrize("name", PARSERS)
def test_every_input_is_read_or_refused(name: str) -> None:
    for data in inputs(name):
        PARSERS[name](data)


@pytest.mark.parametrize("name", PARSERS)
def test_a_longer_input_takes_no_more_than_its_share_of_steps(name: str) -> None:
    for data in inputs(name):
        third = len(data) // 3
        for begin, again, end in (
            (b"", data, b""),
            (data[:third], data[third:-third], data[-third:]),
            (b"", data[:third], data[third:]),
        ):
            times = SHORT // (len(again) or SHORT) + 1
            PARSERS[name](begin + again * times + end)  # what it remembers counts for neither
            short = steps(PARSERS[name], begin + again * times + end)
            long = steps(PARSERS[name], begin + again * times * TIMES + end)
            assert long <= short * TIMES * SLACK, (begin, again, end)


def test_too_many_steps_are_noticed() -> None:
    def slow(data: bytes) -> None:
        for end in range(len(data)):
            for _ in data[:end]:
                pass

    assert steps(slow, b"x" * 400) > steps(slow, b"x" * 100) * TIMES * SLACK


@pytest.mark.parametrize("game", playable_games.names())
def test_no_input_makes_the_server_fail(house: House, game: str) -> None:
    answers = []
    for number, data in enumerate(inputs(SERVER)):
        if number % 20 == 0:
            house.new_table(game)
        answers.append(house.hear(data)[9:12])
    assert {b"101", b"200", b"303", b"400", b"404"} <= {*answers}, "they come to all kinds of places"


def test_a_failure_is_noticed(house: House) -> None:
    house.errors.append("something")
    with pytest.raises(AssertionError, match="something"):
        house.hear(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    house.errors.clear()
