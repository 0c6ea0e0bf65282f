"""The drawing of a sheet: what its paths show is what the rules' own pictures show."""

import re
import tomllib
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.engine import home_staging
from app.engine.bots import greedy
from app.engine.chance import stream
from app.engine.core import is_finished, play
from app.engine.home_staging.area import area
from app.engine.home_staging.cells import EDGES, EVERYWHERE, NAMES, SIZE, each, line, names
from app.engine.home_staging.home import home
from app.engine.home_staging.pieces import PIECES, lay
from app.engine.home_staging.plan import (
    Plan,
    Spot,
    cells_path,
    edges_path,
    home_box,
    lie,
    outline,
    plan,
    scenario_box,
    site,
)
from app.engine.home_staging.plan.paths import UNIT
from app.engine.home_staging.scenarios import SCENARIOS, Scenario
from app.engine.home_staging.sheet import Pencil, Pencilled, Sheet
from app.engine.home_staging.state import State
from app.pages.i18n import ENGLISH, environment
from tests.support import conformance

from .drawing import drawn, same_lines, sheet
from .option_pictures import Flat
from .seen import Printed, cells_of, dots_of, lines_of, printed
from .test_worked_examples import EXAMPLES, WALNUT_TREE

HOMES = tomllib.loads(Path(home_staging.__path__[0], "scenarios.toml").read_text("utf-8"))
ENTRIES = {entry["key"]: entry for entry in HOMES["scenario"]}
BEDROOM = """
    bathroom: 20A2r3@D3 21A1r3@D5 22A2r1@E3 | D3-F5 | E5S
    nursery: 25A1r3@G3 25A2r2@I4 26B2r3@G5 | G3-I5 | H5S
    bedroom: 12A2r1@M3
"""


def shown(drawing: Plan) -> Printed:
    """What the paths of a drawing show."""
    doors = {line(EDGES[door.edge]) for door in drawing.doors}
    front = {line(EDGES[drawing.front.edge])} if drawing.front else set()
    windows = lines_of(drawing.windows)
    outer = lines_of(site(drawing.scenario).outer)
    walls = outer | lines_of(drawing.inner) | lines_of(drawing.proposed)
    bodies = cells_of(drawing.bodies)
    used = bodies | dots_of(drawing.dots) | cells_of(site(drawing.scenario).bridge)
    return Printed(
        walls - windows - front,
        doors,
        front,
        windows,
        bodies,
        dots_of(drawing.dots) - bodies,
        cells_of(drawing.corridor) - used,
    )


@pytest.mark.parametrize(
    ("scenario", "text", "picture", "_worth"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_a_drawing_shows_what_the_rules_print(scenario: str, text: str, picture: str, _worth: Any) -> None:
    wanted = printed(same_lines(picture).splitlines())
    assert shown(plan(scenario, sheet(scenario, text))) == wanted
    assert wanted.walls
    assert wanted.doors
    assert len(wanted.front) == 1
    assert bool(wanted.windows) == ('"' in picture)


def test_walls_have_gaps_for_doors_only() -> None:
    """In homes drawn at random: between two cells inside there is a wall where the rooms differ and no door
    is."""
    for seats in home_staging.seats:
        *_, last = conformance.walk(home_staging, seats, seats)
        state: State = last.after
        for each_sheet in state.sheets:
            here, drawing = home(state.options.scenario, each_sheet), plan(state.options.scenario, each_sheet)
            room_of = {cell: room.key for room in here.built for cell in each(room.region)}
            doors = {line(EDGES[door.edge]) for door in drawing.doors}
            inside, walls = here.scenario.inside, lines_of(drawing.inner)
            for edge in EDGES.values():
                if edge.here & inside and edge.beyond & inside:
                    parted = room_of.get(edge.cell) != room_of.get(edge.beyond.bit_length() - 1)
                    assert (line(edge) in walls) == (parted and line(edge) not in doors)
                elif edge.here & inside and edge.beyond & here.scenario.ground["X"]:
                    assert line(edge) in walls


def test_every_piece_lies_on_its_cells() -> None:
    """Whichever way it is turned or mirrored, the transform moves each cell of the symbol to one of its
    kind."""
    for option, piece in PIECES.items():
        flat = Flat(option)
        for mirrored, shapes in ((False, piece.turns), (True, piece.mirrored)):
            for turn in range(len(shapes)):
                laid = lay(option, turn, mirrored, SIZE * 8 + 8)
                assert laid
                for cells, lies in (
                    (flat.body, laid.body),
                    (flat.circulation, laid.circulation),
                    (flat.cells, laid.cells),
                ):
                    moved = {_moved(lie(laid.name), cell) for cell in each(cells)}
                    assert moved == set(each(lies)), laid.name


def _moved(transform: str, cell: int) -> int:
    """The cell to which a transform moves the middle of another."""
    x, y = UNIT * (cell % SIZE) + 12, UNIT * (cell // SIZE) + 12
    found = re.fullmatch(
        r"translate\((-?\d+) (-?\d+)\)(?:rotate\((90|180|270)\))?(scale\(-1 1\))?", transform
    )
    assert found
    if found[4]:
        x = -x
    for _ in range(int(found[3] or 0) // 90):
        x, y = -y, x
    x, y = x + int(found[1]), y + int(found[2])
    assert x % UNIT == y % UNIT == UNIT // 2
    return SIZE * (y // UNIT) + x // UNIT


@pytest.mark.parametrize("cells", ["A1-P16", "D4", "D4 E5 F4", "D4-H4 D8-H8 D5 D6 D7 H5-H7", "A1 P16 P1 A16"])
def test_an_outline_winds_around_its_cells_only(cells: str) -> None:
    path = outline(area(cells))
    assert cells_of(path) == set(names(area(cells)))
    assert cells_path(names(area(cells))) == path
    assert outline(0) == ""


def test_outlines_of_any_cells_can_be_filled() -> None:
    chance = stream(1, "outlines")
    for _ in range(50):
        cells = sum(1 << cell for cell in range(256) if chance.random() < 0.6) & EVERYWHERE
        assert cells_of(outline(cells)) == set(names(cells))


def test_edges_are_strokes_as_long_as_possible() -> None:
    assert edges_path(("D4N", "E4N", "E3S", "G4N", "D4W", "D5W")) == "M72 72h48M144 72h24M72 72v48"


# -- a turn in progress --------------------------------------------------------------------------------------


def test_what_was_drawn_this_turn_is_marked() -> None:
    read = sheet("7", BEDROOM)
    before, after = plan("7", read), plan("7", read, Pencil((Pencilled("14A1r3@J3", "draw"),)))
    assert {piece.name for piece in after.furniture if piece.pencilled} == {"14A1r3@J3"}
    assert cells_of(after.pencilled) == {"J3", "J4", "J5"}
    assert before.pencilled == ""
    assert cells_of(after.bodies) - cells_of(before.bodies) == {"J3", "J4", "J5"}
    (bedroom,) = (floor for floor in after.floors if floor.room == "bedroom")
    assert bedroom.state == "open"
    assert cells_of(bedroom.path) == {
        *("J3", "J4", "J5", "K3", "K4", "K5", "L3", "L4", "L5", "L6", "M3", "M4", "M5", "M6")
    }
    assert {floor.state for floor in after.floors if floor != bedroom} == {"done"}


def test_a_closing_shows_only_the_walls_that_it_would_build() -> None:
    read = sheet("7", f"{BEDROOM.rstrip()} 14A1r3@J3")
    closing = plan("7", read, Pencil(cells="J3-M5 K6-M6", door="K6W"))
    assert lines_of(closing.proposed) == lines_of(edges_path(("J5S", "K6S", "L6S", "M6S")))
    assert not lines_of(closing.proposed) & lines_of(closing.inner)
    doors = {door.edge: door.settled for door in closing.doors}
    assert doors == {"E5S": True, "H5S": True, "K6W": False}
    assert [floor.state for floor in closing.floors] == ["done", "done", "proposed"]
    assert cells_of(closing.doorsteps) == {"E6", "H6", "J6"}
    assert cells_of(plan("7", read).doorsteps) == {"E6", "H6"}


def test_the_front_door_is_settled_once_it_is_set() -> None:
    read = sheet("7", BEDROOM)
    best, chosen = plan("7", read), plan("7", read, Pencil(front="D9W"))
    assert best.front
    assert chosen.front
    assert not best.front.settled
    assert (chosen.front.edge, chosen.front.settled) == ("D9W", True)
    assert plan("7", Sheet()).front is None
    over = plan("7", sheet("7", WALNUT_TREE.replace("front: D6W", ""))).front
    assert over
    assert (over.edge, over.settled) == ("D6W", True)


def test_doorsteps_are_shown_while_rooms_are_to_come() -> None:
    assert plan("7", sheet("7", BEDROOM)).doorsteps
    assert plan("7", sheet("7", WALNUT_TREE)).doorsteps == ""


def test_what_nobody_can_reach_is_marked() -> None:
    text = "bathroom: 20A2r3@F9 | F9-K10 | K10S\nbedsit: 13B1@F6 | F6-H8 | H8E\nfront: F11W"
    assert cells_of(plan("P", sheet("P", text)).stranded) == set(names(drawn("P", "bedsit: 13B1@F6").body))
    assert plan("7", sheet("7", WALNUT_TREE)).stranded == ""


def test_a_number_stands_in_its_room_where_least_is() -> None:
    for scenario, text, *_ in EXAMPLES:
        drawing = plan(scenario, sheet(scenario, text))
        for floor in drawing.floors:
            x, y = floor.tag
            name = NAMES[SIZE * (y // UNIT) + x // UNIT]
            free = cells_of(floor.path) - cells_of(drawing.bodies)
            assert name in free or not free
            assert (x % UNIT, y % UNIT) == (12, 12)


# -- the ground ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_ground_shows_the_plan_of_its_scenario(key: str) -> None:
    scenario, ground = SCENARIOS[key], site(key)
    assert cells_of(ground.built) == set(names(scenario.inside | scenario.ground["X"]))
    assert cells_of(ground.low) == set(names(scenario.low))
    assert cells_of(ground.bridge) == set(names(scenario.bridge))
    drawn_rows = {name for name in NAMES if int(name[1:]) <= len(scenario.plan)}  # below, both may run on
    assert cells_of(ground.water) & drawn_rows == set(names(scenario.ground["~"]))
    assert {cell_at(spot) for spot in ground.pillars} == set(names(scenario.ground["X"]))
    assert len(ground.trees) == len(names(scenario.ground["T"]))
    outer = {line(edge) for edge in EDGES.values() if edge.here & scenario.outer[edge.side]}
    assert lines_of(ground.outer) == outer


@pytest.mark.parametrize("key", SCENARIOS)
def test_windows_look_at_the_same_things_although_these_are_drawn_closer(key: str) -> None:
    scenario, ground = SCENARIOS[key], site(key)
    drawn = dict.fromkeys(NAMES, ".")
    for sign in "ivbX~":
        drawn |= dict.fromkeys(names(scenario.ground[sign]), sign)
    for cells, sign in ((cells_of(ground.street), "="), (map(cell_at, ground.trees), "T")):
        for name in cells:
            assert drawn[name] == "." or drawn[name] == sign
            drawn[name] = sign
    signs = "".join(drawn[name] for name in NAMES)
    rows = [signs[start : start + SIZE] for start in range(0, len(signs), SIZE)]
    assert Scenario(ENTRIES[key] | {"plan": rows}).views == scenario.views


def cell_at(spot: Spot) -> str:
    """The cell that most of a drawing lies on."""
    half = UNIT // 2
    return NAMES[SIZE * ((spot.y + half) // UNIT) + (spot.x + half) // UNIT]


@pytest.mark.parametrize("shown", [scenario_box, home_box])
@pytest.mark.parametrize("key", SCENARIOS)
def test_every_cell_of_a_home_is_in_view_and_named_at_its_edges(
    key: str, shown: Callable[[str], str]
) -> None:
    left, top, wide, high = map(int, shown(key).split())
    labels = {label.text for label in site(key).labels}
    for name in names(SCENARIOS[key].inside):
        cell = NAMES.index(name)
        assert left + 16 <= UNIT * (cell % SIZE) <= left + wide - UNIT - 16
        assert top + 16 <= UNIT * (cell // SIZE) <= top + high - UNIT - 16
        assert {name[0], name[1:]} <= labels
    for label in site(key).labels:
        assert left < label.x < left + wide
        assert top < label.y < top + high


# -- its weight ----------------------------------------------------------------------------------------------


@cache
def finished(scenario: str, seats: int) -> State:
    """A game that good players have played."""
    state = home_staging.new(seats, {"scenario": scenario, "first_player": 0}, 1)
    chance = stream(1, "weight")
    while not is_finished(state):
        seat = state.waiting[0]
        move = greedy(home_staging, state, seat, chance)
        state, _ = play(home_staging, state, seat, state.turns[seat], move)
    return state


@pytest.mark.parametrize("scenario", ["7", "11"])
def test_one_large_sheet_and_five_small_ones_are_light(scenario: str) -> None:
    sheets: Any = environment(ENGLISH).get_template("home_staging/plan.html").module
    large, *small = [plan(scenario, each_sheet) for each_sheet in finished(scenario, 6).sheets]
    drawings = [str(sheets.sheet(large)), *(str(sheets.sheet(other, True)) for other in small)]
    assert all(len(drawing) < 6000 for drawing in drawings)
    assert len(zlib.compress("".join(drawings).encode(), 9)) < 2200
