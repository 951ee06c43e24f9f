"""What of a paper says how hard it is to try: code, data, machine, whether its text is on file; unknown is a state."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from openrepro.ids import Json, sha256
from openrepro.papers.compute_words import Compute, compute_of
from openrepro.papers.data_words import Data, data_of, names_in
from openrepro.papers.paper import Paper
from openrepro.papers.sightings import Evidence, Source
from openrepro.papers.text import PaperText, Span

READER: Final = "1"
"""Changes whenever the same paper would be read differently."""
LONGEST_URL: Final = 300


class Code(StrEnum):
    """Whether there is code of the authors."""

    LINKED = "linked"
    PROMISED = "promised"
    UNKNOWN = "unknown"


class Text(StrEnum):
    """What the signals of a paper were read from."""

    ON_FILE = "on-file"
    ABSTRACT = "abstract"
    NONE = "none"


class Aspect(StrEnum):
    """What a signal is about."""

    CODE = "code"
    DATA = "data"
    COMPUTE = "compute"
    THEORY = "theory"


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals of a paper; `evidence` has the words that each one that is known rests on.

    `theory` says that the paper has no experiments; false where that is not known. `datasets` are well-known ones that
    it names.
    """

    text: Text = Text.NONE
    code: Code = Code.UNKNOWN
    data: Data = Data.UNKNOWN
    compute: Compute = Compute.UNKNOWN
    theory: bool = False
    code_url: str = ""
    datasets: tuple[str, ...] = ()
    evidence: Mapping[Aspect, Evidence] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        return {
            "text": self.text.value,
            "code": self.code.value,
            "data": self.data.value,
            "compute": self.compute.value,
            "theory": self.theory,
            "code_url": self.code_url,
            "datasets": list(self.datasets),
            "evidence": {aspect.value: dict(found._asdict()) for aspect, found in self.evidence.items()},
        }


def signals_from(told: Mapping[str, Any]) -> Signals:
    """The signals that `as_json` gave."""
    return Signals(
        Text(told["text"]),
        Code(told["code"]),
        Data(told["data"]),
        Compute(told["compute"]),
        told["theory"],
        told["code_url"],
        tuple(told["datasets"]),
        {Aspect(aspect): Evidence(**found) for aspect, found in told["evidence"].items()},
    )


_HOST: Final = (
    r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|anonymous\.4open\.science/r"
    r"|huggingface\.co/(?!datasets/))"
)
_LINK: Final = re.compile(rf"(?i)(?:https?://)?(?:www\.)?{_HOST}/?[\w.-]{{1,60}}(?:/[\w.-]{{1,100}})?")
_SITES: Final = re.compile(r"github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|4open\.science|huggingface\.co")
_OWN: Final = re.compile(
    r"(?i)\b(?:our (?:code|implementation|source|project|repository)"
    r"|(?:code|implementation|source code|project page|models?)"
    r"(?: and [\w ]{1,30})? (?:is|are|will be|can be|of this|for this|at|available|released|:)|"
    r"(?:code|project page|repository|implementation)\W{0,3}$|available at|released at|open-?sourced? (?:at|on))"
)
_PROMISE: Final = re.compile(
    r"(?i)\b(?:code|implementation)\b[^.\n]{0,60}? (?:will be|to be) "
    r"(?:made |publicly |open-?){0,3}(?:available|released|sourced|published)\b"
    r"|\bwe (?:will|plan to) (?:release|open-?source|publish) (?:[\w-]+ ){0,3}?(?:code|implementation)\b"
)
_NO_EXPERIMENTS: Final = re.compile(
    r"(?i)\b(?:the|this|our) (?:paper|work) (?:does not (?:include|contain|report)|contains no|has no|includes no) "
    r"(?:any )?(?:numerical )?experiments\b"
    r"|\b(?:the|this|our) (?:paper|work) is (?:purely|entirely|fully) theoretical\b"
)
_STATEMENT: Final = re.compile(r"(?:Theorem|Proposition|Lemma|Corollary)\b")
_TRIED: Final = re.compile(r"(?i)experiment|evaluation|empiric|simulation|numeric|result|case stud|benchmark|ablation")
LEAST_STATEMENTS: Final = 2


def basis_of(paper: Paper, extracted: str) -> str:
    """What the signals of a paper would be made from now; `extracted` names the text on file, empty where none is."""
    return sha256("\n".join((READER, paper.code_url, paper.abstract, extracted)).encode("utf-8", "replace"))


def signals_of(paper: Paper, text: PaperText | None = None) -> Signals:
    """The signals of a paper from its record and its text; without a text from its abstract. Time is linear."""
    source = _source(paper, text)
    found: dict[Aspect, Evidence | None] = {}
    code, url, found[Aspect.CODE] = _code(paper, source)
    data, found[Aspect.DATA] = data_of(source)
    compute, found[Aspect.COMPUTE] = compute_of(source)
    names = names_in(source)
    bare = compute is Compute.UNKNOWN and data is Data.UNKNOWN
    found[Aspect.THEORY] = _theory(source, bare=bare)
    return Signals(
        Text.ON_FILE if text is not None else Text.ABSTRACT if paper.abstract else Text.NONE,
        code,
        data,
        compute,
        found[Aspect.THEORY] is not None,
        url,
        names,
        {aspect: evidence for aspect, evidence in found.items() if evidence is not None},
    )


def _source(paper: Paper, text: PaperText | None) -> Source:
    return (
        Source(paper.abstract, "the abstract") if text is None else Source(text.text, f"the text, {text.version}", text)
    )


def _code(paper: Paper, source: Source) -> tuple[Code, str, Evidence | None]:
    """A link counts where the paper's record has it, or where its text says that it leads to the paper's own code."""
    if paper.code_url:
        url = paper.code_url[:LONGEST_URL]
        return Code.LINKED, url, Evidence(url, "the record of the paper")
    for match in source.found(_LINK, _SITES):
        if _OWN.search(source.before(match.start())):
            return Code.LINKED, match[0].rstrip(".")[:LONGEST_URL], source.evidence(Span(*match.span()))
    promised = next(source.found(_PROMISE, re.compile(r"(?i)\b(?:code|implementation)\b")), None)
    if promised is not None:
        return Code.PROMISED, "", source.evidence(Span(*promised.span()))
    return Code.UNKNOWN, "", None


def _theory(source: Source, *, bare: bool) -> Evidence | None:
    """The words by which a paper has no experiments; or, in a whole text that names neither data nor a machine and has
    no section on experiments, its first theorem."""
    said = next(source.found(_NO_EXPERIMENTS, re.compile(r"(?i)\bexperiments\b|\btheoretical\b")), None)
    if said is not None:
        return source.evidence(Span(*said.span()))
    whole = source.whole
    if whole is None or not bare or any(_TRIED.search(one.title) for one in whole.sections) or not whole.sections:
        return None
    stated = [label for label in whole.labels if _STATEMENT.match(label.name)]
    return (
        source.evidence(Span(stated[0].span.start, stated[0].span.start)) if len(stated) >= LEAST_STATEMENTS else None
    )
