"""What is usual for each family of metrics: unit, direction, tolerance with its reason, comparator, scale, and what
still carries meaning at reduced scale. A start for whoever writes a spec; nothing is ever taken from here unasked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from openrepro.claims.claim import (
    Claim,
    Comparator,
    Kind,
    QuantitySpec,
    ReducedCheck,
    ScaleAxis,
    Statement,
    Tolerance,
)


class Family(StrEnum):
    """A family of metrics that are compared alike."""

    ACCURACY = "accuracy"
    ERROR = "error rate"
    LOSS = "loss or perplexity"
    F1 = "F1 or AUC"
    BLEU = "BLEU or ROUGE"
    TIME = "time"
    MEMORY = "memory"
    RATIO = "ratio or speed-up"
    COUNT = "count"
    CONSTANT = "exact constant"
    EXPONENT = "exponent"


@dataclass(frozen=True, slots=True)
class Usual:
    """What is usual for a family. `why` says why this tolerance, `axes` are the axes that full scale is told by."""

    kind: Kind
    unit: str
    better: str
    comparator: Comparator
    tolerance: Tolerance
    why: str
    axes: tuple[str, ...]
    reduced_check: ReducedCheck
    seeds_needed: int | None


USUAL: Final[Mapping[Family, Usual]] = {
    Family.ACCURACY: Usual(
        Kind.VALUE,
        "percent",
        "higher",
        Comparator.EQUAL,
        Tolerance(absolute="1.0"),
        "Runs of one recipe with other seeds mostly stay within one percentage point on test sets of thousands of "
        "cases; on a set of n cases chance alone moves it by about 100/√n.",
        ("test_cases", "seeds"),
        ReducedCheck.ORDER,
        3,
    ),
    Family.ERROR: Usual(
        Kind.VALUE,
        "percent",
        "lower",
        Comparator.EQUAL,
        Tolerance(absolute="1.0"),
        "An error rate is 100 minus an accuracy, so it moves by the same points; a relative tolerance would shrink to "
        "nothing where errors are rare.",
        ("test_cases", "seeds"),
        ReducedCheck.ORDER,
        3,
    ),
    Family.LOSS: Usual(
        Kind.VALUE,
        "nats",
        "lower",
        Comparator.EQUAL,
        Tolerance(relative="0.03"),
        "Seeds and numerics move a loss by one or two percent; what is counted (padding, tokenizer) moves it by far "
        "more, so say that in what is counted.",
        ("train_tokens", "eval_tokens", "seeds"),
        ReducedCheck.ORDER,
        3,
    ),
    Family.F1: Usual(
        Kind.VALUE,
        "ratio",
        "higher",
        Comparator.EQUAL,
        Tolerance(absolute="0.01"),
        "On the scale from 0 to 1 a hundredth is what seeds and the choice of a threshold commonly move.",
        ("test_cases", "seeds"),
        ReducedCheck.ORDER,
        3,
    ),
    Family.BLEU: Usual(
        Kind.VALUE,
        "points",
        "higher",
        Comparator.EQUAL,
        Tolerance(absolute="0.5"),
        "Half a point is about what seeds move; another tokenization moves more, so name the scorer and its version.",
        ("test_sentences", "seeds"),
        ReducedCheck.ORDER,
        3,
    ),
    Family.TIME: Usual(
        Kind.RESOURCE,
        "seconds",
        "lower",
        Comparator.EQUAL,
        Tolerance(relative="0.2"),
        "Times on other hardware are never compared: they count as a ratio to a baseline of the same run, and such "
        "ratios vary by a fifth with hardware and load.",
        ("repeats",),
        ReducedCheck.SIGN,
        5,
    ),
    Family.MEMORY: Usual(
        Kind.RESOURCE,
        "GiB",
        "lower",
        Comparator.EQUAL,
        Tolerance(relative="0.1"),
        "Allocators and versions of libraries move peak memory by a tenth; its ratio to a baseline moves less.",
        ("batch_size",),
        ReducedCheck.SIGN,
        1,
    ),
    Family.RATIO: Usual(
        Kind.MARGIN,
        "ratio",
        "higher",
        Comparator.EQUAL,
        Tolerance(relative="0.1"),
        "A ratio has the noise of both of its parts, so a tenth is asked for; by which arm is divided must be named.",
        ("seeds",),
        ReducedCheck.SIGN,
        5,
    ),
    Family.COUNT: Usual(
        Kind.DATASET,
        "count",
        "",
        Comparator.EQUAL,
        Tolerance(absolute="0"),
        "What is counted on a named revision of an artifact comes out the same each time.",
        (),
        ReducedCheck.NONE,
        1,
    ),
    Family.CONSTANT: Usual(
        Kind.EXACT,
        "ratio",
        "",
        Comparator.EQUAL,
        Tolerance(),
        "An exact constant must agree once both numbers are rounded to the printed digits; nothing else is allowed.",
        (),
        ReducedCheck.NONE,
        1,
    ),
    Family.EXPONENT: Usual(
        Kind.TREND,
        "exponent",
        "",
        Comparator.ABOUT,
        Tolerance(absolute="0.1"),
        "Fitted over one decade an exponent is known to about a tenth; over more decades ask for less.",
        ("decades", "seeds"),
        ReducedCheck.SIGN,
        3,
    ),
}
_WORDS: Final[tuple[tuple[Family, str], ...]] = (
    (Family.EXPONENT, r"exponents?|power[- ]law|scaling law|slope"),
    (Family.RATIO, r"speed-?ups?|ratio|factor|times (?:faster|slower|fewer|more)|[0-9]\s?[x×]"),
    (Family.F1, r"f1|f-?score|auc|auroc|auprc|average precision"),
    (Family.BLEU, r"bleu|rouge|meteor|chrf"),
    (Family.LOSS, r"loss|perplexity|log-?likelihood|cross-entropy|bits per"),
    (Family.ERROR, r"errors?|error rate|wer|misclassif\w{1,12}|rmse|mse|mae"),
    (Family.ACCURACY, r"accurac(?:y|ies)|top-[15]|exact match|pass@[0-9]+|success rate|win rate"),
    (Family.TIME, r"seconds?|latency|runtime|wall-?clock|hours?|milliseconds?|throughput"),
    (Family.MEMORY, r"memory|gib|gb|mib|vram|footprint"),
    (Family.COUNT, r"contains?|consists? of|number of|dataset of|parameters"),
    (Family.CONSTANT, r"exactly|constant"),
)
_FAMILIES: Final = tuple(
    (family, re.compile(rf"(?<![a-z0-9])(?:{words})(?![a-z0-9])", re.IGNORECASE)) for family, words in _WORDS
)
_READ: Final = 2_000
_TOLERANT: Final = (Kind.VALUE, Kind.MARGIN, Kind.TREND, Kind.NULL, Kind.RESOURCE, Kind.DATASET)


def family_of(claim: Claim) -> Family | None:
    """The family that a claim's quantity seems to be of: by its name and unit, else by its text; None if none fits."""
    quantity = claim.quantity
    told = "" if quantity is None else f"{quantity.name} {quantity.unit}"
    for text in (told, claim.text):
        found = next((family for family, words in _FAMILIES if words.search(text[:_READ])), None)
        if found is not None:
            return found
    return None


def filled(claim: Claim, family: Family, *, reduced: bool | None = None) -> Claim:
    """The claim with what is usual for a family where it says nothing. What it says stays as it is.

    A spec cannot say that it leaves the check at reduced scale open: it is filled in where `reduced` says so, and else
    where the claim names no quantity yet. A tolerance is filled in only for kinds that are compared with one.
    """
    usual, quantity = USUAL[family], claim.quantity or QuantitySpec("")
    given = claim.tolerance.absolute is not None or claim.tolerance.relative is not None
    opened = claim.quantity is None if reduced is None else reduced
    return replace(
        claim,
        quantity=replace(quantity, unit=quantity.unit or usual.unit, better=quantity.better or usual.better),
        statement=claim.statement or Statement(usual.comparator),
        tolerance=claim.tolerance if given or claim.kind not in _TOLERANT else usual.tolerance,
        scale=claim.scale or tuple(ScaleAxis(axis, None, None) for axis in usual.axes),
        seeds_needed=usual.seeds_needed if claim.seeds_needed is None else claim.seeds_needed,
        reduced_check=usual.reduced_check if opened else claim.reduced_check,
    )
