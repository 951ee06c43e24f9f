"""Runs whose own command or output says that they did nothing real."""

import re
from collections.abc import Iterable, Iterator

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Run
from openrepro.evidence.patterns import any_of
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address, Severity

_FLAG = re.compile(r"(?<!\S)--(?:dry[-_]?run|simulate[-_]?only|(?:fake|mock)(?:[-_](?:data|results|run))?)(?![\w-])")
_OFF = re.compile(r"=\s{0,2}(?:false|0|no|off|none)\b", re.IGNORECASE)
_WORDS = ("dry", "mock", "fake", "placeholder", "simulated", "dummy", "not a real", "no real", "made up")
_PRETENDS = any_of(
    (
        r"\bdry[- ]?run\b",
        r"\b(?:mock|fake|dummy|placeholder)(?:ed)? (?:data|results?|outputs?|values?|numbers?|metrics?|runs?|mode)\b",
        r"\bsimulated (?:outputs?|results?|metrics?|scores?|numbers?)\b(?=.{0,40}\bnot (?:a )?real\b)",
        r"\b(?:outputs?|results?|values?|numbers?) (?:is|are|was|were) (?:a )?(?:mock|fake|dummy|placeholder|made up)",
        r"\bnot a real (?:run|result|output|measurement|computation|experiment)\b",
        r"\bno real (?:computation|run|data|model|experiment|training|measurement)\b",
    )
)
_DENIED = re.compile(
    r"\b(?:no|not|never|without|instead of|rather than|isn't|aren't|non|zero|avoid\w{0,4}|skip\w{0,4}|replac\w{1,5}"
    r"|reject\w{0,3}|detect\w{0,5}|disabl\w{1,3}|0)[\s:-]{1,3}(?:\w{1,20}[\s-]){0,2}$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"^[\"']?\s{0,3}(?:[:=]\s{0,3}[\"']?(?:false|0|no|off|none)\b|disabled|off\b)", re.IGNORECASE
)
_HELP = re.compile(
    r"^\s{0,12}-{1,2}[A-Za-z]|[\[|]\s?--|\busage:|\b(?:pass|use|add|try|with|without|via) --|\{[a-z-]{1,20},",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:fake|mock|dummy|simulated) (?:data|results?|outputs?|scores?|values?)\s{0,2}[:=]\s{0,2}[-+]?[0-9.]"
    r"|\b(?:discriminator|generator|critic|gan|warm\w{0,3}[- ]?up|real (?:and|vs|or))\b",
    re.IGNORECASE,
)
"""What a program works on, such as the two sides of a discriminator or the inputs of a warm-up, is no pretence."""
_MORE = re.compile(r"(?:&&|[;|\n])\s{0,20}(?!(?:true|echo|exit|:)(?:\s|$))[\w./]")
_MAX_LINE = 600
_SAMPLE = 200_000
_MAX_PLACES = 5


def pretended(runs: Iterable[Run]) -> tuple[Finding, ...]:
    """One serious finding for each run whose command or output says that it was a dry run or printed mock data.

    A denial ("no mock data", `dry_run=False`) and a program's list of options say nothing of the kind.
    """
    return tuple(finding for run in runs if (finding := _of_run(run)) is not None)


def _of_run(run: Run) -> Finding | None:
    places: list[Address] = []
    said = ""
    if flag := _flag(run):
        said, places = flag, [run.at]
    for output in run.outputs:
        for start, end in _admitted(output.text):
            said = said or output.text[start:end].strip()[:120]
            places.append(Places(output.text, output.at).address(start, end))
            if len(places) >= _MAX_PLACES:
                break
    if not said:
        return None
    return Finding(
        Code.DISOWNED,
        f"The run itself says that it did nothing real ('{said}'): run it for real, and show that run.",
        (run.at, *(at for at in places if at != run.at)),
        Severity.SERIOUS,
    )


def _flag(run: Run) -> str:
    command = " ".join(run.argv)[:20_000]
    match = _FLAG.search(command)
    if match is None or _OFF.match(command, match.end()) or _MORE.search(command, match.end()):
        return ""
    return match[0]


def _admitted(text: str) -> Iterator[tuple[int, int]]:
    """The lines `[start, end)` of the head and tail of an output that say so."""
    start = 0
    for line in text[:_SAMPLE].splitlines(keepends=True):
        if _says_so(line[:_MAX_LINE]):
            yield start, start + len(line.rstrip())
        start += len(line)
    first = max(_SAMPLE, len(text) - _SAMPLE)
    start = first
    for line in text[first:].splitlines(keepends=True):
        if _says_so(line[:_MAX_LINE]):
            yield start, start + len(line.rstrip())
        start += len(line)


def _says_so(line: str) -> bool:
    lowered = line.lower()
    if not any(word in lowered for word in _WORDS) or _HELP.search(line) or _SUBJECT.search(line):
        return False
    return any(
        not _DENIED.search(line[max(0, match.start() - 60) : match.start()])
        and not _DENIED_AFTER.match(line[match.end() : match.end() + 30])
        for match in _PRETENDS.finditer(line)
    )
