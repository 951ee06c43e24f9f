"""Every check of an audit fires where it should, and not where it should not; lists of all shapes are read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

import pytest

from openrepro.claims.audit import MOST_NAMED, Audit, audited
from openrepro.claims.audit_checks import AuditCode
from openrepro.claims.claim import Claim, ClaimSet, Kind, Locator
from openrepro.claims.listed import ListedClaims, read_listed
from openrepro.errors import OpenReproError
from openrepro.papers.text import PaperText
from openrepro.severity import Severity
from tests.papers.texts import text_of

TEXT = text_of(
    "# T\n\nOur model reaches an accuracy of 89.1 % on the held-out lines.\n\n**Theorem 1.** It holds for all n.\n"
)
QUOTE = "Our model reaches an accuracy of 89.1 % on the held-out lines."
GOOD = Claim("demo.c1", Kind.VALUE, "The model reaches an accuracy of 89.1 %.", quote=QUOTE)


@dataclass
class Names:
    known: dict[str, set[str]]

    @property
    def ids(self) -> Sequence[str]:
        return sorted({paper for found in self.known.values() for paper in found})

    def named(self, name: str) -> frozenset[str]:
        return frozenset(self.known.get(name, ()))


def audit(*claims: Claim, status: str = "", text: PaperText | None = TEXT, names: Names | None = None) -> Audit:
    sets: dict[str, list[Claim]] = {}
    for claim in claims:
        sets.setdefault(claim.id.partition(".")[0], []).append(claim)
    listed = ListedClaims(
        tuple(ClaimSet(paper, tuple(found)) for paper, found in sets.items()),
        statuses={claim.id: status for claim in claims} if status else {},
    )
    return audited(listed, {"demo": [text]} if text else {}, names)


def codes(found: Audit) -> set[AuditCode]:
    return {one.code for one in found.findings}


def said(text: str, kind: Kind = Kind.VALUE, quote: str | None = QUOTE, locator: Locator | None = None) -> Claim:
    return Claim("demo.c2", kind, text, quote=quote, locator=locator)


def test_a_good_claim_has_nothing_wrong() -> None:
    assert audit(GOOD).findings == ()


@pytest.mark.parametrize(
    ("code", "claim"),
    [
        (AuditCode.NO_QUOTE, said("It reaches 89.1 %.", quote=None)),
        (AuditCode.QUOTE_MISSING, said("It reaches 89.1 %.", quote="Our model reaches an accuracy of 91.1 % on them.")),
        (AuditCode.NUMBER_MISSING, said("It reaches 93.7 %.")),
        (AuditCode.NUMBER_MISSING, said("It reaches 93.7 %.", quote=None)),
        (AuditCode.WRONG_LOCATOR, said("It reaches 89.1 %.", locator=Locator("v1", TEXT.sha256, label="Theorem 1"))),
        (AuditCode.WRONG_LOCATOR, said("It reaches 89.1 % (Table 7).", quote=None)),
        (AuditCode.WRONG_VERSION, said("It reaches 89.1 %.", locator=Locator("v9", ""))),
        (AuditCode.COMPOUND, said("It reaches 89.1 %, whereas the other reaches 89.1 % too.")),
        (AuditCode.UNTESTABLE, said("Reviews are broken.", Kind.POSITION)),
        (AuditCode.UNTESTABLE, said("The paper proposes a new kind of cache.", Kind.QUALITATIVE)),
        (AuditCode.VAGUE, said("The model is a powerful tool for science.", Kind.QUALITATIVE)),
        (AuditCode.STATUS, said("It is verified that the model reaches 89.1 %.")),
    ],
)
def test_what_is_wrong_is_told_by_its_code(code: AuditCode, claim: Claim) -> None:
    assert code in codes(audit(claim))
    assert code not in codes(audit(GOOD))


def test_a_word_of_a_list_on_the_status_is_told_unless_it_says_that_nothing_is_known() -> None:
    assert AuditCode.STATUS in codes(audit(GOOD, status="verified"))
    assert AuditCode.STATUS not in codes(audit(GOOD, status="unverified"))


def test_a_quote_that_is_missing_is_told_with_the_nearest_passage() -> None:
    [found] = audit(said("It is 89.1 %.", quote=QUOTE.replace("model", "net"))).findings
    assert found.code is AuditCode.QUOTE_MISSING
    assert QUOTE.rstrip(".") in found.text


def test_without_a_text_quotes_are_not_looked_up_and_that_is_told() -> None:
    found = audit(said("It is 89.1 %.", quote="Nowhere in any paper."), text=None)
    assert codes(found) == {AuditCode.NO_TEXT}
    assert found.texts == 0


def test_the_same_claim_twice_in_the_same_words_or_nearly() -> None:
    same, near = Claim("demo.c2", Kind.VALUE, GOOD.text.upper(), QUOTE), said("The model reaches an 89.1 % accuracy.")
    other = said("The model reaches a recall of 89.1 %.")
    assert AuditCode.DUPLICATE in codes(audit(GOOD, same))
    assert AuditCode.NEAR_DUPLICATE in codes(audit(GOOD, near))
    assert not {AuditCode.DUPLICATE, AuditCode.NEAR_DUPLICATE} & codes(audit(GOOD, other))


def test_the_same_words_in_two_papers() -> None:
    assert AuditCode.OF_TWO_PAPERS in codes(audit(GOOD, Claim("q.c1", Kind.VALUE, GOOD.text, QUOTE)))
    assert AuditCode.OF_TWO_PAPERS not in codes(audit(GOOD, Claim("q.c1", Kind.VALUE, "It takes 3 s.", QUOTE)))


def test_names_of_papers_are_looked_up() -> None:
    names = Names({"demo": {"demo"}, "71132": {"demo"}, "both": {"demo", "left"}, "left": {"left"}})

    def of(*ids: str) -> set[AuditCode]:
        return codes(audit(*(Claim(f"{one}.c1", Kind.VALUE, GOOD.text, QUOTE) for one in ids), names=names))

    assert of("demo", "left") <= {AuditCode.OF_TWO_PAPERS, AuditCode.NO_TEXT}
    assert AuditCode.OTHER_NAME in of("71132")
    assert AuditCode.PAPER_TWICE in of("demo", "71132")
    assert AuditCode.NO_SUCH_PAPER in of("gone")
    assert AuditCode.NO_SUCH_PAPER in of("both")
    assert AuditCode.NO_CLAIMS in of("demo")
    assert AuditCode.NO_CLAIMS not in codes(audit(GOOD, names=Names({"demo": {"demo"}})))


def test_a_text_is_found_under_the_id_that_a_name_leads_to() -> None:
    found = audit(Claim("71132.c1", Kind.VALUE, GOOD.text, QUOTE), names=Names({"demo": {"demo"}, "71132": {"demo"}}))
    assert codes(found) == {AuditCode.OTHER_NAME}


def test_lists_of_texts_by_paper_are_read_with_their_status() -> None:
    data = json.dumps({"p": [{"text": "It is 3.", "status": "open"}, "It is 4.", {"text": 5}], "q": []}).encode()
    listed = read_listed(data)
    assert [claim.id for claim in listed.sets[0].claims] == ["p.c1", "p.c2"]
    assert listed.statuses == {"p.c1": "open"}
    assert [fault.claim for fault in listed.faults] == ["p.c3"]
    assert AuditCode.NO_CLAIMS in codes(audited(listed, {}))
    assert AuditCode.UNREAD in codes(audited(listed, {}))


def test_claim_sets_are_read_as_everywhere() -> None:
    data = json.dumps({"paper": "p", "claims": [{"id": "p.c1", "kind": "value", "text": "It is 3."}]}).encode()
    assert read_listed(data).sets[0].claims[0].kind is Kind.VALUE
    toml = b'[[claims]]\nid = "p.c1"\nkind = "value"\ntext = "It is 3."\n'
    assert read_listed(toml, suffix=".toml").sets[0].paper == "p"


@pytest.mark.parametrize("data", [b"", b"[", b'"x"', b"{}", b'{"p": 3}'])
def test_what_is_no_list_of_claims_is_refused(data: bytes) -> None:
    with pytest.raises(OpenReproError):
        read_listed(data)


def test_counts_are_by_code_and_by_severity() -> None:
    found = audit(said("It is 89.1 %.", quote=None))
    assert found.counts() == {AuditCode.NO_QUOTE: 1}
    assert found.severities()[Severity.SERIOUS] == 1


@pytest.mark.parametrize("word", ["Smith's claim of x and y ; ", "a", "1,", "verified than ", "whereas "])
def test_takes_time_linear_in_the_list(word: str) -> None:
    def took(count: int) -> float:
        claims = [Claim(f"demo.c{n}", Kind.VALUE, f"{word * 60}{n}", QUOTE) for n in range(1, count)]
        begun = process_time()
        audit(*claims, text=None)
        return process_time() - begun

    assert took(800) < 10 * took(200) + 0.3


def test_papers_without_claims_are_counted_whole_and_the_first_are_named() -> None:
    many = {f"p{at}": {f"p{at}"} for at in range(MOST_NAMED + 500)}
    found = audit(GOOD, names=Names(many))
    lacking = [one for one in found.findings if one.code is AuditCode.NO_CLAIMS]
    assert (len(lacking), found.counts()[AuditCode.NO_CLAIMS]) == (MOST_NAMED + 1, MOST_NAMED + 500)
    assert found.severities()[Severity.NOTE] >= MOST_NAMED + 500
