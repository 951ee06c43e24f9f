"""`openrepro admin claims`: proposed claims listed, approved and rejected."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from openrepro.claims.proposals import ProposalState
from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.server.proposing import MOST_AT_ONCE, Edit, approve, reject
from openrepro.store.proposals import OPEN, KeptProposal
from openrepro.store.store import Transaction

MOST_LISTED: Final = 500
STATES: Final = [state.value for state in ProposalState]


@click.group()
def claims() -> None:
    """Decide on claims that `openrepro claims extract --propose` suggested; the page /console/claims does it too."""


@claims.command("proposals")
@click.option("--paper", default="", metavar="ID", help="Only of this paper.")
@click.option("--state", type=click.Choice(STATES), help="Only in this state; without it those that are open.")
@click.option("--after", type=click.IntRange(0), default=0, help="Those after the one of this number.")
@folder_option
@format_option
def proposals(folder: Path, paper: str, state: str | None, after: int, form: Format) -> None:
    """List proposals, oldest first; at most 500 at once."""
    with looking(folder) as (tx, _):
        states = [state] if state else OPEN
        found = tx.proposals.page(paper=paper, states=states, after=after, limit=MOST_LISTED)
    if form is Format.JSON:
        emit_json([_as_json(one) for one in found])
        return
    names = ("number", "paper", "state", "kind", "text", "why")
    columns = [Column(name, right=name == "number") for name in names]
    emit_table(Table.of(columns, [_row(one) for one in found]), form)
    hint("openrepro admin claims approve NUMBER… --why TEXT", form)


@claims.command("approve")
@click.argument("numbers", type=int, nargs=-1)
@click.option("--all-of", default="", metavar="PAPER", help="All of this paper that are not quarantined.")
@click.option("--text", default="", help="What the one claim is to say instead.")
@click.option("--quote", default="", help="The quote that it is to rest on instead.")
@deed_options
def approve_some(deed: Deed, numbers: tuple[int, ...], all_of: str, text: str, quote: str) -> None:
    """Let proposals count: a new version of the claims of each paper, with new claims at its end.

    Entries of the papers are judged on the new claims; what was judged stays. A quarantined proposal cannot be
    approved before its quote or its text is mended.
    """
    if (text or quote) and len(numbers) != 1:
        raise OpenReproError("--text and --quote change one proposal: name its number alone.")
    with deed.opened() as here, deed.acting(here) as office:
        chosen = _chosen(office.tx, numbers, all_of)
        ids = approve(office, here.blobs, chosen, {one: Edit(text, quote) for one in numbers} if text or quote else {})
    say(f"approved: {', '.join(ids)}")


@claims.command("reject")
@click.argument("numbers", type=int, nargs=-1)
@click.option("--all-of", default="", metavar="PAPER", help="All of this paper that are open.")
@deed_options
def reject_some(deed: Deed, numbers: tuple[int, ...], all_of: str) -> None:
    """Turn proposals down for good; the same words and quote are not proposed again."""
    with deed.opened() as here, deed.acting(here) as office:
        count = reject(office, _chosen(office.tx, numbers, all_of, quarantined=True))
    say(f"rejected: {count} proposals")


def _chosen(tx: Transaction, numbers: Sequence[int], paper: str, *, quarantined: bool = False) -> Sequence[int]:
    if bool(numbers) is bool(paper):
        raise OpenReproError("Name proposals by their numbers, or all of a paper with --all-of PAPER.")
    states = OPEN if quarantined else (ProposalState.PROPOSED.value,)
    found = tx.proposals.page(paper=paper, states=states, limit=MOST_AT_ONCE) if paper else ()
    if paper and not found:
        raise OpenReproError(f"The paper {paper[:60]!r} has no such proposals.")
    return numbers or [one.id for one in found]


def _row(one: KeptProposal) -> tuple[str, ...]:
    said = one.proposal
    why = " ".join(said.faults) or said.why
    return str(one.id), one.paper, said.state.value, said.claim.kind.value, said.claim.text, why


def _as_json(one: KeptProposal) -> dict[str, Json]:
    return {
        "number": one.id,
        "paper": one.paper,
        **one.proposal.as_json(),
        "made_at": one.made_at,
        "decided_at": one.decided_at or None,
        "decided_by": one.decided_by or None,
        "note": one.note or None,
        "claim_id": one.claim_id or None,
    }
