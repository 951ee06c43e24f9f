"""How the judge works: the way from evidence to a verdict, an example, the rule table, and how it was examined."""

from typing import Final

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.claims.saying import said
from openrepro.demo.worked import Worked, worked_example
from openrepro.entries.judged import judge_identity
from openrepro.grades import Grade
from openrepro.guide import phrases
from openrepro.guide.guide import LABELS
from openrepro.guide.text import block_json, joined
from openrepro.ids import Json
from openrepro.judging.reading import Reading
from openrepro.judging.rule_table import RULE_TABLE
from openrepro.web.pages.attacking import told_suite
from openrepro.web.pages.examinations import MEASURES, told
from openrepro.web.pages.judging_models import told_models
from openrepro.web.pages.page import Kind, Page, Visit

EXAMINE: Final = """\
openrepro examine --gold gold.jsonl --logbooks logbooks/ --specs specs.json --format json > examination.json
openrepro admin examination add examination.json --why "what was examined\""""


def judge(visit: Visit) -> Page:
    """The page at `/judge`."""
    rules, latest = visit.around.rules, visit.tx.examinations.latest()
    data: dict[str, Json] = {
        "grades": [_grade(grade, rules) for grade in Grade],
        "asks": [block_json(joined(phrases.evidence(rules), phrases.finite_check(rules)))],
        "second_look": [block_json(joined(phrases.second_look(rules), phrases.audit(rules)))],
        "labels": [{"label": label, "meaning": meaning} for label, meaning in LABELS],
        "example": _example(worked_example(rules)),
        "model": told_models(rules),
        "attacks": told_suite(visit),
        "table": [dict(row._asdict()) for row in RULE_TABLE],
        "at_work": _at_work(rules),
        "asked_for": rules.judging.reader.value,
        "waiting": visit.tx.jobs.health(visit.now).waiting,
        "examination": None if latest is None else told(latest),
        "measures": [{"name": one.name, "definition": one.definition} for one in MEASURES],
        "how_to_examine": EXAMINE,
    }
    about = "From executed evidence to a verdict: what the judge sees, its rule table, and how it was examined."
    return Page("judge.html", "How the judge works", data, about)


def _at_work(rules: Rules) -> dict[str, Json]:
    """Who rules: code by itself, or with the models that the rule file names; each verdict says which answered."""
    told = judge_identity(rules).as_json()
    if rules.judging.reader is not ReaderKind.MODEL:
        return told
    names = dict.fromkeys(filter(None, (rules.judging.model.reader, rules.judging.model.prosecutor)))
    return told | {"reader": ReaderKind.MODEL.value, "model": " / ".join(names)}


def _grade(grade: Grade, rules: Rules) -> dict[str, Json]:
    if grade is Grade.E0:
        enough = "nothing"
    else:
        enough = "verified, falsified, toy" if grade >= rules.judging.evidence else "toy"
    return {"grade": grade.name, "what": phrases.GRADES[grade], "enough_for": enough}


def _example(worked: Worked) -> dict[str, Json]:
    claim, part = worked.claim, worked.part
    reading = part.reading
    assert reading is not None
    return {
        "entry": worked.entry,
        "title": worked.title,
        "claim": {"id": claim.id, "text": claim.text, "quote": claim.quote or "", "spec": _spec(worked)},
        "run": {
            "command": " ".join(worked.run.argv),
            "exit_code": worked.run.exit_code,
            "seconds": worked.run.duration_s,
            "output": worked.output,
            "result_line": worked.line,
        },
        "case_file": {
            "grade": None if part.grade is None else part.grade.name,
            "runs": len(part.casefile.runs),
            "findings": [finding.text for finding in part.casefile.findings],
            "scale": [
                {"axis": one.axis, "minimum": one.minimum, "found": one.found, "state": one.state.value}
                for one in part.casefile.scale
            ],
        },
        "reading": _reading(reading),
        "ruling": part.ruling.as_json(),
        "row": part.ruling.row.removeprefix("row-"),
    }


def _reading(reading: Reading) -> dict[str, Json]:
    """The form as the reader filled it in, with the first of the places where the number stands."""
    first = reading.measured[0]
    return {
        "by": reading.by.reader,
        "addressed": reading.addressed.value,
        "method": reading.method.value,
        "value": first.value,
        "unit": first.unit,
        "values": list(first.values),
        "premises_met": reading.premises_met.value,
        "at": first.at.as_json(),
        "unknown": list(reading.unknown),
    }


def _spec(worked: Worked) -> list[Json]:
    return [{"about": one.about.value, "text": one.text} for one in said(worked.claim)]


KINDS: Final = (Kind("judge", "/judge", judge),)
