"""What the judging child does for models: reads a revision once, keeps the last few, and says what to ask next."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.asked import Stepped, read_revision, step_revision
from openrepro.entries.judged import Judged
from openrepro.ids import digest
from openrepro.judging.readers.model.question import Plan, Replies
from openrepro.judging.readers.model.rounds import Rounds
from openrepro.judging.recording import Occasion

KEPT: Final = 8
LARGEST_KEPT: Final = 4_000_000
"""Bytes of a revision that is worth keeping; what a child keeps stays within its memory."""

Files = Mapping[str, bytes]


class Hearing(NamedTuple):
    """One entry's revision that models are asked about, and under what; all but its files."""

    revision: str
    claims: ClaimSet
    rules: Rules
    plan: Plan
    settled: Mapping[str, str]
    occasion: Occasion

    @property
    def key(self) -> str:
        """What rounds of questions are kept by: all that they depend on."""
        under = [self.claims.version, self.rules.digest, self.plan.fresh, self.plan.context_tokens, dict(self.settled)]
        return digest([self.revision, under])


_read: OrderedDict[str, Rounds] = OrderedDict()


def step_with_files(hearing: Hearing, replies: Replies, files: Files) -> Stepped:
    """The next questions about a revision that is handed over whole."""
    read = read_revision(files, hearing.claims, hearing.rules, hearing.plan, hearing.settled)
    if isinstance(read, Judged):
        return Stepped((), read)
    if sum(map(len, files.values())) <= LARGEST_KEPT:
        _keep(hearing.key, read)
    return step_revision(read, replies, hearing.occasion)


def step_without_files(hearing: Hearing, replies: Replies) -> Stepped | None:
    """The same for a revision that this child has read; None where it has not."""
    read = _read.get(hearing.key)
    if read is None:
        return None
    _read.move_to_end(hearing.key)
    return step_revision(read, replies, hearing.occasion)


def _keep(key: str, read: Rounds) -> None:
    _read[key] = read
    _read.move_to_end(key)
    while len(_read) > KEPT:
        _read.popitem(last=False)
