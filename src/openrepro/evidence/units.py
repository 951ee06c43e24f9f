"""Units as printed behind a number, and the kind of number that each one makes."""

import re

from openrepro.evidence.model import UnitKind
from openrepro.evidence.patterns import any_of, split_words

_TIMES = split_words(
    "seconds second secs sec minutes minute mins min hours hour hrs hr days day weeks week ms µs μs us ns s h"
)
_SIZES = split_words(
    """kB KB MB GB TB KiB MiB GiB TiB bytes byte tokens token parameters params
    TFLOPs GFLOPs MFLOPs FLOPs TFLOPS GFLOPS GMACs MMACs MACs"""
)
_SUFFIXES = ("K", "k", "M", "B", "G", "T")
_COUNTS = split_words(
    """seeds seed epochs epoch steps step iterations iters layers heads classes samples examples images trials runs
    repeats tasks queries episodes trajectories cases instances points pts dB Hz kHz MHz GHz bits bit W kW kWh J
    GPUs GPU"""
)
_PERCENT = (r"\\?%", "percent", "per cent")
_POINT = (r"\\?%[ -]?points?", r"\\?%-?pts?", "percentage[ -]points?", "percent[ -]points?", "pp", "ppt", "p\\.p\\.")
_FACTOR = ("[- ]?folds?", "×(?! ?[0-9])", r"\$?\\times\$?(?! ?[0-9])")
_FASTER = (
    r"times(?= (?:as|the|faster|slower|more|less|fewer|larger|smaller|higher|lower|better|worse|cheaper|bigger|greater|"
    r"speed))"
)

_NAMES = sorted(_TIMES | _SIZES | _COUNTS, key=lambda name: (-len(name), name))
_WORDS = "|".join((*_POINT, *_PERCENT, *_FACTOR, _FASTER, *_NAMES))
UNIT = rf"(?:{'|'.join(_SUFFIXES)}|[xX](?! ?[0-9])|(?:[ \u00a0\u202f~]|\\,)?(?:{_WORDS}))"
"""A unit behind a number: some only when attached (`8x`, `4.7M`), the others after at most one space."""

_IS_POINT, _IS_PERCENT, _IS_FACTOR = (any_of(words, re.NOFLAG) for words in (_POINT, _PERCENT, _FACTOR))
_RELATIVE_AFTER = any_of(
    (
        r"^\s{0,2}relative",
        r"^\s{0,2}(?:lower|higher|fewer|less|more|faster|slower|smaller|larger|better|worse|cheaper)\b",
        r"^\s{0,2}(?:reduction|improvement|increase|decrease|drop|gain|saving|savings|speed-?up)\b",
    )
)
_CHANGES = (
    r"(?:lower|higher|fewer|less|faster|slower|smaller|larger|better|worse|reduc\w{0,8}|improv\w{0,8}|increas\w{0,8}|"
    r"decreas\w{0,8}|gain\w{0,4}|drop\w{0,4}|sav\w{0,6}|cut\w{0,4})"
)
_RELATIVE_BEFORE = any_of(
    (
        rf"\b{_CHANGES}(?: \w{{1,20}}){{0,3}} (?:by|of)\s(?:about |roughly |around |up to |~\s?|≈\s?)?$",
        r"\brelative(?: \w{1,20}){0,3}\s{0,2}[:=(]?\s{0,2}(?:of |is |by )?$",
    )
)
_COMPARES = any_of((rf"\b{_CHANGES}", r"\bdifference", r"\bgap\b", r"\bby\b", r"\+\s?$"))


def kind_of(unit: str, before: str, after: str) -> UnitKind:
    """The kind of a number from its unit and the text around it on its line."""
    if _IS_POINT.fullmatch(unit):
        return UnitKind.POINT
    if _IS_PERCENT.fullmatch(unit):
        relative = _RELATIVE_AFTER.search(after) or _RELATIVE_BEFORE.search(before[-60:])
        return UnitKind.RELATIVE_PERCENT if relative else UnitKind.PERCENT
    if unit in ("points", "pts"):
        return UnitKind.POINT if _COMPARES.search(before[-60:]) else UnitKind.PLAIN
    if unit in ("x", "X", "times") or _IS_FACTOR.match(unit):
        return UnitKind.FACTOR
    if unit in _TIMES:
        return UnitKind.TIME
    return UnitKind.SIZE if unit in _SIZES or unit in _SUFFIXES else UnitKind.PLAIN


def kind_of_declared(unit: str) -> UnitKind:
    """The kind of a number whose unit was declared in words (`percent`, `percentage points`, `ratio`, `s`)."""
    words = unit.strip().lower().replace("_", " ")
    if words.startswith("relative") or words.endswith("relative"):
        return UnitKind.RELATIVE_PERCENT
    if words in ("fraction", "proportion", "probability"):
        return UnitKind.FRACTION
    if words in ("factor", "ratio", "times", "x", "fold"):
        return UnitKind.FACTOR
    if words in ("p", "p-value", "p value"):
        return UnitKind.P_VALUE
    return kind_of(unit.strip() if unit.strip() in _SIZES else words, "by", "")
