"""The frame of any game: what each viewer sees and is offered at moments of recorded games."""

import re
from random import Random
from typing import Any
from zlib import compress

import pytest
from markupsafe import Markup, escape

from app.engine import registry
from app.engine.core import UNDO, Illegal, Move, offers, play
from app.engine.move_text import move_of
from app.pages import i18n
from app.pages.game_frame import draw, framed
from app.pages.game_log import LOG_LINES
from app.pages.i18n import LOCALES
from app.pages.refusals import sentence
from app.table import playable_games
from tests.support.conformance import walk
from tests.support.log_lines import macros
from tests.support.moments import NAMES, kinds_offered, moments, seen_by, told, viewers
from tests.support.parsed_page import Sight
from tests.support.plain_frames import drawn_plainly

_GAP = re.compile(r"(<li data-say=[^>]*>)([^<]*)")
"""A sentence that the script completes."""
_LEFT_OVER = re.compile(r"[%{}]|&lt;|None|False|True|undefined|\b[ugb]\d\b|_")

EVERY_FEW = 9  # moves

of_every_game = pytest.mark.parametrize("game", playable_games.names())


@of_every_game
def test_the_moments_cover_every_kind_of_move(game: str) -> None:
    assert {len(moment.names) for moment in moments(game)} == set(registry.game(game).seats)
    assert any(not moment.state.waiting for moment in moments(game))
    assert any(UNDO[0] in kinds_offered(moment) for moment in moments(game))


@of_every_game
@pytest.mark.parametrize("locale", LOCALES)
def test_a_frame_has_no_untranslated_words(game: str, locale: str) -> None:
    for moment in moments(game):
        for viewer in (None, *moment.state.waiting):
            html = _GAP.sub(
                lambda said: said[1] + re.sub(r"{\w+}", "…", said[2]), draw(moment, viewer, locale)
            )
            seen = Sight(html)
            text = seen.text.replace("<b>Daiki</b>", "Daiki")
            assert not (left_over := _LEFT_OVER.search(text)), (left_over, text)
            ids = [given["id"] for _, given in seen.elements if "id" in given]
            assert len(ids) == len(set(ids))
            assert not [given for _, given in seen.elements if "style" in given]


@pytest.mark.parametrize(
    ("name", "letter"),
    [("ada", "A"), (Markup("<bdi>ada</bdi>"), "A"), ("<b>Daiki</b>", "&lt;"), ("&co", "&amp;"), ("", "")],
)
def test_a_mark_shows_the_first_letter_of_a_name_that_is_text_or_html(name: str, letter: str) -> None:
    mark: Any = i18n.environment("en").get_template("parts/player_mark.html").module
    assert f"<b>{letter}</b>" in mark.mark(0, name, "teal")


@of_every_game
def test_nobody_sees_a_secret_even_by_comparing_frames(game: str) -> None:
    compared = 0
    for moment in moments(game):
        for viewer in viewers(moment):
            other = moment.game.reseal(moment.state, viewer, Random(moment.version))
            compared += other != moment.state
            assert draw(moment._replace(state=other), viewer, "en") == draw(moment, viewer, "en")
    assert compared > len(moments(game))


def alike(move: Move) -> Move:
    """The move by the type of its card: the supplier brings one of several rooms that don't differ."""
    return (move[0], str(move[1]).split("/")[0], *move[2:]) if move[0] == "supplier" else move


@of_every_game
def test_every_offered_move_can_be_pressed_and_every_other_that_can_is_legal(game: str) -> None:
    for moment in moments(game):
        for viewer in viewers(moment):
            seen = seen_by(viewer, moment)
            offered = offers(moment.game, moment.state, viewer) if viewer is not None else ()
            pressed = {*map(move_of, seen.moves)}
            assert {*map(alike, pressed)} >= {*map(alike, offered)}
            assert {*map(alike, pressed)} == {*map(alike, offered)} or not moment.game.lists_all
            for move in pressed - {*offered}:
                assert viewer is not None
                moment.game.check(moment.state, viewer, move)
            for words in seen.moves:
                sent = seen.sent(words)
                assert viewer is not None
                assert (sent["seat"], sent["turn"]) == (str(viewer), str(moment.state.turns[viewer]))


@of_every_game
def test_a_viewer_with_nothing_to_do_gets_no_form(game: str) -> None:
    for moment in moments(game):
        for viewer in viewers(moment):
            seen = seen_by(viewer, moment)
            acts = viewer in moment.state.waiting or bool(seen.moves)
            assert ("form" in {tag for tag, _ in seen.elements}) == acts
            controls = [given for tag, given in seen.elements if tag in ("button", "select")]
            assert acts or all("popovertarget" in given for given in controls)
            assert acts or not seen.presses


@of_every_game
def test_a_move_against_the_rules_can_be_pressed_to_see_why(game: str) -> None:
    heard: set[str] = set()
    for moment in moments(game):
        for viewer in moment.state.waiting:
            for words in (seen := seen_by(viewer, moment)).refused:
                with pytest.raises(Illegal) as refused:
                    play(moment.game, moment.state, viewer, int(seen.sent(words)["turn"]), move_of(words))
                if (why := refused.value).code not in heard:
                    heard.add(why.code)
                    assert sentence(why) in Sight(draw(moment, viewer, "en", why)).text
    assert heard


@of_every_game
def test_a_board_that_can_be_undone_has_one_undo_button(game: str) -> None:
    undoable = [
        (moment, seat)
        for moment in moments(game)
        for seat in moment.state.waiting
        if UNDO in offers(moment.game, moment.state, seat)
    ]
    assert undoable
    for moment, seat in undoable:
        seen = seen_by(seat, moment)
        assert "undo" in seen.moves
        assert sum("undo" in given.get("class", "").split() for _, given in seen.elements) == 1


@of_every_game
def test_an_abandoned_game_asks_nobody_to_move(game: str) -> None:
    moment = next(moment for moment in moments(game) if moment.state.waiting)
    seen = Sight(draw(moment._replace(given_up=True), moment.state.waiting[0], "en"))
    assert "The game is over." in seen.text
    assert "Your turn" not in seen.text
    assert not seen.presses


@of_every_game
@pytest.mark.parametrize("locale", LOCALES)
def test_a_frame_is_small_enough_for_a_slow_phone(game: str, locale: str) -> None:
    rules = registry.game(game)
    for seed in range(2):
        events: tuple[Any, ...] = ()
        for number, step in enumerate(walk(rules, max(rules.seats), seed)):
            events += step.events
            if number % EVERY_FEW == 0:
                viewer = step.after.waiting[0] if step.after.waiting else None
                frame = framed(told(rules, step.after, events), viewer, locale).scripted.encode()
                assert len(frame) < 45_000
                assert len(compress(frame)) < 7_000


@of_every_game
def test_the_end_shows_the_score_sheet_and_the_winners(game: str) -> None:
    ends = [moment for moment in moments(game) if not moment.state.waiting]
    assert len(ends) > 10
    for moment in ends:
        seen = seen_by(None, moment)
        for lines in moment.game.score(moment.state):
            total = str(sum(line.points for line in lines)).replace("-", "−")
            assert re.search(rf"(?<![−\w]){total}\b", seen.text)
        winners = moment.game.winners(moment.state)
        assert all(NAMES[seat] in seen.text for seat in winners)
        assert ("wins!" in seen.text) == (len(winners) == 1 < len(moment.names))  # alone, nobody is beaten
        assert "Score sheet" in seen.text
        assert "The game is over." in seen.text


@of_every_game
def test_a_line_of_the_score_sheet_also_names_its_place_in_words(game: str) -> None:
    lies = {
        "dream_home": r"\((upper|ground) floor \d|\(basement \d",
        "home_staging": r"\([A-P]\d+",
        "my_shelfie": r"\(column \d",
    }[game]
    ends = [moment for moment in moments(game) if not moment.state.waiting]
    assert ends
    for moment in ends:
        lines = draw(moment, None, "en").split('<label class="line"')[1:]
        with_cells = sum(bool(line.cells) for told in moment.game.score(moment.state) for line in told)
        assert sum(re.search(lies, line) is not None for line in lines) > with_cells / 2


@of_every_game
def test_players_find_how_the_points_are_counted(game: str) -> None:
    end = next(moment for moment in moments(game) if not moment.state.waiting)
    link = rf'href="/rules/{game}\?at=[^"]+#points"'
    assert len(re.findall(link, draw(end, 0, "en"))) == 1
    assert not re.findall(link, draw(end, None, "en"))  # no links on a TV


@of_every_game
def test_names_are_shown_as_text_and_never_as_markup(game: str) -> None:
    four = next(moment for moment in moments(game) if len(moment.names) == 4)
    html = draw(four, 0, "en")
    assert "<bdi>&lt;b&gt;Daiki&lt;/b&gt;</bdi>" in html
    assert "<b>Daiki" not in html


@of_every_game
def test_the_log_is_limited_and_newest_first(game: str) -> None:
    long = max((each for each in moments(game) if not each.state.waiting), key=lambda each: len(each.events))
    html = draw(long, None, "en")
    log = html.partition('<ol class="log" id="log-lines">')[2].partition("</ol>")[0]
    untold = ("done", "confirm", "withdraw", "pick")  # which have no line
    newest = [event for event in long.events[-LOG_LINES:] if event[0] not in untold]
    assert len(long.events) > LOG_LINES
    assert log.count(' id="told-') == len(newest)
    players = [Markup("<bdi>{}</bdi>").format(name) for name in long.names]
    last = macros("en", f"{game}/log.html").line(newest[-1], players)
    assert Sight(f"{log.partition('</li>')[0]}</li>").text == Sight(str(last)).text


@of_every_game
def test_cached_parts_give_the_same_frame_as_drawing_it_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of frames are cached; once, one of the players' names contains characters that are escaped."""
    some = moments(game)[::7]
    remembered = [[draw(moment, viewer, "it") for viewer in viewers(moment)[:3]] for moment in some]
    with drawn_plainly(monkeypatch):
        assert [
            [draw(moment, viewer, "it") for viewer in viewers(moment)[:3]] for moment in some
        ] == remembered


def test_the_cache_keeps_a_name_apart_from_the_same_name_as_markup() -> None:
    once: Any = i18n.environment("en").globals["once"]

    def shown(name: str) -> Markup:
        return escape(name)

    assert once(shown, Markup("<b>Ada</b>")) == "<b>Ada</b>"
    assert once(shown, "<b>Ada</b>") == "&lt;b&gt;Ada&lt;/b&gt;"


def test_dream_home_says_in_words_how_many_roof_cards_a_house_has() -> None:
    moment = moments("dream_home")[-3]
    for locale, said in (
        ("en", ("roof cards: 3 of 4", "roof cards: 5.", "5 roof cards")),
        ("it", ("carte tetto: 3 di 4", "carte tetto: 5.", "5 carte tetto")),
        ("pl", ("karty dachu: 3 z 4", "karty dachu: 5.", "5 kart dachu")),
        ("ja", ("屋根カード: 4枚中3枚", "屋根カード: 5.", "屋根カード5枚")),
    ):
        seen = Sight(draw(moment, None, locale)).text
        assert [each for each in said if each not in seen] == []
