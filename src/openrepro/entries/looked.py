"""A revision read by a person: what is shown of it about one claim, and the verdict that a filled form gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.judging.judge import Bench, Part, atoms_of, bench_of, claim_judgement
from openrepro.judging.quotes import confirm
from openrepro.judging.readers.model.located import Places
from openrepro.judging.readers.person import FieldFault, Filled, filled
from openrepro.judging.readers.quoted_scale import with_scale
from openrepro.judging.readers.rules import read
from openrepro.judging.readers.sheet import Sheet, blocks_of, sheet_of
from openrepro.judging.reading import Reader, Reading
from openrepro.judging.recording import Occasion, digest_of, verdicts_of
from openrepro.judging.verdict import Verdict
from openrepro.logbooks.trackio import parse

PART: Final = "p{}."
"""What the fields of the parts of a compound claim begin with, counted from 1."""


@dataclass(frozen=True, slots=True)
class PersonRead:
    """What came of a person's form about a revision: a verdict, or what is wrong with the form."""

    revision: str
    verdict: Verdict | None
    faults: tuple[FieldFault, ...] = ()


class PartOf(NamedTuple):
    """An atom of a claim, and what its fields in the form begin with: nothing where the claim is atomic."""

    atom: Claim
    prefix: str


def parts_in_form(claim: Claim) -> tuple[PartOf, ...]:
    """The atoms that a form about `claim` asks for, one after another."""
    atoms = atoms_of(claim)
    if len(atoms) == 1:
        return (PartOf(atoms[0], ""),)
    return tuple(PartOf(atom, PART.format(number)) for number, atom in enumerate(atoms, start=1))


def shown_to_person(files: Mapping[str, bytes], claims: ClaimSet, rules: Rules, claim: str) -> Sheet:
    """What a person is given of a revision about a claim. Its files are a stranger's: call it in a process apart."""
    bench = bench_of(parse(files, name=""), claims, rules)
    return sheet_of(bench, _claim(claims, claim))


def read_by_form(
    files: Mapping[str, bytes],
    claims: ClaimSet,
    rules: Rules,
    claim: str,
    fields: Mapping[str, str],
    occasion: Occasion,
) -> PersonRead:
    """Judge a claim of a revision by a person's form; who the person is stands in `occasion.judge.model`, a pseudonym.

    The files are a stranger's: call it in a process of its own.
    """
    bench, asked = bench_of(parse(files, name=""), claims, rules), _claim(claims, claim)
    forms = _filled(bench, asked, fields, Reader("person", occasion.judge.model))
    faults = tuple(fault for form in forms.values() for fault in form.faults)
    if faults:
        return PersonRead(bench.logbook.revision, None, faults)

    parts = tuple(_part(bench, atom, asked, forms[atom.id].reading) for atom in atoms_of(asked))
    held = digest_of(bench.judged(asked, read).parts)
    (verdict,) = verdicts_of(bench.judgement((claim_judgement(asked, parts, case_file=held),)), occasion)
    return PersonRead(bench.logbook.revision, verdict)


def _part(bench: Bench, atom: Claim, claim: Claim, reading: Reading | None) -> Part:
    """An atom ruled by what a person read."""
    file = bench.case_file(atom, claim)
    if reading is not None:
        file = with_scale(file, confirm(reading, bench.logbook, bench.void), atom, bench.logbook)
    return bench.part(atom, file, reading)


def _filled(bench: Bench, claim: Claim, fields: Mapping[str, str], by: Reader) -> dict[str, Filled]:
    """What each atom's part of the form gives; faults name the fields as they were sent."""
    places = Places(blocks_of(bench, claim), bench.logbook)
    made: dict[str, Filled] = {}
    for atom, prefix in parts_in_form(claim):
        own = {name.removeprefix(prefix): text for name, text in fields.items() if name.startswith(prefix)}
        form = filled(own, atom, places, bench.logbook, by)
        faults = tuple(FieldFault(f"{prefix}{fault.field}", fault.text) for fault in form.faults)
        made[atom.id] = Filled(form.reading, faults)
    return made


def _claim(claims: ClaimSet, name: str) -> Claim:
    found = claims.find(name)
    assert found is not None, name
    return found
