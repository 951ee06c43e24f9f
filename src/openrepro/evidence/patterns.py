"""Lists of words, and of short patterns to search for together."""

import re
from collections.abc import Iterable


def any_of(patterns: Iterable[str], flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """One pattern that finds any of `patterns`; each must be bounded, so that a search stays linear."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), flags)


def split_words(text: str) -> frozenset[str]:
    """The words of `text`, which is wrapped for reading."""
    return frozenset(text.split())
