import pytest

from openrepro.logbooks.logbook import PageRole
from openrepro.logbooks.roles import claims_of, role_of


@pytest.mark.parametrize(
    ("slug", "title", "claims"),
    [
        ("claim-1-noise-boundary", "Claim 1 — noise", (1,)),
        ("claim_3", "anything", (3,)),
        ("01-claim-2-subset-update", "x", (2,)),
        ("current-claim-12", "x", (12,)),
        ("claim-c4-rational-path", "Claim C4 — Rational path", (4,)),
        ("claims-c1-c6", "Claims C1-C6", (1, 2, 3, 4, 5, 6)),
        ("x", "Claims 1, 2 and 4", (1, 2, 4)),
        ("x", "Claims 2–4: bounds", (2, 3, 4)),
        ("x", "Claim 3 — Same minima", (3,)),
        ("x", "C3: Same minima", (3,)),
        ("current-c5", "CURRENT", (5,)),
        ("claim-sstm", "Claim 2 — SSTM mechanism", (2,)),
        ("claim-1/ablation", "Ablation", (1,)),
        ("claim-2-soft-proof-2026-07-24", "x", (2,)),
        ("x", "Theorem 5: more maxima (claim 3)", (3,)),
    ],
)
def test_claims_are_taken_from_slug_and_title(slug: str, title: str, claims: tuple[int, ...]) -> None:
    assert claims_of(slug, title) == claims
    assert role_of(slug, title) is PageRole.CLAIM


@pytest.mark.parametrize(
    ("slug", "title", "claims"),
    [
        ("claim-1-perplexity-wikitext-2-c4", "Claim 1: Perplexity (WikiText-2, C4)", (1,)),
        ("claim-1-3-bit-weights", "Claim 1: 3-bit weights", (1,)),
        ("claim-5-4-bit", "Claim 5, 4 bit", (5,)),
        ("claims", "Claims", ()),
        ("01-claims-and-evidence", "Claims and evidence", ()),
        ("reclaim-3", "Proclaim 4", ()),
        ("theorem-3", "C++ notes", ()),
        ("", "", ()),
    ],
)
def test_other_numbers_are_no_claims(slug: str, title: str, claims: tuple[int, ...]) -> None:
    assert claims_of(slug, title) == claims


@pytest.mark.parametrize(
    ("slug", "title", "role"),
    [
        ("index", "Reproduction: X", PageRole.INDEX),
        ("executive-summary", "Executive summary", PageRole.SUMMARY),
        ("00-summary", "Results of claims 1 and 2", PageRole.SUMMARY),
        ("conclusion", "Conclusion", PageRole.CONCLUSION),
        ("final", "Conclusions", PageRole.CONCLUSION),
        ("methods", "Methods", PageRole.OTHER),
        ("report", "Report", PageRole.OTHER),
    ],
)
def test_roles(slug: str, title: str, role: PageRole) -> None:
    assert role_of(slug, title) is role


def test_a_title_of_any_length_is_bounded() -> None:
    assert claims_of("x", "Claims 1-999999") == (1,)
    assert len(claims_of("x", "claims " + " , ".join(map(str, range(1, 900))))) <= 50
