"""Every player has a colour: chosen with the name, remembered, and unique at the table. And every seat has a
shape."""

import re

import pytest

from app import ROOT
from app.engine import registry
from app.table.names import COLOURS
from tests.support.guests import Guest, opened, press, told


def offered(guest: Guest, address: str) -> tuple[list[str], list[str]]:
    """The colours on offer, and the selected one."""
    page = guest.get(address).text
    radios = re.findall(r'<input type="radio"\s+name="colour"\s+value="(\w+)"\s*(checked)?', page)
    return [value for value, _ in radios], [value for value, checked in radios if checked]


def colours(guest: Guest, lobby: str) -> list[str]:
    return [seat["colour"] for seat in told(guest, lobby)["seats"]]


def token(guest: Guest, lobby: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', guest.get(lobby).text)
    assert found
    return found[1]


def test_a_colour_is_chosen_and_remembered(ada: Guest, bruno: Guest) -> None:
    first, second = opened(bruno), opened(bruno)
    every, chosen = offered(ada, first)
    assert (len(every), chosen) == (7, ["amber"])  # Bruno has brick
    press(ada, f"{first}/seats", name="Ada", colour="plum")
    assert colours(ada, first) == ["brick", "plum"]
    assert offered(ada, second) == (every, ["plum"])
    assert re.search(r'data-seat="1"\s+data-colour="plum"', ada.get(first).text)


def test_a_taken_colour_is_not_on_offer(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    assert colours(ada, lobby) == ["brick"]
    bruno.post("/tables", data={"name": "Bruno", "game": "dream_home", "colour": "brick"})
    assert offered(bruno, lobby) == (["amber", "moss", "teal", "sky", "plum", "rose", "slate"], ["amber"])
    press(bruno, f"{lobby}/seats", name="Bruno", colour="brick")
    assert colours(ada, lobby) == ["brick", "amber"]


def test_the_chosen_colour_survives_a_refusal(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    answer = bruno.post(f"{lobby}/seats", data={"name": " ", "colour": "slate"})
    assert answer.status_code == 422
    assert re.search(r'value="slate"\s+checked', answer.text)


@pytest.mark.parametrize("colour", ["", "gold", "x" * 9000])
def test_an_invalid_colour_is_ignored(ada: Guest, bruno: Guest, colour: str) -> None:
    lobby = opened(ada)
    press(bruno, f"{lobby}/seats", name="Bruno", colour=colour)
    assert len({*colours(ada, lobby)}) == 2


def test_a_form_that_is_sent_twice_takes_one_seat(ada: Guest, bruno: Guest) -> None:
    lobby = opened(ada)
    form = {"name": "Bruno", "token": token(bruno, lobby)}
    first = bruno.post(f"{lobby}/seats", data=form, headers={"Cookie": ""})
    second = bruno.post(f"{lobby}/seats", data=form, headers={"Cookie": ""})
    assert first.headers["set-cookie"] == second.headers["set-cookie"]
    assert [seat["name"] for seat in told(ada, lobby)["seats"]] == ["Ada", "Bruno"]


# -- the marks -----------------------------------------------------------------------------------------------

MOST_SEATS = max(max(registry.game(name).seats) for name in registry.names())
STYLES = {name: (ROOT / "static" / "app" / name).read_text() for name in ("1-tokens.css", "players.css")}
AA = 4.5


def rule(sheet: str, selector: str) -> str:
    """What the style sheet says for this selector, which it must have once."""
    [found] = re.findall(rf"(?:^|\s){re.escape(selector)} {{([^}}]*)}}", STYLES[sheet])
    return " ".join(str(found).split())


def light(colour: str) -> float:
    """A colour's relative luminance, from its hex digits."""
    digits = colour.removeprefix("#")
    doubled = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(doubled[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_seat_has_a_shape_and_a_colour_of_its_own() -> None:
    shapes = [rule("players.css", f'.mark[data-seat="{seat}"]') for seat in range(MOST_SEATS)]
    hues = [rule("1-tokens.css", f'[data-seat="{seat}"]') for seat in range(MOST_SEATS)]
    assert len({*shapes}) == len({*hues}) == MOST_SEATS
    assert len(COLOURS) >= MOST_SEATS


def test_the_letter_on_every_mark_has_enough_contrast() -> None:
    """Marks look the same by day and in the evening."""
    seats = [f'[data-seat="{seat}"]' for seat in range(MOST_SEATS)]
    for selector in (*seats, *(f'[data-colour="{colour}"]' for colour in COLOURS)):
        said = re.fullmatch(r"--seat: (#\w+); --on-seat: (#\w+);", rule("1-tokens.css", selector))
        assert said, selector
        darker, lighter = sorted(map(light, said.groups()))
        assert (lighter + 0.05) / (darker + 0.05) >= AA, selector
