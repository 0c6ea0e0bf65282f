"""The rules pages: the same chapters in every language, covering everything in the game."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.engine import registry
from app.pages import i18n
from app.pages.i18n import LOCALES
from app.pages.quick_start import taught
from app.pages.refusals import sentences
from app.pages.rulebook import games, minute, rulebook
from app.table import playable_games
from app.web.cookies import keys_cookie
from tests.support.api import a_table, started
from tests.support.server import Server

each_page = pytest.mark.parametrize(
    ("game", "locale"), [(game, locale) for game in games() for locale in LOCALES]
)


def anchors(game: str, locale: str) -> list[tuple[str, str]]:
    """Every heading's level and anchor, in order."""
    return re.findall(r'<h([2-6])(?: id="([a-z-]+)")?>', rulebook(game, locale).text)


def read(game: str, locale: str) -> str:
    """The text of the rules, without markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", rulebook(game, locale).text)).split())


def test_there_are_rules_to_read() -> None:
    assert "dream_home" in games()
    assert set(games()) <= set(playable_games.names())


@each_page
def test_every_language_has_the_same_headings_with_the_same_anchors(game: str, locale: str) -> None:
    found = anchors(game, locale)
    assert len(found) > 10
    assert all(anchor for _, anchor in found)
    assert len({anchor for _, anchor in found}) == len(found)
    assert found == anchors(game, i18n.ENGLISH)
    chapters = [anchor for level, anchor in found if level == "2"]
    assert [section.anchor for section in rulebook(game, locale).sections] == chapters
    assert chapters[0] == "minute"


@each_page
def test_a_link_inside_leads_to_a_heading(game: str, locale: str) -> None:
    links = re.findall(r'<a href="([^"]*)"', rulebook(game, locale).text)
    assert links
    assert set(links) <= {f"#{anchor}" for _, anchor in anchors(game, locale)}


@each_page
def test_no_markup_is_left_over(game: str, locale: str) -> None:
    assert re.findall(r"\*|`|\(#|\{\{|\}\}|\]\(|<p>\s*<(?:table|ul|figure)", read(game, locale)) == []


@each_page
def test_every_option_and_every_part_of_the_score_is_named(game: str, locale: str) -> None:
    told, rules = read(game, locale), registry.game(game)
    options = i18n.environment(locale).get_template(f"{game}/options.html").module
    score = i18n.environment(locale).get_template(f"{game}/score.html").module
    for option in rules.options:
        assert str(options.name(option.name)) in told  # type: ignore[attr-defined]  # a macro
        for value in option.values:
            if type(value) is not int:  # which would be a seat
                assert str(options.value(option.name, value)) in told  # type: ignore[attr-defined]
    for part in (*rules.parts, "total"):
        assert str(score.part(part)) in told  # type: ignore[attr-defined]


@each_page
def test_the_page_speaks_the_readers_language(game: str, locale: str, house: Server) -> None:
    with httpx2.Client(
        base_url=house.url, headers={"Accept-Language": locale, "Accept": "text/html"}, timeout=30
    ) as web:
        answer = web.get(f"/rules/{game}")
        index = web.get("/rules")
    assert answer.status_code == 200
    assert f'<html lang="{locale}">' in answer.text
    quick, *rest = rulebook(game, locale).parts
    for part in rest:
        assert part.heading in answer.text
        assert part.text in answer.text
    assert quick.text not in answer.text  # six pictures instead
    assert index.status_code == 200
    assert f'href="/rules/{game}"' in index.text


@each_page
def test_six_pictures_begin_the_page_and_the_rest_is_in_folds(game: str, locale: str, house: Server) -> None:
    with httpx2.Client(base_url=house.url, headers={"Accept-Language": locale}, timeout=60) as web:
        page = web.get(f"/rules/{game}").text
    pictures, _, folds = page.partition('<article class="folds">')
    assert pictures.count('<div class="see"') == 6
    assert 'id="minute"' in pictures
    sections = rulebook(game, locale).sections
    assert folds.count("<details>") == len(sections) - 1
    assert set(re.findall(r'<h2 id="([a-z-]+)"', folds)) == {section.anchor for section in sections[1:]}


@pytest.mark.parametrize("game", taught())
def test_the_rule_behind_a_refusal_is_in_the_rules(game: str) -> None:
    why = i18n.environment("en").get_template(f"{game}/quick_start.html").module.WHY  # type: ignore[attr-defined]
    assert why
    assert set(why) <= set(sentences())
    assert set(why.values()) <= {anchor for _, anchor in anchors(game, "en")}


def test_a_refusal_at_a_table_links_to_its_rule(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        ada, _ = started(web, "Bruno", first_player=0, family=True)
        web.cookies.set(keys_cookie(ada.code), ada.key)
        taken = ada.ask("POST", "/moves", turn=ada.look()["turn"], move=["take", 0], id="take")
        assert taken.status_code == 200
        form = {"seat": 0, "turn": ada.look()["turn"], "move": "place u0 up", "id": "floating"}
        script = {"HX-Request": "true", "Origin": house.url.rstrip("/")}
        frame = web.post(f"/r/{ada.code}/move", data=form, headers=script).text
    assert f'href="/rules/dream_home?at={ada.code}#support"' in frame


@pytest.mark.parametrize("game", taught())
@pytest.mark.parametrize("locale", LOCALES)
def test_a_lesson_is_three_of_these_pictures(game: str, locale: str, house: Server) -> None:
    with httpx2.Client(base_url=house.url, headers={"Accept-Language": locale}, timeout=60) as web:
        page = web.get(f"/rules/{game}/lesson?at=sunny-sofa-42")
    assert page.status_code == 200
    assert page.text.count('<div class="see"') == 3
    assert 'href="/r/sunny-sofa-42"' in page.text


@pytest.mark.parametrize(
    ("guests", "options", "first"),
    [
        (2, {}, "Discard a pair, take a pair"),
        (3, {}, "Discard a pair, take a pair"),
        (2, {"family": True}, "Take a pair"),
        (4, {}, "Take a pair"),
    ],
)
def test_a_lesson_begins_with_what_comes_first_at_its_table(
    guests: int, options: dict[str, Any], first: str, house: Server
) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        ada = started(web, *("Bruno", "Celina", "Daiki")[: guests - 1], **options)[0]
        page = web.get(f"/rules/dream_home/lesson?at={ada.code}").text
        other = web.get(f"/rules/my_shelfie/lesson?at={ada.code}").text
    titles = re.findall(r"<h2>([^<]+)</h2>", page)
    assert titles == [first, "Build from below", "Keep a kind together"]
    assert "Take tiles in a line" in other


def test_the_lesson_of_home_staging_begins_with_what_comes_first_there(house: Server) -> None:
    page = httpx2.get(f"{house.url}/rules/home_staging/lesson", timeout=30).text
    titles = re.findall(r"<h2>([^<]+)</h2>", page)
    assert titles == ["Go room by room", "Draw the furniture", "Leave space to walk"]


def test_a_game_without_a_quick_start_has_no_lesson(house: Server) -> None:
    assert httpx2.get(f"{house.url}/rules/chess/lesson", timeout=30).status_code == 404


def test_the_front_page_leads_to_the_rules(house: Server) -> None:
    with httpx2.Client(base_url=house.url, headers={"Accept": "text/html"}, timeout=60) as web:
        assert 'href="/rules"' in web.get("/").text
        index = web.get("/rules").text
    for game in games():
        assert f'href="/rules/{game}"' in index


def test_the_rules_are_one_click_from_a_table_and_lead_back_to_it(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        code = a_table(web)[0].code
        table = web.get(f"/r/{code}", headers={"Accept": "text/html"}).text
        (bar,) = re.findall(r'<nav class="tools".*?</nav>', table, re.DOTALL)
        (rules,) = re.findall(r'href="(/rules/[^"]*)#minute"', bar)
        page = web.get(rules).text
        assert re.search(rf'href="/r/{code}">\s*Back to the table', page)
        assert f'name="back" value="{rules}"' in re.sub(r"\s+", " ", page)  # after a change of language too


@pytest.mark.parametrize(
    "at", ["", "//evil.example", "https://evil.example", "../../admin", "x" * 5000, "\0"]
)
def test_the_link_back_from_the_rules_leads_nowhere_else(at: str, house: Server) -> None:
    page = httpx2.get(f"{house.url}/rules/dream_home", params={"at": at}, timeout=30)
    assert page.status_code == 200
    assert "Back to the table" not in page.text
    assert "evil" not in page.text


@pytest.mark.parametrize("name", ["chess", "dream-home", "DREAM_HOME"])
def test_an_unknown_game_has_no_rules(name: str, house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        assert web.get(f"/rules/{name}").status_code == 404


def test_every_page_is_written_in_all_languages() -> None:
    for game in games():
        written = Path(i18n.TEMPLATES / game / "rules").glob("*.md")
        assert sorted(path.stem for path in written) == sorted(LOCALES)


@each_page
def test_the_quick_rules_show_at_a_table_and_link_to_the_rest(game: str, locale: str) -> None:
    told = minute(game, locale, "/rules/it?at=here&now")
    assert told is not None
    assert told.title == rulebook(game, locale).sections[0].title
    assert told.text.startswith("<p>")
    assert told.text.count("<ol>") == 1
    assert "<h" not in told.text
    assert told.text.replace("/rules/it?at=here&amp;now", "") in rulebook(game, locale).text
    anchors_in = re.findall(r'href="([^"]*)#', told.text)
    assert set(anchors_in) <= {"/rules/it?at=here&amp;now"}


def test_a_game_without_written_rules_has_no_quick_rules() -> None:
    assert minute("chess", "en", "/") is None


def test_the_help_at_a_table_says_what_the_game_is_about(house: Server) -> None:
    with httpx2.Client(base_url=house.url, timeout=60) as web:
        code = a_table(web)[0].code
        page = web.get(f"/r/{code}").text
    sheet = page.partition('id="help"')[2].partition("</section>")[0]
    assert "Quick rules" in sheet
    assert "You build a house of twelve cards." in sheet
    assert f'href="/rules/dream_home?at={code}"' in sheet
