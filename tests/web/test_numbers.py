"""A number from a client is plain digits within a limit, or it is rejected."""

import pytest

from app.web.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("200", 200)])
def test_plain_digits_up_to_the_limit_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, most=200) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "201", "0007", "9" * 5000, "-1", "+1", " 1", "1\n", "1.0", "1e2", "1_0", "²", "٣", "３"],
)
def test_anything_else_is_no_number(text: str) -> None:
    assert whole_number(text, most=200) is None


def test_the_default_limit_is_nine_digits() -> None:
    assert whole_number("999999999") == 999_999_999
    assert whole_number("1000000000") is None
