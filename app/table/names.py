"""Sanitize the names and chat lines that people type.

Text from outside may contain invisible characters that flip a page's direction or break a log: control
characters, right-to-left overrides, line breaks. We remove them, and refuse the text only if the rest is
empty or too long.
"""

import re
from collections.abc import Iterable
from itertools import count
from unicodedata import category, normalize

from app.engine.core import Illegal

COLOURS = ("brick", "amber", "moss", "teal", "sky", "plum", "rose", "slate")
LONGEST_NAME = 24
LONGEST_TEXT = 500

_MOST_UNSEEN = 5000  # how many removed characters to tolerate
_MOST_MARKS = 4  # combining marks per letter: enough for any script, too few to overlap the line above
_MOST_MARKS_TO_SORT = 30  # the limit of Unicode's stream-safe format: sorting n marks takes n² steps
_MOST_CODE_POINTS = 10  # per visible character: two people, their skin tones and a kiss are one emoji

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and a symbol that render as blanks
_JOINED_EMOJI = "\u2194\u2195\u2600-\u27bf\u2b1b\U0001f000-\U0001faff"
_STRAY_JOINER = re.compile(
    f"(?<![{_JOINED_EMOJI}])(?<![{_JOINED_EMOJI}]\ufe0f)\u200d|\u200d(?![{_JOINED_EMOJI}])"
)
_JOINED_OR_SKIN = re.compile("\u200d.|[\U0001f3fb-\U0001f3ff]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_UNSEEN = re.compile(r"\s|[\u034f\u17b4\u17b5\u180b-\u180f\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def clean_name(text: str) -> str:
    name = _clean(text, LONGEST_NAME)
    if name == "":
        raise Illegal("name_empty")
    if name is None or _is_longer(name, LONGEST_NAME):
        raise Illegal("name_too_long", longest=LONGEST_NAME)
    return name


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """Sanitize a chat line."""
    line = _clean(text, longest)
    if line == "":
        raise Illegal("text_empty")
    if line is None or _is_longer(line, longest):
        raise Illegal("text_too_long", longest=longest)
    return line


def marked(name: str, others: Iterable[str]) -> str:
    """The name, with the first free number appended if another name looks or sounds the same."""
    taken = {_likeness(other) for other in others}
    if _likeness(name) not in taken:
        return name
    return next(each for each in (f"{name} {number}" for number in count(2)) if _likeness(each) not in taken)


def _clean(text: str, longest: int) -> str | None:
    """Put text on one line, in NFC and without invisible characters. The result is empty or starts with a
    visible character; None if the text is too long to process."""
    most = longest * _MOST_CODE_POINTS
    if len(text) > most + _MOST_UNSEEN:
        return None
    seen = " ".join(_STRAY_JOINER.sub("", "".join(map(_seen, text))).split())
    if len(seen) > most:
        return None
    sorted_marks = normalize("NFC", _with_few_marks(seen, _MOST_MARKS_TO_SORT))
    return " ".join(_with_few_marks(sorted_marks, _MOST_MARKS).split())


def _seen(character: str) -> str:
    """Return a space for any kind of blank, "" for an invisible character, and others unchanged."""
    if character.isspace() or character in _BLANK:
        return " "
    if category(character)[0] != "C" or character == "\u200d":
        return character
    is_young_emoji = category(character) == "Cn" and "\U0001f000" <= character <= "\U0001faff"
    return character if is_young_emoji else ""  # newer than this Python's Unicode tables


def _with_few_marks(text: str, most: int) -> str:
    kept = ""
    marks = most  # at the start, or after a space, there is no letter to put a mark on
    for character in text:
        if _is_mark(character):
            marks += 1
        else:
            marks = most if character == " " else 0
        if marks <= most:
            kept += character
    return kept


def _is_mark(character: str) -> bool:
    return category(character)[0] == "M"


def _is_longer(text: str, longest: int) -> bool:
    """Whether a reader sees more characters than this. A letter with its marks, an emoji or a flag counts as
    one."""
    one_each = _FLAG.sub("F", _JOINED_OR_SKIN.sub("", text))
    visible = sum(not _is_mark(character) for character in one_each)
    return visible > longest or len(text) > longest * _MOST_CODE_POINTS


def _likeness(name: str) -> str:
    """Reduce a name to a form that is equal for names that look or sound the same. It ignores case, width and
    spaces."""
    return _UNSEEN.sub("", normalize("NFKC", normalize("NFKC", name).casefold()))
