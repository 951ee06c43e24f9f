"""Claims files: from JSON or TOML bytes to claim sets. The one door to what the room offers about specs."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from openrepro.claims.canonical import CLAIMSET_SCHEMA, claim_json, set_json
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.claim_fields import check_schema, read_claim
from openrepro.claims.fields import Fault, FaultCode, Fields
from openrepro.claims.stating import stated_of
from openrepro.errors import OpenReproError
from openrepro.severity import Severity

__all__ = ["Fault", "FaultCode", "ParsedClaims", "claim_json", "parse_claims", "set_json", "stated_of"]

_PAPER = re.compile(r"(?P<paper>.+)[.#]c[0-9]+[a-z]*")
_HINT = "A claims file is a list of claim sets or of claims, as JSON or TOML; see docs/formats.md."
_BY_PAPER = (
    "It looks like an event's lists of texts by paper: `openrepro claims audit` reads these, and "
    "`openrepro event import --claims` loads them."
)


@dataclass(frozen=True, slots=True)
class ParsedClaims:
    """The claim sets that could be read, and everything that was wrong with the file."""

    sets: tuple[ClaimSet, ...]
    faults: tuple[Fault, ...]


def parse_claims(data: bytes, *, suffix: str) -> ParsedClaims:
    """The claims of a file; `suffix` (`.toml`, else JSON) names its format.

    It may hold a claim set, a list of them, `{"sets": […]}`, `{"claims": […]}`, or a bare list of claims, which are
    grouped by the paper in their ids. One bad claim is left out and becomes a serious fault; a file that is
    unreadable as a whole raises OpenReproError.
    """
    faults: list[Fault] = []
    document = _document(data, suffix)
    sets = [found for fields in _set_fields(document, faults) for found in _claim_sets(fields)]
    return ParsedClaims(tuple(sets), tuple(faults))


def _document(data: bytes, suffix: str) -> object:
    try:
        text = data.decode("utf-8-sig")
        if suffix.lower() == ".toml":
            return _texts_for_numbers(tomllib.loads(text, parse_float=str))
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except UnicodeDecodeError as error:
        raise OpenReproError(f"The claims file is not UTF-8: byte {error.start} begins no character.") from error
    except RecursionError as error:
        raise OpenReproError("The claims file nests too deeply to be read.", hint=_HINT) from error
    except ValueError as error:
        kind = "TOML" if suffix.lower() == ".toml" else "JSON"
        raise OpenReproError(f"The claims file is not {kind}: {str(error)[:200]}.", hint=_HINT) from error


def _texts_for_numbers(value: object) -> object:
    """TOML's integers and dates as texts, so that both formats give one shape."""
    if isinstance(value, dict):
        return {key: _texts_for_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_texts_for_numbers(item) for item in value]
    return value if isinstance(value, bool | str) else str(value)


def _set_fields(document: object, faults: list[Fault]) -> list[Fields]:
    """One Fields per claim set; a bare list of claims is one set without a paper."""
    if isinstance(document, Mapping) and isinstance(document.get("sets"), list):
        document = document["sets"]
    if isinstance(document, Mapping) and isinstance(document.get("claims"), list):
        document = [document]
    if not isinstance(document, list):
        by_paper = (
            isinstance(document, Mapping) and document and all(isinstance(one, list) for one in document.values())
        )
        hint = _BY_PAPER if by_paper else _HINT
        raise OpenReproError("The claims file holds neither claim sets nor claims.", hint=hint)
    whole = [item for item in document if isinstance(item, Mapping) and "claims" in item]
    bare = [item for item in document if not (isinstance(item, Mapping) and "claims" in item)]
    found = [Fields(item, f"set {index + 1}", faults) for index, item in enumerate(whole)]
    return [*found, Fields({"claims": bare}, "the file", faults)] if bare or not document else found


def _claim_sets(fields: Fields) -> list[ClaimSet]:
    """The sets of one object: itself when it names its paper, else one per paper that its claims' ids name."""
    paper, title = fields.text("paper"), fields.text("title")
    aliases, away = fields.texts("aliases"), frozenset(fields.texts("quarantined"))
    check_schema(fields, CLAIMSET_SCHEMA)
    declared = fields.text("version")
    claims = _claims(fields)
    fields.close()
    if paper:
        found = replace(_claim_set(paper, claims, title, aliases), quarantined=away)
        _check_version(fields, declared, found)
        return [found]
    grouped: dict[str, list[Claim]] = {}
    for claim in claims:
        grouped.setdefault(_paper_of(claim, fields), []).append(claim)
    sets = (_claim_set(name, members, title, aliases) for name, members in grouped.items())
    return [replace(one, quarantined=away) for one in sets]


def _claim_set(paper: str, claims: Iterable[Claim], title: str, aliases: tuple[str, ...]) -> ClaimSet:
    members = tuple(claims)
    return ClaimSet(paper, members, [claim_json(claim) for claim in members], title, aliases)


def _paper_of(claim: Claim, fields: Fields) -> str:
    match = _PAPER.fullmatch(claim.id)
    if match is None:
        text = f"Nothing names the paper of claim {claim.id}: give its set a `paper`, or the id the form paper.c1."
        fields.fault(FaultCode.NO_PAPER, text, Severity.SERIOUS)
        return ""
    return match["paper"]


def _claims(fields: Fields) -> list[Claim]:
    found = enumerate(fields.items("claims"))
    read = [read_claim(item, f"{fields.where}, claim {index + 1}", fields.faults) for index, item in found]
    return [claim for claim in read if claim is not None]


def _check_version(fields: Fields, declared: str, found: ClaimSet) -> None:
    if declared and declared != found.version:
        text = f"The set says that its version is {declared[:12]}…, but its canonical claims hash to {found.version}."
        fields.fault(FaultCode.OTHER_VERSION, text)
