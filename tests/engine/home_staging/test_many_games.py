"""What holds at every step of many games, and what only many games tell of the bots."""

import pytest

from app.cli.simulate import simulate
from app.engine import home_staging
from app.engine.bots import greedy
from app.engine.chance import stream
from app.engine.core import play
from app.engine.home_staging.home import home
from app.engine.home_staging.pieces import laid
from app.engine.home_staging.scenarios import SCENARIOS
from app.engine.home_staging.scoring import count, tally
from app.engine.home_staging.state import DRAW, OVER, State
from tests.support import conformance

from .drawing import asked, drawn


@pytest.mark.parametrize("seats", home_staging.seats)
def test_pieces_and_rooms_never_lie_on_one_another(seats: int) -> None:
    for seed in range(1, 7):
        for step in conformance.walk(home_staging, seats, seed, undo=0.1):
            _sound(step.after)
            if step.before.step != DRAW:
                continue
            for seat, pencil in enumerate(step.after.pencils):
                if seat != step.seat and step.after.step == DRAW:
                    assert pencil == step.before.pencils[seat]


def _sound(state: State) -> None:
    for each in state.sheets:
        now = home(state.options.scenario, each)
        bodies = [laid(name).body for room in each.rooms for name in room.pieces]
        assert sum(body.bit_count() for body in bodies) == now.body.bit_count()
        assert sum(room.region.bit_count() for room in now.built) == now.finished.bit_count()
        assert not now.body & ~now.scenario.furnished
        for room in now.built:
            assert not room.body & ~room.region
            if not now.entry:
                assert not room.doorstep & now.finished
        counted = count(state.options.scenario, each)
        assert not counted.reach.body & ~now.body
        assert counted.total == sum(line.points for line in counted.lines)


@pytest.mark.parametrize("key", SCENARIOS)
def test_the_front_door_that_is_taken_is_the_best(key: str) -> None:
    chance = stream(key, "front")
    state = home_staging.new(2, {"scenario": key}, key)
    while state.waiting:
        seat = state.waiting[int(chance.random() * len(state.waiting))]
        moves = tuple(home_staging.moves(state, seat))
        move = moves[int(chance.random() * len(moves))]
        before = state.step
        state, _ = home_staging.apply(state, seat, move)
        if state.step == before:
            continue
        for drawing in state.sheets:
            now = home(key, drawing)
            best = tally(now, "")
            each = [tally(now, edge.name) for edge in now.scenario.fronts]
            legal = [found for found in each if found.front]
            wanted = max((found.total for found in legal), default=best.total)
            assert best.total == wanted
            if best.front:
                first = next(
                    found
                    for edge, found in zip(now.scenario.fronts, each, strict=True)
                    if found.front == edge and found.total == wanted
                )
                assert best.front == first.front
    assert state.step == OVER


@pytest.mark.rule("HS-18.2")
def test_the_careful_bot_beats_chance() -> None:
    report = simulate(home_staging, ["greedy", "random"], 600, "two seats")
    assert report["wins"]["greedy"] >= 588, "98 in 100"
    assert asked("score", "P", "bathroom: 20A2@F6 | F6-G7 | G7S")["total"] == 4


@pytest.mark.rule("HS-18.2")
@pytest.mark.parametrize("key", SCENARIOS)
def test_alone_the_careful_bot_earns_a_medal_in_half_of_its_games(key: str) -> None:
    assert drawn("P", "bathroom: 20A2@F6").pieces
    totals = []
    for seed in range(10):
        state, chance = home_staging.new(1, {"scenario": key}, seed), stream(seed, "bot")
        while state.waiting:
            move = greedy(home_staging, state, 0, chance)
            state, _ = play(home_staging, state, 0, state.turns[0], move)
        totals.append(sum(line.points for line in home_staging.score(state)[0]))
    assert sum(total >= SCENARIOS[key].medals[0] for total in totals) >= 5


@pytest.mark.rule("HS-18.3")
def test_a_page_can_show_the_places_of_a_piece_and_the_best_front_door() -> None:
    text = "bathroom: 20A2@F6"
    listed = asked("places", "P", text, piece="21A1")["places"]
    assert "21A1@H6" in listed
    answer = asked("score", "P", f"{text} | F6-G7 | G7S")
    assert answer["front"] == "H6N"
    lost = asked("score", "P", "bedsit: 19A1@K7 13A2@I6 | I6-K8 | I8W")["out_of_reach"]
    assert lost == ["13A2@I6"]  # no way to the door
