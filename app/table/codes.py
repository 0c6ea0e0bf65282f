"""The code of a table, to be read aloud: `sunny-sofa-42`.

It is an address and no secret's equal: whoever knows it may watch. So there are more than four million, and
guessing is limited (see `limits`).
"""

import re
import tomllib
import unicodedata
from pathlib import Path
from random import Random

_TOML = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))

ADJECTIVES = tuple(_TOML["adjectives"].split())
NOUNS = tuple(_TOML["nouns"].split())
# From 20, as "thirteen" sounds like "thirty"; without one that is said with a wink and one meant with hate.
NUMBERS = tuple(number for number in range(20, 100) if number not in (69, 88))

# Joined words fall apart in one way only, whatever the pair.
_JOINED = re.compile(rf"({'|'.join(ADJECTIVES)})({'|'.join(NOUNS)})(\d\d)")
LONGEST_TYPED = 80


def new_code(chance: Random) -> str:
    """A code, which may be taken already."""
    return f"{chance.choice(ADJECTIVES)}-{chance.choice(NOUNS)}-{chance.choice(NUMBERS)}"


def plain(typed: str) -> str | None:
    """The code that somebody typed or pasted in whatever way, or None where it can't be one.

    >>> plain("Sunny Sofa 42"), plain("SUNNYSOFA42"), plain("sunny–sofa–４２"), plain("sunny sofa")
    ('sunny-sofa-42', 'sunny-sofa-42', 'sunny-sofa-42', None)
    """
    if len(typed) > LONGEST_TYPED:
        return None
    letters = filter(str.isalnum, unicodedata.normalize("NFKC", typed).casefold())
    found = _JOINED.fullmatch("".join(letters))
    if found is None or int(found[3]) not in NUMBERS:
        return None
    return f"{found[1]}-{found[2]}-{int(found[3])}"
