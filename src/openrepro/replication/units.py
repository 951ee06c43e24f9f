"""What sort of unit a claim is stated in, as far as comparing arms and machines goes."""

import re
from enum import Enum, auto


class UnitSort(Enum):
    RATIO = auto()
    PERCENT = auto()
    COUNT = auto()
    HARDWARE = auto()
    OTHER = auto()


_RATIO = frozenset({"ratio", "factor", "fold", "times", "x", "×", "multiple", "speedup", "speed-up"})
_POINTS = frozenset({"percentage point", "percentage points", "percent points", "pp", "points", "% points"})
_COUNT = frozenset({"count", "counts", "parameters", "params", "macs", "flops", "bytes"})
_TIME_WORDS = """
s sec secs second seconds ms millisecond milliseconds us µs microseconds ns nanoseconds min minute minutes h hr hrs
hour hours day days gpu-hours gpu-hour gpu-days gpu-day cpu-hours joule joules j kj kwh wh watt watts w fps hz khz
mhz ghz
"""
_TIME = frozenset(_TIME_WORDS.split())
_PER_TIME = re.compile(r"(?:/|\bper) ?(?:s|sec|second|ms|minute|min|hour|h|day|joule|watt)\b")


def sort_of(unit: str) -> UnitSort:
    """The sort of `unit`; percent wins over the rest, and times and rates depend on the hardware.

    Percentage points are plain differences, so they are OTHER.
    """
    plain = " ".join(unit[:80].lower().split())
    if plain in _POINTS:
        return UnitSort.OTHER
    if "percent" in plain or "%" in plain:
        return UnitSort.PERCENT
    if plain in _RATIO:
        return UnitSort.RATIO
    if plain in _COUNT:
        return UnitSort.COUNT
    words = plain.split()
    if (words and (words[0] in _TIME or words[-1] in _TIME)) or _PER_TIME.search(plain):
        return UnitSort.HARDWARE
    return UnitSort.OTHER
