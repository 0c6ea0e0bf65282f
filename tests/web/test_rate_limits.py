"""Rate limits stop a flood, for its own address or key and until the window ends, but never a game night."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_network

import pytest

from app.engine.core import Illegal
from app.net.addresses import household, networks
from app.web.rate_limits import LIMITS, MOST_COUNTED, Limits, TooMany, Windows

HOME, ELSEWHERE, ELSEWHERE_V6 = "203.0.113.7", "192.0.2.1", "2001:db9::"

each_limit = pytest.mark.parametrize("name", LIMITS)


class Clock:
    """A clock that only the test moves."""

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

    assert wait_asked_for(lambda: limits.check(name, HOME)) == LIMITS[name].seconds


@each_limit
def test_it_passes_again_after_the_time_it_was_told_to_wait(limits: Limits, clock: Clock, name: str) -> None:
    use_up(limits, name)
    clock.now += 3.5
    wait = wait_asked_for(lambda: limits.check(name, HOME))

    clock.now += wait - 1
    assert wait_asked_for(lambda: limits.check(name, HOME)) == 1, "and to knock does not make it longer"
    clock.now += 1
    use_up(limits, name)


def test_a_flood_is_stopped_for_its_own_address_only(limits: Limits) -> None:
    use_up(limits, "create")

    limits.check("create", ELSEWHERE)
    limits.check("join", HOME)
    wait_asked_for(lambda: limits.check("create", HOME))


def test_a_guard_counts_nothing(limits: Limits) -> None:
    for _ in range(LIMITS["wrong_key"].amount * 2):
        limits.guard("wrong_key", HOME)

    limits.check("wrong_key", HOME)


def test_after_too_many_wrong_guesses_the_guard_stops_right_ones_too(limits: Limits, clock: Clock) -> None:
    use_up(limits, "unknown_code")

    assert wait_asked_for(lambda: limits.guard("unknown_code", HOME)) == 60
    clock.now += 60
    limits.guard("unknown_code", HOME)


def test_only_refusals_count_and_over_the_limit_nothing_is_done(limits: Limits) -> None:
    done = 0
    for _ in range(LIMITS["refused_move"].amount * 2):
        with limits.counting_refusals("refused_move", HOME, "a seat"):
            done += 1
    for _ in range(LIMITS["refused_move"].amount):
        with (
            pytest.raises(Illegal, match="unknown_move"),
            limits.counting_refusals("refused_move", HOME, "a seat"),
        ):
            raise Illegal("unknown_move")

    def one_more() -> None:
        with limits.counting_refusals("refused_move", HOME, "a seat"):
            raise AssertionError("it was done")

    assert wait_asked_for(one_more) == 10
    with limits.counting_refusals("refused_move", HOME, "another"):
        done += 1
    assert done == LIMITS["refused_move"].amount * 2 + 1


def test_twenty_people_behind_one_address_fit_the_limits(limits: Limits) -> None:
    for _ in range(
        20
    ):  # in one minute each opens a table, changes seats, mistypes a code and comes with an old key
        for name, times in {"create": 3, "join": 6, "unknown_code": 2, "wrong_key": 2}.items():
            for _ in range(times):
                limits.check(name, HOME)


# -- floods from many addresses ------------------------------------------------------------------------------


def flood(limits: Limits, name: str, addresses: Iterable[str]) -> int:
    """Count one more for each address; return how many passed."""
    passed = 0
    for address in addresses:
        with suppress(TooMany):
            limits.check(name, address)
            passed += 1
    return passed


def addresses_of(network: str, most: int, bits: int) -> Iterator[str]:
    """Addresses that each count separately, at a distance of so many bits."""
    within = ip_network(network)
    return (household(str(within[n << bits])) for n in range(min(most, within.num_addresses >> bits)))


@pytest.mark.parametrize(
    ("network", "bits"), [("2001:db8:1::/48", 64), ("2001:db8::/32", 80), ("198.51.0.0/16", 0)]
)
def test_no_network_evicts_the_windows_of_others(limits: Limits, network: str, bits: int) -> None:
    use_up(limits, "unknown_code")

    flood(limits, "create_in_an_hour", addresses_of(network, MOST_COUNTED + 10_000, bits))

    wait_asked_for(lambda: limits.guard("unknown_code", HOME))
    limits.check("join", ELSEWHERE_V6)
    limits.check("join", HOME)


def test_memory_stays_bounded(clock: Clock) -> None:
    windows = Windows(clock)
    for n in range(MOST_COUNTED + 100):
        windows.count(f"key {n}", 60, f"{n >> 8}.{n & 255}.0.1")

    assert len(windows) == MOST_COUNTED
    clock.now += 60
    windows.count("another", 60, HOME)
    assert len(windows) == 1, "what has ended goes"


def fill_share(limits: Limits) -> None:
    """Use up one address's share of the counters, with many names."""

    def react_under_many_names() -> None:
        for n in range(MOST_COUNTED):
            limits.check("react", HOME, f"guest {n}")

    wait_asked_for(react_under_many_names)


def test_nobody_evicts_their_own_wrong_guesses(limits: Limits) -> None:
    use_up(limits, "unknown_code")
    fill_share(limits)

    wait_asked_for(lambda: limits.guard("unknown_code", HOME))


def test_no_guess_is_allowed_that_could_not_be_counted(limits: Limits, clock: Clock) -> None:
    fill_share(limits)

    wait = wait_asked_for(lambda: limits.guard("unknown_code", HOME))
    limits.guard("unknown_code", ELSEWHERE)
    with limits.counting_refusals("refused_move", HOME, "a seat"):
        pass  # moves still go on
    clock.now += wait
    limits.guard("unknown_code", HOME)


def test_an_ipv6_site_may_do_ten_times_as_much_and_a_provider_a_hundred_times(
    limits: Limits,
) -> None:
    amount = LIMITS["unknown_code"].amount

    assert flood(limits, "unknown_code", addresses_of("2001:db8:1::/48", 20 * amount, 64)) == 10 * amount
    assert flood(limits, "unknown_code", addresses_of("2001:db8::/32", 200 * amount, 80)) == 90 * amount
    wait_asked_for(lambda: limits.guard("unknown_code", "2001:db8:1:2::"))
    wait_asked_for(lambda: limits.guard("unknown_code", "2001:db8:ffff::"))
    limits.guard("unknown_code", ELSEWHERE_V6)


def test_refusals_of_one_home_do_not_count_against_its_neighbours(limits: Limits) -> None:
    home = "2001:db8:1:2::"
    assert flood(limits, "join", [home] * 100 * LIMITS["join"].amount) == LIMITS["join"].amount

    limits.check("join", "2001:db8:1:3::")


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
def test_an_address_counts_as_one_ipv4_address_or_one_ipv6_network(host: str, counted_as: str) -> None:
    assert household(host) == counted_as


@pytest.mark.parametrize(
    ("address", "lies_in"),
    [
        ("2001:db8:1:2::", ("2001:db8:1:2::", "2001:db8:1::/48", "2001:db8::/32")),
        ("192.168.1.5", ("192.168.1.5", "192.168.1.0/24", "192.168.0.0/16")),
        ("testclient", ("testclient",)),
        ("", ("",)),
    ],
)
def test_an_address_belongs_to_the_networks_of_its_site_and_provider(
    address: str, lies_in: tuple[str, ...]
) -> None:
    assert networks(address) == lies_in
