"""Whole numbers that a client sends as text."""


def whole_number(text: str, most: int = 10**9 - 1) -> int | None:
    """Parse a number from 0 to `most`, written in plain digits. Return None for anything else, and for more
    digits than `most` has.

    >>> whole_number("12"), whole_number("12", most=9), whole_number("-1"), whole_number("")
    (12, None, None, None)
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None
