"""What the judging child does for models: reads a revision once, says what to ask, leaves what the next round needs.

What it leaves is made and read again by children only; whoever holds it in between sees bytes.
"""

import pickle
from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.entries.asked import Stepped, read_revision, step_revision
from openrepro.entries.judged import Judged
from openrepro.judging.readers.model.question import Plan, Replies
from openrepro.judging.readers.model.rounds import Rounds
from openrepro.judging.recording import Occasion

LARGEST_LEFT: Final = 2_000_000
"""Bytes that are worth holding while a model is asked; larger revisions are read anew."""

Files = Mapping[str, bytes]


class Hearing(NamedTuple):
    """What models are asked about a revision under: all but its files."""

    claims: ClaimSet
    rules: Rules
    plan: Plan
    settled: Mapping[str, str]
    occasion: Occasion


class First(NamedTuple):
    """The first questions, and what is left for the next round: nothing where there is none, or it is too much."""

    stepped: Stepped
    left: bytes = b""


def first_step(hearing: Hearing, replies: Replies, files: Files) -> First:
    """The next questions about a revision that is handed over whole."""
    read = read_revision(files, hearing.claims, hearing.rules, hearing.plan, hearing.settled)
    if isinstance(read, Judged):
        return First(Stepped((), read))
    stepped = step_revision(read, replies, hearing.occasion)
    return First(stepped, _left(read) if stepped.questions else b"")


def next_step(left: bytes, occasion: Occasion, replies: Replies) -> Stepped:
    """The next questions from what a child left."""
    rounds: Rounds = pickle.loads(left)
    return step_revision(rounds, replies, occasion)


def _left(rounds: Rounds) -> bytes:
    data = pickle.dumps(rounds, protocol=pickle.HIGHEST_PROTOCOL)
    return data if len(data) <= LARGEST_LEFT else b""
