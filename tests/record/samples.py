"""A verdict with everything in it, and one with as little as there can be."""

from dataclasses import replace

from openrepro.grades import Grade
from openrepro.judging.label import Direction, Label
from openrepro.judging.reading import (
    Answer,
    Doubt,
    Measured,
    Method,
    Reader,
    Reading,
    ScaleValue,
    Substitution,
)
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.logbooks.logbook import Address

AT = Address("pages/claim-1/page.md", 120, 164, "cell_1")
READING = Reading(
    claim="demo.c1",
    by=Reader("model", "reader-1", "sha256:00"),
    addressed=Answer.YES,
    method=Method.EXPERIMENT,
    measured=(Measured("9.4", AT, "percent", "0.1", "245000", "3", ("9.3", "9.5")),),
    scale={"eval_tokens": ScaleValue("245000", AT)},
    substitutions=(Substitution("a smaller model", Answer.NO, AT), Substitution("other data")),
    premises_met=Answer.YES,
    supports=Answer.NO,
    contradictions=(Doubt("conflict", "two pages disagree"),),
    doubts=(Doubt("unit-mismatch", "a factor of 100", AT),),
    quotes=(AT, Address("README.md", 0, 4)),
    unknown=("seeds",),
)
VERDICT = Verdict(
    claim="demo.c1",
    claim_version="0" * 64,
    paper="demo",
    revision="1" * 64,
    entry="entry-1",
    team="team-1",
    judge=JudgeIdentity("2" * 64, "model", "m", "p", "sha256:00", "greedy", 7),
    case_file="3" * 64,
    ruling=Ruling(
        Label.FALSIFIED, (Reason("row-14", "It is off by far.", (AT,)),), Direction.CONTRADICTS, "look", True
    ),
    grade=Grade.E2,
    time="2027-01-01T12:00:00+01:00",
    reading=READING,
    tokens=1200,
    cost="0.0031",
    raw_reply="4" * 64,
    supersedes="5" * 64,
)
PLAIN = replace(VERDICT, ruling=Ruling(Label.NOT_JUDGED, ()), reading=None, grade=None, supersedes="", team="")
