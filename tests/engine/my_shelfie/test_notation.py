"""Shelves and living rooms as text."""

from typing import Any

import pytest

from app.engine.core import Illegal
from app.engine.my_shelfie.notation import read_room, read_shelf, write_room, write_shelf

from .drawing import cells, met, rows


@pytest.mark.rule("MS-10.1")
def test_a_shelf_is_six_lines_of_five_letters() -> None:
    text = """
        .....
        C....
        B...P
        G..TF
        FTPCB
        TPCBG
    """
    assert write_shelf(read_shelf(rows(text))) == rows(text)


@pytest.mark.rule("MS-10.2")
def test_a_living_room_is_nine_lines_of_nine_letters() -> None:
    text = """
        ...CB....
        ...GFT...
        ..PCBGF..
        .TPCBGFTP
        PTPCBGFTP
        PTPCBGFT.
        ..PCBGF..
        ...PCB...
        ....GF...
    """
    assert write_room(read_room(rows(text), 4)) == rows(text)
    with pytest.raises(Illegal) as refused:
        read_room(rows(text), 3)
    assert refused.value.code == "not_in_play"
    assert refused.value.facts == {"line": 1, "cell": 5, "players": 3}


@pytest.mark.rule("MS-10.3")
def test_tiles_in_mid_air_are_judged_as_drawn() -> None:
    text = """
        T...T
        .....
        .....
        .....
        .....
        T...T
    """
    assert cells("four_corners", text) == [(0, 0), (0, 4), (5, 0), (5, 4)]
    holes = """
        .....
        C....
        .C...
        C.C..
        CCC..
        CCCCC
    """
    assert not met("staircase", holes), "a column is as high as it has tiles"


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        ([], "shelf_size"),
        (["....."] * 5, "shelf_size"),
        (["....."] * 7, "shelf_size"),
        (["....."] * 5 + ["...."], "shelf_size"),
        (["....."] * 5 + [5], "shelf_size"),
        (["....."] * 5 + [["."] * 5], "shelf_size"),
        (["....."] * 5 + ["..X.."], "no_such_letter"),
        (["....."] * 5 + ["..c.."], "no_such_letter"),
        (["....."] * 5 + ["..猫.."], "no_such_letter"),
    ],
)
def test_what_is_not_a_shelf(drawing: list[Any], code: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_shelf(drawing)
    assert refused.value.code == code


def test_a_wrong_letter_is_named_with_its_place() -> None:
    with pytest.raises(Illegal) as refused:
        read_shelf([*["....."] * 5, "..X.."])
    assert refused.value.facts == {"line": 6, "cell": 3, "text": "X"}


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Illegal) as refused:
        read_room(["........."] * 9, players)
    assert refused.value.code == "bad_seats"


def test_what_is_not_a_living_room() -> None:
    for drawing in ([], ["........."] * 8, ["........"] * 9):
        with pytest.raises(Illegal) as refused:
            read_room(drawing, 2)
        assert refused.value.code == "room_size"
