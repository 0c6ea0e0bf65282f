"""Which lines of the log tell of one turn."""

from collections.abc import Collection, Iterable

from app.engine.core import Event


def turns(
    told: Iterable[tuple[str, Event]], of_a_turn: Collection[str]
) -> tuple[tuple[tuple[str, Event], ...], ...]:
    """The events, each with its mark, in groups: one for all that a seat did in a turn, one for any other."""
    groups: list[list[tuple[str, Event]]] = []
    before: object = None
    for mark, event in told:
        whose = event[1] if event[0] in of_a_turn else None
        if whose is not None and whose == before:
            groups[-1].append((mark, event))
        else:
            groups.append([(mark, event)])
        before = whose
    return tuple(map(tuple, groups))
