"""Presence: a player is here while a page of theirs is open, and for a while after it closes."""

import pytest

from app.engine.core import Illegal
from app.live.presence import (
    CALLED_SECONDS,
    GRACE_SECONDS,
    HOSTING,
    LEFT_SECONDS,
    NUDGE_SECONDS,
    TOLD_SECONDS,
    VANISHED_SECONDS,
    WATCHING,
    Presence,
    of_place,
)

ADA, BRUNO = of_place(1), of_place(2)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_player_with_an_open_page_is_here() -> None:
    presence, clock = table()
    presence.arrive([ADA])
    clock.now += 10 * GRACE_SECONDS
    assert presence.is_here(ADA)
    assert not presence.is_here(BRUNO)


def test_nothing_changes_for_others_when_the_grace_period_ends_and_everybody_is_here() -> None:
    presence, clock = table()
    presence.arrive([ADA, BRUNO, HOSTING])
    before = presence.marks([ADA, BRUNO])
    clock.now += 10 * GRACE_SECONDS
    assert presence.marks([ADA, BRUNO]) == before


def test_others_see_that_somebody_who_never_came_is_away() -> None:
    presence, clock = table()
    presence.arrive([ADA, HOSTING])
    before = presence.marks([ADA, BRUNO])
    clock.now += GRACE_SECONDS
    assert presence.marks([ADA, BRUNO]) != before


def test_a_host_who_left_changes_only_what_others_may_take_over() -> None:
    presence, clock = table()
    presence.arrive([ADA, BRUNO])
    before = presence.marks([ADA, BRUNO])
    clock.now += VANISHED_SECONDS
    after = presence.marks([ADA, BRUNO])
    assert after.people == before.people
    assert after.host != before.host


def test_a_host_who_plays_by_a_program_alone_is_here_for_minutes_after_each_call() -> None:
    presence, clock = table()
    presence.arrive([BRUNO])
    clock.now += 10 * VANISHED_SECONDS
    presence.call([ADA, HOSTING])
    clock.now += CALLED_SECONDS - 1
    assert presence.is_here(ADA)
    assert not presence.host_vanished
    assert not presence.host_left
    assert presence.next_change() == 1
    clock.now += 1
    assert not presence.is_here(ADA)
    assert presence.host_vanished


def test_a_program_counts_no_longer_once_its_player_has_opened_and_closed_a_page() -> None:
    presence, clock = table()
    presence.call([ADA, HOSTING])
    presence.arrive([ADA, HOSTING])
    presence.leave([ADA, HOSTING])
    clock.now += VANISHED_SECONDS
    assert not presence.is_here(ADA)
    assert presence.host_vanished


def test_a_host_who_calls_another_server_is_here_too() -> None:
    here, clock = table()
    there = Presence(clock)
    there.call([HOSTING])
    clock.now += VANISHED_SECONDS
    here.told("there", dict(there.here))
    assert not here.host_vanished
    assert here.pages(HOSTING) == 0


def test_a_player_whose_page_closed_is_away_only_after_a_while() -> None:
    presence, clock = table()
    presence.arrive([ADA])
    presence.leave([ADA])
    clock.now += GRACE_SECONDS - 1
    assert presence.is_here(ADA)
    clock.now += 1
    assert not presence.is_here(ADA)
    presence.arrive([ADA])
    assert presence.is_here(ADA)


def test_only_the_last_page_to_close_counts() -> None:
    presence, clock = table()
    presence.arrive([ADA, BRUNO])
    presence.arrive([ADA])
    presence.leave([ADA, BRUNO])
    assert (presence.pages(ADA), presence.pages(BRUNO)) == (1, 0)
    clock.now += GRACE_SECONDS
    assert presence.is_here(ADA)
    assert not presence.is_here(BRUNO)


def test_right_after_a_start_nobody_is_away() -> None:
    presence, clock = table()
    assert presence.is_here(ADA)
    clock.now += GRACE_SECONDS
    assert presence.away_for(ADA) == GRACE_SECONDS
    assert not presence.is_here(ADA)


def test_a_player_at_another_server_is_here_while_that_server_says_so() -> None:
    presence, clock = table()
    clock.now += GRACE_SECONDS
    assert not presence.is_here(ADA)
    presence.told("other", {ADA: 1, WATCHING: 3})
    assert (presence.is_here(ADA), presence.pages(WATCHING)) == (True, 3)
    clock.now += TOLD_SECONDS
    assert (presence.is_here(ADA), presence.pages(WATCHING)) == (False, 0)


def test_a_player_who_leaves_another_server_is_away_only_after_a_while() -> None:
    presence, clock = table()
    clock.now += GRACE_SECONDS
    presence.told("other", {ADA: 1})
    presence.told("other", {})
    clock.now += GRACE_SECONDS - 1
    assert presence.is_here(ADA)
    clock.now += 1
    assert not presence.is_here(ADA)


def test_a_nudge_at_another_server_counts() -> None:
    presence, clock = table()
    presence.told_of_nudge(ADA, 3, 1)
    presence.told_of_nudge(ADA, 3, 1)  # the same nudge again
    assert presence.nudged(ADA, 3) == 1
    assert presence.nudged(ADA, 4) == 0
    with pytest.raises(Illegal):
        presence.nudge(ADA, 3)
    clock.now += NUDGE_SECONDS
    presence.nudge(ADA, 3)
    assert presence.nudged(ADA, 3) == 2


def test_the_next_change_is_when_somebody_will_be_away() -> None:
    presence, clock = table()
    assert presence.next_change() == LEFT_SECONDS
    clock.now += LEFT_SECONDS
    assert presence.host_left
    assert not presence.host_vanished
    assert presence.next_change() == GRACE_SECONDS - LEFT_SECONDS
    clock.now += VANISHED_SECONDS
    assert presence.next_change() is None
    presence.arrive([HOSTING, ADA])
    presence.leave([ADA])
    clock.now += 5
    assert presence.next_change() == GRACE_SECONDS - 5
    presence.leave([HOSTING])
    clock.now += GRACE_SECONDS
    assert presence.next_change() == VANISHED_SECONDS - GRACE_SECONDS
    assert not presence.host_vanished
    clock.now += VANISHED_SECONDS - GRACE_SECONDS
    assert presence.host_vanished


def table() -> tuple[Presence, Clock]:
    clock = Clock()
    return Presence(clock), clock
