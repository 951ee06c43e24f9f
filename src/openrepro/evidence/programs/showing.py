"""Whether a command only shows text that already stood somewhere, so that it ran nothing."""

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from openrepro.evidence.patterns import split_words
from openrepro.evidence.programs.reading_programs import only_reads
from openrepro.evidence.programs.shell_commands import Command, commands_in

SHELLS = split_words("bash sh zsh dash ksh")
SHOWS_FILES = split_words("curl wget cat head tail less more bat type jq grep egrep zcat sed cut column nl tac strings")
SAYS = split_words("echo printf true :")
HARMLESS = split_words(
    """cd ls pwd wc sort uniq tee set export sleep date test [ [[ mkdir touch read done fi esac } for case in local
    return exit cp mv chmod"""
)
_LEADING = split_words("then do else if elif while until ! { time exec command builtin")
_WRAPPERS = split_words("env sudo time nice nohup timeout stdbuf exec command unbuffer setsid ionice doas")
_WITH_ARGUMENT = frozenset({"-u", "-n", "-k", "-s", "-g", "-c"})
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}=.{0,20000}", re.DOTALL)
_DURATION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?[smhd]?")
_PYTHON = re.compile(r"python[0-9.]{0,6}")
_CODE = re.compile(r"-[A-Za-z]{0,6}c")
_DEEPEST = 3

Scripts = tuple[tuple[str, str], ...]
"""Name and text of each script attached to a run."""


class _Does(IntEnum):
    """What a command does at most."""

    NOTHING = 0
    SAYS = 1
    SHOWS = 2
    RUNS = 3


def only_shows(argv: Sequence[str], scripts: Scripts = ()) -> bool:
    """Whether every part of the command prints a file or fixed text: `cat result.json`, `head -5 log | grep acc`.

    So does a program that only opens a file and prints it. `scripts` are those attached to the run.
    """
    return _does(tuple(argv), scripts) in (_Does.SAYS, _Does.SHOWS)


def only_says(argv: Sequence[str], scripts: Scripts = ()) -> bool:
    """Whether the command prints nothing but text of its own: `echo "RESULT …"`, `cat <<EOF`."""
    return _does(tuple(argv), scripts) is _Does.SAYS


@lru_cache(maxsize=4096)
def _does(argv: tuple[str, ...], scripts: Scripts) -> _Does:
    return _of_words(Command(list(argv)), scripts, 0)


@lru_cache(maxsize=1024)
def _of_text(text: str, scripts: Scripts, depth: int) -> _Does:
    """What a shell text does: the most that one of its commands does."""
    commands = commands_in(text) if depth < _DEEPEST else None
    if commands is None:
        return _Does.RUNS
    most, said = _Does.NOTHING, set[str]()
    for command in commands:
        does = _of_words(command, scripts, depth)
        if does is _Does.SAYS:
            said.update(command.writes)
        elif does is _Does.SHOWS and said.issuperset(_files(command)) and _files(command):
            does = _Does.SAYS
        most = max(most, does)
    return most


def _of_words(command: Command, scripts: Scripts, depth: int) -> _Does:
    words = _unwrapped(command.words)
    if not words:
        return _Does.NOTHING
    name = words[0].strip("({").rpartition("/")[2]
    if name in SHELLS or name in ("source", "."):
        return _of_shell(words, scripts, depth)
    if _PYTHON.fullmatch(name):
        return _of_python(words, scripts)
    if name in SAYS or (command.fed and name in SHOWS_FILES | {"tee"}):
        return _Does.SAYS
    if name in SHOWS_FILES:
        return _Does.NOTHING if command.piped and not (name == "cat" and _files(command)) else _Does.SHOWS
    if name in HARMLESS:
        return _Does.NOTHING
    return _of_text(text, scripts, depth + 1) if (text := _script(words[0], scripts)) else _Does.RUNS


def _of_shell(words: list[str], scripts: Scripts, depth: int) -> _Does:
    for index, word in enumerate(words[1:], 1):
        if _CODE.fullmatch(word) and index + 1 < len(words):
            return _of_text(words[index + 1], scripts, depth + 1)
        if not word.startswith("-"):
            text = _script(word, scripts)
            return _of_text(text, scripts, depth + 1) if text else _Does.RUNS
    return _Does.RUNS


def _of_python(words: list[str], scripts: Scripts) -> _Does:
    for index, word in enumerate(words[1:], 1):
        if _CODE.fullmatch(word) and index + 1 < len(words):
            return _Does.SHOWS if only_reads(words[index + 1]) else _Does.RUNS
        if not word.startswith("-"):
            return _Does.SHOWS if only_reads(_script(word, scripts)) else _Does.RUNS
    return _Does.RUNS


def _unwrapped(words: list[str]) -> list[str]:
    """The words of a command without assignments, shell keywords, and commands that start another."""
    rest = list(words)
    while rest:
        name = rest[0].rpartition("/")[2]
        if name in _WRAPPERS and len(rest) > 1:
            rest = _without_options(rest[1:])
        elif rest[0] in _LEADING or _ASSIGNMENT.fullmatch(rest[0]):
            rest = rest[1:]
        elif name == "ssh" and len(_without_options(rest[1:])) > 1:
            rest = _without_options(rest[1:])[1:]
        else:
            break
    return rest


def _without_options(words: list[str]) -> list[str]:
    index = 0
    while index < len(words) and (words[index].startswith("-") or _DURATION.fullmatch(words[index])):
        index += 2 if words[index] in _WITH_ARGUMENT else 1
    return words[index:]


def _files(command: Command) -> list[str]:
    return [word for word in _unwrapped(command.words)[1:] if not word.startswith("-")]


def _script(word: str, scripts: Scripts) -> str:
    """The text of the attached script that `word` names, or nothing."""
    name = word.rpartition("/")[2]
    return next((text for own, text in scripts if own.rpartition("/")[2] == name), "")
