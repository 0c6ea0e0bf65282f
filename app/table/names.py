"""What people call themselves and say, made fit to stand beside what others say.

Text from outside may hold what nobody sees but what turns a page around or breaks a log: control characters,
right-to-left overrides, line breaks. It is cleaned; only what is empty then, or too long, is refused.
"""

import re
from collections.abc import Iterable
from itertools import count
from unicodedata import category, normalize

from app.engine.core import Illegal

COLOURS = ("brick", "amber", "moss", "teal", "sky", "plum", "rose", "slate")
LONGEST_NAME = 24
LONGEST_TEXT = 500

_MOST_UNSEEN = 5000  # characters that are typed beside those that stay
_MOST_MARKS = 4  # on one letter: enough for every script, too few to climb over the line above
_MOST_MARKS_TO_SORT = 30  # as Unicode's own stream-safe form has it: sorting n of them takes n² steps
_MOST_CODE_POINTS = 10  # in one character: two people, their skins and a kiss are one emoji

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and a sign without ink
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
    """A line of chat."""
    line = _clean(text, longest)
    if line == "":
        raise Illegal("text_empty")
    if line is None or _is_longer(line, longest):
        raise Illegal("text_too_long", longest=longest)
    return line


def marked(name: str, others: Iterable[str]) -> str:
    """The name, with the first free number behind it if somebody is called alike."""
    taken = {_likeness(other) for other in others}
    if _likeness(name) not in taken:
        return name
    return next(each for each in (f"{name} {number}" for number in count(2)) if _likeness(each) not in taken)


def _clean(text: str, longest: int) -> str | None:
    """In one line and one form (NFC), without what isn't seen; empty, or a visible character comes first.
    None where there is too much to look at it all."""
    most = longest * _MOST_CODE_POINTS
    if len(text) > most + _MOST_UNSEEN:
        return None
    seen = " ".join(_STRAY_JOINER.sub("", "".join(map(_seen, text))).split())
    if len(seen) > most:
        return None
    sorted_marks = normalize("NFC", _with_few_marks(seen, _MOST_MARKS_TO_SORT))
    return " ".join(_with_few_marks(sorted_marks, _MOST_MARKS).split())


def _seen(character: str) -> str:
    """The character; a space for whatever separates words; nothing for what isn't seen."""
    if character.isspace() or character in _BLANK:
        return " "
    if category(character)[0] != "C" or character == "\u200d":
        return character
    is_young_emoji = category(character) == "Cn" and "\U0001f000" <= character <= "\U0001faff"
    return character if is_young_emoji else ""  # younger than this Python, which has no category for it


def _with_few_marks(text: str, most: int) -> str:
    kept = ""
    marks = most  # at the start, and behind a space, there is no letter to carry one
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
    """Whether a reader sees more characters: a letter with its marks, an emoji, a flag are one each."""
    one_each = _FLAG.sub("F", _JOINED_OR_SKIN.sub("", text))
    visible = sum(not _is_mark(character) for character in one_each)
    return visible > longest or len(text) > longest * _MOST_CODE_POINTS


def _likeness(name: str) -> str:
    """Equal for names that look or sound equal: case, width and spaces make no difference."""
    return _UNSEEN.sub("", normalize("NFKC", normalize("NFKC", name).casefold()))
