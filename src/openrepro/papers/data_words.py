"""What a paper says about the data that its results need: by documented patterns, each with the words it rests on."""

import re
from collections import Counter
from enum import StrEnum
from typing import Final

from openrepro.papers.sightings import Evidence, Source
from openrepro.papers.text import Span


class Data(StrEnum):
    """How the data of a paper are got; of several the one that is hardest to get."""

    CLOSED = "closed"
    ON_REQUEST = "on-request"
    RELEASED = "released"
    PUBLIC = "public"
    GENERATED = "generated"
    UNKNOWN = "unknown"


WORDS: Final = {
    Data.CLOSED: "closed data",
    Data.ON_REQUEST: "data on request",
    Data.RELEASED: "data released with the paper",
    Data.PUBLIC: "public data",
    Data.GENERATED: "generated data only",
    Data.UNKNOWN: "data not known",
}
MOST_NAMES: Final = 8
_NAMES: Final = (
    "Fashion-MNIST|MNIST|CIFAR-10|CIFAR-100|CIFAR10|CIFAR100|SVHN|ImageNet|TinyImageNet|CelebA|FFHQ|LSUN|MS-COCO|COCO|"
    "Cityscapes|ADE20K|KITTI|nuScenes|ShapeNet|ModelNet40|Kinetics-400|LAION-5B|LAION-400M|GLUE|SuperGLUE|SQuAD|"
    "WikiText-103|WikiText-2|WikiText|OpenWebText|C4|RedPajama|FineWeb|The Pile|SlimPajama|GSM8K|MATH-500|MMLU|"
    "MMLU-Pro|HumanEval|MBPP|SWE-bench|BIG-bench|HellaSwag|WinoGrande|TruthfulQA|ARC-Challenge|AIME|GPQA|LongBench|"
    "RULER|LibriSpeech|AudioSet|VoxCeleb|D4RL|MuJoCo|Atari|ProcGen|MetaWorld|Meta-World|Minigrid|OpenML|UCI|QM9|ZINC|"
    "MD17|OGB|ogbn-arxiv|Cora|Citeseer|PubMed|MovieLens|MIMIC-III|MIMIC-IV|CheXpert|ADNI|UK Biobank|ETTh1|ETTm1|"
    "Criteo|Adult Income|COMPAS|MS MARCO|Natural Questions|HotpotQA|TriviaQA|AlpacaEval|MT-Bench|UltraFeedback"
)
NAMES: Final = tuple(_NAMES.split("|"))
"""Data sets that anybody can get; some under terms of use."""
_PLACE: Final = re.compile(
    r"(?i)https?://(?:www\.)?(?:huggingface\.co/datasets/|zenodo\.org/|(?:[\w-]+\.)?figshare\.com/|kaggle\.com/(?:datasets|c)/|"
    r"openml\.org/|physionet\.org/|archive\.ics\.uci\.edu/|osf\.io/)[\w./-]{1,80}"
)
_DATA: Final = r"(?:data ?sets?|data|benchmarks?|corpus|corpora)"
_REQUEST: Final = re.compile(rf"(?i)\b{_DATA}\b[^.\n]{{0,80}}? (?:up)?on (?:reasonable |written )?request\b")
_CLOSED: Final = re.compile(
    rf"(?i)\b(?:proprietary|in-?house|confidential|company-internal|non-public|internal) (?:[\w-]+ ){{0,2}}{_DATA}\b"
    rf"|\b{_DATA}\b[^.\n]{{0,60}}? (?:cannot|can not|could not|can't) be (?:shared|released|made public|published)\b"
)
_RELEASED: Final = re.compile(
    rf"(?i)\bwe (?:[\w-]+ ){{0,2}}(?:release|open-source|publish|make|provide)d? (?:[\w,-]+ ){{0,6}}?{_DATA}\b"
    rf"|\bour {_DATA}\b[^.\n]{{0,60}}? (?:is|are) (?:publicly |freely |openly )?(?:available|released)\b"
)
_GENERATED: Final = re.compile(
    rf"(?i)\b(?:synthetic|simulated|artificially generated) {_DATA}\b"
    rf"|\b{_DATA} (?:is|are|was|were) (?:simulated|synthetically generated)\b"
)
_HIDDEN: Final = re.compile(
    r"[Pp]roprietary|[Ii]n-?house|[Cc]onfidential|internal|non-public|be (?:shared|released|made|published)"
)
_ASKED: Final = re.compile(r"request")
_OURS: Final = re.compile(
    r"[Ww]e (?=[\w ,-]{0,60}(?:release|open-source|publish|make|provide))|[Oo]ur (?:data|bench|corp)"
)
_SAYING: Final = (
    (Data.CLOSED, _CLOSED, _HIDDEN),
    (Data.ON_REQUEST, _REQUEST, _ASKED),
    (Data.RELEASED, _RELEASED, _OURS),
)
_LINK: Final = re.compile(r"https?://", re.IGNORECASE)
_MADE: Final = re.compile(r"synthetic|simulated|generated", re.IGNORECASE)
_THEIRS: Final = re.compile(
    r"(?i)\b(?:unlike|et al|instead of|rather than|prior work|previous work)\b|\b(?:no|not|without)\s*$"
)


def data_of(source: Source) -> tuple[Data, Evidence | None]:
    """How the data are got, and the words that say so; the hardest that is said of the paper's own work."""
    for data, pattern, anchor in _SAYING:
        for match in source.found(pattern, anchor):
            if not _THEIRS.search(source.before(match.start())):
                return data, source.evidence(Span(*match.span()))
    named = _naming(source)
    showing = ((Data.PUBLIC, _PLACE, _LINK), (Data.PUBLIC, named, named), (Data.GENERATED, _GENERATED, _MADE))
    for data, pattern, anchor in showing:
        first = next(source.found(pattern, anchor), None)
        if first is not None:
            return data, source.evidence(Span(*first.span()))
    return Data.UNKNOWN, None


def names_in(source: Source) -> tuple[str, ...]:
    """The well-known data sets that a text names, the one most often named first; at most 8."""
    naming = _naming(source)
    counts = Counter(match[0] for match in source.found(naming, naming))
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))[:MOST_NAMES]


def _naming(source: Source) -> re.Pattern[str]:
    """What finds the names that the text has at all; looking for all of them everywhere would take long."""
    there = sorted((name for name in NAMES if name in source.text), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, there))})(?![\w-])" if there else r"(?!)")
