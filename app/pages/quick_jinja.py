"""Jinja without the work that our templates never need. It writes the same text in two thirds of the time.

A table is drawn by calling macros. Jinja asks of each call whether it wants a context, and of each text
whether it is safe, several times over. But our templates always escape, and none has globals of its own.
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro, Undefined, markup_join, new_context
from jinja2.utils import missing
from markupsafe import Markup
from markupsafe import escape as thorough_escape

_FUNCTIONS: set[Any] = {FunctionType, MethodType, BuiltinFunctionType, type(lru_cache(id)), type}
# Functions by these names are never a template's own, and want no context.
OURS = frozenset(("_", "gettext", "pgettext", "ngettext", "fragment", "once", "unscripted"))
_READY = 4000  # texts a language
_NONE: Mapping[str, Any] = {}


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
        return written(called, args, options)
    if kind in _FUNCTIONS and not hasattr(called, "jinja_pass_arg"):
        return called(*args, **options)
    return context.call(called, *args, **options)


def written(macro: Any, args: Sequence[Any], options: Mapping[str, Any] = _NONE) -> Markup:
    """What a macro writes, given these arguments."""
    if macro.__class__ is not Macro or macro.catch_kwargs or macro.catch_varargs or macro.explicit_caller:
        return macro(*args, **options)  # type: ignore[no-any-return]
    if options or macro.caller or len(args) != macro._argument_count:
        names = (*macro.arguments, "caller") if macro.caller else macro.arguments
        more = names[len(args) :]
        is_wrong = len(args) > len(macro.arguments) or not options.keys() <= {*more}
        if is_wrong or (macro.caller and "caller" not in options):
            return macro(*args, **options)  # type: ignore[return-value]  # it says what is wrong
        args = (*args, *[options.get(name, missing) for name in more])
    return str.__new__(Markup, macro._func(*args))


class QuickCodeGenerator(CodeGenerator):
    """Compiles templates to use `call`, and not even that for our own functions."""

    def visit_Call(  # noqa: N802  # Jinja's name
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        if node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        is_ours = isinstance(node.node, nodes.Name) and node.node.name in OURS
        self.write("(" if is_ours else "call(context, ")
        self.visit(node.node, frame)
        self.write(")(" if is_ours else ", ")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        if node.dyn_args:
            self.write("*")
            self.visit(node.dyn_args, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class QuickTemplate(Template):
    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: MutableMapping[str, Any], *more: Any
    ) -> Template:
        namespace.update(escape=escape, markup_join=join, call=call)
        return super()._from_namespace(environment, namespace, *more)

    def new_context(self, given: Any = None, shared: bool = False, locals: Any = None) -> Context:  # noqa: A002
        """Take over all globals at once. Jinja would look each of them up."""
        known = given or {} if shared else {**self.environment.globals, **(given or {})}
        return new_context(self.environment, self.name, self.blocks, known, True, None, locals)

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
