"""Drawings that no game can reach, or that can't be read: each refused with its line and its cell."""

import pickle

import pytest

from app.engine.dream_home.notation import BadNotation, read_house, write_house

from .drawing import drawn, house


def refused(text: str) -> tuple[str, int, int]:
    """The code, line and cell of the refusal of a house."""
    with pytest.raises(BadNotation) as error:
        read_house(text)
    return error.value.code, error.value.facts["line"], error.value.facts["cell"]


@pytest.mark.rule("DH-12.25", "DH-12.31", "DH-12.3")
@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ("Li  Li  Li  Li  xx", 4),
        ("xx  Li  Li  Li  Li", 5),
        ("Be  Be  Be  xx  xx", 3),
        ("Ki  xx  Ki  Ki  Ki", 5),
        ("Pl  Pl  Pl  Pl  Pl", 3),
        ("Ba  Ba  xx  xx  xx", 2),
        ("xx  xx  xx  Pa  Pa", 5),
        ("Sa  Sa  xx  xx  xx", 2),
        ("Dr  Dr  xx  xx  xx", 2),
        ("St  St  xx  xx  xx", 2),
        ("Lb  Lb  xx  xx  xx", 2),
        ("Gr  Gr  xx  xx  xx", 2),
    ],
)
def test_a_room_above_its_maximum_is_refused_at_its_first_card_too_many(row: str, cell: int) -> None:
    ground = "xx  xx  xx  xx  xx\n++  ++  ++  xx  xx"
    assert refused(f"{row}\n{ground}") == ("room_too_large", 1, cell)
    assert refused(f"..  ..  ..  ..  ..\n{row}\n++  ++  ++  xx  xx") == ("room_too_large", 2, cell)
    words = row.split()
    one_less = "  ".join((*words[: cell - 1], "xx", *words[cell:]))
    assert write_house(read_house(f"{one_less}\n{ground}")) == f"{one_less}\n{ground}"


@pytest.mark.rule("DH-12.25", "DH-12.3")
@pytest.mark.parametrize("cellar", ["So", "Wi", "Wo", "La"])
def test_a_cellar_has_one_card_but_a_garage_may_have_two(cellar: str) -> None:
    assert refused(f"..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  {cellar}  {cellar}") == (
        "room_too_large",
        3,
        5,
    )
    house("""
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  Ga  Ga
    """)


@pytest.mark.rule("DH-12.26", "DH-12.31", "DH-12.6")
@pytest.mark.parametrize("letters", ["Li", "Be", "Ki", "Ba", "Pl", "Pa", "Sa", "Dr", "St", "Lb", "Gr"])
def test_an_ordinary_room_is_refused_in_the_basement(letters: str) -> None:
    nothing = "..  ..  ..  ..  .."
    assert refused(f"{nothing}\n{nothing}\n++  ++  ++  ..  {letters}") == ("wrong_storey", 3, 5)
    assert refused(f"{nothing}\n{nothing}\n++  ++  ++  {letters}  ..") == ("wrong_storey", 3, 4)
    house(f"{letters} .. .. .. ..\nxx .. {letters} .. ..\n++ ++ ++ xx/{letters} ..")


@pytest.mark.rule("DH-12.26", "DH-12.31", "DH-12.6")
@pytest.mark.parametrize("letters", ["Ga", "So", "Wi", "Wo", "La"])
def test_a_basement_room_is_refused_upstairs(letters: str) -> None:
    assert refused(f"..  ..  ..  ..  ..\n..  {letters}  ..  ..  ..\n++  ++  ++  ..  ..") == (
        "wrong_storey",
        2,
        2,
    )
    assert refused(f"{letters}  ..  ..  ..  ..\nxx  ..  ..  ..  ..\n++  ++  ++  ..  ..") == (
        "wrong_storey",
        1,
        1,
    )
    house(f".. .. .. .. ..\nxx/{letters} .. .. .. ..\n++ ++ ++ {letters} ..")


@pytest.mark.rule("DH-12.27", "DH-12.31", "DH-1.3")
@pytest.mark.parametrize("hanging", ["Ki", "xx", "##", "#!", "Ki*cat_house", "xx/Ga/1"])
def test_a_card_without_support_is_refused(hanging: str) -> None:
    nothing = "..  ..  ..  ..  .."
    assert refused(f"{hanging}  ..  ..  ..  ..\n{nothing}\n++  ++  ++  ..  ..") == ("unsupported", 1, 1)
    assert refused(f"..  ..  ..  ..  {hanging}\nBa  xx  ##  ..  ..\n++  ++  ++  ..  ..") == (
        "unsupported",
        1,
        5,
    )
    assert refused(f"{nothing}\nBa  xx  Ba  {hanging}  ..\n++  ++  ++  ..  Ga") == ("unsupported", 2, 4)
    assert refused(f"{nothing}\nBa  xx  Ba  ..  {hanging}\n++  ++  ++  Ga  ..") == ("unsupported", 2, 5)
    house(f"{hanging} .. .. .. ..\nxx .. .. .. ..\n++ ++ ++ .. ..")
    house(f"{nothing}\n.. .. {hanging} .. ..\n++ ++ ++ .. ..")


@pytest.mark.rule("DH-12.28", "DH-12.31", "DH-5.7", "DH-5.8")
@pytest.mark.parametrize(
    ("token", "right"),
    [
        ("piano", {"Li"}),
        ("canopy_bed", {"Be"}),
        ("hot_tub", {"Ba"}),
        ("ice_cream_machine", {"Ki"}),
        ("cat_house", {"Li", "Be", "Ba", "Ki", "Pl", "Pa", "St"}),
        ("painting_1", {"Li", "Be", "Ba", "Ki", "Pl", "Pa", "St"}),
        ("painting_2", {"Li", "Be", "Ba", "Ki", "Pl", "Pa", "St"}),
        ("painting_3", {"Li", "Be", "Ba", "Ki", "Pl", "Pa", "St"}),
        ("tree_house", set()),
        ("bird_house", set()),
    ],
)
def test_a_token_on_a_wrong_room_is_refused(token: str, right: set[str]) -> None:
    for letters in ("Li", "Be", "Ba", "Ki", "Pl", "Pa", "St"):
        text = f"..  ..  ..  ..  ..\nxx  {letters}*{token}  ..  ..  ..\n++  ++  ++  ..  .."
        if letters in right:
            read_house(text)
        else:
            assert refused(text) == ("wrong_token", 2, 2)
    cellar = f"..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  Ga*{token}"
    assert refused(cellar) == ("wrong_token", 3, 5)


@pytest.mark.rule("DH-12.28", "DH-12.31")
@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("xx/Li/2*piano", "wrong_token"),
        ("xx*piano", "unknown_cell"),
        ("..*piano", "unknown_cell"),
        ("##*piano", "unknown_cell"),
        ("Li*sofa", "unknown_token"),
        ("Li*red", "unknown_token"),
        ("Li*drill", "unknown_token"),
        ("Li*piano*cat_house", "unknown_cell"),
        ("Li*", "unknown_cell"),
    ],
)
def test_a_token_on_an_empty_room_or_none_at_all_is_refused(cell: str, code: str) -> None:
    assert refused(f"..  ..  ..  ..  ..\nKi  xx  {cell}  ..  ..\n++  ++  ++  ..  ..") == (code, 2, 3)


@pytest.mark.rule("DH-12.29", "DH-12.31")
@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ("Li*piano  Li*cat_house  xx  xx  xx", 2),
        ("Li*piano  Li  Li*cat_house  xx  xx", 3),
        ("xx  Ki  Ki*cat_house  Be*painting_1  Be*canopy_bed", 5),
    ],
)
def test_two_tokens_in_one_room_are_refused_at_the_second(row: str, cell: int) -> None:
    below = "xx  xx  xx  xx  xx\n++  ++  ++  xx  xx"
    assert refused(f"{row}\n{below}") == ("two_tokens", 1, cell)


@pytest.mark.rule("DH-12.29")
def test_rooms_apart_have_a_token_each() -> None:
    text = """
        Li*piano  xx  Li*painting_1  Ki*ice_cream_machine  Li*painting_2
        Li*painting_3  Ba*hot_tub  Be*canopy_bed  xx  xx
        ++  ++  ++  xx  xx
    """
    assert sum(map(bool, house(text).tokens)) == 7


@pytest.mark.rule("DH-12.30", "DH-12.31")
def test_two_windows_of_one_colour_are_refused() -> None:
    bare = "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: "
    assert refused(bare + "red~ red~") == ("two_windows", 4, 2)
    assert refused(bare + "red blue~ green red~ blue~") == ("two_windows", 4, 5)
    assert refused(bare + "3 hidden green~ green~") == ("two_windows", 4, 4)
    assert len(read_house(bare + "red~ red red blue~ green~ brown~ brown").roof) == 7


@pytest.mark.rule("DH-12.31")
def test_lines_are_counted_with_comments_and_blank_lines() -> None:
    text = "( my house\n\n..  ..  ..  ..  ..\n( the ground\nKi  ..  ..  ..  Ga\n++  ++  ++  ..  .."
    assert refused(text) == ("wrong_storey", 5, 5)
    position = "rooms: Ki Be\n\nhouse\n..  ..  ..  ..  ..\nKi  ..  Li*hot_tub  ..  ..\n++  ++  ++  ..  .."
    with pytest.raises(BadNotation) as error:
        drawn(position)
    assert (error.value.code, error.value.facts) == ("wrong_token", {"line": 5, "cell": 3, "text": "hot_tub"})
    copy = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own
    assert (copy.code, copy.facts) == (error.value.code, error.value.facts)


@pytest.mark.rule("DH-12.33", "DH-12.31")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ("three_storeys", 1, 1)),
        ("..  ..  ..  ..  ..\n++  ++  ++  ..  ..", ("three_storeys", 2, 1)),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\n..  ..  ..  ..  ..",
            ("three_storeys", 4, 1),
        ),
        ("..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..", ("five_cells", 1, 4)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..  ..\n++  ++  ++  ..  ..", ("five_cells", 2, 6)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..  ..  ..", ("five_cells", 3, 6)),
        ("..  ..  ..  ..  ..\n..  ..  ++  ..  ..\n++  ++  ++  ..  ..", ("solid_ground", 2, 3)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ++  ..", ("solid_ground", 3, 4)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ..  ..  ..", ("solid_ground", 3, 3)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\nGa  ++  ++  ..  ..", ("solid_ground", 3, 1)),
        ("..  ..  ..  ..  ..\n..  Zz  ..  ..  ..\n++  ++  ++  ..  ..", ("unknown_cell", 2, 2)),
        ("..  ..  ..  ..  ..\n..  li  ..  ..  ..\n++  ++  ++  ..  ..", ("unknown_cell", 2, 2)),
        ("..  ..  ..  ..  ..\n..  Li/0  ..  ..  ..\n++  ++  ++  ..  ..", ("unknown_cell", 2, 2)),
        ("..  ..  ..  ..  ..\n..  Li/10  ..  ..  ..\n++  ++  ++  ..  ..", ("unknown_cell", 2, 2)),
        ("..  ..  ..  ..  ..\n..  xx/Ga/7  ..  ..  ..\n++  ++  ++  ..  ..", ("unknown_cell", 2, 2)),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nattic: red", ("unknown_line", 4, 1)),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: red\nroof: red",
            ("unknown_line", 5, 1),
        ),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: red pink",
            ("unknown_roof", 4, 2),
        ),
        ("..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: drill", ("unknown_roof", 4, 1)),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nroof: red 2 hidden",
            ("unknown_roof", 4, 2),
        ),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nbeside: roofer red",
            ("unknown_beside", 4, 2),
        ),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nbeside: scaffold",
            ("unknown_beside", 4, 1),
        ),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nbeside: piano",
            ("unknown_beside", 4, 1),
        ),
        (
            "..  ..  ..  ..  ..\n..  ..  ..  ..  ..\n++  ++  ++  ..  ..\nbeside: shovel",
            ("unknown_beside", 4, 1),
        ),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, error: tuple[str, int, int]) -> None:
    assert refused(text) == error


@pytest.mark.rule("DH-12.33")
@pytest.mark.parametrize(("letters", "copies"), [("Li", 9), ("Ba", 10), ("Pa", 2), ("St", 1)])
def test_a_cards_number_is_one_of_its_deck(letters: str, copies: int) -> None:
    house(f"""
        ..  ..  ..  ..  ..
        {letters}/1  xx  {letters}/{copies}  ..  ..
        ++  ++  ++  ..  ..
    """)
    beyond = f"..  ..  ..  ..  ..\n{letters}/{copies + 1}  ..  ..  ..  ..\n++  ++  ++  ..  .."
    assert refused(beyond) == ("unknown_cell", 2, 1)
