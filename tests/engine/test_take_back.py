"""A finished turn can be taken back only if nobody has moved since and it revealed nothing hidden."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.engine import dream_home, record
from app.engine.core import Illegal, Move, Stale, play
from app.engine.record import BadRecord, Record, Step
from app.engine.take_back import TAKE_BACK, Made, taken_back
from tests.support import toy_game

ADA, BRUNO = 0, 1


class Evening:
    """A game as it is recorded, move by move."""

    def __init__(self, game: Any = dream_home, **options: Any) -> None:
        self.game = game
        self.made = [Made(None, game.new(2, options, "tea"))]

    @property
    def now(self) -> Any:
        return self.made[-1].state

    def step(self, seat: int, *moves: Move) -> None:
        for move in moves:
            state, _ = play(self.game, self.now, seat, self.now.turns[seat], move)
            self.made.append(Made(seat, state))

    def back(self, seat: int) -> Any:
        return taken_back(self.game, self.made, seat)[0]

    def refusal(self, seat: int) -> str:
        with pytest.raises(Illegal) as refused:
            self.back(seat)
        return refused.value.code


def first_place(state: Any, seat: int) -> Move:
    return next(move for move in dream_home.moves(state, seat) if move[0] == "place")


@pytest.fixture
def evening() -> Evening:
    """Ada has cleared a pair, and taken and placed another; Bruno is to move."""
    begun = Evening(first_player=ADA)
    begun.step(ADA, ("clear", 1), ("take", 0))
    begun.step(ADA, first_place(begun.now, ADA), ("done",))
    return begun


def test_the_last_turn_goes_back_to_its_start(evening: Evening) -> None:
    start = evening.made[1].state
    back = evening.back(ADA)
    assert back._replace(turns=start.turns) == start
    assert back.waiting == (ADA,)


def test_a_pair_that_was_cleared_before_the_turn_stays_cleared(evening: Evening) -> None:
    back = evening.back(ADA)
    assert (back.step, back.display.rooms[1]) == ("turn", 0)


def test_old_clicks_are_refused_afterwards(evening: Evening) -> None:
    before = evening.now.turns
    back = evening.back(ADA)
    assert back.turns[ADA] > before[ADA]
    with pytest.raises(Stale):
        play(dream_home, back, ADA, before[ADA], ("take", 0))
    again, _ = play(dream_home, back, ADA, back.turns[ADA], ("take", 0))
    for move in (first_place(again, ADA), ("done",)):
        again, _ = play(dream_home, again, ADA, again.turns[ADA], move)
    assert again.turns[BRUNO] > before[BRUNO], "Bruno was asked then, and is asked anew"


def test_what_was_undone_within_the_turn_does_not_hide_its_start() -> None:
    evening = Evening(first_player=ADA)
    evening.step(ADA, ("clear", 1), ("take", 0), ("undo",), ("take", 2), ("undo",), ("take", 0))
    evening.step(ADA, first_place(evening.now, ADA), ("done",))
    assert evening.back(ADA)._replace(turns=()) == evening.made[3].state._replace(turns=())


def test_nobody_can_take_back_once_somebody_else_has_moved(evening: Evening) -> None:
    assert evening.refusal(BRUNO) == "nothing_to_take_back"
    evening.step(BRUNO, ("take", 2))
    assert evening.refusal(ADA) == "nothing_to_take_back"


def test_an_unfinished_turn_is_undone_not_taken_back() -> None:
    evening = Evening(first_player=ADA)
    evening.step(ADA, ("clear", 1), ("take", 0))
    assert evening.refusal(ADA) == "nothing_to_take_back"


def test_a_turn_is_taken_back_only_once(evening: Evening) -> None:
    evening.made.append(Made(ADA, evening.back(ADA)))
    assert evening.refusal(ADA) == "nothing_to_take_back"


def test_nothing_comes_before_the_opening() -> None:
    assert Evening(first_player=ADA).refusal(ADA) == "nothing_to_take_back"


def test_what_was_seen_stays_seen(evening: Evening) -> None:
    """Bruno's turn ends the round, and the next five pairs are dealt."""
    evening.step(BRUNO, ("take", 2))
    evening.step(BRUNO, first_place(evening.now, BRUNO))
    while ("done",) not in dream_home.moves(evening.now, BRUNO):
        evening.step(BRUNO, next(iter(dream_home.moves(evening.now, BRUNO))))
    evening.step(BRUNO, ("done",))
    assert evening.now.round == 2
    assert evening.refusal(BRUNO) == "seen_meanwhile"


def test_a_hand_that_was_shown_stays_shown() -> None:
    evening = Evening(toy_game)
    shape = evening.now.hands[BRUNO][0]
    evening.step(ADA, ("ready",))
    evening.step(BRUNO, ("draw", shape), ("ready",))
    assert evening.now.round == 2
    assert evening.refusal(BRUNO) == "seen_meanwhile"


# -- on record -----------------------------------------------------------------------------------------------


def steps(moves: list[tuple[int, Move]], begun: Record) -> Iterator[Step]:
    """The same game as recorded steps; `("take_back",)` is one of them."""
    game, made = dream_home, [Made(None, dream_home.new(2, begun.options, begun.shuffle.seed))]
    for seat, move in moves:
        now = made[-1].state
        taking = move == TAKE_BACK
        after, events = (
            taken_back(game, made, seat) if taking else play(game, now, seat, now.turns[seat], move)
        )
        made.append(Made(seat, after))
        yield Step(seat, now.turns[seat], move, events)


def test_a_record_holds_what_was_taken_back() -> None:
    begun = record.start(dream_home, {"first_player": ADA}, b"s" * 32, (b"a" * 32, b"b" * 32))
    turn: list[tuple[int, Move]] = [(ADA, ("take", 0)), (ADA, ("place", "g0", "down")), (ADA, ("done",))]
    moves = [(ADA, ("clear", 1)), *turn, (ADA, TAKE_BACK), *turn]
    whole = begun._replace(steps=tuple(steps(moves, begun)))
    assert record.verify(record.read(record.write(whole))) == len(moves)
    too_early = whole._replace(steps=(*whole.steps[:2], *whole.steps[4:]))
    with pytest.raises(BadRecord):
        record.verify(too_early)
