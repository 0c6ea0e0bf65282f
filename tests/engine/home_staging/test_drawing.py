"""Where a piece may be drawn, and why not."""

import pytest

from app.engine.home_staging import placing
from app.engine.home_staging.cells import CELLS, each
from app.engine.home_staging.pieces import PIECES, Name, lay, shapes, write_name
from app.engine.home_staging.scenarios import SCENARIOS

from .drawing import after, asked, drawn, place, refusal, table, texts


@pytest.mark.rule("HS-5.1")
def test_a_piece_needs_a_token_that_is_left() -> None:
    start = table("P", "bathroom: 20A2@F6", card="21A")
    assert refusal(start, "0 draw 2 0 H6") == "no_token"
    assert refusal(after(start, "0 draw 1 0 H6"), "0 draw 1 0 J6") == "no_token"
    assert refusal(after(start, "0 draw 1 0 H6", "0 erase H6"), "0 draw 1 0 J6") == ""
    assert refusal(start, "0 draw 2 3 A1") == "no_token"  # before anything about the place


@pytest.mark.rule("HS-5.2")
def test_a_piece_has_only_the_turns_and_the_mirror_image_that_look_different() -> None:
    assert place("P", "bathroom: 20A2@F6", "21A1m@A1") == "mirror_is_turn"
    assert place("P", "bedsit: 13B1@J8", "19A1r1@A1") == "no_such_turn"
    assert place("P", "bedsit: 13B1@J8", "19A2r2@A1") == "no_such_turn"
    state = table("P", "bedsit: 13B1@J8", card="19A")
    assert refusal(state, "0 draw 1 2 A1") == "no_such_turn"
    assert refusal(state, "0 mirror 1 2 A1") == "mirror_is_turn"


@pytest.mark.rule("HS-5.3")
@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("20A2@F6", ""),
        ("20A2@E6", "outside E6"),
        ("20A2@K6", "outside L6"),
        ("20A2@F11", "outside F12"),
        ("20A2r1@F6", "outside E6"),
        ("20A2@A16", "outside A16"),  # some of it would lie off the sheet: the anchor
        ("20A2@P1", "outside P1"),
    ],
)
def test_every_cell_of_a_piece_lies_inside(piece: str, why: str) -> None:
    assert place("P", "bathroom: 22A1r2@K11", piece) == why


@pytest.mark.rule("HS-5.3")
def test_a_pillar_is_not_inside() -> None:
    assert place("3", "toilet: 20A1r3@B9", "21B2@F6") == "outside F6"


@pytest.mark.rule("HS-5.4")
def test_the_bridge_stays_empty() -> None:
    text = "library: 05A1@B2"
    assert place("9", text, "02B1r1@E5") == ""
    assert place("9", text, "02B1r1@F5") == "bridge G5"  # its circulation
    assert place("9", text, "02B1r1@G5") == "bridge G5"
    assert place("9", text, "02B1@G5") == "outside G4"


@pytest.mark.rule("HS-5.5")
@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("20A1@D4", "no_wall D4"),
        ("20A1@D3", ""),  # the body under the vault, its circulation before it
        ("20A1r2@D4", "low D3"),
        ("20B2@C3", "low D3"),
        ("20A1r1@N5", ""),
    ],
)
def test_under_the_low_vault_lie_bodies_only(piece: str, why: str) -> None:
    assert place("8", "toilets: 21A1@J3", piece) == why


@pytest.mark.rule("HS-5.6")
def test_nothing_lies_in_a_finished_room() -> None:
    text = "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:"
    assert place("P", text, "19A1@G7") == "finished_room G7"
    assert place("P", text, "13B1@G7") == "finished_room G7"
    assert place("P", text, "19A2r1@H7") == ""


@pytest.mark.rule("HS-5.7")
def test_the_cell_outside_a_door_stays_free() -> None:
    text = "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:"
    assert place("P", text, "19A1@G8") == "doorstep G8"
    assert place("P", text, "01A1@H7") == ""
    assert place("P", text, "15A1@F7") == "finished_room F7"
    assert place("P", text, "01A1r1@G8") == "doorstep G8"


@pytest.mark.rule("HS-5.7")
def test_in_the_entry_room_circulation_and_rugs_may_lie_on_a_doorstep() -> None:
    shop = "toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E\nshop:"
    assert place("3", shop, "31A1@E9") == ""  # its circulation on D9
    assert place("3", shop, "31A1@D9") == "finished_room C9"
    assert place("3", shop, "11B2r1@D9") == "doorstep D9"
    cafe = "toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E\nreading_cafe:"
    assert place("3", cafe, "02B1r1@E9") == "doorstep D9"


@pytest.mark.rule("HS-5.8")
@pytest.mark.parametrize(
    ("piece", "why"),
    [
        ("19A1@G6", "overlap G6"),  # a body on a body
        ("19A1@G7", "overlap G7"),  # a body on circulation
        ("19A1@G8", ""),
        ("01A1r2@G8", ""),  # circulation on circulation
        ("01A1r1@I6", "overlap H6"),  # circulation on a body
    ],
)
def test_bodies_take_cells_for_themselves_and_circulation_is_shared(piece: str, why: str) -> None:
    assert place("P", "bedsit: 15A1@G6", piece) == why


@pytest.mark.rule("HS-5.8")
def test_rugs_lie_under_circulation_but_under_no_body_and_no_rug() -> None:
    rug = "living_room: 33A1@D4"
    assert place("7", rug, "01A1@E5") == "overlap E5"
    assert place("7", rug, "06A2@D3") == ""  # its circulation over the rug
    sofa = "living_room: 01A2@D4"
    assert place("7", sofa, "33A1@D4") == "overlap D4"
    assert place("7", sofa, "33A1@D5") == ""  # over circulation
    on_a_rug = placing.refusal(drawn("7", rug), Name("33A2", 0, False, CELLS["D5"]))
    assert on_a_rug == placing.Refusal("overlap", "D5")


@pytest.mark.rule("HS-5.9")
@pytest.mark.parametrize(
    ("scenario", "text", "piece", "why"),
    [
        ("P", "bathroom: 22A1r2@K11", "20A1@G6", ""),
        ("P", "bathroom: 22A1r2@K11", "20A1@G7", "no_wall G7"),
        ("P", "bathroom: 22A1r2@K11", "21A2r1@K7", ""),
        ("P", "bathroom: 22A1r2@K11", "21A2r1@J7", "no_wall J7"),
        ("3", "toilet: 21A1@B3", "20A1r1@E6", ""),  # a pillar behind it
        ("3", "toilet: 21A1@B3", "20A1r3@G6", ""),
        ("3", "toilet: 21A1@B3", "20A1r1@D6", "no_wall D6"),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:", "15A1r3@H6", ""),  # a finished room's wall
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:", "15A1r3@H7", "no_wall H8"),
        ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit:", "15A1r3@I6", "no_wall I6"),
    ],
)
def test_behind_each_side_that_needs_one_there_is_a_wall(
    scenario: str, text: str, piece: str, why: str
) -> None:
    assert place(scenario, text, piece) == why


@pytest.mark.rule("HS-5.9")
def test_a_window_is_wall_enough() -> None:
    text = "bedsit: 13A2@I6"
    assert asked("score", "P", f"{text} | I6-K7 | I7W")["bonuses"][0] == 3  # the view over its body
    assert place("P", text, "15A1@G6") == ""


@pytest.mark.rule("HS-5.10")
def test_all_pieces_of_a_room_lie_in_one_part_of_what_is_open() -> None:
    across = "bathroom: 20A2r3@F8 | F8-K9 | K8N\nbedsit:"
    assert place("P", across, "19A1@F6") == ""
    assert place("P", across, "19A1@F10") == ""
    assert place("P", f"{across} 19A1@F6", "19A1@F10") == "cut_off F10"
    assert place("P", f"{across} 19A1@F10", "19A1@F6") == "cut_off F6"
    assert place("P", f"{across} 19A1@F10", "19A1@G10") == ""
    narrow = "bathroom: 20A1r3@F8 | F8-K8 | K8N\nbedsit:"
    assert place("P", narrow, "19B1r1@F7") == "cut_off F9"


@pytest.mark.rule("HS-5.10")
def test_a_doorstep_cuts_as_a_wall_does_but_not_in_the_entry_room() -> None:
    pieces, rest = "bathroom: 20A2r3@F8 | F8-J9", "bedsit: 19A1@F6"
    assert place("P", f"{pieces} | J8N\n{rest}", "19A1@F10") == ""  # past K8 and K9
    assert place("P", f"{pieces} | J8E\n{rest}", "19A1@F10") == "cut_off F10"
    toilet = "toilet: 20A1r3@B7 | B7-I7 | I7E"
    assert place("3", f"{toilet}\nreading_cafe: 19A1@D4", "19A1@D9") == "cut_off D9"
    assert place("3", f"{toilet}\nshop: 11B2@H4", "31A1@D9") == ""  # past the doorstep J7


@pytest.mark.rule("HS-5.10")
def test_bodies_do_not_cut_a_room_apart() -> None:
    text = "bedsit: 01A2@F7 13B1@I7 19A1@K7"
    assert place("P", text, "19A1@F6") == ""
    assert place("P", text, "19A1@F11") == ""


@pytest.mark.rule("HS-5.11")
def test_a_piece_may_be_drawn_where_nobody_will_ever_reach_it() -> None:
    text = "bedsit: 19A1@K7"
    assert place("P", text, "13A2@I6") == ""
    answer = asked("score", "P", f"{text} 13A2@I6 | I6-K8 | I8W")
    assert answer["out_of_reach"] == ["13A2@I6"]
    assert (answer["furniture"], answer["pieces"]) == (1, 2)


@pytest.mark.rule("HS-5.12")
def test_a_piece_in_two_parts_is_one_and_what_lies_between_may_be_used() -> None:
    text = "bedsit: 19B1@F8"
    assert place("P", text, "19B1@G8") == ""
    assert place("P", text, "15B1@G8") == "overlap H8"
    state = table("P", text, card="19B", tokens=(2, 0))
    assert texts(after(state, "0 draw 1 0 G8", "0 confirm"))[0].endswith("19B1@F8 19B1@G8")


# -- all at once is the same as one by one -------------------------------------------------------------------

BOARDS = [
    ("P", "bathroom: 20A2@F6 | F6-G7 | G7S\nbedsit: 13B1@J8 19A1@F10", "01B2"),
    ("P", "bathroom: 20A2@F6", "22B2"),
    ("3", "toilet: 20A1r3@B9 21B2r3@B10 | B9-C10 | C9E\nshop: 31A1@H6", "05B2"),
    ("7", "living_room: 33A1@D4", "31B1"),
    ("8", "wine_bar: 07B1@H4", "24A1"),
    ("9", "library: 05A1@B2 | B2-F4 | F4S\nkitchen:", "09B2"),
    ("12", "bedroom: 13B1@C4", "14B2"),
    ("15", "compartment: 13B1@A5", "15B2"),
]


@pytest.mark.parametrize(("scenario", "text", "option"), BOARDS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_list_of_places_has_each_place_that_is_legal_and_no_other(
    scenario: str, text: str, option: str, mirrored: bool
) -> None:
    if mirrored and not PIECES[option].mirrored:
        return
    legal = [
        name
        for turn in range(len(shapes(option, mirrored)))
        for anchor in range(256)
        if not place(scenario, text, name := write_name(option, turn, mirrored, anchor))
    ]
    piece = f"{option}{'m' if mirrored else ''}"
    assert asked("places", scenario, text, piece=piece)["places"] == legal
    assert legal


@pytest.mark.parametrize("key", ["P", "8", "9", "15"])
@pytest.mark.parametrize("option", ["01A1", "06A1", "19B1", "22B2", "24A1", "26A2", "33B1"])
def test_the_ground_bears_a_piece_where_each_of_its_cells_says_so(key: str, option: str) -> None:
    scenario = SCENARIOS[key]
    for turn, anchors in enumerate(scenario.fits(option, mirrored=False)):
        found = {
            anchor
            for anchor in range(256)
            if (piece := lay(option, turn, False, anchor))
            and not piece.body & ~scenario.furnished
            and not (piece.circulation | piece.rug) & ~scenario.high
        }
        assert found == {*each(anchors)}
