"""Two papers of a challenge made one, and taken apart again: what moves, what stays on record, what cannot be done."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.entries.entry import EntryEvent, Reason
from openrepro.errors import OpenReproError
from openrepro.papers.importing import Known
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.papers.precedence import FIELDS, Conflict, folded
from openrepro.papers.resolving import quoted
from openrepro.people.operators import Action
from openrepro.server.frozen import check_not_frozen
from openrepro.server.operating import Office
from openrepro.store.paper_merges import KeptMerge
from openrepro.store.paper_rows import claim_set_of, paper_of
from openrepro.store.papers import ListedPaper, PaperCursor
from openrepro.store.store import Transaction

AT_ONCE = 1_000
LIST = "openrepro papers merges"


class Merged(NamedTuple):
    """What a merge did: its number, the entries that moved, the claim set that was carried over (empty: none), and
    what both papers said differently."""

    number: int
    entries: tuple[str, ...]
    carried: str
    conflicts: tuple[Conflict, ...]


class Unmerged(NamedTuple):
    """What an undo did: the paper that is back, the entries that went back to it, and those that came since by one of
    its names and stay where they are."""

    paper: str
    entries: tuple[str, ...]
    staying: tuple[str, ...]


def known_papers(tx: Transaction) -> Known:
    """All papers of a challenge, those that must keep their ids, and the pairs that were taken apart."""
    found: list[Paper] = []
    after: PaperCursor | None = None
    while True:
        page = tx.papers.page(after=after, limit=AT_ONCE)
        found += [listed.paper for listed in page.papers]
        if page.next is None:
            return Known(found, tx.merges.on_record() | tx.merges.keeping(), tx.merges.undone())
        after = page.next


def merge_papers(office: Office, paper: str, other: str) -> Merged:
    """Make `other` a name of `paper`, as an act of an operator."""
    done = merge(office.tx, paper, other, actor=office.actor, why=office.why, now=office.terms.now)
    _record(office, Action.PAPERS_MERGED, paper)
    return done


def unmerge_papers(office: Office, number: int) -> Unmerged:
    """Undo a merge by its number, as an act of an operator."""
    done = unmerge(office.tx, number, actor=office.actor, why=office.why, now=office.terms.now)
    _record(office, Action.PAPERS_UNMERGED, done.paper)
    return done


def merge(
    tx: Transaction,
    kept: str,
    gone: str,
    *,
    actor: str,
    why: str,
    now: str,
    shared: str = "",
    together: Paper | None = None,
) -> Merged:
    """Make `gone` a name of `kept`. Names, texts and entries that are not judged move; the claim sets of `gone` stay
    on record in the merge, and its claims in force become those of `kept` where that has none. `together` is what
    both are as one paper, where an import worked that out from what it read.

    Raises OpenReproError, and does nothing, where the ledger names `gone`: what was judged stays where it was judged;
    and once the record is frozen, where `gone` has claims.
    """
    tx.merges.hold()
    tx.papers.hold_claims()
    stays, goes = _both(tx, kept, gone)
    _check_free(tx, stays.paper, goes.paper)
    if goes.claim_set:
        check_not_frozen(tx)
    was, before = tx.merges.snapshot(goes.paper.id), _plain(tx.merges.snapshot(stays.paper.id))
    made, conflicts = folded(kept, stays.paper, [goes.paper], newer=False)
    moved = tx.merges.entries_of(gone)
    tx.merges.remove(gone)
    tx.papers.put([together or made], now=now, clashing=False)
    carried = _carry_claims(tx, stays, goes, was, now)
    texts = tx.merges.move_texts(was["paper_texts"], kept)
    told = f"The paper {gone} is {kept} here now: both are one."
    _move(tx, moved, kept, told, actor, now)
    body: dict[str, Any] = {"gone": was, "kept": before, "after": _plain(tx.merges.snapshot(kept))}
    body |= {"carried": carried, "texts": texts, "entries": list(moved)}
    number = tx.merges.add(KeptMerge(0, kept, gone, shared, why, actor, now, body=body))
    return Merged(number, moved, carried, conflicts)


def unmerge(tx: Transaction, number: int, *, actor: str, why: str, now: str) -> Unmerged:
    """Undo a merge: the paper that went is back as it was (but for texts that were removed meanwhile), and what it
    brought is taken from the other one.

    What other lists said of the other paper since stays. An import does not merge the two again. Raises OpenReproError,
    and does nothing, where something was judged meanwhile that the merge brought.
    """
    tx.merges.hold()
    tx.papers.hold_claims()
    held = tx.merges.get(number)
    if held is None or held.undone_at:
        what = f"There is no merge {number}." if held is None else f"Merge {number} was undone at {held.undone_at}."
        raise OpenReproError(what, hint=f"{LIST} lists those that stand.")
    body: Mapping[str, Any] = held.body or {}
    listed = tx.papers.listed(held.kept)
    _check_undoable(tx, held, body, listed)
    assert listed is not None
    if body["gone"]["paper"]["claim_set"]:
        check_not_frozen(tx)
    if body["carried"]:
        tx.merges.forget_claims(held.kept, body["carried"])
    there = {(one.version, one.sha256) for one in tx.texts.of(held.kept)}
    tx.merges.forget_texts(body["texts"], held.kept)
    tx.papers.put([_as_before(listed.paper, body)], now=now, clashing=False)
    texts = [row for row in body["gone"]["paper_texts"] if (row["version"], row["sha256"]) in there]
    tx.merges.restore({**body["gone"], "paper_texts": texts})
    back = _still_there(tx, body["entries"], held.kept)
    _move(tx, back, held.gone, f"The paper {held.gone} is one of its own again.", actor, now)
    tx.merges.undo(number, actor=actor, why=why, now=now)
    return Unmerged(held.gone, back, _named_since(tx, held, body))


def _record(office: Office, action: Action, paper: str) -> None:
    office.tx.operator.record(action, paper, actor=office.actor, why=office.why, now=office.terms.now)


def _both(tx: Transaction, kept: str, gone: str) -> tuple[ListedPaper, ListedPaper]:
    if kept == gone:
        raise OpenReproError(f"{quoted(kept)} is one paper already: name two.")
    return _paper(tx, kept), _paper(tx, gone)


def _paper(tx: Transaction, name: str) -> ListedPaper:
    listed = tx.papers.listed(name)
    if listed is not None:
        return listed
    found = tx.papers.resolve([name])
    if found.paper:
        raise OpenReproError(f"{quoted(name)} is a name of the paper {found.paper}.", hint="Name papers by their ids.")
    raise OpenReproError(found.sentence or f"There is no paper {quoted(name)}.")


def _check_free(tx: Transaction, kept: Paper, gone: Paper) -> None:
    named = tx.merges.on_record((kept.id, gone.id))
    if gone.id not in named:
        return
    if kept.id in named:
        text = f"Both papers have entries that were judged or are being judged: {kept.id} and {gone.id}."
        hint = "Verdicts stay with the paper they were given on. Withdraw nothing; say it in an announcement instead."
        raise OpenReproError(f"{text} They cannot be merged.", hint=hint)
    text = (
        f"{gone.id} has entries that were judged or are being judged; verdicts stay with the paper they were given on."
    )
    raise OpenReproError(text, hint=f"Keep that one: openrepro papers merge {gone.id} {kept.id} --why TEXT")


def _plain(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Of a snapshot what a merge changes of the paper that stays."""
    return {"paper": rows["paper"], "paper_aliases": rows["paper_aliases"]}


def _carry_claims(tx: Transaction, stays: ListedPaper, goes: ListedPaper, was: Mapping[str, Any], now: str) -> str:
    """Give the claims in force of the paper that goes to the one that stays, where that has none."""
    if stays.claim_set or not goes.claim_set:
        return ""
    bodies = {row["version"]: row["body"] for row in was["claim_sets"]}
    taken = renamed(claim_set_of(goes.paper.id, bodies[goes.claim_set]), stays.paper.id)
    tx.papers.put_claims([taken], now=now, note=f"carried over from {goes.paper.id}, which is the same paper")
    return taken.version


def renamed(claims: ClaimSet, paper: str) -> ClaimSet:
    """The same claims as those of another paper: only their ids are others."""
    made = tuple(_claim(claim, claims.paper, paper) for claim in claims.claims)
    return ClaimSet(paper, made, [claim_json(claim) for claim in made], claims.title, claims.aliases)


def _claim(claim: Claim, old: str, new: str) -> Claim:
    ours = claim.id.startswith(f"{old}.")
    parts = tuple(_claim(part, old, new) for part in claim.conjuncts)
    return replace(claim, id=f"{new}{claim.id.removeprefix(old)}" if ours else claim.id, conjuncts=parts)


def _move(tx: Transaction, ids: Sequence[str], paper: str, told: str, actor: str, now: str) -> None:
    for start in range(0, len(ids), 400):
        for entry in tx.entries.several(ids[start : start + 400]).values():
            event = EntryEvent(entry.id, now, entry.state, Reason.PAPER_FOUND, told, entry.revision, actor)
            tx.entries.save(replace(entry, paper=paper), event)


def _check_undoable(tx: Transaction, held: KeptMerge, body: Mapping[str, Any], listed: ListedPaper | None) -> None:
    if listed is None:
        text = f"{held.kept} itself became a name of another paper since; undo that merge first."
        raise OpenReproError(text, hint=f"{LIST} lists those that stand.")
    if tx.papers.listed(held.gone) is not None:
        raise OpenReproError(f"There is a paper {held.gone} again already; nothing was undone.")
    judged = tx.merges.named_by(body["entries"])
    if judged:
        more = f" and {len(judged) - 3} more" if len(judged) > 3 else ""
        text = f"Entries that the merge moved were judged since on {held.kept} ({', '.join(judged[:3])}{more})."
        raise OpenReproError(f"{text} Verdicts stay with the paper they were given on; the merge stands.")
    if body["carried"] and (tx.merges.judged_on(held.kept, body["carried"]) or listed.claim_set != body["carried"]):
        text = f"The claims that came from {held.gone} were judged or changed since on {held.kept}."
        raise OpenReproError(f"{text} They stay there; the merge stands.")


def _as_before(now: Paper, body: Mapping[str, Any]) -> Paper:
    """The paper that stayed, without what the merge brought; what others said of it since is kept."""

    def read(rows: Mapping[str, Any]) -> Paper:
        names = [Alias(row["name"], AliasKind(row["kind"])) for row in rows["paper_aliases"]]
        return paper_of(rows["paper"], names)

    before, after = read(body["kept"]), read(body["after"])
    fields = {name: getattr(before, name) for name in FIELDS if getattr(now, name) == getattr(after, name)}
    brought = set(after.aliases) - set(before.aliases)
    facts = {key: value for key, value in now.facts.items() if after.facts.get(key) != value}
    kept_facts = {key: value for key, value in before.facts.items() if key not in facts}
    sources = {name: now.sources[name] for name in now.sources if name not in after.sources}
    names = {*before.aliases, *now.aliases} - brought
    ordered = tuple(sorted(names, key=lambda alias: (alias.kind.value, alias.name)))
    return replace(now, **fields, aliases=ordered, facts=kept_facts | facts, sources={**before.sources, **sources})


def _still_there(tx: Transaction, ids: Sequence[str], paper: str) -> tuple[str, ...]:
    found: list[str] = []
    for start in range(0, len(ids), 400):
        found += [one.id for one in tx.entries.several(ids[start : start + 400]).values() if one.paper == paper]
    return tuple(found)


def _named_since(tx: Transaction, held: KeptMerge, body: Mapping[str, Any]) -> tuple[str, ...]:
    """Entries on the paper that stayed which give a name of the one that is back."""
    names = {row["name"] for row in body["gone"]["paper_aliases"]}
    ids, found = tx.merges.entries_of(held.kept), list[str]()
    for start in range(0, len(ids), 400):
        entries = tx.entries.several(ids[start : start + 400]).values()
        found += [one.id for one in entries if any(name.removeprefix("paper-") in names for name in one.named)]
    return tuple(found)
