"""What lists of papers would change: whatever their order, without blanking anything, and nothing the second time."""

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from openrepro.papers.importing import Known, duplicates, plan_of
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.shapes import read_list

NAME = (Alias("aB3dE5fG7h", AliasKind.OPENREVIEW),)
INDEX = Paper("aB3dE5fG7h", "Shared caches, measured", ("Ada Lovelace",), area="Systems", aliases=NAME, source="index")
TABLE = Paper(
    "aB3dE5fG7h",
    "Sharing caches",
    ("A. Lovelace",),
    presentation="oral",
    arxiv="2605.25234",
    aliases=(*NAME, Alias("71132", AliasKind.ORAL)),
    source="table",
    facts={"decision_raw": "Accept"},
)
NOTE = Paper(
    "aB3dE5fG7h", "Shared caches, measured twice", abstract="What they share.", aliases=NAME, source="openreview"
)


def one_by_one(*rows: Paper) -> Paper:
    known: tuple[Paper, ...] = ()
    for row in rows:
        known = plan_of(Known(known), [row]).papers
    (paper,) = known
    return paper


def test_the_order_of_lists_does_not_matter() -> None:
    made = [one_by_one(*rows) for rows in permutations((INDEX, TABLE, NOTE))]
    made.append(plan_of(Known(), [TABLE, NOTE, INDEX]).papers[0])
    for paper in made:
        assert (paper.title, paper.authors, paper.area) == (NOTE.title, INDEX.authors, "Systems")
        assert (paper.presentation, paper.arxiv, paper.abstract) == ("oral", "2605.25234", "What they share.")
        assert {alias.name for alias in paper.aliases} == {"aB3dE5fG7h", "71132", "2605.25234"}
        assert paper.facts == {"decision_raw": "Accept"}
        assert paper.sources.get("title", paper.source) == "openreview"


def test_a_second_import_changes_nothing_and_nothing_is_blanked() -> None:
    known = plan_of(Known(), [INDEX, TABLE, NOTE]).papers
    for rows in ([INDEX], [TABLE], [NOTE], [TABLE, INDEX], [INDEX, TABLE, NOTE]):
        plan = plan_of(Known(known), rows)
        assert not plan.writes
        assert plan.unchanged == 1


def test_changes_are_told_field_by_field_and_conflicts_with_both_sides() -> None:
    known = plan_of(Known(), [TABLE]).papers
    plan = plan_of(Known(known), [INDEX])
    ((_, changes),) = plan.changed
    assert [(one.field, one.before, one.after) for one in changes] == [
        ("title", "Sharing caches", "Shared caches, measured"),
        ("authors", "A. Lovelace", "Ada Lovelace"),
        ("area", "", "Systems"),
    ]
    (conflict,) = plan.conflicts
    assert (conflict.field, conflict.kept_by, conflict.other_by) == ("title", "index", "table")


def test_a_newer_file_of_one_source_replaces_what_an_older_one_said() -> None:
    known = plan_of(Known(), [INDEX]).papers
    newer = Paper("aB3dE5fG7h", "Shared caches, renamed", aliases=NAME, source="index")
    (paper,) = plan_of(Known(known), [newer]).papers
    assert (paper.title, paper.authors) == ("Shared caches, renamed", ("Ada Lovelace",))


def test_an_arxiv_id_alone_needs_a_title() -> None:
    bare = Paper("arxiv-2605-25234", "", arxiv="2605.25234", source="arxiv")
    alone = plan_of(Known(), [bare])
    assert [fault.text for fault in alone.rejected] == [
        "'2605.25234' needs a title, and no paper of the challenge has it; left out."
    ]
    assert (alone.papers, alone.writes) == ((), False)
    known = plan_of(Known(), [TABLE]).papers
    joined = plan_of(Known(known), [bare])
    assert (joined.rejected, joined.unchanged) == ((), 1)


def test_papers_that_look_like_one_are_listed_with_what_keeps_them_apart() -> None:
    twin = Paper("b", "Shared caches, measured", ("Ben Borel",))
    alike = Paper("c", "Shared Caches - Measured", ("Ada Lovelace",))
    found = duplicates(Known([INDEX, twin, alike]))
    assert (found[0].paper, found[0].other, found[0].shared, found[0].apart) == ("aB3dE5fG7h", "c", "title", "")
    assert found[1].apart == "no author in common"


def test_curated_papers_under_the_number_of_their_oral_merge_by_the_real_lists(shared_data: Path) -> None:
    """Every claim list that is keyed by a number finds its paper, with nothing but both published lists."""
    index = read_list((shared_data / "papers" / "index.json").read_bytes())
    table = read_list((shared_data / "papers" / "accepted.csv").read_bytes())
    claims = json.loads((shared_data / "claims" / "curated_200.json").read_bytes())
    numbers = [name for name in claims if name.isdecimal()]
    by_number = {alias.name: paper for paper in table.papers for alias in paper.aliases if alias.kind is AliasKind.ORAL}
    # As the event published them: once more in the index, under the number.
    curated = [
        Paper(number, by_number[number].title, aliases=(Alias(number, AliasKind.ORAL),), source="index")
        for number in numbers
    ]
    assert len(curated) == 16
    apart = plan_of(Known(), [*index.papers, *curated])
    both = plan_of(Known(apart.papers), table.papers)
    whole = {paper.id: paper for paper in apart.papers}
    whole |= {paper.id: paper for paper in both.papers}
    for merge in both.merges:
        for gone in merge.gone:
            del whole[gone]
    assert not set(numbers) & set(whole)
    for number in numbers:
        having = [paper.id for paper in whole.values() if number in {alias.name for alias in paper.aliases}]
        assert having == [by_number[number].id]
    assert len(whole) == 6_628
    assert both.apart == apart.apart == ()


def test_a_number_that_came_with_claims_alone_is_the_paper_that_has_it() -> None:
    """As a claims file leaves it: no title, no author, nothing but the number."""
    bare = Paper("71132", "71132")
    for known, rows in (((bare,), (TABLE,)), ((bare, TABLE), (TABLE,))):
        plan = plan_of(Known(known), rows)
        assert [(one.paper, one.gone) for one in plan.merges] == [(TABLE.id, ("71132",))]
        assert not plan.apart
        assert not plan.conflicts
        assert [paper.title for paper in plan.papers] == [TABLE.title]
    titled = Paper("71132", "Quite another study of heat", source="list")
    assert len(plan_of(Known([titled]), [TABLE]).apart) == 1


def test_rows_that_share_a_number_are_joined_for_sure_and_those_that_share_a_title_are_not() -> None:
    event = Paper("64393", "Quite another title", aliases=(Alias("71132", AliasKind.ORAL),), source="programme")
    titled = Paper("m2", "Sharing Caches", ("A. Lovelace",), area="Other", source="list")
    (merge,) = plan_of(Known(), [TABLE, event, titled]).merges
    assert merge.names == ("64393", "m2")
    (joined,) = merge.joined
    assert (joined.alone.id, joined.alone.area, joined.together.area, merge.alone.area) == ("m2", "Other", "Other", "")
    assert joined.together == plan_of(Known(), [TABLE, event, titled]).papers[0]
    only = plan_of(Known(), [replace(TABLE, id="64393")]).merges
    assert [one.joined for one in only] == [()]
