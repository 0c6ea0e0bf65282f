"""Style sheets as text."""

import re


def without_comments(css: str) -> str:
    """The style sheet with comments blanked out and its line numbers kept."""
    return re.sub(r"/\*.*?\*/", lambda said: "\n" * said[0].count("\n"), css, flags=re.DOTALL)
