"""A revision judged with models: what to ask next about it, and what it comes to when nothing more is to be asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.judged import EMPTY, PERSON, Judged
from openrepro.judging.judge import ClaimJudgement, bench_of
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Plan, Question, Replies, Silence
from openrepro.judging.readers.model.rounds import Rounds, Step
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.logbooks.trackio import parse

AWAY: Final = (Silence.UNREACHABLE, Silence.FORBIDDEN, Silence.NOT_RECORDED)
"""Silences that say nothing of the claim: nobody was there to be asked."""
WITHOUT_WORDS: Final = (Silence.REFUSED, Silence.TRUNCATED, Silence.EMPTY, Silence.OFF_SCHEMA)
"""Silences of a model that was asked: another answer may come where it is asked afresh."""
RANKED: Final = (Silence.OVER_BUDGET, *AWAY, *WITHOUT_WORDS)


@dataclass(frozen=True, slots=True)
class Stepped:
    """What to ask next about a revision; without questions `judged` is what it comes to."""

    questions: tuple[Question, ...]
    judged: Judged | None = None


def read_revision(
    files: Mapping[str, bytes], claims: ClaimSet, rules: Rules, plan: Plan, settled: Mapping[str, str]
) -> Rounds | Judged:
    """A revision read once for all rounds of questions, or why it cannot be read. Everything in `files` is a
    stranger's: call it in a process of its own.

    `settled` are claims with the digest of the case file that their verdict rests on: they are not asked about while it
    is the same.
    """
    book = parse(files, name="")
    empty = next((problem.text for problem in book.problems if problem.code == EMPTY), "")
    return Judged(book.revision, (), empty) if empty else Rounds(bench_of(book, claims, rules), plan, settled)


def step_revision(rounds: Rounds, replies: Replies, occasion: Occasion) -> Stepped:
    """The next questions after all `replies` so far."""
    step = rounds.step(replies)
    return Stepped(step.questions) if step.questions else Stepped((), _judged(step, occasion))


def settled_by(current: Iterable[Verdict], judge: JudgeIdentity, claims: ClaimSet) -> dict[str, str]:
    """The claims whose verdict stays while its evidence does, with the case file that it rests on: ruled by this very
    judge or by a person, and not for want of an answer."""
    return {
        verdict.claim: verdict.case_file
        for verdict in current
        if claims.holds(verdict.claim, verdict.claim_version) and _holds(verdict, judge)
    }


def _holds(verdict: Verdict, judge: JudgeIdentity) -> bool:
    if verdict.judge.reader == PERSON:
        return verdict.label.decided
    return verdict.judge == judge and _silence(verdict.label, (look.silence for look in verdict.looks)) is None


def _judged(step: Step, occasion: Occasion) -> Judged:
    verdicts = verdicts_of(step.judgement, occasion)
    return Judged(
        step.judgement.logbook.revision,
        tuple(verdict for verdict in verdicts if verdict.claim not in step.settled),
        settled=step.settled,
        unheard={one.claim.id: silence for one in step.judgement.claims if (silence := _unheard(one))},
    )


def _unheard(one: ClaimJudgement) -> Silence | None:
    return _silence(one.ruling.label, (look.silence for look in one.looks))


def _silence(label: Label, silences: Iterable[Silence | None]) -> Silence | None:
    """Why a claim that is not judged had no answer, where asking again may give one; None where it is not that."""
    had = set(silences) if label is Label.NOT_JUDGED else set()
    return next((silence for silence in RANKED if silence in had), None)
