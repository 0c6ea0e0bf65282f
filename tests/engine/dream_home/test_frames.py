"""Dream Home's part of the page: what it offers, scores and says at moments of recorded games."""

import re
from typing import Any

import pytest

from app.engine import dream_home
from app.engine.core import Illegal, offers, play
from app.engine.dream_home.board import IN_TWO_CHOICES, board
from app.engine.dream_home.cards import DESIGNER
from app.engine.dream_home.house import SLOT
from app.engine.move_text import move_of
from app.pages.game_frame import Moment, draw
from tests.support.moments import NAMES, kinds_offered, seen_by, told
from tests.support.moments import moments as moments_of
from tests.support.parsed_page import Sight

from .drawing import after, drawn

RARE = {*IN_TWO_CHOICES, "keep", "roofer", "jack"}


def moments() -> tuple[Moment, ...]:
    return moments_of("dream_home")


def test_the_moments_are_of_every_kind() -> None:
    steps = {moment.state.step for moment in moments()}
    assert steps >= {"clear", "jack", "turn", "taken", "help", "over"}
    kinds = {kind for moment in moments() for kind in kinds_offered(moment)}
    assert kinds >= RARE | {"clear", "take", "place", "decor", "scaffold", "done", "undo", "pass"}


def test_every_reason_for_a_refusal_can_be_read() -> None:
    heard = set()
    someone_else_has_a_jackhammer = drawn("""
        step: clear
        rooms: Be Ki Pl St Lb
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        house
        ..  ..  ..  ..  ..
        ..  ..  ..  ..  ..
        ++  ++  ++  ..  ..
        beside: jackhammer
    """)
    cleared = told(dream_home, after(someone_else_has_a_jackhammer, "clear 1"), ())
    for moment in (*moments(), cleared):
        for seat in moment.state.waiting:
            for words in (seen := seen_by(seat, moment)).refused:
                with pytest.raises(Illegal) as refused:
                    play(dream_home, moment.state, seat, int(seen.sent(words)["turn"]), move_of(words))
                heard.add(refused.value.code)
    assert heard >= {
        "occupied",
        "unsupported",
        "not_now",
        "clear_first",
        "cleared_unfinished",
        "taken_already",
        "room_first",
        "nothing_to_undo",
        "wrong_storey",
        "finished",
    }


def test_no_number_on_a_roof_could_be_taken_for_points() -> None:
    for moment in moments()[::5]:
        if moment.state.step == "over":
            continue
        for viewer in (None, 0):
            roofs = re.findall(
                r'<(?:span class="mroof"[^>]*|p class="pile")>.*?</[bp]>', draw(moment, viewer, "en"), re.S
            )
            assert len(roofs) == len(moment.state.turns)
            said = r"roof cards</span>.*?\d of 4</b>|\d roof cards</b>|roof cards</span> <b[^>]*>\d</b>"
            assert all(re.search(said, roof, re.S) for roof in roofs), roofs


def test_a_player_placing_a_card_can_press_every_slot_and_every_pair() -> None:
    placing = [moment for moment in moments() if moment.state.step == "taken" and moment.state.room]
    assert placing
    for moment in placing:
        seen = seen_by(moment.state.waiting[0], moment)
        spoken = {words.split(" ")[1] for words in (*seen.moves, *seen.refused) if " " in words}
        here = {str(column) for column, room in enumerate(moment.state.display.rooms) if room}
        assert spoken >= {*SLOT} | here


def test_each_slot_says_what_the_room_would_score_there() -> None:
    placing = next(moment for moment in moments() if moment.state.step == "taken" and moment.state.room)
    seat = placing.state.waiting[0]
    drawn = board(placing.state, seat, offers(dream_home, placing.state, seat))
    for slot in (slot for storey in drawn.houses[seat].storeys for slot in storey):
        for move, gain in slot.offers:
            after, _ = play(dream_home, placing.state, seat, placing.state.turns[seat], move)
            assert gain == in_sight(after, seat) - in_sight(placing.state, seat)


def in_sight(state: Any, seat: int) -> int:
    """The points of a house without its roof."""
    return sum(line.points for line in dream_home.score(state)[seat] if line.part != "roof")


def test_the_roof_that_nobody_may_see_is_not_in_the_points() -> None:
    for moment in moments():
        if moment.state.waiting:
            for seat, house in enumerate(board(moment.state, None, ()).houses):
                assert sum(line.points for line in house.lines) == in_sight(moment.state, seat)


def test_points_during_the_game_are_shown_to_those_the_option_names() -> None:
    moment = next(moment for moment in moments() if moment.state.step == "taken" and moment.version > 100)
    own, other = moment.state.waiting[0], (moment.state.waiting[0] + 1) % len(moment.names)
    for shown, seats in (("off", []), ("own", [own]), ("all", [own, other])):
        html = draw(moment._replace(running_score=shown), own, "en")
        assert ('class="sum"' in html) == (own in seats)
        assert bool(re.search(rf"{NAMES[other]} : \d+ points?, roof", Sight(html).text)) == (other in seats)


def test_tokens_outside_are_drawn_as_things_not_as_cards() -> None:
    seen = set()
    for moment in moments():
        frame = draw(moment, moment.state.waiting[0] if moment.state.waiting else None, "en")
        yards = "".join(re.findall(r'<div class="yard"[^>]*>.*?</div>', frame, re.DOTALL))
        seen.update(re.findall(r"#token-(\w+)", yards))
        assert not re.search(r"specials[^\"]*#(tree|bird)_house", yards)
    assert seen == {"tree_house", "bird_house"}


def test_only_houses_seen_up_close_have_a_sky_behind_them() -> None:
    for moment in moments():
        seats = len(moment.state.turns)
        for viewer in (None, 0):
            closely = 0 if viewer is None else 1
            if not moment.state.waiting:  # in the score details, and as the winner's or in the ranking
                closely = 2 * seats
            assert len(re.findall(r"#sky\b", draw(moment, viewer, "en"))) == closely


def test_card_details_say_what_each_card_is_good_for() -> None:
    good_for = {
        'data-special="marker"': "You go first next round.",
        'data-special="blue"': "Four roof cards score 3, or 8 in one colour.",
        'data-special="red~"': "The window scores 1 more.",
        'data-special="drill"': "swap a room on the display with one in your house",
        'data-special="roofer"': "take a roof card from the discard pile",
        'data-special="scaffold"': "It supports the cards above it.",
        'data-special="piano"': "3 points Goes in a living room.",
        'data-special="tree_house"': "2 points Goes outside",
        'data-room="living_room"': "Points for one card, or two or three side by side: 1·4·9",
        'data-room="sauna"': "Points: 1, or 3 next to a bathroom",
        'data-room="wine_cellar"': "Points: 2. Basement only.",
        'data-room="kitchen"': "A bathroom, a kitchen and a bedroom together score extra.",
    }
    seen = set()
    for moment in moments():
        frame = draw(moment, None, "en")
        for pair in re.findall(r'<li[^>]* data-of="\d">.*?</li>', frame, re.DOTALL):
            for card in good_for.keys() & set(re.findall(r'data-(?:special|room)="[^"]+"', pair)):
                seen.add(card)
                assert good_for[card] in Sight(pair).text
    assert seen == {*good_for}


def test_the_owner_of_the_interior_designer_is_not_told_that_tokens_close_rooms() -> None:
    told = {
        (DESIGNER in moment.state.houses[seat].beside, "The room can't grow after that." in frame)
        for moment in moments()
        for seat in moment.state.waiting
        if (frame := draw(moment, seat, "en"))
    }
    assert told == {(True, False), (False, False), (False, True)}


def test_another_players_house_says_what_its_tools_and_helpers_do() -> None:
    told = set()
    for moment in moments():
        lists = re.findall(r'<dl class="lines"[^>]*>(.*?)</dl>', draw(moment, None, "en"), re.DOTALL)
        for name, what in re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", "".join(lists), re.DOTALL):
            told.add((name.strip(), what.strip()))
    assert ("tree house", "Beside the house") in told
    assert ("roofer", "At the end of the game: take a roof card from the discard pile.") in told
    assert all(what for _, what in told)
