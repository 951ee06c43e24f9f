"""The commands of a shell text, as far as it can be read without running it."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

LONGEST = 50_000
_PUNCTUATION = ";|&<>()\n`"
_HEREDOC = re.compile(r"<<-?[ \t]{0,4}[\"']?(?P<tag>[A-Za-z_]\w{0,40})[\"']?[^\n]{0,2000}\n")
_INNER = re.compile(r"\$\((?!\()(?P<paren>[^()]{1,2000})\)|`(?P<tick>[^`]{1,2000})`")
_MAX_PARTS = 500


@dataclass(slots=True)
class Command:
    """One command: its words, the files it writes to, whether text of its own is fed to it, whether a pipe is."""

    words: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    fed: bool = False
    piped: bool = False


def commands_in(text: str) -> list[Command] | None:
    """The commands of `text`, those inside `$(…)` too; None when it is too long or its quotes do not close."""
    if len(text) > LONGEST:
        return None
    bare = _without_documents(text)
    commands = _split(bare)
    for match in list(_INNER.finditer(bare))[:_MAX_PARTS]:
        inner = _split(match["paren"] or match["tick"])
        if commands is None or inner is None:
            return None
        commands += inner
    return commands


def _without_documents(text: str) -> str:
    """The text without the bodies of its here-documents and without its comment lines."""
    parts, position = [], 0
    for _ in range(_MAX_PARTS):
        match = _HEREDOC.search(text, position)
        if match is None:
            break
        parts.append(text[position : match.end()])
        end = text.find("\n" + match["tag"], match.end() - 1)
        position = len(text) if end < 0 else end + 1 + len(match["tag"])
    parts.append(text[position:])
    lines = "".join(parts).replace("\\\n", " ").split("\n")
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def _split(text: str) -> list[Command] | None:
    try:
        return list(_grouped(_tokens(text)))
    except ValueError:
        return None


def _tokens(text: str) -> Iterator[str]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=_PUNCTUATION)
    lexer.whitespace = " \t\r"
    lexer.whitespace_split = True
    lexer.commenters = ""
    return iter(lexer)


def _grouped(tokens: Iterator[str]) -> Iterator[Command]:
    """Words up to each separator; redirections are no words."""
    command = Command()
    target = ""
    for token in tokens:
        if token and not token.strip("<>&") and any(mark in token for mark in "<>"):
            target = token
            command.fed = command.fed or token.startswith("<<")
        elif token and not token.strip(_PUNCTUATION):
            yield command
            command, target = Command(piped=token.strip("\n") == "|"), ""
        elif target:
            command.writes.extend([token] if ">" in target else [])
            target = ""
        else:
            command.words.append(token)
    yield command
