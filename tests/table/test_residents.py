"""Residents at a table: under their own name, once, and out of the way of people who are called like them."""

import pytest

from app.engine.core import Illegal
from app.engine.residents import RESIDENTS
from app.table import residents, seating
from app.table.seating import Table

NONCE = bytes(32)


def table(*people: str, bots: tuple[str, ...] = ()) -> Table:
    made = seating.opened("home_staging", {}, bytes(32))
    for name in people:
        made, _ = seating.seated(made, name, NONCE)
    for bot in bots:
        made, _ = seating.with_bot(made, bot)
    return made


def names(made: Table) -> list[str]:
    return [place.name for place in made.places]


def test_a_resident_sits_down_under_their_own_name() -> None:
    assert names(table("Ada", bots=("eero", "otto"))) == ["Ada", "Eero", "Otto"]


def test_a_resident_sits_down_once() -> None:
    with pytest.raises(Illegal) as refused:
        table("Ada", bots=("eero", "eero"))
    assert (refused.value.code, refused.value.facts) == ("resident_seated", {"name": "Eero"})


def test_other_bots_sit_down_as_often_as_there_are_seats() -> None:
    assert len({*names(table("Ada", bots=("greedy",) * 5))}) == 6


def test_a_resident_gives_their_name_up_to_a_person() -> None:
    assert names(table("Otto", bots=("otto",))) == ["Otto", "Otto 2"]
    made, _ = seating.seated(table("Ada", bots=("otto", "mimi")), "OTTO", NONCE)
    assert names(made) == ["Ada", "Otto 2", "Mimi", "OTTO"]
    made, _ = seating.seated(table("Otto 2", bots=("otto",)), "Otto", NONCE)
    assert names(made) == ["Otto 2", "Otto 3", "Otto"]


def test_a_resident_without_a_seat_stands_in() -> None:
    made = table("Ada", "Bruno", bots=("mimi",))._replace(status=seating.PLAYING)
    away = seating.stood_in(seating.stood_in(made, made.places[0].id), made.places[1].id)
    assert [place.level for place in away.places] == ["rika", "pia", "mimi"]
    assert names(away) == ["Ada", "Bruno", "Mimi"]
    back = seating.back(away, made.places[0].id)
    assert seating.without(back, made.places[0].id).places[0].level == "rika"


def test_somebody_stands_in_even_if_all_have_seats() -> None:
    everybody = [each.name for each in RESIDENTS]
    assert residents.free(everybody) == []
    assert residents.stand_in(everybody) in everybody


def test_the_gentlest_come_first() -> None:
    assert residents.free(("mimi", "")) == ["otto", "rika", "pia", "eero"]
