"""Which papers to try next: an order for each account, so that many who ask at once spread over many papers.

Every paper has seats: as many accounts are led to it in a round as further attempts would help. An account draws a
number for each paper, the same all day; that number, the seats and how many accounts there are say in which of its
rounds the paper comes up. Within a round contested papers come first, then by points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from hashlib import blake2b
from heapq import nsmallest
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.papers.compute_words import WORDS as MACHINES
from openrepro.papers.compute_words import Compute
from openrepro.papers.costs import Cost
from openrepro.papers.data_words import WORDS as DATA
from openrepro.papers.data_words import Data
from openrepro.papers.signals import Code, Signals, Text

MOST: Final = 100
_DRAWS: Final = 1 << 32
_MIX: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1)
UNREAD: Final = Signals()


class Need(IntEnum):
    """What another attempt at a paper would help most with; the smaller, the sooner."""

    CONTESTED = 0
    UNCONFIRMED = 1
    UNTRIED = 2
    OPEN = 3
    SETTLED = 4


SEATS: Final = {Need.CONTESTED: 6, Need.UNCONFIRMED: 2, Need.UNTRIED: 2, Need.OPEN: 1, Need.SETTLED: 1}
FREE: Final = {Need.CONTESTED: 3, Need.UNCONFIRMED: 1, Need.UNTRIED: 0, Need.OPEN: 0, Need.SETTLED: 0}
"""How many judged attempts a paper of each need has by its nature; each one more takes room from the next."""
POINTS: Final = {
    Compute.LAPTOP: 3, Compute.ONE_GPU: 2, Compute.SEVERAL_GPUS: 0, Compute.CLUSTER: -3, Compute.UNKNOWN: 0,
}  # fmt: skip
DATA_POINTS: Final = {
    Data.PUBLIC: 2, Data.RELEASED: 2, Data.GENERATED: 2, Data.ON_REQUEST: -2, Data.CLOSED: -4, Data.UNKNOWN: 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tried:
    """Where a paper stands: claims in force that can be tested, that teams disagree on, that one team settled and no
    other confirmed, and that nobody settled; its judged attempts."""

    testable: int = 0
    contested: int = 0
    single: int = 0
    open: int = 0
    judged: int = 0


class Underway(NamedTuple):
    """Attempts at a paper that have no verdict yet, and those that got one in the last days; of these the board may not
    have counted all."""

    waiting: int = 0
    recent: int = 0


NOTHING: Final = Underway()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may be recommended. `signals` is None where nobody has looked yet; `cost` where nobody tried.

    What the order goes by is made once: `mark` is what its numbers are drawn from; `crowd` by how much its seats are
    shared: 1, and one more for every judged attempt beyond those that its need supposes.
    """

    paper: str
    area: str
    tried: Tried
    signals: Signals | None = None
    cost: Cost | None = None
    need: Need = field(init=False)
    points: int = field(init=False)
    mark: int = field(init=False)
    crowd: int = field(init=False)

    def __post_init__(self) -> None:
        need = need_of(self.tried)
        object.__setattr__(self, "need", need)
        object.__setattr__(self, "points", points_of(self.signals))
        object.__setattr__(self, "mark", _digest(self.paper))
        object.__setattr__(self, "crowd", 1 + max(0, self.tried.judged - FREE[need]))

    @property
    def compute(self) -> Compute:
        return (self.signals or UNREAD).compute


def need_of(tried: Tried) -> Need:
    """What another attempt at a paper would help most with."""
    if tried.contested:
        return Need.CONTESTED
    if tried.single:
        return Need.UNCONFIRMED
    if not tried.judged:
        return Need.UNTRIED
    return Need.OPEN if tried.open else Need.SETTLED


class Wanted(NamedTuple):
    """What somebody looks for. `hours`: papers of which it is known that attempts ran longer are left out; those of
    which nothing is known stay."""

    compute: tuple[Compute, ...] = ()
    area: str = ""
    code: bool = False
    hours: int | None = None

    def fits(self, one: Candidate) -> bool:
        if self.compute and one.compute not in self.compute:
            return False
        if self.area and one.area != self.area:
            return False
        if self.code and (one.signals is None or one.signals.code is not Code.LINKED):
            return False
        long = one.cost is not None and one.cost.seconds is not None and self.hours is not None
        return not (long and one.cost.seconds.median > 3600 * self.hours)  # type: ignore[union-attr, operator]


class Part(NamedTuple):
    """A reason for the place of a paper, in words. `points` is 0 for what decides the order by itself."""

    points: int
    words: str

    def as_json(self) -> dict[str, Json]:
        return {"points": self.points, "words": self.words}


@dataclass(frozen=True, slots=True)
class Recommended:
    """A paper that is recommended, and why. `round` counts from 1."""

    candidate: Candidate
    need: Need
    round: int
    points: int
    why: Sequence[Part]


def recommend(
    candidates: Iterable[Candidate],
    underway: Mapping[str, Underway],
    wanted: Wanted,
    *,
    seed: str,
    askers: int,
    most: int = 10,
) -> Sequence[Recommended]:
    """The papers for who asks as `seed` (account and day), best first; `askers` is how many accounts there may be.

    Papers without a claim that can be tested are left out. Takes time linear in the number of papers.
    """
    drawn = _digest(seed)
    fitting = (one for one in candidates if one.tried.testable and wanted.fits(one))
    keyed = (_keyed(one, underway.get(one.paper, NOTHING), drawn, askers) for one in fitting)
    return [_told(key, underway.get(key.candidate.paper, NOTHING)) for key in nsmallest(min(most, MOST), keyed)]


class _Key(NamedTuple):
    """What the order goes by; the paper's id ends every tie."""

    round: int
    need: Need
    points: int
    draw: int
    paper: str
    candidate: Candidate


def _keyed(one: Candidate, underway: Underway, drawn: int, askers: int) -> _Key:
    draw = _draw(one.mark, drawn)
    crowd = one.crowd + 2 * underway.waiting + max(0, underway.recent - one.tried.judged)
    round_ = draw * max(1, askers) * crowd // (SEATS[one.need] * _DRAWS)
    return _Key(round_, one.need, -one.points, draw, one.paper, one)


def points_of(signals: Signals | None) -> int:
    """The points for what makes an attempt feasible."""
    if signals is None:
        return 0
    found = POINTS[signals.compute] + DATA_POINTS[signals.data]
    return found + 3 * (signals.code is Code.LINKED) + (signals.text is Text.ON_FILE) - 4 * signals.theory


def _told(key: _Key, underway: Underway) -> Recommended:
    why = (_first(key.candidate), *_crowding(key.candidate, underway), *_feasible(key.candidate))
    return Recommended(key.candidate, key.need, key.round + 1, -key.points, tuple(why))


def _first(one: Candidate) -> Part:
    tried = one.tried
    match one.need:
        case Need.CONTESTED:
            told = f"Teams disagree on {_many(tried.contested, 'claim')}: one more attempt helps to decide."
        case Need.UNCONFIRMED:
            told = f"{_many(tried.single, 'claim').capitalize()} settled by one team only, and confirmed by nobody."
        case Need.UNTRIED:
            told = f"Nobody has a verdict yet on its {_many(tried.testable, 'testable claim')}."
        case Need.OPEN:
            told = f"{_many(tried.open, 'claim').capitalize()} that no attempt has settled."
        case _:
            told = "All of its testable claims are settled by several teams."
    return Part(0, told)


def _crowding(one: Candidate, underway: Underway) -> Iterable[Part]:
    if one.tried.judged:
        recent = f", {underway.recent:,} in the last days" if underway.recent else ""
        yield Part(0, f"{_many(one.tried.judged, 'judged attempt').capitalize()} so far{recent}.")
    if underway.waiting:
        waiting = _many(underway.waiting, "attempt").capitalize()
        yield Part(0, f"{waiting} on the way to a verdict, so that it comes up less often.")


def _feasible(one: Candidate) -> Iterable[Part]:
    signals = one.signals
    if signals is None:
        yield Part(0, "Its code, data and machine have not been looked at yet.")
        return
    if signals.code is Code.LINKED:
        yield Part(3, "Code is linked.")
    if signals.code is Code.PROMISED:
        yield Part(0, "Code is promised, not linked.")
    yield Part(DATA_POINTS[signals.data], f"{DATA[signals.data].capitalize()}{_named(signals)}.")
    yield Part(POINTS[signals.compute], _machine(signals.compute))
    if signals.theory:
        yield Part(-4, "It seems to have no experiments.")
    if signals.text is Text.ON_FILE:
        yield Part(1, "Its text is on file.")


def _machine(compute: Compute) -> str:
    if compute is Compute.UNKNOWN:
        return "Which machine it took is not known."
    return f"Done on {MACHINES[compute]}, by its own words."


def _named(signals: Signals) -> str:
    return f" ({', '.join(signals.datasets[:3])})" if signals.data is Data.PUBLIC and signals.datasets else ""


def _many(count: int, word: str) -> str:
    return f"one {word}" if count == 1 else f"{count:,} {word}s"


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _draw(mark: int, drawn: int) -> int:
    """A number below 2^32 for a paper and an asker, evenly spread (the mixing of splitmix64)."""
    first, second, mask = _MIX
    value = mark ^ drawn
    value = ((value ^ (value >> 30)) * first) & mask
    value = ((value ^ (value >> 27)) * second) & mask
    return (value ^ (value >> 31)) >> 32
