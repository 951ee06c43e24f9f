"""One complete claim object without any fault, and changes to it."""

import json
from copy import deepcopy
from typing import Any

from openrepro.claims.spec import ParsedClaims, parse_claims

QUOTE = "Sharing the cache costs 3.1 % of perplexity at half its size."

CLEAN: dict[str, Any] = {
    "schema": "openrepro.claim/1",
    "id": "demo1.c2",
    "kind": "value",
    "text": "Sharing the cache costs 3.1 % of perplexity at half its size.",
    "quote": QUOTE,
    "locator": {"version": "v2", "sha256": "ab" * 32, "page": 6, "span": [10, 71], "label": "Table 3"},
    "quantity": {
        "name": "perplexity increase",
        "of": "shared cache, 50 %",
        "unit": "relative percent",
        "better": "lower",
        "counted": "non-padding tokens",
    },
    "statement": {
        "comparator": "=",
        "value": "3.1",
        "plus_minus": None,
        "spread_kind": None,
        "n": None,
        "versus": {"of": "full cache", "value": None},
    },
    "tolerance": {"absolute": "0.5", "relative": None},
    "scale": [
        {"axis": "eval_tokens", "paper": "245000", "minimum": "24500"},
        {"axis": "seeds", "paper": "3", "minimum": "3"},
    ],
    "premises": ["evaluation on held-out text"],
    "falsified_by": "an increase above 4.6 % at full scale",
    "seeds_needed": 3,
    "reduced_check": "sign",
    "conjuncts": [],
}


def changed(**changes: Any) -> dict[str, Any]:
    """The clean claim with changes; `statement__value="4"` changes a member of a member."""
    found = deepcopy(CLEAN)
    for key, value in changes.items():
        outer, _, inner = key.partition("__")
        if inner:
            found[outer][inner] = value
        else:
            found[outer] = value
    return found


def claim_set(*claims: dict[str, Any], paper: str = "demo1", **rest: Any) -> dict[str, Any]:
    return {"schema": "openrepro.claimset/1", "paper": paper, "claims": list(claims), **rest}


def parsed(document: object) -> ParsedClaims:
    return parse_claims(json.dumps(document).encode(), suffix=".json")
