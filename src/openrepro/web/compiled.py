"""How templates are compiled: what an expression gives is made visible and escaped in one call, and JSON objects are
asked for their names before their methods are."""

from types import BuiltinMethodType, MethodType
from typing import Any, Final

from jinja2 import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context, Macro, Undefined
from markupsafe import Markup, escape

from openrepro.visible import visible

METHODS: Final = frozenset(dir(dict))
OF_CALLS: Final = ("_loop_vars", "_block_vars")


def shown(value: Any) -> str:
    """What an expression gives as HTML: every character of a stranger's text is visible, and none of it is markup."""
    kind = type(value)
    if kind is str:
        if not (value.isascii() and value.isprintable()):
            return escape(visible(value))
        return value if value.isalnum() else escape(value)
    if kind is Markup:
        return str(value)
    if kind is int:
        return str(value)
    return escape(visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value)


class _Code(CodeGenerator):
    """Writes `finalize(x)` where Jinja would write `escape(finalize(x))`: `shown` does both."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            self.fail("Everything in a template is escaped; it cannot be switched off.", node.lineno)
        self.write("environment.finalize(")

    def _output_child_post(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write(")")


class _Context(Context):
    """Calls macros and methods straight away; Jinja looks each time whether they want to know the context."""

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind is not MethodType and kind is not BuiltinMethodType:
            return super().call(called, *args, **named)
        for name in OF_CALLS:
            named.pop(name, None)
        return called(*args, **named)


class Templates(Environment):
    """The environment of all pages."""

    code_generator_class = _Code
    context_class = _Context

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is not dict or attribute in METHODS:
            return super().getattr(obj, attribute)
        try:
            return obj[attribute]
        except KeyError:
            return self._missing(obj, attribute)

    def _missing(self, obj: object, name: str) -> Undefined:
        return self.undefined(obj=obj, name=name)
