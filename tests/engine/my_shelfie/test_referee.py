"""My Shelfie's questions to `housewarming referee`."""

import json
from typing import Any

from app.engine.my_shelfie.referee import QUESTIONS
from tests.support.command import housewarming

SIX_PAIRS = [".....", ".....", "CC.BB", "GG.FF", "TT.PP", "CBGFT"]
EXAMPLE = ["PGFBG", "TTBGC", "TTGBC", "TTFGC", "PPPPC", "PBGFC"]
CORNER = [".........", ".........", ".........", "....CB...", "....G....", *["........."] * 4]


def answered(*questions: dict[str, Any]) -> list[Any]:
    given = "".join(json.dumps({"game": "my_shelfie", **question}) + "\n" for question in questions)
    ended = housewarming("referee", given=given.encode())
    assert (ended.status, ended.complained) == (0, "")
    return [json.loads(line) for line in ended.said.splitlines()]


def codes(*questions: dict[str, Any]) -> list[str]:
    return [answer["error"]["code"] for answer in answered(*questions)]


def test_common_goals() -> None:
    met, missed, strict = answered(
        {"ask": "common", "goal": "six_pairs", "shelf": SIX_PAIRS},
        {"ask": "common", "goal": "x_shape", "shelf": SIX_PAIRS, "options": {}},
        {
            "ask": "common",
            "goal": "two_squares",
            "shelf": [*["....."] * 4, "CCCC.", "CCCC."],
            "options": {"squares": "strict"},
        },
    )
    assert met["met"] is True
    assert met["cells"][:3] == [[2, 0], [2, 1], [2, 3]]
    assert missed == strict == {"met": False, "cells": []}


def test_personal_goals() -> None:
    assert answered({"ask": "personal", "card": 1, "shelf": EXAMPLE}) == [{"points": 6, "matches": 4}]


def test_groups() -> None:
    (answer,) = answered({"ask": "adjacent", "shelf": EXAMPLE})
    assert answer["points"] == 18
    assert [(group["type"], group["size"], group["points"]) for group in answer["groups"]] == [
        ("trophies", 6, 8),
        ("cats", 5, 5),
        ("plants", 5, 5),
    ]
    assert answer["groups"][1]["cells"] == [[1, 4], [2, 4], [3, 4], [4, 4], [5, 4]]


def test_takes() -> None:
    question = {"ask": "takes", "players": 4, "board": CORNER, "room": 6}
    assert answered(question, {**question, "room": 1}, {**question, "room": 0}) == [
        {"takes": [[[3, 4]], [[3, 4], [3, 5]], [[3, 4], [4, 4]], [[3, 5]], [[4, 4]]]},
        {"takes": [[[3, 4]], [[3, 5]], [[4, 4]]]},
        {"takes": []},
    ]


def test_what_cannot_be_answered() -> None:
    takes = {"ask": "takes", "players": 2, "board": CORNER, "room": 6}
    outside = ["...C.....", *["........."] * 8]
    assert codes(
        {"ask": "common", "goal": "seven_pairs", "shelf": SIX_PAIRS},
        {"ask": "common", "goal": "six_pairs", "shelf": SIX_PAIRS[1:]},
        {"ask": "common", "goal": "six_pairs", "shelf": "....."},
        {"ask": "personal", "card": 0, "shelf": EXAMPLE},
        {"ask": "personal", "card": 13, "shelf": EXAMPLE},
        {"ask": "personal", "card": True, "shelf": EXAMPLE},
        {**takes, "room": 7},
        {**takes, "room": -1},
        {**takes, "players": 5},
        {**takes, "board": outside},
        {**takes, "board": CORNER[1:]},
        {"ask": "score"},
        {**takes, "options": {"squares": "round"}},
    ) == [
        "unknown_goal",
        "shelf_size",
        "bad_field",
        "unknown_personal_goal",
        "unknown_personal_goal",
        "bad_field",
        "bad_shelf_room",
        "bad_shelf_room",
        "bad_seats",
        "not_in_play",
        "room_size",
        "unknown_ask",
        "bad_option",
    ]
    assert [*QUESTIONS] == ["common", "personal", "adjacent", "takes"]
