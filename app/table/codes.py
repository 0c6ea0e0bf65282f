"""Table codes that are easy to read aloud: `sunny-sofa-42`.

A code is an address, not a secret, but anyone who knows it may watch. That's why there are more than four
million codes, and why guessing is rate-limited (see `rate_limits`).
"""

import re
import tomllib
import unicodedata
from pathlib import Path
from random import Random

_TOML = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))

ADJECTIVES = tuple(_TOML["adjectives"].split())
NOUNS = tuple(_TOML["nouns"].split())
# Starts at 20, because "thirteen" sounds like "thirty"; leaves out 69 (innuendo) and 88 (neo-Nazi code).
NUMBERS = tuple(number for number in range(20, 100) if number not in (69, 88))

# Unambiguous even without separators, because no two pairs of words spell the same when joined.
_JOINED = re.compile(rf"({'|'.join(ADJECTIVES)})({'|'.join(NOUNS)})(\d\d)")
LONGEST_TYPED = 80


def new_code(chance: Random) -> str:
    """Draw a random code, which may already be taken."""
    return f"{chance.choice(ADJECTIVES)}-{chance.choice(NOUNS)}-{chance.choice(NUMBERS)}"


def plain(typed: str) -> str | None:
    """Normalize a code that somebody typed or pasted; None if it can't be a code.

    >>> plain("Sunny Sofa 42"), plain("SUNNYSOFA42"), plain("sunny–sofa–４２"), plain("sunny sofa")
    ('sunny-sofa-42', 'sunny-sofa-42', 'sunny-sofa-42', None)
    """
    if len(typed) > LONGEST_TYPED:
        return None
    found = _JOINED.fullmatch(letters(typed))
    if found is None or int(found[3]) not in NUMBERS:
        return None
    return f"{found[1]}-{found[2]}-{int(found[3])}"


def letters(typed: str) -> str:
    """What of a typed code counts, even if it is only a part of one.

    >>> letters("Sofa – ４２")
    'sofa42'
    """
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", typed).casefold()))
