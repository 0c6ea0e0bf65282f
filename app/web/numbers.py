"""Whole numbers that a client sends as text."""


def whole_number(text: str, most: int = 10**9 - 1) -> int | None:
    """The number, if it is one from 0 to the most: in plain digits, no more of them than that has.

    >>> whole_number("12"), whole_number("12", most=9), whole_number("-1"), whole_number("")
    (12, None, None, None)
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None
