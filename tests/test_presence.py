"""Who is at a table: open pages are counted, and a page that closes is no departure yet."""

from app.presence import GRACE_SECONDS, Presence, of_place

ADA, BRUNO = of_place(1), of_place(2)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_whoever_has_a_page_open_is_here() -> None:
    presence, clock = table()
    presence.arrive([ADA])
    clock.now += 10 * GRACE_SECONDS
    assert presence.is_here(ADA)
    assert not presence.is_here(BRUNO)


def test_a_page_that_closes_is_a_departure_only_after_a_while() -> None:
    presence, clock = table()
    presence.arrive([ADA])
    presence.leave([ADA])
    clock.now += GRACE_SECONDS - 1
    assert presence.is_here(ADA)
    clock.now += 1
    assert not presence.is_here(ADA)
    presence.arrive([ADA])
    assert presence.is_here(ADA)


def test_the_last_page_counts() -> None:
    presence, clock = table()
    presence.arrive([ADA, BRUNO])
    presence.arrive([ADA])
    presence.leave([ADA, BRUNO])
    assert (presence.pages(ADA), presence.pages(BRUNO)) == (1, 0)
    clock.now += GRACE_SECONDS
    assert presence.is_here(ADA)
    assert not presence.is_here(BRUNO)


def test_after_a_start_nobody_is_away_at_once() -> None:
    presence, clock = table()
    assert presence.is_here(ADA)
    clock.now += GRACE_SECONDS
    assert presence.away_for(ADA) == GRACE_SECONDS
    assert not presence.is_here(ADA)


def table() -> tuple[Presence, Clock]:
    clock = Clock()
    return Presence(clock), clock
