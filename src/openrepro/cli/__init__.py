"""The command line: one tree of nouns and verbs, each module imported only when its word is used."""

import click

from openrepro import __version__
from openrepro.cli.tree import Branch, LazyGroup

COMMANDS: dict[str, Branch] = {
    "demo": Branch("openrepro.cli.demo:demo", "Judge the bundled example challenge and show the result."),
    "init": Branch("openrepro.cli.init:init", "Write the rule file of a new challenge."),
    "serve": Branch("openrepro.cli.serve:serve", "Serve the challenge in a folder: site, API, judging."),
    "worker": Branch("openrepro.cli.worker:worker", "Judge for a challenge whose server runs elsewhere."),
    "admin": Branch("openrepro.cli.admin:admin", "Operate a challenge from its own machine."),
    "doctor": Branch("openrepro.cli.doctor:doctor", "Look at every part of the installation."),
    "start": Branch("openrepro.cli.start:start_command", "Make a workspace for one paper, and print the prompt."),
    "status": Branch("openrepro.cli.status:status_command", "Say where the entry of a workspace is."),
    "submit": Branch("openrepro.cli.submit:submit_command", "Enter the logbook of a workspace."),
    "verdict": Branch("openrepro.cli.status:verdict_command", "Show what the judge said, and what would raise it."),
    "withdraw": Branch("openrepro.cli.submit:withdraw_command", "Take the entry of a workspace out."),
    "jobs": Branch("openrepro.cli.jobs:jobs", "Follow up jobs that run elsewhere."),
    "skills": Branch("openrepro.cli.skills:skills", "Teach coding agents how to take part."),
    "judge": Branch("openrepro.cli.judge:judge", "Rule every claim of the logbooks at PATH."),
    "examine": Branch("openrepro.cli.examine:examine", "Measure the judge against a set of gold labels."),
    "model": Branch("openrepro.cli.model:model", "Find out about the models that read."),
    "logbook": Branch("openrepro.cli.logbook:logbook", "Look into a logbook."),
    "lint": Branch("openrepro.cli.lint:lint", "Say what to mend in a logbook before it is published."),
    "claims": Branch("openrepro.cli.claims:claims", "Check the claims of papers and their specs."),
    "papers": Branch("openrepro.cli.papers:papers", "Take papers into a challenge, merge what is one."),
    "event": Branch("openrepro.cli.event:event", "Load public events of the ICML-2026 shape."),
    "board": Branch("openrepro.cli.board:board", "Fold verdict records into the public board."),
    "site": Branch("openrepro.cli.site:site", "Write the public site as files."),
}

EPILOG = """\
Exit codes: 0 done; 1 done, but some input could not be read or something is wrong with it;
2 not done (usage, or input the command cannot start without); 130 stopped by Ctrl-C.
Data goes to stdout, talk to stderr.
"""


@click.group(cls=LazyGroup, branches=COMMANDS, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="openrepro", message="%(prog)s %(version)s")
def main() -> None:
    """Open, claim-by-claim reproduction of scientific papers."""
