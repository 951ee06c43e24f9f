"""What rules, claims, revisions and entries say is compared with what it follows from."""

import pytest

from openrepro.entries.archiving import manifest_digest
from openrepro.entries.entry import Revision, RevisionFile
from openrepro.store.projection_check import projection_differences
from openrepro.store.store import Store
from tests.board.ballots import CLAIMS, act
from tests.server.challenges import WHEN, contested, set_up
from tests.store.tampering import tamper

FILES = (RevisionFile("a.md", 5, "a" * 64), RevisionFile("b/c.md", 0, "b" * 64))
KEPT = manifest_digest(FILES)


def whole(store: Store) -> Store:
    """A challenge in which everything follows from what it should."""
    set_up(store, *contested())
    with store.write() as tx:
        tx.entries.add_revision(Revision("a/demo", KEPT, WHEN, files=FILES))
        tx.entries.take_down("b/demo", "1" * 64, WHEN)
        tx.ledger.append(
            [act("taken-down", "b/demo", revision="1" * 64), act("hidden", "b/demo"), act("guest", team="b")]
        )
    tamper(
        store,
        "UPDATE entries SET hidden = true WHERE id = 'b/demo'",
        "UPDATE teams SET competing = false WHERE id = 'b'",
    )
    return store


def told(store: Store) -> list[str]:
    with store.read() as tx:
        return [item.sentence for item in projection_differences(tx.connection)]


def test_a_whole_challenge_has_no_difference(store: Store) -> None:
    assert told(whole(store)) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            "UPDATE rule_versions SET effective_from = 'x'",
            "rule_versions, version 1: It takes effect at 'x', which is no",
        ),
        ("UPDATE rule_versions SET toml = '['", "rule_versions, version 1: Its text is no rule file: "),
        (
            "UPDATE rule_versions SET digest = 'x'",
            "rule_versions, version 1: It states the digest x, but its text has ",
        ),
        (
            "UPDATE claim_sets SET body = replace(body, 'demo.c1', 'demo.c7')",
            f"claim_sets, paper demo, version {CLAIMS}: Its body has the version ",
        ),
        ("UPDATE claim_sets SET body = '{'", f"claim_sets, paper demo, version {CLAIMS}: Its body cannot be read."),
        (
            "UPDATE papers SET claim_set = 'x' WHERE id = 'demo'",
            "papers, paper demo: It names the claims x, which are not",
        ),
        (
            "UPDATE papers SET claim_set = '' WHERE id = 'demo'",
            "papers, paper demo: It states 3 claims, but its set has 0",
        ),
        (
            "UPDATE papers SET claims = 2 WHERE id = 'demo'",
            "papers, paper demo: It states 2 claims, but its set has 3.",
        ),
        (
            "UPDATE claims SET text = 'x' WHERE id = 'demo.c2'",
            "papers, paper demo: The claim demo.c2 in force is not that",
        ),
        ("DELETE FROM claims WHERE id = 'demo.c2'", "papers, paper demo: 2 claims are in force, but its set has 3."),
        (
            "UPDATE revision_files SET size = 6 WHERE path = 'a.md'",
            f"revisions, entry a/demo, revision {KEPT}: Its number",
        ),
        (
            "DELETE FROM revision_files",
            f"revisions, entry a/demo, revision {KEPT}: Its number of files or bytes is not",
        ),
        (
            "UPDATE revision_files SET path = 'A' WHERE size = 0",
            f"revision_files, revision {KEPT}: Its files have the name ",
        ),
        (
            "UPDATE revisions SET revision = 'x' WHERE entry_id = 'c/demo'",
            f"revisions, revision {'1' * 64}: Missing: the verdict at leaf 3, of entry c/demo, names it.",
        ),
        ("UPDATE claim_sets SET paper_id = 'rest'", "papers, paper demo: It names the claims "),
        (
            "UPDATE entries SET hidden = true WHERE id = 'a/demo'",
            "entries, entry a/demo: It is hidden, but no act says so.",
        ),
        ("UPDATE entries SET hidden = false", "entries, entry b/demo: An act hides it, but it is not hidden."),
        (
            "UPDATE entries SET state = 'judged' WHERE id = 'c/demo'",
            "entries, entry c/demo: An act takes it out of the challenge, but its state is 'judged'.",
        ),
        (
            "UPDATE entries SET state = 'withdrawn', judged_revision = 'x' WHERE id = 'a/demo'",
            "entries, entry a/demo: It is withdrawn, but no act says so.",
        ),
        (
            "UPDATE entries SET state = 'late', judged_revision = 'x' WHERE id = 'a/demo'",
            "entries, entry a/demo: It is late, but no act says so.",
        ),
        (
            "UPDATE revisions SET taken_down_at = 'x' WHERE entry_id = 'a/demo' AND files = 2",
            f"revisions, entry a/demo, revision {KEPT}: It is taken down, but no act says so.",
        ),
        (
            "UPDATE teams SET competing = false WHERE id = 'a'",
            "teams, team a: It does not compete, but no act says so.",
        ),
        ("UPDATE teams SET competing = true", "teams, team b: It competes, but an act says that it does not."),
    ],
)
def test_what_was_changed_by_hand_is_named(store: Store, change: str, says: str) -> None:
    tamper(whole(store), change)
    assert told(store)[0].startswith(says)


def test_entries_and_claims_that_verdicts_name_must_be_there(store: Store) -> None:
    whole(store)
    tamper(
        store,
        "DELETE FROM revisions WHERE entry_id = 'c/demo'",
        "DELETE FROM entries WHERE id = 'c/demo'",
        "DELETE FROM claims",
        "UPDATE papers SET claim_set = '', claims = 0",
        "DELETE FROM claim_sets",
    )
    assert told(store) == [
        "entries, entry_id c/demo: Missing: the verdict at leaf 3, of entry c/demo, names it.",
        *(
            f"claim_sets, claim_version {CLAIMS}: Missing: the verdict at leaf {leaf}, of entry {entry}, names it."
            for leaf, entry in ((1, "a/demo"), (2, "b/demo"), (3, "c/demo"))
        ),
    ]
