"""What a paper says it was computed on, as a class: by documented patterns, each with the words it rests on."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.papers.sightings import Evidence, Source
from openrepro.papers.text import Span


class Compute(StrEnum):
    """The largest machine that a paper says it used; unknown where it says nothing that is understood."""

    LAPTOP = "laptop"
    ONE_GPU = "one-gpu"
    SEVERAL_GPUS = "several-gpus"
    CLUSTER = "cluster"
    UNKNOWN = "unknown"


WORDS: Final = {
    Compute.LAPTOP: "a laptop",
    Compute.ONE_GPU: "one GPU",
    Compute.SEVERAL_GPUS: "several GPUs",
    Compute.CLUSTER: "a cluster",
    Compute.UNKNOWN: "not known",
}
MEANING: Final = {
    Compute.LAPTOP: "A CPU, a laptop or a desktop computer, and no accelerator.",
    Compute.ONE_GPU: "One GPU or TPU chip; at most 48 GPU-hours where only hours are stated.",
    Compute.SEVERAL_GPUS: "2 to 8 GPUs, or a TPU slice of at most 8; at most 1,000 GPU-hours.",
    Compute.CLUSTER: "More than 8 GPUs, several nodes, a larger TPU slice, or more than 1,000 GPU-hours.",
    Compute.UNKNOWN: "Nothing is stated that is understood, or the text is not on file.",
}
SIZES: Final = (Compute.LAPTOP, Compute.ONE_GPU, Compute.SEVERAL_GPUS, Compute.CLUSTER)
ON_ONE_MACHINE: Final = 8
HOURS_OF_ONE: Final = 48
HOURS_OF_SEVERAL: Final = 1_000
BILLIONS: Final = ((30.0, Compute.CLUSTER), (3.0, Compute.SEVERAL_GPUS), (0.5, Compute.ONE_GPU))
"""A model that is trained, in billions of parameters from which on; asked only where no machine is named."""


class Sighting(NamedTuple):
    """A class, and the characters that it rests on."""

    compute: Compute
    span: Span


_FIRST: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS: Final = {word: number for number, word in enumerate(_FIRST, start=1)} | {
    "single": 1,
    "a": 1,
    "an": 1,
    "sixteen": 16,
    "thirty-two": 32,
    "sixty-four": 64,
}
_LONG: Final = (
    r"(?:A100|H100|H200|B200|GH200|V100|P100|A6000|A5000|A4000|MI\d{3}X?|"
    r"RTX ?(?:A?\d{4})(?: ?Ti| SUPER| Ada)?|GTX ?\d{3,4}(?: ?Ti)?|GeForce \d{4}(?: ?Ti)?|TITAN ?(?:V|RTX|Xp?)|2080 ?Ti)"
)
_SHORT: Final = r"(?:A10G?|A30|A40|L4|L40S?|T4|K80|K40|M60)"
_VENDOR: Final = r"(?:(?:NVIDIA|Tesla|GeForce|Quadro|AMD|Instinct|Google|Cloud|DGX|(?:\d{2,3} ?GB))[ -]){1,3}"
_MEMORY: Final = r"(?:[ -]?(?:SXM\d?|PCIe|NVL|\(?\d{2,3} ?Gi?B\)?)){0,3}"
_COUNT: Final = rf"(?P<count>\d{{1,3}},\d{{3}}|\d{{1,5}}|(?:an?|one) single|{'|'.join(_NUMBERS)})"
_CHIPS: Final = r"(?P<chips>GPUs?|cards?|accelerators?|TPUs?|chips?)"
_MACHINES: Final = re.compile(
    rf"(?i)(?<![\w.,/-]){_COUNT}(?P<times> ?[x×*] ?|[ -])"
    rf"(?:(?P<long>(?:{_VENDOR})?{_LONG}s?){_MEMORY}(?:[ -]{_CHIPS})?"
    rf"|(?P<short>{_VENDOR}{_SHORT}s?){_MEMORY}|{_SHORT}{_MEMORY}[ -](?P<shorts>GPUs?)"
    rf"|(?:{_VENDOR})?(?P<plain>[GT]PUs?))\b(?!-?[ -]?(?:hours?|days?|memory|kernel|utili))"
)
_TIMES_AFTER: Final = re.compile(rf"(?i)\b{_LONG}{_MEMORY}(?: GPUs?)? ?\(?[x×] ?(?P<count>\d{{1,4}})\b")
_SLICE: Final = re.compile(r"(?i)\bTPU[ -]?v\d[ep]?-(?P<count>\d{1,4})\b|\bTPU[ -]?(?:v\d[ep]? )?(?P<pod>pods?)\b")
_HOURS: Final = re.compile(
    rf"(?i)(?<![\w.,])(?P<count>\d{{1,3}}(?:,\d{{3}}){{1,2}}|\d{{1,7}})(?P<k>k)? ?(?:{_LONG}|{_SHORT}|[GT]PU)[ -]"
    r"(?P<unit>hours?|days?)\b"
)
_NODES: Final = re.compile(
    rf"(?i)(?<![\w.,-]){_COUNT} (?:compute |GPU |DGX |HGX )?nodes\b|\bmulti-?node (?:training|setup|run|cluster)s?\b"
)
_DESK: Final = re.compile(
    r"(?i)\b(?:on|using|with) (?:an?|one|our|the author'?s'?|my) (?:[\w-]+ ){0,3}(?:laptop|MacBook(?: Pro| Air)?)\b"
    r"|\b(?:a|one|single)(?: single)?(?: [\w-]+)? CPU(?: core)?\b(?!-| ?(?:hours|and))|\bCPU[- ]only\b"
    r"|\bonly (?:on )?CPUs?\b"
    r"|\bwithout (?:an?y? )?(?:GPUs?|accelerators?)\b|\bno GPUs? (?:is|are|was|were) (?:needed|required|used)\b"
    r"|\b(?:standard|ordinary|desktop|personal) (?:computer|PC|CPU)\b|\bApple M[1-5]\b"
    r"|\bIntel(?:\(R\))? (?:Core(?:\(TM\))? )?i[3579]\b"
)
_TRAINED: Final = re.compile(
    r"(?i)\bwe (?:[\w-]+ ){0,3}(?:pre-?train|train|fine-?tune)(?:ed|s|d)? [^.\n]{0,100}?(?<![\w.])"
    r"(?P<billions>\d{1,3}(?:\.\d)?) ?(?:B|billion)\b"
)
ANCHOR: Final = re.compile(
    r"[GTC]PU|[gtc]pu[s ]|[Ll]aptop|MacBook|[Mm]ulti-?node|nodes|computer|desktop|Apple M|Intel"
    r"|NVIDIA|N[Vv]idia|nvidia|Tesla"
    r"|[ABHPV][1-6]00|A[456]000|MI\d|RTX|GTX|GeForce|TITAN|2080"
)
_TRAINING: Final = re.compile(r"(?i)\bwe (?:[\w-]+ ){0,3}(?:pre-?train|train|fine-?tune)")
_NOT_THEIRS: Final = re.compile(
    r"(?i)\b(?:prior|previous|earlier) (?:work|method|stud|approach)|\bet al\b|\bunlike\b|\bwhereas\b|\binstead of\b"
    r"|\bin contrast\b|\bwould (?:require|need|take)\b|\brather than\b|\bcompared (?:to|with)\b|\bcannot\b|\bnot\b"
)
_NUMBERED: Final = re.compile(r"(?i)\b(?:table|fig(?:ure|\.)?|section|sec\.|equation|eq\.|appendix|step)\s*$")
_MODELS: Final = frozenset((1080, 1660, 2060, 2070, 2080, 3060, 3070, 3080, 3090, 4070, 4080, 4090, 5080, 5090))
"""Numbers that are names of cards where they stand before the word GPU."""


def compute_of(source: Source) -> tuple[Compute, Evidence | None]:
    """The largest class that the paper's own work is said to have used, and the first words that say so."""
    seen = list(_machines(source)) or list(_models(source))
    if not seen:
        return Compute.UNKNOWN, None
    most = max(seen, key=lambda one: (SIZES.index(one.compute), -one.span.start))
    return most.compute, source.evidence(most.span)


def _machines(source: Source) -> Iterator[Sighting]:
    kinds = (
        (_MACHINES, _chips),
        (_TIMES_AFTER, _chips),
        (_SLICE, _slice),
        (_HOURS, _hours),
        (_NODES, _nodes),
        (_DESK, _desk),
    )
    for pattern, classed in kinds:
        for match in source.found(pattern, ANCHOR):
            told = source.before(match.start())
            if _NUMBERED.search(told) or (pattern is not _DESK and _NOT_THEIRS.search(told)):
                continue
            found = classed(match)
            if found is not None:
                yield Sighting(found, Span(*match.span()))


def _chips(match: re.Match[str]) -> Compute | None:
    held = match.groupdict()
    many = _number(match["count"])
    word = (held.get("plain") or held.get("shorts") or held.get("chips") or "").lower()
    if held.get("plain"):
        stated = match["count"].lower() not in ("a", "an")
        if not stated or many in _MODELS or (many > 1) != word.endswith("s"):
            return None
    return of_chips(many)


def of_chips(many: int) -> Compute | None:
    """The class of a number of GPUs."""
    if not many:
        return None
    return Compute.ONE_GPU if many == 1 else Compute.SEVERAL_GPUS if many <= ON_ONE_MACHINE else Compute.CLUSTER


def _slice(match: re.Match[str]) -> Compute | None:
    return Compute.CLUSTER if match["pod"] else of_chips(_number(match["count"]))


def _hours(match: re.Match[str]) -> Compute:
    hours = _number(match["count"]) * (1_000 if match["k"] else 1) * (24 if match["unit"].lower()[0] == "d" else 1)
    if hours <= HOURS_OF_ONE:
        return Compute.ONE_GPU
    return Compute.SEVERAL_GPUS if hours <= HOURS_OF_SEVERAL else Compute.CLUSTER


def _nodes(match: re.Match[str]) -> Compute | None:
    return Compute.CLUSTER if match["count"] is None or _number(match["count"]) > 1 else None


def _desk(_match: re.Match[str]) -> Compute:
    return Compute.LAPTOP


def _models(source: Source) -> Iterator[Sighting]:
    for match in source.found(_TRAINED, _TRAINING):
        billions = float(match["billions"])
        found = next((compute for least, compute in BILLIONS if billions >= least), None)
        if found is not None:
            yield Sighting(found, Span(*match.span()))


def _number(text: str) -> int:
    word = text.lower().split()[-1].replace(",", "")
    return int(word) if word.isdecimal() else _NUMBERS.get(word, 0)
