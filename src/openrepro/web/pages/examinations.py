"""Examinations of the judge: its labels against those that people gave, with three controls beside it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from openrepro.ids import Json
from openrepro.judging.examination import Gold
from openrepro.judging.label import Label
from openrepro.store.examinations import KeptExamination
from openrepro.web.faults import not_found
from openrepro.web.pages.attacking import failed, told_attacks
from openrepro.web.pages.page import Address, Kind, Page, Visit
from openrepro.web.pages.shares import share_of

PATH: Final = "/examinations"
MOST: Final = 30
AT_ONCE: Final = 200


class Measure(NamedTuple):
    """A figure of an examination: its key in the document, its name and its definition; `low_is_good`: errors."""

    key: str
    name: str
    definition: str
    low_is_good: bool = False


MEASURES: Final = (
    Measure("decided", "coverage", "items that got one of the four labels or “not testable”, of all items"),
    Measure("right", "right", "of the decided items, those whose label is the one that people gave"),
    Measure(
        "false_verified",
        "false verified",
        "of the items that are not verified by people's label, those that the judge verified",
        low_is_good=True,
    ),
    Measure(
        "wrong_verified",
        "verified that is wrong",
        "of the items that the judge verified, those that people did not",
        low_is_good=True,
    ),
    Measure("falsified_recall", "falsified found", "of the items that people falsified, those that the judge did too"),
)
UNNAMED: Final[dict[str, Json]] = {"model": "", "provider": "", "prompt": "", "decoding": "", "seed": None}
JUDGES: Final[Mapping[str, str]] = {
    "this judge": "the judge of this challenge",
    "random": "a label drawn by chance",
    "always inconclusive": "every claim inconclusive",
    "trust the author": "the label that the logbook gives itself",
}
GROUPS: Final[Mapping[str, str]] = {
    "all": "all items",
    "with a spec": "items whose claim has a typed spec",
    "with a spec, decided": "of these, the items that this judge decided",
}


def examinations(visit: Visit) -> Page:
    """The page at `/examinations`: those on record."""
    before = visit.number("before", default=0)
    found = visit.tx.examinations.list(before=before, limit=MOST + 1)
    data: dict[str, Json] = {"examinations": [headline(one) for one in found[:MOST]]}
    following = f"{PATH}?before={found[MOST - 1].id}" if len(found) > MOST else ""
    about = "How the judge did against labels that people gave."
    return Page("examinations.html", "Examinations of the judge", data, about, PATH if before else "", following)


def examination(visit: Visit) -> Page:
    """The page of one examination."""
    name = visit.params["number"]
    kept = visit.tx.examinations.get(int(name)) if name.isascii() and name.isdecimal() and len(name) < 10 else None
    if kept is None:
        raise not_found("examination", name)
    attacks = told_attacks(kept.body)
    data: dict[str, Json] = {
        **told(kept),
        "groups": [_group(kept.body, name) for name in GROUPS],
        "attacks": attacks,
        "attacks_failed": failed(attacks),
    }
    about = "How the judge did against labels that people gave."
    return Page("examination.html", f"Examination {kept.id} of the judge", data, about)


def headline(kept: KeptExamination) -> dict[str, Json]:
    """An examination in a list."""
    own: Any = kept.body["groups"]
    return {
        **_named(kept),
        "items": own["all"]["this judge"]["decided"]["whole"],
        "measures": [_told(measure, own["all"]["this judge"][measure.key]) for measure in MEASURES],
        "kappa": own["all"]["this judge"]["kappa"],
    }


def told(kept: KeptExamination) -> dict[str, Json]:
    """An examination as its pages show it: its figures beside the controls, by kind, and the confusion matrix."""
    body: Any = kept.body
    return {
        **_named(kept),
        "judge": UNNAMED | body["judge"],
        "items": body["groups"]["all"]["this judge"]["decided"]["whole"],
        "group": _group(body, "all"),
        "matrix": _matrix(body["confusion"]),
        "kinds": [_kind(name, figures) for name, figures in sorted(body["by_kind"].items())],
        "flips": share_of(body["flips"]),
        "quote_validity": share_of(body["quote_validity"]),
        "cost_per_claim_usd": body["cost_per_claim_usd"],
    }


def _named(kept: KeptExamination) -> dict[str, Json]:
    return {"id": kept.id, "at": kept.at, "digest": kept.digest, "note": kept.note}


def _group(body: Mapping[str, Any], name: str) -> dict[str, Json]:
    judges = body["groups"][name]
    return {
        "name": name,
        "words": GROUPS[name],
        "items": judges["this judge"]["decided"]["whole"],
        "measures": [_measure(measure, judges) for measure in MEASURES],
        "kappa": [{"judge": judge, "value": judges[judge]["kappa"]} for judge in JUDGES],
    }


def _measure(measure: Measure, judges: Mapping[str, Any]) -> dict[str, Json]:
    rows = [{"judge": judge, "words": JUDGES[judge], **share_of(judges[judge][measure.key])} for judge in JUDGES]
    return {"name": measure.name, "definition": measure.definition, "low_is_good": measure.low_is_good, "rows": rows}


def _told(measure: Measure, share: Mapping[str, Any]) -> dict[str, Json]:
    return {"name": measure.name, **share_of(share)}


def _matrix(cells: Sequence[Mapping[str, Any]]) -> dict[str, Json]:
    counts = {(cell["gold"], cell["label"]): cell["items"] for cell in cells}
    labels = [label.value for label in Label]
    rows: list[Json] = [
        {
            "gold": gold.value.replace("_", " "),
            "cells": [
                {"label": label, "items": counts.get((gold.value, label), 0), "agrees": _agrees(gold, label)}
                for label in labels
            ],
            "items": sum(counts.get((gold.value, label), 0) for label in labels),
        }
        for gold in Gold
    ]
    return {"labels": list(labels), "rows": rows}


def _agrees(gold: Gold, label: str) -> bool:
    """Whether the two are the same label; what needs a person is met by *not judged*."""
    return label == ("not judged" if gold is Gold.NEEDS_PERSON else gold.value.replace("_", " "))


def _kind(name: str, figures: Mapping[str, Any]) -> dict[str, Json]:
    shares = {measure.key: share_of(figures[measure.key]) for measure in MEASURES}
    return {"kind": name, "items": figures["decided"]["whole"], **shares}


def _each(visit: Visit) -> Iterator[Address]:
    before = 0
    while found := visit.tx.examinations.list(before=before, limit=AT_ONCE):
        yield from (Address({"number": str(one.id)}) for one in found)
        before = found[-1].id


KINDS: Final = (
    Kind("examinations", PATH, examinations),
    Kind("examination", f"{PATH}/{{number}}", examination, _each),
)
