"""What the fuzzer feeds: every parser of text that a client, a file or a program sends.

Each takes any bytes, and may raise nothing: refusals of the expected kind are caught here. What is read must
also survive being written and read again.
"""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any
from unicodedata import category

from starlette.requests import cookie_parser
from websockets.http11 import Request

from app.cli import referee
from app.engine import move_text, record, registry, wire
from app.engine.core import Game, Illegal, offers, play
from app.engine.dream_home import notation as houses
from app.engine.dream_home.position import read_position
from app.engine.home_staging import notation as sheets
from app.engine.home_staging.area import read_area, write_area
from app.engine.home_staging.pieces import read_name
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.my_shelfie import notation as shelves
from app.net import addresses, trusted_proxies
from app.net.websocket_hearing import Hearing
from app.pages import i18n
from app.table import codes, export_file, names
from app.table.fair_shuffle import committed
from app.table.keys import Secret
from app.table.seating import opened, seated
from app.web import cookies, numbers, tv_pairing
from app.web.identity import bearer, read_device_holder
from app.web.middleware.own_cookies import own

Parser = Callable[[bytes], None]
SECRET = Secret(b"s" * 32)
STEPS = 40
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # kinds of characters that show nothing, or break a line


def text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# -- moves ---------------------------------------------------------------------------------------------------


@cache
def moments() -> tuple[tuple[Game[Any], Any], ...]:
    """A few states of every game."""
    return tuple(moment for name in registry.names() for moment in _moments(registry.game(name)))


def _moments(game: Game[Any]) -> Iterator[tuple[Game[Any], Any]]:
    chance = Random(1)
    state = game.new(game.seats[0], {}, "fuzz")
    for step in range(STEPS):
        if step % 13 == 0:
            yield game, state
        if not state.waiting:
            return
        seat = state.waiting[0]
        state, _ = play(game, state, seat, state.turns[seat], chance.choice(offers(game, state, seat)))


def _try(move: Any) -> None:
    for game, state in moments():
        for seat in state.waiting[:1]:
            with suppress(Illegal):
                play(game, state, seat, state.turns[seat], move)


def move_in_a_form(data: bytes) -> None:
    _try(move_text.move_of(text(data)))


def move_in_json(data: bytes) -> None:
    with suppress(Illegal, wire.WireError):
        _try(move_text.read_move(wire.parse(data)))


# -- files and programs --------------------------------------------------------------------------------------


def game_file(data: bytes) -> None:
    with suppress(Illegal):
        read = record.read(data)
        assert record.read(record.write(read)) == read
        record.verify(read)
    with suppress(Illegal):
        parcel = export_file.read(data)
        assert export_file.read(export_file.write(parcel)) == parcel


def referee_line(data: bytes) -> None:
    answers = io.BytesIO()
    referee.run(io.BytesIO(data), answers)
    lines = answers.getvalue().splitlines()
    assert len(lines) == len(io.BytesIO(data).readlines())
    for line in lines:
        assert isinstance(json.loads(line), dict)


def stored_state(data: bytes) -> None:
    """Not from clients, but an imported backup may hold anything."""
    for name in registry.names():
        kind = registry.game(name).state_type
        with suppress(wire.WireError):
            read = wire.loads(kind, data)
            assert wire.loads(kind, wire.dumps(read)) == read


# -- notations -----------------------------------------------------------------------------------------------


def house(data: bytes) -> None:
    with suppress(Illegal):
        read = houses.read_house(text(data))
        assert houses.read_house(houses.write_house(read)) == read


def position(data: bytes) -> None:
    with suppress(Illegal):
        read_position(text(data))


def shelf(data: bytes) -> None:
    rows = text(data).split("\n")
    with suppress(Illegal):
        assert shelves.write_shelf(shelves.read_shelf(rows)) == rows
    for players in (2, 3, 4):
        with suppress(Illegal):
            assert shelves.write_room(shelves.read_room(rows, players)) == rows


def sheet(data: bytes) -> None:
    for scenario in (min(SCENARIOS), max(SCENARIOS)):
        with suppress(Illegal):
            read = sheets.read(scenario, text(data))
            assert sheets.read(scenario, sheets.write(read)) == read


def cells_and_pieces(data: bytes) -> None:
    with suppress(Illegal):
        cells = read_area(text(data))
        assert read_area(write_area(cells)) == cells
    read_name(text(data))


# -- what people type and browsers send ----------------------------------------------------------------------


def name(data: bytes) -> None:
    with suppress(Illegal):
        clean = names.clean_name(text(data))
        assert names.clean_name(clean) == clean
        assert names.marked(clean, [clean, "Ada"]) != clean
    with suppress(Illegal):
        line = names.clean_text(text(data))
        assert names.clean_text(line) == line
        assert not {category(each) for each in line if each != "\u200d"} & UNSEEN


def code(data: bytes) -> None:
    plain = codes.plain(text(data))
    assert plain is None or codes.plain(plain) == plain
    tv_pairing.confirmed(text(data), SECRET, 0.0)


def colour_and_nonce(data: bytes) -> None:
    typed = text(data)
    colour, _, nonce = typed.partition(" ")
    with suppress(Illegal):
        table, place = seated(opened("dream_home", {}, b"s" * 32), "Ada", b"n" * 32, colour)
        assert place.colour in names.COLOURS
        committed(table, place.id, nonce)


def cookie_header(data: bytes) -> None:
    held = cookie_parser(own(data).decode("latin-1"))
    for code in ("sunny-sofa-42", ""):
        assert len(cookies.keys_held(held, code)) <= cookies.MOST_KEYS
        read_device_holder(held, code)
    cookies.read_me(held, SECRET)
    tv_pairing.held(held, SECRET)
    i18n.choose(None, held.get("housewarming-locale"))


def header(data: bytes) -> None:
    """Accept-Language, Authorization, numbers in a query, and the addresses that proxies tell."""
    said = data.decode("latin-1")
    assert i18n.choose(said, None) in i18n.LOCALES
    bearer(said)
    number = numbers.whole_number(said)
    assert number is None or number == int(said)
    addresses.household(said)
    addresses.networks(said)
    addresses.is_loopback(said)
    with suppress(ValueError):
        trusted_proxies.networks(said)


def forwarded(data: bytes) -> None:
    """What a trusted proxy says, a header on each line."""
    lines = [line.partition(b":")[::2] for line in data.splitlines()]
    scope: dict[str, Any] = {"type": "http", "headers": lines, "client": ("127.0.0.1", 1), "scheme": "http"}
    middleware = trusted_proxies.TrustedProxies(_nobody, trusted_proxies.networks("127.0.0.1, ::1"))
    with suppress(StopIteration):
        middleware(scope, _nobody, _nobody).send(None)
    assert scope["scheme"] in ("http", "https")


async def _nobody(*_: object) -> Any:
    """The application behind the middleware."""


def socket(data: bytes) -> None:
    """A handshake, and whatever follows it."""
    hearing = Hearing(lambda: 0.0)
    begin = 0
    while begin < len(data) and not hearing.eof_sent:
        hearing.receive_data(data[begin : begin + 64])
        begin += 64
        for event in hearing.events_received():
            if isinstance(event, Request) and not hearing.eof_sent:
                hearing.send_response(hearing.accept(event))
        hearing.data_to_send()
    hearing.receive_eof()
    hearing.data_to_send()


PARSERS: dict[str, Parser] = {
    each.__name__: each
    for each in (
        move_in_a_form,
        move_in_json,
        game_file,
        referee_line,
        stored_state,
        house,
        position,
        shelf,
        sheet,
        cells_and_pieces,
        name,
        code,
        colour_and_nonce,
        cookie_header,
        header,
        forwarded,
        socket,
    )
}
