"""In a practice, one takes back as many turns as one likes, whatever others have done or seen since."""

from random import Random
from typing import Any

import pytest

from app.engine import record, registry, take_back
from app.engine.core import UNDO, Illegal, Move, Stale, offers, play
from app.engine.record import BadRecord, Record, Step
from app.engine.take_back import TAKE_BACK, Made

ADA, BRUNO = 0, 1
OPTIONS: dict[str, dict[str, Any]] = {
    "dream_home": {"first_player": ADA, "family": True},  # one decision a turn, without helpers
    "my_shelfie": {},
    "home_staging": {"first_player": ADA},
}
each_game = pytest.mark.parametrize("name", OPTIONS)


class Practice:
    """A practice as its log holds it, and the record of it."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.game = registry.game(name)
        self.chance = Random(seed)
        options = OPTIONS[name]
        self.record = record.start(self.game, options, b"s" * 32, (b"a" * 32, b"b" * 32))._replace(
            practice=True
        )
        self.now: Any = self.game.new(2, options, self.record.shuffle.seed)
        self.made = [Made(None, self.now, 1)]  # without what was undone
        self.states = [self.now]  # of every version

    def step(self, seat: int, move: Move | None = None) -> None:
        move = move or self.chance.choice(
            [each for each in offers(self.game, self.now, seat) if each != UNDO]
        )
        turn = self.now.turns[seat]
        self.now, events = play(self.game, self.now, seat, turn, move)
        self.made.append(Made(seat, self.now, len(self.states) + 1))
        self._log(Step(seat, turn, move, events))

    def play_on(self, steps: int) -> None:
        while steps and self.now.waiting:
            self.step(self.chance.choice(self.now.waiting))
            steps -= 1

    def turn_of(self, seat: int) -> None:
        """Go on until this seat is asked to begin a turn."""
        while self.now.waiting and not self.begins(seat):
            self.step(self.now.waiting[0])

    def begins(self, seat: int) -> bool:
        return seat in self.now.waiting and self.game.rewind(self.now, seat, ()) is None

    def back(self, seat: int) -> int:
        """Take back; return the version that the game went back to."""
        back = take_back.taken_back_freely(self.game, self.now, reversed(self.made), seat)
        turn, self.now = self.now.turns[seat], back.state
        while self.made[-1].version > back.version:
            self.made.pop()
        self._log(Step(seat, turn, take_back.move_to(back.version), back.events))
        return back.version

    def _log(self, step: Step) -> None:
        self.record = self.record._replace(steps=(*self.record.steps, step))
        self.states.append(self.now)


def alike(one: Any, other: Any) -> bool:
    """Whether the states are the same but for their turn numbers."""
    return bool(one._replace(turns=()) == other._replace(turns=()))


def all_the_way(table: Practice, seat: int) -> None:
    while any(made.seat == seat for made in table.made):
        table.back(seat)


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_a_turn_goes_back_to_its_start_from_anywhere(name: str, seed: int) -> None:
    table = Practice(name, seed)
    went = 0
    for _ in range(25):
        table.play_on(table.chance.randint(1, 12))
        before = table.now
        moved = {made.seat for made in table.made}
        for seat in (ADA, BRUNO):
            if not before.waiting or seat not in moved:
                continue
            now, version = table.now, table.back(seat)
            went += 1
            assert alike(table.now, table.states[version - 1])
            assert not alike(table.now, now)
            assert seat in table.now.waiting
            assert all(new > old for new, old in zip(table.now.turns, now.turns, strict=True))
            moved = {made.seat for made in table.made}
    assert went > 10
    assert record.verify(record.read(record.write(table.record))) == len(table.record.steps)


@each_game
def test_back_two_turns(name: str) -> None:
    table = Practice(name)
    starts = []
    for _ in range(3):
        table.turn_of(ADA)
        starts.append(table.now)
        table.step(ADA)
    table.turn_of(ADA)
    for start in reversed(starts):
        table.back(ADA)
        assert alike(table.now, start)


@each_game
def test_a_turn_that_was_played_again_is_followed_by_the_one_before_it(name: str) -> None:
    table = Practice(name)
    table.turn_of(ADA)
    first = table.now
    table.step(ADA)
    table.turn_of(ADA)
    second = table.now
    for _ in range(3):
        table.step(ADA)
        table.turn_of(ADA)
        table.back(ADA)
        while not alike(table.now, second):  # one move may have ended several turns
            table.back(ADA)
    table.back(ADA)
    assert alike(table.now, first)


@each_game
def test_back_to_the_first_turn_and_nothing_to_take_back_at_the_very_start(name: str) -> None:
    table = Practice(name)
    opening = table.now
    with pytest.raises(Illegal, match="nothing_to_take_back"):
        table.back(ADA)
    table.play_on(30)
    for seat in (ADA, BRUNO):
        all_the_way(table, seat)
    assert alike(table.now, opening)
    for seat in (ADA, BRUNO):
        with pytest.raises(Illegal, match="nothing_to_take_back"):
            table.back(seat)
    assert record.verify(table.record)


@each_game
def test_nothing_is_taken_back_once_the_game_is_over(name: str) -> None:
    table = Practice(name)
    table.play_on(10_000)
    assert not table.now.waiting
    with pytest.raises(Illegal, match="nothing_to_take_back"):
        table.back(ADA)


@each_game
def test_what_anybody_thought_of_meanwhile_is_refused(name: str) -> None:
    table = Practice(name)
    table.turn_of(ADA)
    table.step(ADA)
    table.turn_of(BRUNO)
    turns = table.now.turns
    moves = [next(iter(offers(table.game, table.now, seat))) for seat in table.now.waiting]
    asked = table.now.waiting
    table.back(ADA)
    for seat, move in zip(asked, moves, strict=True):
        with pytest.raises(Stale):
            play(table.game, table.now, seat, turns[seat], move)


def test_a_turn_that_was_only_undone_is_not_the_one_to_take_back() -> None:
    table = Practice("dream_home")
    first = table.now
    table.step(ADA)
    table.turn_of(BRUNO)
    table.turn_of(ADA)
    start = table.now
    table.step(ADA)
    table.step(ADA, UNDO)
    assert alike(table.now, start)
    table.back(ADA)
    assert not alike(table.now, start)
    while not alike(table.now, first):
        table.back(ADA)


# -- on record -----------------------------------------------------------------------------------------------


def taken(name: str = "dream_home") -> Record:
    table = Practice(name)
    table.play_on(30)
    table.back(ADA)
    table.play_on(4)
    return table.record


def test_the_record_says_that_it_is_a_practice_and_others_say_nothing() -> None:
    whole = taken()
    assert '"practice":true' in record.write(whole)
    assert record.read(record.write(whole)) == whole
    assert "practice" not in record.write(whole._replace(practice=False, steps=()))


def test_only_a_practice_goes_back_freely() -> None:
    with pytest.raises(BadRecord, match="illegal_step"):
        record.verify(taken()._replace(practice=False))


@pytest.mark.parametrize("wrong", [0, 1, -3, 10**9, True])
def test_a_record_that_goes_back_to_another_version_is_refused(wrong: int) -> None:
    whole = taken()
    steps = tuple(
        step._replace(move=(*TAKE_BACK, wrong)) if step.move[:1] == TAKE_BACK else step
        for step in whole.steps
    )
    assert steps != whole.steps
    with pytest.raises(BadRecord, match="illegal_step"):
        record.verify(whole._replace(steps=steps))


@pytest.mark.parametrize("given", ['"yes"', "1", "null"])
def test_a_file_with_an_odd_practice_is_refused(given: str) -> None:
    text = record.write(taken()).replace('"practice":true', f'"practice":{given}')
    with pytest.raises(BadRecord, match="no_record"):
        record.read(text)


@each_game
def test_no_player_can_send_a_move_that_goes_back(name: str) -> None:
    table = Practice(name)
    table.play_on(20)
    seat = table.now.waiting[0]
    with pytest.raises(Illegal):
        play(table.game, table.now, seat, table.now.turns[seat], take_back.move_to(1))


def test_a_decision_answered_in_advance_is_passed_over() -> None:
    """The server would answer it again at once, and nobody could go back any further."""
    table = Practice("my_shelfie")
    table.turn_of(ADA)
    first, begins = {*table.game.moves(table.now, ADA)}, len(table.states)
    table.step(ADA)
    while ADA in table.now.waiting and not table.begins(ADA):
        table.step(ADA)
    table.turn_of(ADA)
    [answer, *_] = {*table.game.moves(table.now, ADA)} - first
    table.step(ADA)
    while ADA in table.now.waiting and not table.begins(ADA):
        table.step(ADA)
    table.turn_of(ADA)
    back = take_back.taken_back_freely(table.game, table.now, reversed(table.made), ADA, [answer])
    assert back.version == begins
    assert answer not in {*table.game.moves(back.state, ADA)}
