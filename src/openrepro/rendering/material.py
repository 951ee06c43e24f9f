"""Everything that a logbook's pages show beside the HTML, as one JSON object; made once with the rendering.

`openrepro.material/1`; a *spot* is an address with `page`, `part` (from 0) and `anchor`, the id of an element, where
it is shown: `{"file", "bytes": [start, end], "cell", "page", "part", "anchor"}`, the last three null or empty for bytes
that are on no page. Texts are the participant's own unless said otherwise: escape them.

- `title`, `layout` (`workspace`, `space`, `plain`, `empty`), `tags`; `paper`: `{"ids", "arxiv"}`, as the logbook names
  it
- `counts`: `pages`, `cells`, `runs`, `files`, `bytes`, `figures`, `findings`, `problems`, before any bound
- `pages`: `{"number", "slug", "title", "role", "file", "parts", "cells", "claims" (numbers that it names)}`; the HTML
  of part `i` is the part (`page`, number, `i`)
- `figures`: `{"number", "title", "cell", "size", "spot"}`; the document is the part (`figure`, number, 0)
- `runs`, in reading order: `{"command", "title", "state", "exit_code", "duration_s" (text, seconds), "recorded",
  "grade", "void" (why it does not count, ours), "elided", "created_at", "claims", "spot"}`; `state` is one of
  `completed`, `failed`, `interrupted`, `diverged`, `submission` (it only handed work elsewhere), `unknown`, `void`
- `files`, largest first: `{"path", "size", "sha256", "kind"}`
- `findings`, weightiest first (ours): `{"code", "severity", "sentence", "meaning", "todo", "claims", "spots"}`; without
  `claims` it is about the whole logbook
- `problems` that the reader met (ours): `{"code", "severity", "sentence", "meaning", "todo", "spots"}`
- `claims`, one for each claim of the paper in force: `{"number", "id", "kind", "addressed" (null: code cannot tell),
  "grade", "view"}`; `view` is what a reader is given for it: `{"tokens", "budget", "characters", "pages": [{"file",
  "page", "tokens", "shown"}], "cuts": [{"tokens", "spot"}], "cut_tokens", "withheld": [{"code", "times", "meaning"}]}`;
  where a model reads also `"asked": [{"claim", "state", "role", "tokens", "prompt", "blocks": [{"name", "tokens",
  "spot"}], "left_out"}]`, one for each part of the claim;
  its text is the part (`view`, number, 0). Without claims there is one view of the whole logbook, of the id ``""``
- `quotes`, by name: `{"name", "claim", "verdict", "why" (`measured`, `quoted` or the code of a reason), "carried" (the
  verdict is about an earlier revision), "found", "marked", "text" (at most 2,000 bytes), "size", "spot"}`; a marked
  quote is an element with its name as id
- `gaps`: `{"where", "sentence"}`: what is not shown, and why (ours)
- `traces`: sessions `{"number", "id", "title", "agent", "model", "started_at", "ended_at", "turns", "events", "shown",
  "scrubbed", "redactions", "parts", "sentence"}`; part `i` is the part (`trace`, number, `i`), JSON text `{"events":
  [{"kind", "at", "elapsed_ms", "turn", "title", "tool", "status", "text", "left_out"}]}`, where an event of the kind
  `left-out` has a `count` alone
- `left_out`: how many `runs`, `files`, `findings`, `problems`, `gaps`, `quotes` are not listed here.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.evidence.findings import MEANING as FINDINGS
from openrepro.evidence.findings import Finding
from openrepro.evidence.model import Run
from openrepro.evidence.runs import findings_of_runs
from openrepro.ids import Json
from openrepro.judging.judge import Judgement
from openrepro.lint.advice import OF_FINDINGS, OF_PROBLEMS
from openrepro.lint.secrets import masked
from openrepro.logbooks.logbook import Address, Cell, Logbook, Problem
from openrepro.logbooks.problems import MEANING as PROBLEMS
from openrepro.rendering.asking import Questions
from openrepro.rendering.bounding import bounded
from openrepro.rendering.model import Rendering
from openrepro.rendering.parts import FIGURE, PAGE, PackedPart, packed
from openrepro.rendering.quoted import Found
from openrepro.rendering.traces import traces_of
from openrepro.rendering.views import views_of
from openrepro.rendering.where import Where, where_in
from openrepro.severity import Severity

SCHEMA: Final = "openrepro.material/1"
MOST: Final = {"runs": 400, "files": 400, "findings": 200, "problems": 100, "gaps": 100}
MOST_SPOTS: Final = 12
MOST_TAGS: Final = 50
LONGEST_COMMAND: Final = 1_000
LONGEST_NAME: Final = 300
LONGEST_SENTENCE: Final = 600
_WEIGHT: Final = {severity: at for at, severity in enumerate((Severity.SERIOUS, Severity.WARNING, Severity.NOTE))}

Row = dict[str, Json]
Key = tuple[str, str, tuple[Address, ...]]


class Material(NamedTuple):
    """The JSON object, and every part of the rendering."""

    body: Row
    parts: tuple[PackedPart, ...]


def material_of(
    judgement: Judgement,
    rendering: Rendering,
    quotes: Sequence[Found],
    asked: int,
    questions: Questions | None = None,
) -> Material:
    """The material of a logbook that was judged and rendered; `asked` is how many quotes were asked for, `questions`
    what a model would be asked, where one reads.

    What a list has beyond its bound is counted in `left_out`.
    """
    logbook = judgement.logbook
    where = where_in(logbook, rendering)
    views, traces = views_of(judgement, where, questions), traces_of(logbook)
    lists: dict[str, list[Row]] = {
        "runs": list(_runs(judgement, where)),
        "files": [{**one.as_json(), "kind": one.kind.value} for one in sorted(logbook.manifest, key=lambda f: -f.size)],
        "findings": [_finding(one, claims, where) for one, claims in _findings(judgement)],
        "problems": [_problem(one, where) for one in logbook.problems],
        "gaps": [{"where": one.where[:LONGEST_NAME], "sentence": one.sentence} for one in rendering.gaps],
    }
    body: Row = {
        "schema": SCHEMA,
        **_about(logbook),
        "counts": _counts(logbook, rendering, lists),
        "pages": list(_pages(logbook, rendering)),
        "figures": list(_figures(logbook, rendering, where)),
        **{name: rows[: MOST[name]] for name, rows in lists.items()},
        "claims": list(views.claims),
        "quotes": list(_quotes(quotes, rendering, where)),
        "traces": list(traces.sessions),
        "left_out": {name: max(0, len(rows) - MOST[name]) for name, rows in lists.items()}
        | {"quotes": max(0, asked - len(quotes))},
    }
    return Material(bounded(body), (*_html(rendering), *views.parts, *traces.parts))


def _about(logbook: Logbook) -> Row:
    return {
        "title": logbook.title[:LONGEST_NAME],
        "layout": logbook.layout.value,
        "tags": [tag[:LONGEST_NAME] for tag in logbook.tags[:MOST_TAGS]],
        "paper": {"ids": list(logbook.paper.ids[:MOST_SPOTS]), "arxiv": list(logbook.paper.arxiv[:MOST_SPOTS])},
    }


def _counts(logbook: Logbook, rendering: Rendering, lists: Mapping[str, list[Row]]) -> Row:
    return {
        "pages": len(logbook.pages),
        "cells": sum(len(page.cells) for page in logbook.pages),
        "figures": len(rendering.figures),
        "files": len(logbook.manifest),
        "bytes": sum(file.size for file in logbook.manifest),
        **{name: len(lists[name]) for name in ("runs", "findings", "problems")},
    }


def _pages(logbook: Logbook, rendering: Rendering) -> Iterator[Row]:
    parsed = {page.file: page for page in logbook.pages}
    for number, page in enumerate(rendering.pages):
        own = parsed.get(page.file)
        yield {
            "number": number,
            "slug": page.slug[:LONGEST_NAME],
            "title": page.title[:LONGEST_NAME],
            "role": page.role,
            "file": page.file,
            "parts": len(page.parts),
            "cells": 0 if own is None else len(own.cells),
            "claims": [] if own is None else list(own.claims[:MOST_SPOTS]),
        }


def _figures(logbook: Logbook, rendering: Rendering, where: Where) -> Iterator[Row]:
    places = {cell.id: cell.at for page in logbook.pages for cell in page.cells if cell.id}
    for figure in rendering.figures:
        at = places.get(figure.cell)
        yield {
            "number": figure.number,
            "title": figure.title[:LONGEST_NAME],
            "cell": figure.cell,
            "size": len(figure.document),
            "spot": None if at is None else where.json(at),
        }


def _runs(judgement: Judgement, where: Where) -> Iterator[Row]:
    runs = {run.at: run for run in judgement.runs}
    claims: dict[Address, list[str]] = {}
    for claim in () if judgement.guessed else judgement.claims:
        for at in dict.fromkeys(run.at for part in claim.parts for run in part.casefile.runs):
            claims.setdefault(at, []).append(claim.claim.id)
    cells = (cell for page in judgement.logbook.pages for cell in page.cells if cell.command)
    for cell in cells:
        yield _run(cell, runs.get(cell.at), where) | {"claims": claims.get(cell.at, [])[:MOST_SPOTS]}


def _run(cell: Cell, run: Run | None, where: Where) -> Row:
    return {
        "command": masked(shlex.join(cell.command)[: 2 * LONGEST_COMMAND])[:LONGEST_COMMAND],
        "title": cell.title[:LONGEST_NAME],
        "state": "void" if run is None else run.state.value,
        "exit_code": cell.exit_code,
        "duration_s": cell.duration_s,
        "recorded": run is not None and run.recorded,
        "grade": None if run is None else run.grade.name,
        "void": _void(cell, run),
        "elided": run is not None and any(output.elided for output in run.outputs),
        "created_at": cell.created_at[:LONGEST_NAME],
        "spot": where.json(cell.at),
    }


def _void(cell: Cell, run: Run | None) -> str:
    """Why a command does not count; empty when it does."""
    if cell.void or run is not None:
        return cell.void
    return "The cell is no code cell, and only those record runs."


def _findings(judgement: Judgement) -> list[tuple[Finding, list[str]]]:
    """Every finding once, with the claims it is about, the weightiest first; without claims it is about all of it."""
    whole = {_key(one): one for one in (*judgement.findings, *findings_of_runs(judgement.runs))}
    claims: dict[Key, dict[str, None]] = {key: {} for key in whole}
    for claim in () if judgement.guessed else judgement.claims:
        for one in (finding for part in claim.parts for finding in part.casefile.findings):
            whole.setdefault(_key(one), one)
            claims.setdefault(_key(one), {})[claim.claim.id] = None
    found = [(one, list(claims[key])) for key, one in whole.items()]
    return sorted(found, key=lambda pair: _WEIGHT[pair[0].severity])


def _key(one: Finding) -> Key:
    return one.code.value, one.text, one.at


def _finding(one: Finding, claims: list[str], where: Where) -> Row:
    return {
        "code": one.code.value,
        "severity": one.severity.value,
        "sentence": masked(one.text)[:LONGEST_SENTENCE],
        "meaning": FINDINGS[one.code],
        "todo": OF_FINDINGS[one.code],
        "claims": list(claims),
        "spots": [where.json(at) for at in one.at[:MOST_SPOTS]],
    }


def _problem(one: Problem, where: Where) -> Row:
    return {
        "code": one.code,
        "severity": one.severity.value,
        "sentence": masked(one.text)[:LONGEST_SENTENCE],
        "meaning": PROBLEMS.get(one.code, ""),
        "todo": OF_PROBLEMS.get(one.code, ""),
        "spots": [where.json(at) for at in one.at[:MOST_SPOTS]],
    }


def _quotes(quotes: Sequence[Found], rendering: Rendering, where: Where) -> Iterator[Row]:
    placed = {place.name: place for place in rendering.places}
    for one in quotes:
        place = placed.get(one.name)
        spot: Row = {} if place is None else {"page": place.page, "part": place.part, "anchor": one.name}
        yield {
            "name": one.name,
            "claim": one.asked.claim,
            "verdict": one.asked.verdict,
            "why": one.asked.why,
            "carried": one.asked.carried is not None,
            "found": one.at is not None,
            "marked": place is not None,
            "text": one.text,
            "size": 0 if one.at is None else one.at.end - one.at.start,
            "spot": None if one.at is None else where.json(one.at) | spot,
        }


def _html(rendering: Rendering) -> Iterator[PackedPart]:
    for number, page in enumerate(rendering.pages):
        yield from (packed(PAGE, number, at, html) for at, html in enumerate(page.parts))
    yield from (packed(FIGURE, figure.number, 0, figure.document) for figure in rendering.figures)
