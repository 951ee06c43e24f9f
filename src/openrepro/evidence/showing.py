"""Whether a command only shows text that already stood somewhere, so that it ran nothing."""

import re
from collections.abc import Iterator, Sequence

SHELLS = frozenset({"bash", "sh", "zsh", "dash"})
SHOWS_FILES = frozenset(
    {"cat", "head", "tail", "less", "more", "bat", "type", "jq", "grep", "sed", "cut", "column", "nl", "tac", "strings"}
)
SAYS = frozenset({"echo", "printf", "true", ":"})
HARMLESS = frozenset({"cd", "ls", "pwd", "wc", "sort", "uniq", "tee", "set", "export", "sleep", "date", "test", "["})
SEPARATOR = re.compile(r"\|\||&&|[|;\n]")
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=\S*")
LONGEST = 5_000


def only_shows(argv: Sequence[str]) -> bool:
    """Whether every part of the command prints a file or fixed text: `cat result.json`, `head -5 log | grep acc`."""
    names = set(_commands(argv))
    return bool(names & (SHOWS_FILES | SAYS)) and names <= SHOWS_FILES | SAYS | HARMLESS


def only_says(argv: Sequence[str]) -> bool:
    """Whether the command prints nothing but text of its own: `echo "RESULT …"`."""
    names = set(_commands(argv))
    return bool(names & SAYS) and names <= SAYS | HARMLESS


def _commands(argv: Sequence[str]) -> Iterator[str]:
    """The program names of a command line, those of a shell's `-c` text for a shell."""
    if len(argv) >= 3 and _name(argv[0]) in SHELLS and argv[1].startswith("-") and argv[1].endswith("c"):
        for part in SEPARATOR.split(argv[2][:LONGEST]):
            words = [word for word in part.split() if not ASSIGNMENT.fullmatch(word)]
            if words:
                yield _name(words[0])
    elif argv:
        yield _name(argv[0])


def _name(word: str) -> str:
    return word.strip("\"'({").rpartition("/")[2]
