"""Starting on a paper: what the server says of it, laid out as a workspace that an agent can begin in at once."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from openrepro.agents import workspace
from openrepro.agents.scaffold import BOOK, claims_page, scaffold, snippets
from openrepro.agents.server import Server, ServerError
from openrepro.agents.workspace import Workspace
from openrepro.challenge.rules import Rules, load_rules
from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import parse_claims
from openrepro.errors import OpenReproError
from openrepro.guide.prompt import prompt_of
from openrepro.ids import PAPER_ID, Json, canonical
from openrepro.papers.paper import Paper

CLAIMS: Final = f"{workspace.FOLDER}/claims.json"
RULES: Final = f"{workspace.FOLDER}/challenge.toml"
GUIDE: Final = f"{workspace.FOLDER}/GUIDE.md"
PROMPT: Final = f"{workspace.FOLDER}/PROMPT.md"
PAPER: Final = f"{workspace.FOLDER}/PAPER.md"
CLAIMS_PAGE: Final = f"{workspace.FOLDER}/CLAIMS.md"
SNIPPET: Final = "result.py"
TRACKIO_S: Final = 60
NO_TEXT: Final = "The server has no text of this paper on file: read it where its page leads to."


@dataclass(frozen=True, slots=True)
class Fetched:
    """All that the server says of a paper. `text` is empty where none could be had, and `no_text` says why."""

    paper: Paper
    claims: ClaimSet | None
    claim_rows: Json
    rules: Rules
    rule_file: str
    guide: str
    text: str
    no_text: str


@dataclass(frozen=True, slots=True)
class Started:
    """What was laid out. `again`: the workspace was there, and only what was fetched is new. `notes` are sentences."""

    folder: Path
    workspace: Workspace
    prompt: str
    again: bool
    pages: int
    notes: tuple[str, ...]


def fetch(server: Server, name: str) -> Fetched:
    """Ask `server` for the paper that goes by `name`. Raises ServerError, or OpenReproError when what it says cannot
    be used."""
    told = _object(server.get("papers", name))
    paper = Paper(_text(told, "id"), _text(told, "title"), arxiv=_text(told, "arxiv"))
    if not PAPER_ID.fullmatch(paper.id):
        raise OpenReproError(f"The server calls the paper {paper.id[:80]!r}, which is no id of a paper.")
    held = _object(server.get("papers", paper.id, "claims"))
    rule_file = server.text("/rules.toml")
    text, why = _paper_text(server, paper.id)
    return Fetched(
        paper,
        _claims(held, paper),
        held.get("claims", []),
        load_rules(rule_file.encode()),
        rule_file,
        server.text("/llms-full.txt"),
        text,
        why,
    )


def start(server: Server, name: str, folder: Path | None, at: str) -> Started:
    """Lay out the workspace of the paper that goes by `name` in `folder` (default: one named after the paper, here).

    Nothing is written before everything was fetched. A workspace of the same paper is brought up to date: pages that
    are there stay as they are. Raises OpenReproError when the folder belongs to another paper or to something else.
    """
    fetched = fetch(server, name)
    where = (folder or Path(fetched.paper.id)).resolve()
    before = _before(where, server, fetched.paper.id)
    space = keep(where, before or Workspace(server.url, fetched.rules.slug, fetched.paper.id, "", "", at), fetched)
    pages = scaffold(fetched.paper, fetched.claims, fetched.rules, at)
    new = 0 if before is not None and (where / BOOK).exists() else _lay(where, pages)
    notes = [fetched.no_text] if fetched.no_text else []
    if before is not None and before.claim_set != space.claim_set:
        notes.append(f"The claims have changed since this workspace was made: compare {CLAIMS_PAGE} with the pages.")
    notes += _through_trackio(where)
    return Started(where, space, _prompt(fetched, space), before is not None, new, tuple(notes))


def keep(folder: Path, space: Workspace, fetched: Fetched) -> Workspace:
    """Write what was fetched into the workspace in `folder`, and remember its versions."""
    now = replace(space, claim_set=_version(fetched), rules=fetched.rules.digest)
    workspace.write(folder, now)
    for path, data in _files(fetched, _prompt(fetched, now)).items():
        workspace.put(folder / path, data)
    return now


def _prompt(fetched: Fetched, space: Workspace) -> str:
    return prompt_of(fetched.rules, fetched.paper, fetched.claims, space.server)


def _before(folder: Path, server: Server, paper: str) -> Workspace | None:
    """The workspace that is in the folder already; None where there is room for a new one."""
    own = workspace.found(folder if folder.exists() else folder.parent)
    if own is not None and own != folder:
        raise OpenReproError(
            f"{folder} is inside the workspace {own}: logbooks in one another are mistaken for each other.",
            hint="Choose a folder outside of it.",
        )
    if own is None:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise OpenReproError(
                f"{folder} holds something else; nothing was written.", hint="Name an empty folder, or a new one."
            )
        return None
    before = workspace.read(folder)
    if (before.paper, before.server) != (paper, server.url):
        raise OpenReproError(
            f"{folder} is the workspace of paper {before.paper} at {before.server}; nothing was written.",
            hint=f"Each paper has a folder of its own: openrepro start {paper} ANOTHER-FOLDER",
        )
    return before


def _files(fetched: Fetched, prompt: str) -> dict[str, bytes]:
    """What is fetched anew each time. It lies in a folder that no reader of logbooks looks into, for its numbers are
    not the participant's."""
    claims: dict[str, Json] = {"schema": "openrepro.claimset/1", "paper": fetched.paper.id}
    claims |= {"claims": fetched.claim_rows, "quarantined": _quarantined(fetched)}
    files = {
        CLAIMS: json.dumps(claims, indent=2, ensure_ascii=False) + "\n",
        RULES: fetched.rule_file,
        GUIDE: fetched.guide,
        PROMPT: prompt,
        CLAIMS_PAGE: claims_page(fetched.paper, fetched.claims),
        SNIPPET: snippets(fetched.claims),
    }
    if fetched.text:
        files[PAPER] = fetched.text
    return {name: text.encode() for name, text in files.items()}


def _lay(folder: Path, files: Mapping[str, bytes]) -> int:
    """Write the logbook; gives how many pages it has."""
    for path, data in files.items():
        workspace.put(folder / path, data)
    return sum(path.endswith("/page.md") for path in files)


def _through_trackio(folder: Path) -> list[str]:
    """Let Trackio, where it is installed, add what it keeps beside the pages."""
    program = shutil.which("trackio")
    if program is None:
        return ["Trackio is not installed: pip install trackio, and record runs with `trackio logbook run -- COMMAND`."]
    try:
        done = subprocess.run(
            [program, "logbook", "sync"], cwd=folder, capture_output=True, timeout=TRACKIO_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return [f"Trackio could not be run ({type(fault).__name__}); the pages are complete without it."]
    return [] if done.returncode == 0 else ["`trackio logbook sync` failed; the pages are complete without it."]


def _paper_text(server: Server, paper: str) -> tuple[str, str]:
    if not server.has_token:
        return "", "The paper's text is given to those who take part only: set OPENREPRO_TOKEN and start again for it."
    try:
        return _text(_object(server.get("papers", paper, "text")), "text"), ""
    except ServerError as fault:
        if fault.status == 404:
            return "", NO_TEXT
        raise


def _claims(held: Mapping[str, Json], paper: Paper) -> ClaimSet | None:
    rows = held.get("claims")
    if not rows:
        return None
    sets = parse_claims(canonical({"paper": paper.id, "claims": rows}), suffix=".json").sets
    away = held.get("quarantined")
    named = frozenset(one for one in away if isinstance(one, str)) if isinstance(away, list) else frozenset()
    return replace(sets[0], quarantined=named) if sets else None


def _quarantined(fetched: Fetched) -> list[str]:
    return [] if fetched.claims is None else sorted(fetched.claims.quarantined)


def _version(fetched: Fetched) -> str:
    return "" if fetched.claims is None else fetched.claims.version


def _object(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise OpenReproError("The server's answer has another shape than this version of openrepro knows.")
    return value


def _text(value: Mapping[str, Json], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise OpenReproError(f"The server's answer lacks {name!r}: it is of another version than this openrepro.")
    return found
