"""Limits: a flood is stopped, for its own address or key and until its window ends; a game night isn't."""

from collections.abc import Callable

import pytest

from app.engine.core import Illegal
from app.net.addresses import household
from app.web.rate_limits import LIMITS, MOST_COUNTED, Limits, TooMany, Windows

HOME, ELSEWHERE = "203.0.113.7", "198.51.100.1"

each_limit = pytest.mark.parametrize("name", LIMITS)


class Clock:
    """Goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock)


def use_up(limits: Limits, name: str, key: str = HOME) -> None:
    for _ in range(LIMITS[name].amount):
        limits.check(name, key)


def wait_asked_for(refused: Callable[[], None]) -> int:
    with pytest.raises(TooMany) as caught:
        refused()
    return caught.value.retry_after


@each_limit
def test_one_more_than_the_limit_is_too_many(limits: Limits, name: str) -> None:
    use_up(limits, name)

    assert wait_asked_for(lambda: limits.check(name, HOME)) == LIMITS[name].get_expiry()


@each_limit
def test_it_passes_again_after_the_seconds_it_was_told_to_wait(
    limits: Limits, clock: Clock, name: str
) -> None:
    use_up(limits, name)
    clock.now += 3.5
    wait = wait_asked_for(lambda: limits.check(name, HOME))

    clock.now += wait - 1
    assert wait_asked_for(lambda: limits.check(name, HOME)) == 1, "and to knock does not make it longer"
    clock.now += 1
    use_up(limits, name)


def test_a_flood_is_stopped_where_it_comes_from_and_nowhere_else(limits: Limits) -> None:
    use_up(limits, "create")

    limits.check("create", ELSEWHERE)
    limits.check("join", HOME)
    wait_asked_for(lambda: limits.check("create", HOME))


def test_a_guard_counts_nothing(limits: Limits) -> None:
    for _ in range(LIMITS["wrong_key"].amount * 2):
        limits.guard("wrong_key", HOME)

    limits.check("wrong_key", HOME)


def test_a_guard_stands_before_right_guesses_too_after_too_many_wrong_ones(
    limits: Limits, clock: Clock
) -> None:
    use_up(limits, "unknown_code")

    assert wait_asked_for(lambda: limits.guard("unknown_code", HOME)) == 60
    clock.now += 60
    limits.guard("unknown_code", HOME)


def test_only_what_is_refused_counts_and_then_nothing_is_done(limits: Limits) -> None:
    done = 0
    for _ in range(LIMITS["refused_move"].amount * 2):
        with limits.counting_refusals("refused_move", "a seat"):
            done += 1
    for _ in range(LIMITS["refused_move"].amount):
        with pytest.raises(Illegal, match="unknown_move"), limits.counting_refusals("refused_move", "a seat"):
            raise Illegal("unknown_move")

    def one_more() -> None:
        with limits.counting_refusals("refused_move", "a seat"):
            raise AssertionError("it was done")

    assert wait_asked_for(one_more) == 10
    with limits.counting_refusals("refused_move", "another"):
        done += 1
    assert done == LIMITS["refused_move"].amount * 2 + 1


def test_twenty_people_behind_one_address_have_room(limits: Limits) -> None:
    for _ in range(
        20
    ):  # in one minute each opens a table, changes seats, mistypes a code and comes with an old key
        for name, times in {"create": 3, "join": 6, "unknown_code": 2, "wrong_key": 2}.items():
            for _ in range(times):
                limits.check(name, HOME)


def test_memory_stays_bounded_and_forgets_the_oldest(clock: Clock) -> None:
    windows = Windows(clock)
    for visitor in range(MOST_COUNTED + 100):
        assert windows.incr(f"visitor {visitor}", 60) == 1

    assert windows.reset() == MOST_COUNTED


def test_an_address_that_comes_back_is_not_the_oldest_any_more(clock: Clock) -> None:
    windows = Windows(clock)
    windows.incr("ada", 60)
    windows.incr("bruno", 100)
    clock.now += 61
    windows.incr("ada", 60)
    for visitor in range(MOST_COUNTED - 1):
        windows.incr(f"visitor {visitor}", 60)

    assert (windows.get("ada"), windows.get("bruno")) == (1, 0)


@pytest.mark.parametrize(
    ("host", "counted_as"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::9", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_one_address_is_one_ipv4_address_or_one_ipv6_network(host: str, counted_as: str) -> None:
    assert household(host) == counted_as
