"""The only codec: converts values to JSON text and back, strictly.

A NamedTuple becomes a list of its fields in order, bytes become hex, and a tuple becomes a list. New fields
are only ever appended, and have defaults, so older text can still be read. Reading is driven by the type:
anything that doesn't match it exactly is refused, even `true` for 1.

>>> dumps(("place", "g0", "up"))
'["place","g0","up"]'
>>> loads(tuple[int, ...], "[1,2]")
(1, 2)
"""

import json
import re
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Reader = Callable[[Any], Any]


class WireError(ValueError):
    """The text doesn't encode a value of the expected type."""


_ATOMS = frozenset((str, int, bool, NoneType))


def dumps(value: Any) -> str:
    """The value as compact JSON."""
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (tuple, list)):
        is_flat = _ATOMS.issuperset(map(type, value))  # a list of moves can have a thousand flat lists
        return value if is_flat else [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if value is None or isinstance(value, (str, int)):
        return value
    raise TypeError(f"{type(value).__name__} has no form on the wire")


def loads(kind: type[T], text: str | bytes) -> T:
    """The value of this type that the text encodes."""
    wanted: Any = kind
    try:
        value: T = _reader(wanted)(parse(text))
    except RecursionError:
        raise WireError("nested too deeply") from None
    return value


def parse(text: str | bytes) -> Any:
    """Parse plain JSON; raises WireError if anything is wrong with it."""
    try:
        if isinstance(text, bytes):
            text = text.decode()  # json would also guess at UTF-16
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise WireError(f"no JSON: {str(error)[:80]}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return fields


@cache
def _reader(kind: Any) -> Reader:
    """A function that reads values of this type."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in (int, str, bool, NoneType):
        return _exactly(kind)
    if kind is bytes:
        return read_hex
    if origin in (Union, UnionType):
        return _one_of(tuple(args))
    if origin is tuple and args[-1] is Ellipsis:
        each = _reader(args[0])
        return lambda plain: tuple(map(each, _list(plain)))
    if origin is tuple:
        return _fields(tuple, args)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _record(kind)
    raise TypeError(f"{kind} has no form on the wire")


def _exactly(kind: type) -> Reader:
    def read(plain: Any) -> Any:
        if type(plain) is not kind:
            raise WireError(f"{kind.__name__} wanted")
        return plain

    return read


def read_hex(plain: Any) -> bytes:
    """Bytes from hex: two lower-case digits each, with nothing in between."""
    if not isinstance(plain, str) or not re.fullmatch(r"([0-9a-f]{2})*", plain):
        raise WireError("hex wanted")
    return bytes.fromhex(plain)


def _list(plain: Any) -> list[Any]:
    if not isinstance(plain, list):
        raise WireError("a list wanted")
    return plain


def _one_of(kinds: tuple[Any, ...]) -> Reader:
    def read(plain: Any) -> Any:
        for kind in kinds:
            try:
                return _reader(kind)(plain)
            except WireError:
                continue
        raise WireError("none of the types that may stand here")

    return read


def _fields(
    make: Callable[[list[Any]], Any], kinds: tuple[Any, ...], defaults: tuple[Any, ...] = ()
) -> Reader:
    def read(plain: Any) -> Any:
        values = _list(plain)
        missing = len(kinds) - len(values)
        if not 0 <= missing <= len(defaults):
            raise WireError(f"{len(kinds)} values wanted, not {len(values)}")
        given = [_reader(kind)(value) for kind, value in zip(kinds, values, strict=False)]
        return make(given + list(defaults[len(defaults) - missing :]))

    return read


def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    defaults = tuple(kind._field_defaults.values())
    return _fields(kind._make, tuple(hints[name] for name in kind._fields), defaults)
