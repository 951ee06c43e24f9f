"""Entering a workspace's logbook: what is wrong is said before anything is sent, and what was sent is remembered."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from openrepro.agents import workspace
from openrepro.agents.packing import Packed, packed
from openrepro.agents.server import Server, ServerError
from openrepro.agents.workspace import Workspace
from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.lint.lint import lint
from openrepro.lint.notice import Notice
from openrepro.logbooks.archive import read_folder
from openrepro.logbooks.logbook import Layout, Logbook
from openrepro.logbooks.trackio import parse
from openrepro.severity import Severity

NOTHING: Final = "Nothing was entered."
UNSURE: Final = "Whether it was entered is not known; the same command again enters it once only."
MOST_SAID: Final = 5


class Ready(NamedTuple):
    """A logbook that can be sent: its archive, how it reads, and what the lint says of it."""

    pack: Packed
    logbook: Logbook
    notices: tuple[Notice, ...]

    @property
    def serious(self) -> tuple[Notice, ...]:
        return tuple(notice for notice in self.notices if notice.severity is Severity.SERIOUS)


class Receipt(NamedTuple):
    """What the server says of an entry. `already`: these very bytes were there."""

    entry: Mapping[str, Json]
    already: bool
    notes: tuple[str, ...]


def ready(folder: Path, space: Workspace, rules: Rules, claims: ClaimSet | None) -> Ready:
    """What would be sent of the workspace in `folder`. Raises OpenReproError when that is no logbook."""
    pack = packed(read_folder(folder).files)
    logbook = parse(pack.files, name=folder.name)
    if logbook.layout is Layout.EMPTY or not logbook.pages:
        raise OpenReproError(f"There is no logbook in {folder}. {NOTHING}", hint="openrepro start lays one out.")
    return Ready(pack, logbook, lint(logbook, rules, claims, papers=(space.paper,)))


def refuse_other_papers(server: Server, found: Ready, paper: str) -> None:
    """Raise OpenReproError when the logbook names another paper than `paper`, by any name that the server knows."""
    for name in found.logbook.paper.ids[:MOST_SAID]:
        if name != paper and _known_as(server, name) != paper:
            raise OpenReproError(
                f"The logbook names the paper {name}, and this is the workspace of {paper}. {NOTHING}",
                hint="Mend the tag `paper-…` in .trackio/metadata.json, or work in that paper's own workspace.",
            )


def _known_as(server: Server, name: str) -> str:
    try:
        told = server.get("papers", name)
    except ServerError as fault:
        if fault.status == 404:
            return ""
        raise _told(fault, nothing=True) from None
    return str(told.get("id")) if isinstance(told, Mapping) else ""


def refuse_serious(found: Ready) -> None:
    """Raise OpenReproError when the lint found what must not be published."""
    serious = found.serious
    if serious:
        told = " ".join(notice.text for notice in serious[:MOST_SAID])
        more = f" And {len(serious) - MOST_SAID} more." if len(serious) > MOST_SAID else ""
        raise OpenReproError(
            f"{told}{more} {NOTHING}",
            hint="openrepro lint says where; openrepro submit --anyway enters it all the same.",
        )


def own_entries(server: Server, paper: str) -> list[str]:
    """The ids of the entries that the team of the token has on a paper, newest first, but for those withdrawn."""
    account = server.get("account")
    team = account.get("team") if isinstance(account, Mapping) else None
    rows = server.each("entries", paper=paper, team=str(team or ""), limit=100)
    found = [row for row in rows if isinstance(row, Mapping) and row.get("state") != "withdrawn"]
    return [str(row.get("id")) for row in found]


def submit(
    server: Server, folder: Path, space: Workspace, found: Ready, *, licence: str, entry: str, second: bool = False
) -> Receipt:
    """Send the archive, as a new revision of `entry` or of the workspace's own, and remember the entry.

    Raises OpenReproError; its text says whether anything was entered.
    """
    revised = entry or space.entry
    if not revised and not second:
        _refuse_second(server, space.paper)
    said = {"paper": space.paper} if not revised else {"entry": revised}
    if licence:
        said["licence"] = licence
    try:
        told = server.send(found.pack.archive, key=_key(found.pack, said), **said)
    except ServerError as fault:
        raise _told(fault) from None
    receipt = _receipt(told)
    workspace.write(folder, replace(space, entry=str(receipt.entry["id"])))
    return receipt


def _refuse_second(server: Server, paper: str) -> None:
    try:
        mine = own_entries(server, paper)
    except ServerError as fault:
        raise _told(fault, nothing=True) from None
    if mine:
        raise OpenReproError(
            f"Your team has an entry on {paper} already ({mine[0]}), and a second one does not score. {NOTHING}",
            hint=f"openrepro submit --entry {mine[0]} makes this its new revision; --second enters it beside that one.",
        )


def _key(pack: Packed, said: Mapping[str, str]) -> str:
    """The same for the same request, so that one that broke off can be sent again without harm."""
    return f"submit-{pack.digest[:24]}-{said.get('entry', '')[-12:]}-{said.get('licence', '')[:12]}"


def _told(fault: ServerError, *, nothing: bool = False) -> OpenReproError:
    """The fault with what became of the request."""
    refused = 400 <= fault.status < 500
    outcome = NOTHING if nothing or refused or not fault.sent else UNSURE
    text = fault.text if outcome in fault.text else f"{fault.text} {outcome}"
    return ServerError(text, hint=fault.hint, status=fault.status, code=fault.code, wait_s=fault.wait_s)


def _receipt(told: Json) -> Receipt:
    entry = told.get("entry") if isinstance(told, Mapping) else None
    if not isinstance(told, Mapping) or not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
        raise OpenReproError(f"The server's receipt cannot be read. {UNSURE}", hint="openrepro status tells.")
    notes = told.get("notes")
    return Receipt(entry, told.get("already") is True, tuple(map(str, notes)) if isinstance(notes, list) else ())
