from dataclasses import replace

import pytest

from openrepro.challenge.rules import PROFILES, Rules
from openrepro.entries.discovery import Known, Pass, Space, Status, naming, seen, unlike, unseen

STRICT, ICML = Rules(), PROFILES["icml-2026"]
TAG = STRICT.entries.tag
T1, T2, T3 = "2026-07-20T12:00:00Z", "2026-07-20T13:00:00Z", "2026-07-20T14:00:00Z"
A, B = "a" * 40, "b" * 40


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ([TAG, "paper-P1"], ("P1",)),
        ([TAG, "paper-P1", "gradio", "paper-P1"], ("P1",)),
        ([TAG, "paper-b", "paper-a"], ("b", "a")),
        ([TAG, "PAPER-P1"], ("P1",)),
        ([TAG, "paper-p1", "Paper-P1"], ("p1",)),
        ([TAG, "paper-"], ()),
        ([TAG, "paper- P1 "], ("P1",)),
        ([TAG, "arxiv:2601.00001"], ("2601.00001",)),
        ([TAG, "arxiv:2601.00001", "arxiv:2601.00002"], ()),
        ([TAG, "paper-P1", "arxiv:2601.00001"], ("P1",)),
        ([TAG], ()),
        ([], ()),
    ],
)
def test_the_names_of_the_paper_are_those_of_its_tags(tags: list[str], names: tuple[str, ...]) -> None:
    assert naming(tags, STRICT).names == names


def test_another_form_of_the_tag_is_read_by_the_rules() -> None:
    rules = replace(STRICT, entries=replace(STRICT.entries, paper_tag="p[{id}]"))
    assert naming(["p[P1]", "paper-P2", "p[]"], rules).names == ("P1",)


@pytest.mark.parametrize(
    ("tags", "enters"),
    [([TAG], True), ([TAG.upper()], True), ([ICML.entries.tag], False), ([f"{TAG}-x"], False), ([], False)],
)
def test_only_the_tag_of_the_challenge_enters_it(tags: list[str], enters: bool) -> None:
    assert naming(tags, STRICT).enters is enters


@pytest.mark.parametrize(
    ("tags", "note"),
    [
        ([TAG.title(), "paper-P1"], f"The tag '{TAG.title()}' is taken for '{TAG}'"),
        ([TAG, "Paper-P1"], "should begin with 'paper-', in just these letters"),
        ([TAG, "paper-a", "paper-b"], "2 tags name a paper ('a', 'b'); keep the one"),
        ([TAG], "No tag names its paper; add one such as 'paper-<id>'."),
        ([TAG, "arxiv:2601.00001"], "so arxiv:2601.00001 was taken"),
        ([TAG, "paper-P1", "license:mit", "license:apache-2.0"], "Several licences are tagged (mit, apache-2.0)"),
    ],
)
def test_the_owner_is_told_what_is_wrong_with_the_tags(tags: list[str], note: str) -> None:
    (told,) = naming(tags, STRICT).notes
    assert note in told


def test_nobody_is_told_anything_when_the_tags_are_right() -> None:
    found = naming([TAG, "paper-P1", "license:mit", "gradio"], STRICT)
    assert (found.notes, found.licence) == ((), "mit")


def test_a_walk_knows_a_page_that_it_began_with() -> None:
    walk = Pass(10)
    assert walk.begin_page("u1") == ""
    assert walk.take(["a", "b"], last=False) == ""
    assert "leads back" in walk.begin_page("u1")


def test_a_walk_knows_a_page_that_shows_nothing_new() -> None:
    walk = Pass(10)
    walk.take(["a", "b"], last=False)
    assert "Page 2 of the listing shows only Spaces that earlier pages showed" in walk.take(["b", "a"], last=False)
    assert "shows no Space" in walk.take([], last=False)
    assert walk.take(["b"], last=True) == ""


def test_a_walk_counts_what_came_twice() -> None:
    walk = Pass(10)
    walk.take(["a", "b"], last=False)
    walk.take(["b", "c"], last=True)
    assert (walk.doubled, walk.pages, walk.seen) == (1, 2, {"a", "b", "c"})


def known(sha: str = A, **facts: object) -> Known:
    return replace(Known(Space("ada/x", sha, modified_at=T1), Status.LISTED, T1, T1, fetched_sha=A), **facts)  # type: ignore[arg-type]


def test_files_are_wanted_when_the_commit_is_new_and_only_then() -> None:
    space = Space("ada/x", A, modified_at=T1)
    assert seen(None, space, Status.LISTED, "", T2).fetch_at == T2
    assert seen(known(), space, Status.LISTED, "", T2).fetch_at == ""
    assert seen(known(), replace(space, sha=B), Status.LISTED, "", T2).fetch_at == T2
    assert seen(known(), replace(space, tags=("t",)), Status.LISTED, "", T2).fetch_at == ""


@pytest.mark.parametrize("status", [Status.PRIVATE, Status.UNTAGGED, Status.DISABLED])
def test_files_are_not_wanted_of_what_does_not_enter(status: Status) -> None:
    assert seen(known(), Space("ada/x", B, modified_at=T2), status, "", T2).fetch_at == ""


def test_a_fetch_that_is_put_off_stays_put_off_until_there_is_a_new_commit() -> None:
    waits = known(B, fetched_sha=A, fetch_at=T3, failures=3)
    again = seen(waits, waits.space, Status.LISTED, "", T2)
    assert (again.fetch_at, again.failures) == (T3, 3)
    new = seen(waits, replace(waits.space, sha="c" * 40), Status.LISTED, "", T2)
    assert (new.fetch_at, new.failures) == (T2, 0)


def test_a_commit_that_was_not_fetched_while_hidden_is_fetched_when_shown_again() -> None:
    hidden = unseen(known(B), Status.WITHHELD, "Not shown.", T2)
    assert hidden.fetch_at == ""
    assert seen(hidden, hidden.space, Status.LISTED, "", T3).fetch_at == T3


def test_an_older_description_changes_nothing() -> None:
    old = known(B, space=Space("ada/x", B, ("t",), modified_at=T2))
    lagging = seen(old, Space("ada/x", A, (), modified_at=T1), Status.LISTED, "", T3)
    assert (lagging.space, lagging.last_seen) == (old.space, T3)
    undated = seen(old, Space("ada/x", A), Status.LISTED, "", T3)
    assert undated.space.sha == A


def test_only_what_is_surely_gone_has_a_time_of_missing() -> None:
    gone = unseen(known(), Status.GONE, "Gone.", T2)
    assert gone.missing_since == T2
    assert unseen(gone, Status.GONE, "Gone.", T3).missing_since == T2
    assert unseen(known(), Status.WITHHELD, "Not shown.", T2).missing_since == ""
    assert seen(gone, gone.space, Status.LISTED, "", T3).missing_since == ""


def test_the_time_of_seeing_alone_is_no_change() -> None:
    assert not unlike(known(), known(last_seen=T3, asked_at=T3))
    assert unlike(known(), known(sentence="x"))
    assert unlike(None, known())
