"""“Sure?”: newcomers are asked before a move that scores much less than another; nobody else is."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx2
import pytest

from app.engine.move_text import text_of
from app.table.codes import NUMBERS
from app.web.rate_limits import LIMITS
from app.web.second_thoughts import MOST, NEVER, cookie
from tests.browser.planted import Planted, Wanted, plant_all
from tests.support.doubted import Doubted, doubted
from tests.support.parsed_page import Sight
from tests.support.reader import Reader
from tests.support.server import serving

GAMES = ("dream_home", "my_shelfie", "home_staging")
SURE = "Sure?"
SCRIPT = {"HX-Request": "true"}


class Sat(NamedTuple):
    """A player whose next move a newcomer would be asked about."""

    reader: Reader
    code: str
    moment: Doubted

    @property
    def form(self) -> dict[str, str]:
        return self.reader.look().sent(text_of(self.moment.doubt.move))

    @property
    def version(self) -> str:
        return self.reader.look().attribute("table", "data-version")

    def remembers(self, what: str, game: str = "dream_home") -> None:
        self.reader.headers["Cookie"] += f"; {cookie(game)}={what}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx2.Client, Iterator[Planted]]]:
    """Many tables of Dream Home at the same moment, one of each other game, and one with a clock."""
    data = tmp_path_factory.mktemp("doubts") / "data"
    named = (f"sunny-sofa-{number}" for number in NUMBERS)
    wanted = [
        Wanted(moment.number, moment.steps, next(named), game)
        for game, count in zip(GAMES, (30, 1, 1), strict=True)
        for moment in [doubted(game)]
        for _ in range(count)
    ]
    wanted.append(wanted[0]._replace(code=next(named), table_options=(("seconds", 300),)))
    planted = plant_all(data, wanted)
    with serving(data) as server, httpx2.Client(base_url=server.url, timeout=60) as web:
        yield web, iter(planted)


def sat(web: httpx2.Client, planted: Planted, game: str = "dream_home") -> Sat:
    web.cookies.clear()
    moment = doubted(game)
    key = planted.keys[moment.seat].rpartition(".")[2]
    return Sat(Reader(web, planted.code, key), planted.code, moment)


@pytest.fixture
def ada(house: tuple[httpx2.Client, Iterator[Planted]]) -> Sat:
    """Somebody at a table of Dream Home of their own."""
    web, tables = house
    return sat(web, next(tables))


def asks(answer: httpx2.Response) -> bool:
    assert answer.status_code in (200, 204, 303), answer.text
    return answer.status_code == 200 and SURE in Sight(answer.text).text


def kept(answer: httpx2.Response, game: str = "dream_home") -> str | None:
    return answer.cookies.get(cookie(game))


def test_a_newcomers_script_gets_the_question_instead_of_the_move(ada: Sat) -> None:
    before, doubt = ada.version, ada.moment.doubt
    answer = ada.reader.send({**ada.form, "asks": "yes"}, **SCRIPT)
    assert asks(answer)
    assert answer.text.strip().startswith('<div id="table"')
    assert f"It scores +{doubt.gain} here, but +{doubt.more} there" in Sight(answer.text).text
    assert ada.version == before
    assert kept(answer) == f"{ada.code}.1.{doubt.round}"


def test_a_script_that_knows_the_player_is_not_asked(ada: Sat) -> None:
    assert ada.reader.send(ada.form, **SCRIPT).status_code == 204


def test_without_script_the_question_is_a_page_with_two_places_and_three_answers(ada: Sat) -> None:
    page = ada.reader.web.get(f"/r/{ada.code}", headers=ada.reader.headers)
    assert kept(page) == f"{ada.code}.0.-1"
    ada.remembers(f"{ada.code}.0.-1")
    before = ada.version
    answer = ada.reader.send(ada.form)
    assert asks(answer)
    seen = Sight(answer.text)
    for words in ("here +1", "here +5", "Move it", "Leave it here", "Stop asking"):
        assert words in seen.text
    assert "/static/sure.css" in answer.text
    assert ada.version == before


def test_whoever_has_played_elsewhere_before_is_not_asked(ada: Sat) -> None:
    ada.remembers("sunny-sofa-99.0.-1")
    assert ada.reader.send(ada.form).status_code == 303


def test_a_browser_without_the_cookie_is_not_asked_unless_its_script_says_so(ada: Sat) -> None:
    assert ada.reader.send(ada.form).status_code == 303


@pytest.mark.parametrize(("form", "better"), [("sure", True), ("sure", False), ("stop", False)])
def test_each_answer_is_a_move_and_twice_the_same_move(ada: Sat, form: str, better: bool) -> None:
    ada.remembers(f"{ada.code}.0.-1")
    before, doubt = int(ada.version), ada.moment.doubt
    seen = Sight(ada.reader.send(ada.form).text)
    move = text_of(doubt.better if better else doubt.move)
    assert move in [press.value for press in seen.presses if press.form == form]
    sent = {**seen.hidden[form], "move": move}
    answers = [ada.reader.send(sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert int(ada.version) == before + 1
    assert kept(answers[0]) == (NEVER if form == "stop" else None)


def test_any_other_place_is_an_answer_too(ada: Sat) -> None:
    ada.remembers(f"{ada.code}.0.-1")
    before = int(ada.version)
    seen = Sight(ada.reader.send(ada.form).text)
    others = {text_of(ada.moment.doubt.move), text_of(ada.moment.doubt.better), "undo"}
    move = next(move for move in seen.moves if move not in others)
    assert ada.reader.send(seen.sent(move)).status_code == 303
    assert int(ada.version) == before + 1


@pytest.mark.parametrize("answered", ["{code}.1.{round}", f"{{code}}.{MOST}.0", "{code}.999.0", NEVER])
def test_nobody_is_asked_twice_a_round_or_more_often_than_three_times(ada: Sat, answered: str) -> None:
    ada.remembers(answered.format(code=ada.code, round=ada.moment.doubt.round))
    assert ada.reader.send(ada.form).status_code == 303


def test_in_another_round_a_newcomer_is_asked_again(ada: Sat) -> None:
    ada.remembers(f"{ada.code}.{MOST - 1}.0")
    answer = ada.reader.send(ada.form)
    assert asks(answer)
    assert kept(answer) == f"{ada.code}.{MOST}.{ada.moment.doubt.round}"


@pytest.mark.parametrize(
    "forged", ["", ".", "{code}", "{code}.", "{code}.x.y", "{code}.-5.1", "{code}.1e3.1", "x" * 4000]
)
def test_a_forged_cookie_only_ends_the_questions(ada: Sat, forged: str) -> None:
    ada.remembers(forged.format(code=ada.code))
    assert ada.reader.send(ada.form).status_code == 303


def test_questions_are_limited_like_refusals(house: tuple[httpx2.Client, Iterator[Planted]]) -> None:
    """A script could forget that it was asked."""
    web, tables = house
    ada = sat(web, next(tables))
    form = {**ada.form, "asks": "yes"}
    answers = [ada.reader.send(form, **SCRIPT).status_code for _ in range(LIMITS["refused_move"].amount + 1)]
    assert answers == [200] * LIMITS["refused_move"].amount + [429]


def test_a_refused_move_is_refused_and_not_asked_about(ada: Sat) -> None:
    ada.remembers(f"{ada.code}.0.-1")
    for spoilt in (
        {"move": ""},
        {"move": "place g9 up"},
        {"move": "take 9"},
        {"turn": "1"},
        {"move": "place"},
    ):
        answer = ada.reader.send({**ada.form, "id": str(spoilt), **spoilt})
        assert answer.status_code in (409, 422), answer.text
        assert SURE not in answer.text


def test_only_ones_own_moves_are_asked_about(ada: Sat) -> None:
    ada.remembers(f"{ada.code}.0.-1")
    other = {**ada.form, "seat": str((ada.moment.seat + 1) % 2)}
    assert ada.reader.send(other).status_code == 403


@pytest.mark.parametrize("game", GAMES)
def test_every_game_asks(house: tuple[httpx2.Client, Iterator[Planted]], game: str) -> None:
    web, tables = house
    ada = sat(web, next(planted for planted in tables if planted.record.game == game), game)
    for language in ("en", "it", "pl", "ja"):
        ada.reader.headers["Accept-Language"] = language
        seen = Sight(ada.reader.send({**ada.form, "asks": "yes"}, **SCRIPT).text)
        assert [len(seen.hidden[form]) for form in ("sure", "stop", "moves")] == [4, 4, 4]
        assert ("Sure?" in seen.text) is (language == "en")


def test_no_question_runs_down_a_clock(house: tuple[httpx2.Client, Iterator[Planted]]) -> None:
    web, tables = house
    *_, timed = tables
    ada = sat(web, timed)
    ada.remembers(f"{ada.code}.0.-1")
    assert ada.reader.send(ada.form).status_code == 303
