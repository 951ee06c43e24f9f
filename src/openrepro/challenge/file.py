"""A rule file on disk: whatever is wrong with it, the sentence names the file."""

from pathlib import Path

from openrepro.challenge.rules import Rules, load_rules
from openrepro.errors import OpenReproError


def rule_bytes(path: Path) -> bytes:
    """What stands in the rule file. Raises FileNotFoundError, or OpenReproError when it cannot be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        hint = "It must be a file that the user of this program may read."
        raise OpenReproError(f"{path} cannot be read: {error.strerror}.", hint=hint) from error


def rules_in(path: Path, toml: bytes) -> Rules:
    """The rules that the text of the file states. Raises OpenReproError."""
    try:
        return load_rules(toml)
    except OpenReproError as error:
        raise OpenReproError(f"{path}: {error.text}", hint=error.hint) from error


def read_rule_file(path: Path) -> Rules:
    """The rules in a file. Raises OpenReproError."""
    try:
        return rules_in(path, rule_bytes(path))
    except (FileNotFoundError, NotADirectoryError):
        raise OpenReproError(f"There is no file {path}.", hint="Give the path of a challenge.toml.") from None
