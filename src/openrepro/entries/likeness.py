"""Likeness of two entries: what kinds there are, what is shown of it, and when it is worth showing.

A likeness is shown with both sides and changes no label and no point by itself: a person decides what it means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address


class LikenessKind(StrEnum):
    """What is alike, from the strongest sign to the weakest."""

    BYTES = "bytes"
    OUTPUTS = "outputs"
    FILES = "files"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class SharedPassage:
    """One stretch that stands on both sides, with its bytes in each revision. `size` counts words or digits."""

    left: Address
    right: Address
    size: int
    what: str = ""

    def as_json(self) -> dict[str, Json]:
        return {"left": self.left.as_json(), "right": self.right.as_json(), "size": self.size, "what": self.what}


@dataclass(frozen=True, slots=True)
class Shared:
    """How much two logbooks share: `share` of the smaller side (a decimal string from 0 to 1), `count` things out of
    `left` and `right`, and the passages worth looking at first."""

    share: str
    count: int
    left: int
    right: int
    passages: tuple[SharedPassage, ...] = ()

    @property
    def turned(self) -> "Shared":
        """The same with its sides exchanged."""
        passages = tuple(replace(one, left=one.right, right=one.left) for one in self.passages)
        return Shared(self.share, self.count, self.right, self.left, passages)


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two entries that are alike in one way. `left` is the entry that was there first."""

    kind: LikenessKind
    left: str
    left_revision: str
    right: str
    right_revision: str
    shared: Shared
    found_at: str = ""

    @property
    def sentence(self) -> str:
        """What is alike, in words for anybody."""
        return _SENTENCES[self.kind].format(
            count=f"{self.shared.count:,}", percent=_percent(self.shared.share), files=_files(self.shared.count)
        )

    @property
    def evidence(self) -> dict[str, Json]:
        """All but the pair itself, as JSON."""
        return {
            "count": self.shared.count,
            "left": self.shared.left,
            "right": self.shared.right,
            "passages": [passage.as_json() for passage in self.shared.passages],
        }


_SENTENCES: Final = {
    LikenessKind.BYTES: "Both entries are the same files, byte for byte.",
    LikenessKind.OUTPUTS: (
        "{count} long numbers in the outputs are the same ({percent} of those of the entry with fewer). Either one was "
        "copied, or both ran one deterministic program."
    ),
    LikenessKind.FILES: "{files} in both entries, byte for byte. The paper's own code and data would be, too.",
    LikenessKind.TEXT: (
        "{percent} of the shorter text stands in both entries ({count} runs of five words, numbers left aside)."
    ),
}


def _percent(share: str) -> str:
    return f"{round(float(share) * 100)} %"


def _files(count: int) -> str:
    return "One file is" if count == 1 else f"{count:,} files are"


def shared_of(share: str, evidence: Mapping[str, Any]) -> Shared:
    """What `Likeness.evidence` holds, read back."""
    passages: Sequence[Mapping[str, Any]] = evidence["passages"]
    read = (SharedPassage(_address(one["left"]), _address(one["right"]), one["size"], one["what"]) for one in passages)
    return Shared(share, evidence["count"], evidence["left"], evidence["right"], tuple(read))


def _address(told: Mapping[str, Any]) -> Address:
    start, end = told["bytes"]
    return Address(told["file"], start, end, told["cell"])
