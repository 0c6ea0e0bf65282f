"""Cuts the indentation out of templates as they are compiled; only their authors need it."""

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_INDENTED = re.compile(r"\s*\n\s*")


class Indentation(Extension):
    """Turns each line break, and the blanks around it, into a single blank.

    Texts to translate stay as they are, because they are looked up by their exact wording.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        is_page = stream.name is not None and stream.name.endswith(".html")  # Markdown means something by it
        return _cut(iter(stream)) if is_page else stream


def _cut(tokens: Iterator[Token]) -> Iterator[Token]:
    is_text, opens = False, False
    for token in tokens:
        if opens and token.value in ("trans", "endtrans"):
            is_text = token.value == "trans"
        opens = token.type == "block_begin"
        if token.type == "data" and not is_text:
            token = Token(token.lineno, token.type, _INDENTED.sub(" ", token.value))
        yield token
