"""Jinja without the work that our templates never need. It writes the same text in two thirds of the time.

A table is drawn by calling macros. Jinja asks of each call whether it wants a context, and of each text
whether it is safe, several times over. But our templates always escape, and none has globals of its own.
"""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro, Undefined, markup_join
from markupsafe import Markup
from markupsafe import escape as thorough_escape

_FUNCTIONS: set[Any] = {FunctionType, MethodType, BuiltinFunctionType}
# Functions by these names are never a template's own, and want no context.
OURS = frozenset(("_", "gettext", "pgettext", "ngettext", "fragment", "once", "unscripted"))
_READY = 4000  # texts a language


def escape(value: Any) -> str:
    """The value as safe text; Jinja would copy what is safe already."""
    kind = value.__class__
    if kind is Markup or (kind is str and value.isidentifier()):
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return "" if kind is Undefined else thorough_escape(value)  # an `if` without an `else`


def join(values: tuple[Any, ...]) -> str:
    """What `~` makes of these values."""
    texts = []
    for value in values:
        kind = value.__class__
        if kind is not str and kind is not int:
            return markup_join(values)
        texts.append(value if kind is str else str(value))
    return "".join(texts)


def call(context: Context, called: Any, /, *args: Any, **options: Any) -> Any:
    kind = called.__class__
    if kind is Macro:
        if not (options or called.caller or called.catch_kwargs or called.catch_varargs) and (
            len(args) == called._argument_count
        ):
            return str.__new__(Markup, called._func(*args))
        return called(*args, **options)
    if kind in _FUNCTIONS and not hasattr(called, "jinja_pass_arg"):
        return called(*args, **options)
    return context.call(called, *args, **options)


class QuickCodeGenerator(CodeGenerator):
    """Compiles templates to use `call`, and not even that for our own functions."""

    def visit_Call(  # noqa: N802  # Jinja's name
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        if node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        is_ours = isinstance(node.node, nodes.Name) and node.node.name in OURS
        self.write("(" if is_ours else "call(context, ")
        self.visit(node.node, frame)
        self.write(")(" if is_ours else ", ")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class QuickTemplate(Template):
    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: MutableMapping[str, Any], *more: Any
    ) -> Template:
        namespace.update(escape=escape, markup_join=join, call=call)
        return super()._from_namespace(environment, namespace, *more)

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        return self._module or super()._get_default_module()


class QuickEnvironment(Environment):
    code_generator_class = QuickCodeGenerator
    template_class = QuickTemplate

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._loaded: dict[str, Template] = {}

    def get_template(self, name: Any, *more: Any, **named: Any) -> Template:
        """Load a template, once and for all."""
        found = self._loaded.get(name)
        if found is None:
            found = self._loaded[name] = super().get_template(name, *more, **named)
        return found


def texts(words: NullTranslations) -> dict[str, Callable[..., Markup]]:
    """Functions for a language's texts, as Jinja's own, but texts without variables are made only once."""
    gettext = _quick(words.ugettext)
    return {
        "_": gettext,
        "gettext": gettext,
        "pgettext": _quick(words.upgettext),
        "ngettext": _ngettext(words),
    }


def _quick(translate: Callable[..., str]) -> Callable[..., Markup]:
    ready = lru_cache(_READY)(lambda *text: Markup(translate(*text)) % {})  # noqa: S704  # the translators'

    def translated(*text: str, **variables: Any) -> Markup:
        return Markup(translate(*text)) % variables if variables else ready(*text)  # noqa: S704  # the same

    return translated


def _ngettext(words: NullTranslations) -> Callable[..., Markup]:
    ready = lru_cache(_READY)(lambda *text: Markup(words.ungettext(*text)) % {"num": text[-1]})  # noqa: S704

    def translated(one: str, more: str, num: int, **variables: Any) -> Markup:
        if not variables:
            return ready(one, more, num)
        return Markup(words.ungettext(one, more, num)) % {"num": num, **variables}  # noqa: S704  # the same

    return translated
