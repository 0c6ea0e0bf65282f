"""Style sheets as text."""

import re


def without_comments(css: str) -> str:
    """The same lines, with nothing where a comment was."""
    return re.sub(r"/\*.*?\*/", lambda said: "\n" * said[0].count("\n"), css, flags=re.DOTALL)
