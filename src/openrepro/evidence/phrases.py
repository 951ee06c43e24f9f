"""Search for any of a list of short patterns."""

import re
from collections.abc import Iterable


def any_of(phrases: Iterable[str], flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """One pattern that finds any of `phrases`; each must be bounded, so that a search stays linear."""
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), flags)
