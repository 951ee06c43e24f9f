"""Syntax trees of Python programs, as far as strangers' programs have one."""

import ast
import re
import warnings

MAX_SOURCE = 200_000
_MAGIC = re.compile(r"^([ \t]{0,40})(?:%|!)[^\n]*", re.MULTILINE)


def parsed(text: str) -> ast.Module | None:
    """The syntax tree of a Python program, lines of a notebook's magic left out; None when it is no Python."""
    if len(text) > MAX_SOURCE:
        return None
    tree = _tree(text)
    if tree is None and ("%" in text or "!" in text):
        tree = _tree(_MAGIC.sub(lambda match: match[1] + "pass", text))
    return tree


def _tree(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
