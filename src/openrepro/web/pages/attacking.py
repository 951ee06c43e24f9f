"""The attack suite on pages: each attack with what must not happen, and what it came to in an examination."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from openrepro.ids import Json
from openrepro.judging.attacked import Attacked, attacked_from_json
from openrepro.judging.attacks.attack import AttackKind
from openrepro.judging.attacks.suite import BY_NAME, SUITE
from openrepro.judging.examination import Share
from openrepro.web.pages.page import Visit
from openrepro.web.pages.shares import share_of

LOOKED_AT: Final = 10
"""How many examinations, the newest first, are searched for one in which attacks were tried."""
KINDS_OF: Final = {
    AttackKind.TEXT: "words",
    AttackKind.FORGED: "forged output",
    AttackKind.COPY: "a copied entry",
}


def told_suite(visit: Visit) -> dict[str, Json]:
    """The whole suite, with what each attack came to in the latest examination that tried it (null: none has)."""
    found = next((one for one in visit.tx.examinations.list(limit=LOOKED_AT) if "attacks" in one.body), None)
    rows = {} if found is None else {one.attack: one for one in attacked_from_json(found.body["attacks"])}
    examined: Json = None if found is None else {"id": found.id, "at": found.at, "judge": found.body["judge"]}
    return {
        "examined": examined,
        "kinds": [
            {
                "kind": KINDS_OF[kind],
                "promise": kind.promise,
                "attacks": [_told(attack.name, rows.get(attack.name)) for attack in SUITE if attack.kind is kind],
            }
            for kind in AttackKind
        ],
    }


def told_attacks(body: Mapping[str, Any]) -> list[Json]:
    """The attacks of one examination; empty where none were tried."""
    return [_told(one.attack, one) for one in attacked_from_json(body.get("attacks", []))]


def failed(attacks: Sequence[Json]) -> int:
    """How many did what must not happen."""
    rows: Sequence[Any] = attacks
    return sum(bool(row["result"]["fails"]) for row in rows)


def _told(name: str, result: Attacked | None) -> dict[str, Json]:
    known = BY_NAME.get(name)
    return {
        "name": name,
        "kind": KINDS_OF[known.kind] if known else KINDS_OF[result.kind] if result else "",
        "what": known.what if known else "",
        "must_not": known.must_not if known else "",
        "result": None if result is None else _result(result),
    }


def _result(one: Attacked) -> dict[str, Json]:
    parts = {"changed": one.changed, "settled": one.settled, "better": one.better, "found": one.found}
    shares = {name: share_of(Share(part, one.items).as_json()) for name, part in parts.items()}
    return {"items": one.items, "fails": one.fails, **shares}
