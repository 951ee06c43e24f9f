"""The numbers of a JSON value as results, named by their keys and by the label that stands beside them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from openrepro.evidence.leaves import Leaf, LeafKind
from openrepro.evidence.model import Grade, Result, Source, UnitKind
from openrepro.evidence.numerals import NUMERAL, decimal_of, to_decimal
from openrepro.evidence.patterns import split_words
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address

_NUMBER = re.compile(rf"\s*+([-−+]?{NUMERAL}\.?)\s?%?\s*+")
_INDEX = re.compile(r"\[[0-9]{1,9}\]")
_LABEL_KEYS = split_words(
    """name method model variant dataset setting metric label config arm condition algorithm system split task
    baseline policy optimizer case regime"""
)
_NOT_SAID = split_words(
    """claim claim_text target_claim statement title paper paper_title slug url source quote citation abstract
    challenge_claim_sha256 sha256 commit hash revision path file command authors"""
)
_LONGEST_LABEL = 60


def named_results(
    leaves: Sequence[Leaf], places: Places, grade: Grade, source: Source, run: Address | None
) -> Iterator[Result]:
    """One result for each leaf that is a finite number, or a text that is nothing but one."""
    labels = _labels(leaves)
    for leaf in leaves:
        value = number_of(leaf)
        if value is not None:
            yield Result(
                value=value,
                at=places.address(leaf.start, leaf.end),
                grade=grade,
                source=source,
                name=_name(leaf, labels),
                unit="%" if leaf.text.endswith("%") else "",
                kind=UnitKind.PERCENT if leaf.text.endswith("%") else UnitKind.PLAIN,
                path=leaf.path,
                run=run,
            )


def number_of(leaf: Leaf) -> str | None:
    """The decimal string of a leaf that is a finite number, printed as a number or as a text; else None."""
    if leaf.kind not in (LeafKind.NUMBER, LeafKind.STRING) or len(leaf.text) > 60:
        return None
    match = _NUMBER.fullmatch(leaf.text)
    if match is None:
        return None
    value = decimal_of(match.group(1))
    return value if to_decimal(value) is not None else None


def is_prose(leaf: Leaf) -> bool:
    """Whether a leaf is a sentence in which the entry says something: not an id, a path or the paper's own claim."""
    return leaf.kind is LeafKind.STRING and leaf.text.count(" ") >= 2 and leaf.key.lower() not in _NOT_SAID


def _labels(leaves: Iterable[Leaf]) -> dict[str, str]:
    """The first short label of each object, by the object's path."""
    labels: dict[str, str] = {}
    for leaf in leaves:
        if leaf.kind is LeafKind.STRING and leaf.key.lower() in _LABEL_KEYS and 0 < len(leaf.text) <= _LONGEST_LABEL:
            labels.setdefault(_parent(leaf.path), leaf.text)
    return labels


def _parent(path: str) -> str:
    return path.rpartition(".")[0]


def _name(leaf: Leaf, labels: dict[str, str]) -> str:
    keys = _INDEX.sub("", leaf.path).removeprefix(".")
    label = labels.get(_parent(leaf.path)) if labels else None
    return f"{keys} · {label}" if label else keys
