"""The judge with models in it: which questions to ask next, until none is left and the judgement is final. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.judging.judge import Bench, ClaimJudgement, Judgement, atoms_of, bench_of, claim_judgement
from openrepro.judging.look import Look, look_of
from openrepro.judging.readers.model.hearing import Answered, Docket, Hearing
from openrepro.judging.readers.model.located import reading_of
from openrepro.judging.readers.model.question import Plan, Question, Replies, Reply, Silence
from openrepro.judging.recording import digest_of
from openrepro.logbooks.logbook import Logbook


@dataclass(frozen=True, slots=True)
class Step:
    """What to ask next, and the judgement as far as the answers go.

    With no questions it is final. Before that a claim that waits for an answer is not judged in it. `settled` are
    the claims that were not heard, since the verdict that holds rests on the same case file: keep that verdict.
    """

    questions: tuple[Question, ...]
    judgement: Judgement
    settled: frozenset[str] = frozenset()


def step(
    logbook: Logbook,
    claims: ClaimSet | None,
    rules: Rules,
    plan: Plan,
    replies: Replies,
    *,
    settled: Mapping[str, str] | None = None,
) -> Step:
    """The next step from all replies so far. `settled` maps claims to the case-file digest of a verdict that holds and
    is by the same judge."""
    return next_step(bench_of(logbook, claims, rules), plan, replies, settled=settled)


def next_step(bench: Bench, plan: Plan, replies: Replies, *, settled: Mapping[str, str] | None = None) -> Step:
    """As `step`, for a logbook that was read already."""
    return Rounds(bench, plan, settled).step(replies)


class Rounds:
    """The rounds of questions about one logbook: what does not depend on answers is made once for all of them.

    Each `step` is a pure function of the replies. Not to be shared between threads.
    """

    def __init__(self, bench: Bench, plan: Plan, settled: Mapping[str, str] | None = None) -> None:
        self._bench = bench
        self._claims = tuple(_Listed.of(bench, plan, claim, settled or {}) for claim in bench.claims.judged)

    def step(self, replies: Replies) -> Step:
        """What to ask next, from all replies so far."""

        def answered(question: Question, atom: Claim) -> Look | None:
            reply = replies.get(question.key)
            return None if reply is None else _look(question, reply, atom, self._bench.logbook)

        return self.heard(answered)

    def heard(self, answered: Answered) -> Step:
        """The same from looks, however they are found."""
        heard = [listed.heard(answered) for listed in self._claims]
        return Step(
            questions=tuple(question for one in heard for question in one.questions),
            judgement=self._bench.judgement(one.judged for one in heard),
            settled=frozenset(listed.claim.id for listed in self._claims if listed.settled),
        )


def replayed(
    logbook: Logbook, claims: ClaimSet | None, rules: Rules, plan: Plan, replies: Replies | Iterable[Look]
) -> Judgement:
    """The judgement from what is recorded, with no question asked: from raw replies by key, or from looks.

    A claim that lacks an answer is *not judged*, for want of a recorded one.
    """
    bench = bench_of(logbook, claims, rules)
    given = _from_replies(bench, replies) if isinstance(replies, Mapping) else _from_looks(replies)
    return Rounds(bench, plan).heard(given).judgement


def _look(question: Question, reply: Reply, atom: Claim, logbook: Logbook) -> Look:
    if reply.silence is not None:
        return look_of(question, reply, reply.silence)
    return look_of(question, reply, reading_of(reply.text, question, atom, logbook, model=reply.model))


def _from_replies(bench: Bench, replies: Replies) -> Answered:
    nothing = Reply(silence=Silence.NOT_RECORDED)
    return lambda question, atom: _look(question, replies.get(question.key, nothing), atom, bench.logbook)


def _from_looks(looks: Iterable[Look]) -> Answered:
    known = {(look.claim, look.role, look.repeat): look for look in looks}

    def answered(question: Question, _atom: Claim) -> Look:
        found = known.get((question.claim, question.role, question.repeat))
        return found or Look(question.claim, question.role, question.repeat, silence=Silence.NOT_RECORDED)

    return answered


@dataclass(frozen=True, slots=True)
class _Heard:
    judged: ClaimJudgement
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class _Listed:
    """A claim with the dockets of its parts; `settled` where a verdict holds that rests on the same case file."""

    claim: Claim
    dockets: tuple[Docket, ...]
    case_file: str
    settled: bool

    @classmethod
    def of(cls, bench: Bench, plan: Plan, claim: Claim, held: Mapping[str, str]) -> "_Listed":
        dockets = tuple(Docket(bench, plan, atom, claim) for atom in atoms_of(claim))
        case_file = digest_of(tuple(docket.by_rules for docket in dockets))
        return cls(claim, dockets, case_file, held.get(claim.id) == case_file)

    def heard(self, answered: Answered) -> _Heard:
        hearings = tuple(Hearing(docket, answered) for docket in self.dockets)
        if self.settled:
            parts = tuple(hearing.waiting() for hearing in hearings)
            return _Heard(claim_judgement(self.claim, parts, (), self.case_file))
        parts = tuple(hearing.part() for hearing in hearings)
        looks = tuple(look for hearing in hearings for look in hearing.looks)
        questions = tuple(question for hearing in hearings for question in hearing.questions)
        return _Heard(claim_judgement(self.claim, parts, looks, self.case_file), questions)
