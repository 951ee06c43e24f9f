"""The tags that an entry is found by: the challenge's, the paper's, and the paper they name."""

from collections.abc import Iterator

from openrepro.challenge.rules import PROFILES, Rules
from openrepro.lint.nearest import did_you_mean
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Layout, Logbook
from openrepro.severity import Severity


def _where(logbook: Logbook) -> str:
    """Where the tags are written: Trackio takes them from metadata.json, a Space from its README."""
    if logbook.layout is Layout.WORKSPACE:
        return "the `tags` of .trackio/metadata.json"
    return "the `tags` of README.md's front matter"


def tags(logbook: Logbook, rules: Rules, papers: tuple[str, ...] = ()) -> Iterator[Notice]:
    """Notices on the tags. `papers` are the ids and aliases that the claims file knows, empty without one."""
    if logbook.layout is Layout.EMPTY:
        return
    prefix = rules.entries.paper_tag.partition("{id}")[0]
    named = [tag for tag in logbook.tags if prefix and tag.startswith(prefix)]
    yield from _case(logbook, rules, prefix)
    yield from _missing(logbook, rules, named)
    yield from _several(logbook, named)
    yield from _unknown(logbook, papers)


def _case(logbook: Logbook, rules: Rules, prefix: str) -> Iterator[Notice]:
    for tag in logbook.tags:
        wanted = ""
        if tag != rules.entries.tag and tag.lower() == rules.entries.tag.lower():
            wanted = rules.entries.tag
        elif prefix and not tag.startswith(prefix) and tag.lower().startswith(prefix.lower()):
            wanted = prefix + tag[len(prefix) :]
        if wanted:
            text = f"The tag {tag!r} differs from {wanted!r} in capital letters only; tags are compared exactly."
            yield _notice(Check.TAG_CASE, Severity.WARNING, text, f"Write {wanted!r} in {_where(logbook)}.", cause=tag)


def _missing(logbook: Logbook, rules: Rules, named: list[str]) -> Iterator[Notice]:
    known = {tag.lower() for tag in logbook.tags}
    prefix = rules.entries.paper_tag.partition("{id}")[0].lower()
    no_paper = not named and not any(prefix and tag.startswith(prefix) for tag in known)
    example = rules.entries.paper_tag.replace("{id}", logbook.paper.ids[0] if logbook.paper.ids else "<paper id>")
    if rules.entries.tag.lower() not in known:
        other = _other_event(logbook, rules)
        if other:
            text = f"Tagged for another challenge ({other[0]!r}), not for {rules.entries.tag!r}."
            todo = f"Lint it with `--rules {other[1]}`, or add {rules.entries.tag!r} to enter it here too."
            yield _notice(Check.NO_TAG, Severity.NOTE, text, todo)
        else:
            both = f" and {example!r}" if no_paper else ""
            text = f"The tag {rules.entries.tag!r}{both and ' is missing, and so is one that names the paper'}."
            text = text if both else f"The tag {rules.entries.tag!r} is missing."
            todo = f"Add {rules.entries.tag!r}{both} to {_where(logbook)}, or submit the entry by name."
            yield _notice(Check.NO_TAG, Severity.WARNING, text, todo)
            return
    if no_paper:
        text = "No tag names the paper."
        yield _notice(Check.NO_PAPER_TAG, Severity.WARNING, text, f"Add {example!r} to {_where(logbook)}.")


def _other_event(logbook: Logbook, rules: Rules) -> tuple[str, str] | None:
    """The tag of a known profile that the logbook has, and the profile's name."""
    for name, profile in PROFILES.items():
        if profile.entries.tag in logbook.tags and profile.entries.tag != rules.entries.tag:
            return profile.entries.tag, name
    return None


def _several(logbook: Logbook, named: list[str]) -> Iterator[Notice]:
    told = any(problem.code == "several-papers" for problem in logbook.problems)
    if len(named) > 1 and not told:
        text = f"Several tags name a paper: {', '.join(named[:5])}."
        todo = "Keep the tag of the paper that this logbook is about."
        yield _notice(Check.SEVERAL_PAPER_TAGS, Severity.WARNING, text, todo)


def _unknown(logbook: Logbook, papers: tuple[str, ...]) -> Iterator[Notice]:
    ids = logbook.paper.ids
    if not papers or not ids or any(name in papers for name in (*ids, *logbook.paper.arxiv)):
        return
    text = f"The claims file has no paper {ids[0]!r}{did_you_mean(ids[0], papers)}"
    todo = f"Correct the id in {_where(logbook)}; ids are compared exactly, capital letters included."
    yield _notice(Check.UNKNOWN_PAPER, Severity.SERIOUS, text.rstrip("?.") + ("?" if "?" in text else "."), todo)


def _notice(check: Check, severity: Severity, text: str, todo: str, *, cause: str = "") -> Notice:
    return Notice(Topic.ENTRY, check.value, severity, text, todo, cause=cause)
