"""An examination as a document, read strictly: its figures must follow from its own counts."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from openrepro.claims.claim import Kind
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.attacked import Attacked, attacked_from_json
from openrepro.judging.examination import Gold, Share
from openrepro.judging.label import Label

SCHEMA: Final = "openrepro.examination/1"
LARGEST: Final = 4 * 1024 * 1024
GROUPS: Final = ("all", "with a spec", "with a spec, decided")
NAMED: Final = ("model", "provider", "prompt", "decoding")
LONGEST_NAME: Final = 500
JUDGES: Final = ("this judge", "random", "always inconclusive", "trust the author")
SHARES: Final = ("decided", "right", "false_verified", "wrong_verified", "falsified_recall")
READERS: Final = ("rules", "model", "person")
NEEDED: Final = (
    "schema",
    "rules",
    "judge",
    "groups",
    "confusion",
    "by_kind",
    "flips",
    "quote_validity",
    "cost_per_claim_usd",
)
MOST_COUNTED: Final = 10_000_000

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_DECIMAL: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_KAPPA: Final = re.compile(r"-?[01]\.[0-9]{4}")


def read_examination(data: bytes) -> dict[str, Json]:
    """The examination that `openrepro examine --format json` printed, without the list of its items.

    Raises OpenReproError with the place and what is wrong there: it must be of the schema, and every share, interval
    and sum must be what its counts give, those of `attacks` among them, where it has any.
    """
    top = _object(_parsed(data), "the examination", NEEDED, also=("items", "attacks"))
    if top["schema"] != SCHEMA:
        raise _wrong("schema", f"must be {SCHEMA!r}")
    judge = _judge(top["judge"])
    for where, value in (("rules", top["rules"]), ("judge.rules", judge["rules"])):
        _matching(value, where, _DIGEST, "the SHA-256 of a rule file")
    _one_of(judge["reader"], "judge.reader", READERS)
    _matching(top["cost_per_claim_usd"], "cost_per_claim_usd", _DECIMAL, "an amount such as '0.0012'")
    for name in ("flips", "quote_validity"):
        _share(top[name], name)
    _check_sums(_groups(top["groups"]), _confusion(top["confusion"]), _by_kind(top["by_kind"]))
    attacks = attacked_from_json(top["attacks"]) if "attacks" in top else ()
    return {name: top[name] for name in NEEDED} | _attacks(attacks)


def _attacks(attacks: Iterable[Attacked]) -> dict[str, Json]:
    told: list[Json] = [one.as_json() for one in attacks]
    return {"attacks": told} if told else {}


def _judge(value: object) -> Mapping[str, Json]:
    """Who read: with a model also its name, its host, its prompts and how it was asked."""
    judge = _object(value, "judge", ("reader", "rules"), also=(*NAMED, "seed"))
    for name in NAMED:
        text = judge.get(name, "")
        if not isinstance(text, str) or len(text) > LONGEST_NAME:
            raise _wrong(f"judge.{name}", f"must be a text of at most {LONGEST_NAME} characters")
    seed = judge.get("seed")
    if seed is not None and type(seed) is not int:
        raise _wrong("judge.seed", "must be a whole number or null")
    return judge


def _parsed(data: bytes) -> object:
    if len(data) > LARGEST:
        raise OpenReproError(f"The examination is larger than {LARGEST // 1024**2} MB.", hint="Leave out --items.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        hint = "Make it with: openrepro examine --gold FILE --logbooks DIR --format json > FILE"
        raise OpenReproError("The examination is not a JSON document.", hint=hint) from None


def _groups(value: object) -> int:
    """The number of all items."""
    groups = _object(value, "groups", GROUPS)
    for name in GROUPS:
        judges = _object(groups[name], f"groups.{name}", JUDGES)
        wholes = {_figures(judges[judge], f"groups.{name}.{judge}") for judge in JUDGES}
        if len(wholes) > 1:
            raise _wrong(f"groups.{name}", "must have all judges over the same items")
    return _figures(_object(groups["all"], "groups.all", JUDGES)["this judge"], "groups.all.this judge")


def _figures(value: object, where: str) -> int:
    """Check the figures of a judge, and give the number of its items."""
    figures = _object(value, where, (*SHARES, "kappa"))
    shares = {name: _share(figures[name], f"{where}.{name}") for name in SHARES}
    if figures["kappa"] is not None:
        _matching(figures["kappa"], f"{where}.kappa", _KAPPA, "a number from -1 to 1 with four decimals, or null")
    if shares["right"].whole != shares["decided"].part:
        raise _wrong(f"{where}.right", "must be of the decided items")
    if shares["wrong_verified"].part != shares["false_verified"].part:
        raise _wrong(f"{where}.wrong_verified", "must count the same items as false_verified")
    return shares["decided"].whole


def _share(value: object, where: str) -> Share:
    found = _object(value, where, ("part", "whole", "value", "interval_95"))
    share = Share(_count(found["part"], f"{where}.part"), _count(found["whole"], f"{where}.whole"))
    if share.part > share.whole:
        raise _wrong(f"{where}.part", f"must be at most the whole, {share.whole:,}")
    if found != share.as_json():
        raise _wrong(where, f"must have the value and interval that {share.part:,} of {share.whole:,} give")
    return share


def _confusion(value: object) -> int:
    """How many items the matrix counts."""
    total, seen = 0, set()
    for at, cell in enumerate(_list(value, "confusion", len(Gold) * len(Label))):
        where = f"confusion[{at}]"
        row = _object(cell, where, ("gold", "label", "items"))
        pair = (
            _one_of(row["gold"], f"{where}.gold", [gold.value for gold in Gold]),
            _one_of(row["label"], f"{where}.label", [label.value for label in Label]),
        )
        if pair in seen:
            raise _wrong(where, "is there twice")
        seen.add(pair)
        total += _count(row["items"], f"{where}.items", least=1)
    return total


def _by_kind(value: object) -> int:
    """How many items there are of all kinds."""
    if not isinstance(value, dict):
        raise _wrong("by_kind", "must be an object")
    kinds = [kind.value for kind in Kind]
    return sum(_figures(value[name], f"by_kind.{_one_of(name, 'by_kind', kinds)}") for name in value)


def _check_sums(items: int, in_matrix: int, of_kinds: int) -> None:
    for where, found in (("confusion", in_matrix), ("by_kind", of_kinds)):
        if found != items:
            raise _wrong(where, f"must add up to the {items:,} items of all; it has {found:,}")


def _object(value: object, where: str, names: Iterable[str], *, also: Iterable[str] = ()) -> Mapping[str, Json]:
    wanted = tuple(names)
    if not isinstance(value, dict):
        raise _wrong(where, "must be an object")
    missing = [name for name in wanted if name not in value]
    if missing:
        raise _wrong(where, f"lacks {missing[0]!r}")
    strange = [name for name in value if name not in (*wanted, *also)]
    if strange:
        raise _wrong(where, f"has a member that is not known: {strange[0][:40]!r}")
    return value


def _list(value: object, where: str, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise _wrong(where, f"must be a list of at most {most} members")
    return value


def _count(value: object, where: str, *, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_COUNTED:
        raise _wrong(where, f"must be a whole number from {least} on")
    return value


def _one_of(value: object, where: str, allowed: Iterable[str]) -> str:
    words = tuple(allowed)
    if not isinstance(value, str) or value not in words:
        raise _wrong(where, f"must be one of {', '.join(words)}")
    return value


def _matching(value: object, where: str, shape: re.Pattern[str], what: str) -> None:
    if not isinstance(value, str) or not shape.fullmatch(value):
        raise _wrong(where, f"must be {what}")


def _wrong(where: str, what: str) -> OpenReproError:
    hint = "Make it with: openrepro examine --gold FILE --logbooks DIR --format json > FILE"
    return OpenReproError(f"This is no examination: {where[:120]} {what}.", hint=hint)
