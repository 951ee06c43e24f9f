"""`openrepro papers`: papers taken into a challenge, and what different lists call the same paper."""

import click

from openrepro.cli.tree import Branch, LazyGroup

PARTS: dict[str, Branch] = {
    "import": Branch("openrepro.cli.papers_import:import_papers", "Take lists of papers into a challenge."),
    "reconcile": Branch("openrepro.cli.papers_reconcile:reconcile", "Explain how two lists of papers differ."),
    "recommend": Branch("openrepro.cli.papers_recommend:recommend", "Say which paper to try next, and why."),
    "merges": Branch("openrepro.cli.papers_merge:merges", "List papers that became one, and those that may be one."),
    "merge": Branch("openrepro.cli.papers_merge:merge_papers", "Make a paper a name of another one."),
    "unmerge": Branch("openrepro.cli.papers_merge:unmerge_papers", "Take two papers apart that were merged."),
}


@click.group(cls=LazyGroup, branches=PARTS)
def papers() -> None:
    """Take papers into a challenge, and see to what different lists call the same paper."""
