"""`openrepro admin`: what operators do on the machine that the challenge is on."""

import click

from openrepro.cli.tree import Branch, LazyGroup

ACTS: dict[str, Branch] = {
    "account": Branch("openrepro.cli.admin_people:account", "Add and list accounts, give them roles."),
    "token": Branch("openrepro.cli.admin_people:token", "Make, list and revoke tokens."),
    "team": Branch("openrepro.cli.admin_people:team", "Let a team compete, or take part without a rank."),
    "entries": Branch("openrepro.cli.admin_entries:entries", "List entries, and act on one."),
    "announcement": Branch("openrepro.cli.admin_challenge:announcement", "Tell everybody something."),
    "rules": Branch("openrepro.cli.admin_challenge:rules", "Add, take back and list versions of the rules."),
    "webhooks": Branch("openrepro.cli.admin_challenge:webhooks", "List webhooks, let one be called again."),
    "papers": Branch("openrepro.cli.admin_papers:papers", "Keep texts of papers, which quotes are looked up in."),
    "claims": Branch("openrepro.cli.admin_claims:claims", "List, approve and reject proposed claims."),
    "model": Branch("openrepro.cli.admin_model:model", "Show what models were asked and cost."),
    "examination": Branch("openrepro.cli.admin_examination:examination", "Put an examination of the judge on record."),
    "log": Branch("openrepro.cli.admin_challenge:log", "Show what operators did, who and why."),
    "move": Branch("openrepro.cli.admin_move:move", "Copy the challenge into another database."),
}


@click.group(cls=LazyGroup, branches=ACTS)
def admin() -> None:
    """Operate a challenge from its own machine: accounts, entries, rules, announcements.

    Every act needs --why and is recorded with who did it: the local account of the user of this machine (or of --as),
    which is made as an admin when it is not there. The challenge is the one in --dir (default: here).
    """
