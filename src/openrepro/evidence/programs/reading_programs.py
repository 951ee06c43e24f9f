"""Whether a Python program only reads a file and prints what stands there."""

import ast

from openrepro.evidence.patterns import split_words
from openrepro.evidence.programs.constants import called
from openrepro.evidence.programs.syntax import parsed

_OPENS = split_words("open read_text read_bytes")
_PLAIN = _OPENS | split_words(
    """print Path read readline readlines load loads dumps write strip rstrip lstrip splitlines split format str float
    int round join get items values keys flush startswith endswith exit add_argument parse_args ArgumentParser replace
    exists decode main resolve Decimal list tuple dict pformat close"""
)
_MODULES = split_words("json sys pathlib os io csv pprint argparse __future__ decimal")
_JOINS = (ast.Add, ast.Mod)


def only_reads(source: str) -> bool:
    """Whether a program opens files, computes nothing and calls nothing but plain output."""
    tree = parsed(source) if source else None
    if tree is None:
        return False
    opens = False
    for node in ast.walk(tree):
        if not _is_plain(node):
            return False
        opens = opens or called(node) in _OPENS
    return opens


def _is_plain(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return all(name.name.partition(".")[0] in _MODULES for name in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").partition(".")[0] in _MODULES
    if isinstance(node, ast.Call):
        return called(node) in _PLAIN
    if isinstance(node, ast.BinOp):
        return _joins(node)
    return not isinstance(node, ast.AugAssign | ast.While | ast.ClassDef)


def _joins(node: ast.BinOp) -> bool:
    """Whether an operator puts texts or paths together, of which one stands there, rather than numbers."""
    if isinstance(node.op, _JOINS):
        return any(_is_text(item) for item in ast.walk(node))
    return isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant) and isinstance(node.right.value, str)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
