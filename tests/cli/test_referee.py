"""`housewarming referee`: it answers questions about positions, one JSON line each."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app import ROOT
from tests.support.command import Ended, command, housewarming
from tests.support.server import environment

BOOKS_EXAMPLE = """\
Pl  Li  Li*piano      Ba  Dr
Ba  Be*cat_house  Ki  Pa  Ki
++  ++  ++            Ga  xx
roof: red red~ blue green
"""
BARE = """\
..  ..  ..  ..  ..
..  ..  ..  ..  ..
++  ++  ++  ..  ..
"""


def question(ask: str = "score", **fields: Any) -> dict[str, Any]:
    return {"game": "dream_home", "ask": ask, **fields}


def answered(*lines: object) -> list[Any]:
    """The answers to these questions, or to raw lines of bytes."""
    given = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    ended = housewarming("referee", given=given)
    assert (ended.status, ended.complained) == (0, "")
    return [json.loads(line) for line in ended.said.splitlines()]


def codes(*lines: object) -> list[str]:
    """The code of each answer's error, or 'answered'."""
    return [answer["error"]["code"] if "error" in answer else "answered" for answer in answered(*lines)]


@contextmanager
def talking() -> Iterator[subprocess.Popen[bytes]]:
    """A running referee to talk to."""
    with subprocess.Popen(
        command("referee"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


# -- score ---------------------------------------------------------------------------------------------------


def test_the_rulebooks_example_scores_as_in_the_rulebook() -> None:
    (answer,) = answered(question(house=BOOKS_EXAMPLE))
    lines = answer.pop("lines")
    assert answer == {"rooms": 15, "decor": 4, "functionality": 6, "roof": 4, "total": 29}
    for part in ("rooms", "decor", "functionality", "roof"):
        assert sum(line["points"] for line in lines if line["part"] == part) == answer[part]
    assert {
        "part": "rooms",
        "code": "room_beside",
        "args": ["pantry", "kitchen"],
        "points": 3,
        "cells": ["g3", "g2", "g4"],
    } in lines


def test_the_tables_options_count() -> None:
    house = """
        Ki  ..  ..  ..  ..
        Pa  ..  ..  ..  ..
        ++  ++  ++  ..  ..
    """
    options: list[dict[str, Any]] = [{}, {"neighbours": "sides"}, {"neighbours": "row"}]
    answers = answered(*(question(house=house, options=each) for each in options))
    assert [answer["total"] for answer in answers] == [4, 4, 2]


# -- places --------------------------------------------------------------------------------------------------


def test_places_are_the_slots_where_a_card_can_go() -> None:
    kitchen, garage, beside_a_token, with_designer = answered(
        question("places", room="kitchen", house=BARE),
        question("places", room="garage", house=BARE),
        *(
            question(
                "places",
                room="living_room",
                house=f"""
                    ..        ..  ..  ..  ..
                    Li*piano  ..  ##  #!  ..
                    ++        ++  ++  xx  ..
                    {beside}
                """,
            )
            for beside in ("", "beside: interior_designer")
        ),
    )
    assert kitchen == {"face_up": ["g0", "g1", "g2"], "face_down": ["g0", "g1", "g2", "b3", "b4"]}
    assert garage == {"face_up": ["b3", "b4"], "face_down": ["g0", "g1", "g2", "b3", "b4"]}
    down = ["u0", "u2", "u3", "g1", "g2", "b4"]
    assert beside_a_token == {"face_up": ["u0", "u2", "u3", "g2"], "face_down": down}
    assert with_designer == {"face_up": ["u0", "u2", "u3", "g1", "g2"], "face_down": down}


# -- errors --------------------------------------------------------------------------------------------------


def test_a_bad_question_is_answered_with_a_code_and_a_sentence() -> None:
    wrong: dict[str, list[object]] = {
        "unknown_game": [{"game": "chess", "ask": "score"}, {"game": "", "ask": "score"}],
        "unknown_ask": [question("winner", house=BARE), question("", house=BARE)],
        "unknown_room": [
            question("places", house=BARE, room=room) for room in ("", "Ki", "attic", "kitchen/1")
        ],
        "missing_field": [
            {},
            {"game": "dream_home"},
            {"ask": "score", "house": BARE},
            question(),
            question("places", house=BARE),
            question("places", room="kitchen"),
        ],
        "bad_field": [
            {"game": 1, "ask": "score"},
            {"game": None, "ask": "score"},
            question(house=None),
            question(house=["..", ".."]),
            question("places", house=BARE, room=1),
            {"game": "dream_home", "ask": ["score"], "house": BARE},
            question(house=BARE, options=[]),
            question(house=BARE, options=None),
        ],
        "unknown_field": [
            question(house=BARE, room="kitchen"),
            question("places", house=BARE, room="kitchen", seat=0),
            question(house=BARE, turn=10**30),
        ],
        "unknown_option": [question(house=BARE, options={"neighbors": "row"})],
        "bad_option": [
            question(house=BARE, options={"neighbours": "both"}),
            question(house=BARE, options={"family": 1}),
            question(house=BARE, options={"first_player": True}),
            question(house=BARE, options={"hide_and_seek": None}),
        ],
        "hidden_roof": [question(house=f"{BARE}roof: 3 hidden")],
        "bad_json": [
            b"kitchen\n",
            b"[]\n",
            b"\n",
            b"3\n",
            b'"score"\n',
            b"null\n",
            b"{} {}\n",
            b"{'game': 1}\n",
        ],
    }
    expected = [code for code, lines in wrong.items() for _ in lines]
    answers = answered(*(line for lines in wrong.values() for line in lines))
    assert [answer["error"]["code"] for answer in answers] == expected
    for answer in answers:
        assert list(answer) == ["error"]
        assert list(answer["error"]) == ["code", "message"]
        assert answer["error"]["message"].endswith(".")


DRAWINGS = [
    ("three_storeys", "Line 2:", "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n"),
    ("three_storeys", "Line 4:", f"{BARE}++  ++  ++  ..  ..\n"),
    ("five_cells", "Line 2, cell 4:", BARE.replace("..\n++", "\n++")),
    ("unknown_cell", "Line 1, cell 2:", BARE.replace("..  ..", "..  Xx", 1)),
    ("unknown_cell", "Line 2, cell 1:", BARE.replace("\n..", "\nSt/2", 1)),
    ("solid_ground", "Line 3, cell 1:", BARE.replace("++", "..", 1)),
    ("unknown_line", "Line 4:", f"{BARE}garden: tree_house"),
    ("unknown_token", "Line 2, cell 1:", BARE.replace("\n..", "\nKi*sofa", 1)),
    ("wrong_token", "Line 2, cell 1:", BARE.replace("\n..", "\nKi*piano", 1)),
    ("wrong_token", "Line 2, cell 1:", BARE.replace("\n..", "\nxx/Li*piano", 1)),
    ("unknown_roof", "Line 4, cell 2:", f"{BARE}roof: red pink"),
    ("two_windows", "Line 4, cell 3:", f"{BARE}roof: red~ red red~"),
    ("unknown_beside", "Line 4, cell 1:", f"{BARE}beside: scaffold"),
    ("wrong_storey", "Line 2, cell 1:", BARE.replace("\n..", "\nGa", 1)),
    ("unsupported", "Line 1, cell 1:", BARE.replace("..", "Ki", 1)),
    ("room_too_large", "Line 2, cell 3:", BARE.replace("\n..  ..  ..", "\nKi  Ki  Ki", 1)),
    ("two_tokens", "Line 2, cell 2:", BARE.replace("\n..  ..", "\nKi*cat_house  Ki*painting_1", 1)),
]


def test_a_wrong_drawing_is_answered_with_its_mistake_and_where_it_is() -> None:
    answers = answered(*(question(house=house) for _, _, house in DRAWINGS))
    for answer, (code, place, house) in zip(answers, DRAWINGS, strict=True):
        assert answer["error"]["code"] == code, house
        assert answer["error"]["message"].startswith(place), house


# -- lines that are hard to parse ----------------------------------------------------------------------------

PLAIN = json.dumps(question(house=BARE)).encode()


def test_every_line_gets_an_answer_whatever_it_contains() -> None:
    deep = b"[" * 100_000
    lines = {
        b'{"game": "dream_home", "ask": "score", "house": "\xff"}\n': "bad_json",
        '{"game": "dream_home", "ask": "score"}'.encode("utf-16") + b"\n": "bad_json",
        b'{"game": NaN}\n': "bad_json",
        b'{"game": "dream_home", "game": "dream_home"}\n': "bad_json",
        b'{"game": %b}\n' % (b"9" * 5000): "bad_json",
        b'{"game": 1e999}\n': "bad_field",
        deep + b"\n": "bad_json",
        b'{"game":' * 50_000 + b"\n": "bad_json",
        b'{"game": "dream_home", "ask": "score", "house": "\\ud800"}\n': "three_storeys",
        b'{"game": "\\ud800", "ask": "score"}\n': "unknown_game",
        b'{"game": "dream_home", "ask": "score", "\\u0000\\n": 1}\n': "unknown_field",
        b"\x00\x1b[2J\n": "bad_json",
        PLAIN + b"\r\n": "answered",
        b" \t" + PLAIN + b" \n": "answered",
        PLAIN: "answered",
    }
    assert codes(*lines) == list(lines.values())


def test_a_line_of_a_megabyte_is_read_and_a_longer_one_is_refused() -> None:
    megabyte = question(house=f"{BARE}({'x' * 1_000_000}")
    assert codes(megabyte, b"x" * 17_000_000 + b"\n", PLAIN) == ["answered", "line_too_long", "answered"]


def test_no_lines_get_no_answers() -> None:
    assert housewarming("referee") == Ended(0, "", "")


# -- one at a time -------------------------------------------------------------------------------------------


def test_a_program_can_ask_one_question_at_a_time() -> None:
    """Each answer comes before the next question is sent."""
    with talking() as process:
        assert process.stdin
        assert process.stdout
        for room, up in (
            ("kitchen", ["g0", "g1", "g2"]),
            ("garage", ["b3", "b4"]),
            ("study", ["g0", "g1", "g2"]),
        ):
            process.stdin.write(json.dumps(question("places", house=BARE, room=room)).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["face_up"] == up
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_it_ends_quietly_once_nobody_reads_its_answers() -> None:
    with talking() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(PLAIN + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(PLAIN + b"\n")
        process.stdin.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == b""
