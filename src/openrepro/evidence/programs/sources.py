"""The programs behind a run: its attached scripts, its command line, and the programs inside those."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.evidence.model import Run
from openrepro.evidence.patterns import split_words
from openrepro.logbooks.logbook import Address

MAX_SCRIPTS = 40
_LONGEST = 1_000_000
_OTHERS = split_words(
    "bash sh zsh shell js javascript ts r perl ruby julia c cpp json text txt yaml toml csv md markdown"
)
_PYTHON = re.compile(r"(?:^|[\s/])python[\d.]{0,6}(?=[\s\"']|$)")
_CODE_FLAG = re.compile(r"-[A-Za-z]{0,8}[ce]")
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})
_HEREDOC = re.compile(r"<<-?[ \t]{0,4}[\"']?(?P<tag>[A-Za-z_]\w{0,40})[\"']?[^\n]{0,200}\n")
_MAX_HEREDOCS = 50


class Program(NamedTuple):
    """A program: what to call it, its text, where it stands, and whether `at` spans exactly that text."""

    name: str
    text: str
    at: Address
    exact: bool = True


def programs_of(run: Run) -> Iterator[Program]:
    """The attached scripts in any language, the command line, and what it hands to an interpreter as text."""
    for script in run.scripts[:MAX_SCRIPTS]:
        yield Program(script.name or "the attached script", script.text[:_LONGEST], script.at)
    if run.argv:
        yield Program("the command line", "\n".join(run.argv)[:_LONGEST], run.at, exact=False)


def python_in(program: Program) -> Iterator[Program]:
    """The Python programs of `program`: itself, or the here-documents that it gives to Python."""
    if program.exact and program.name.rpartition(".")[2].lower() not in _OTHERS:
        yield program
    for text in _documents(program.text):
        yield Program(program.name, text, program.at, exact=False)


def inline_python(run: Run) -> Iterator[Program]:
    """The Python texts of a command line such as `env python -uc TEXT`, and of a shell's text within it."""
    for index, flag in enumerate(run.argv[:-1]):
        if index and _CODE_FLAG.fullmatch(flag) and _PYTHON.search(run.argv[index - 1] + " "):
            yield Program("the command line", run.argv[index + 1][:_LONGEST], run.at, exact=False)


def shell_texts(argv: tuple[str, ...]) -> Iterator[str]:
    """What a command line gives a shell to run: `bash -c TEXT`."""
    for name, flag, text in zip(argv, argv[1:], argv[2:], strict=False):
        if name.rpartition("/")[2] in _SHELLS and flag.startswith("-") and flag.endswith("c"):
            yield text


def seen_argv(run: Run) -> tuple[str, ...]:
    """What a Python program of `run` sees as `sys.argv`: its own name and all that follows."""
    for index, word in enumerate(run.argv[:-1]):
        if _PYTHON.search(word + " ") or word == "-m":
            rest = run.argv[index + 1 :]
            while len(rest) > 1 and rest[0].startswith("-"):
                rest = rest[1:]
            return rest
    return run.argv


def _documents(text: str) -> Iterator[str]:
    """The here-documents of a shell text that stand on a line with `python`."""
    position = 0
    for _ in range(_MAX_HEREDOCS):
        match = _HEREDOC.search(text, position)
        if match is None:
            return
        line = text.rfind("\n", max(0, match.start() - 500), match.start()) + 1
        end = text.find("\n" + match["tag"], match.end() - 1)
        end = len(text) if end < 0 else end
        if _PYTHON.search(text[max(line, match.start() - 500) : match.start()]):
            yield text[match.end() : end]
        position = max(end, match.end())
