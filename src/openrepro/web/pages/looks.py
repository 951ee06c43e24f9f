"""The looks that models had at a claim, as the pages of verdicts and claims tell them. All of what they said is
strangers' text."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.judging.look import Look, cost_of
from openrepro.judging.readers.model.prompts import prompt_digest
from openrepro.judging.readers.model.question import Role, Silence
from openrepro.judging.reading import Doubt, Reading
from openrepro.judging.verdict import Verdict
from openrepro.logbooks.logbook import Address
from openrepro.web.pages.verdict_words import ANSWERS, METHODS, Spots

SHOWN: Final = 12
MOST: Final = 12
LONGEST: Final = 300
ROLES: Final = {
    Role.READER: "reader: fills in the form",
    Role.PROSECUTOR: "prosecutor: looks for the reason why the reading is wrong",
}


class Compared(NamedTuple):
    """A field of the form in which looks are held against each other."""

    name: str
    of: Callable[[Reading], str]


FIELDS: Final = (
    Compared("addressed", lambda reading: ANSWERS[reading.addressed]),
    Compared("method", lambda reading: METHODS[reading.method]),
    Compared("measured", lambda reading: _number(reading)),
    Compared("premises met", lambda reading: ANSWERS[reading.premises_met]),
    Compared("supports", lambda reading: ANSWERS[reading.supports]),
)


def told_looks(verdict: Verdict, spots: Spots) -> dict[str, Json] | None:
    """Who looked and what each said, with what they agree in; None where no model looked."""
    looks = verdict.looks
    if not looks:
        return None
    return {
        **looks_in_short(looks),
        "tokens_in": sum(look.tokens_in for look in looks),
        "tokens_out": sum(look.tokens_out for look in looks),
        "cost": cost_of(looks),
        "compared": [_compared(claim, had) for claim, had in _by_claim(looks[:SHOWN]) if len(had) > 1],
        "each": [_told(look, spots, verdict.entry) for look in looks[:SHOWN]],
        "left_out": max(0, len(looks) - SHOWN),
    }


def looks_in_short(looks: Sequence[Look]) -> dict[str, Json]:
    """How many looks there were in each role, how many of them said nothing, and whether the others agree.

    `agreed` is None where fewer than two said something about the same claim.
    """
    agreed = [one for _, had in _by_claim(looks) if (one := _agreed(had)) is not None]
    return {
        "looks": len(looks),
        "readings": sum(look.role is Role.READER for look in looks),
        "prosecutions": sum(look.role is Role.PROSECUTOR for look in looks),
        "silent": sum(look.reading is None for look in looks),
        "doubted": sum(look.reading is not None and bool(look.reading.doubts) for look in looks),
        "agreed": all(agreed) if agreed else None,
        "models": sorted({look.model[:LONGEST] for look in looks if look.model})[:MOST],
    }


def _by_claim(looks: Iterable[Look]) -> list[tuple[str, list[Look]]]:
    found: dict[str, list[Look]] = {}
    for look in looks:
        found.setdefault(look.claim, []).append(look)
    return list(found.items())


def _agreed(looks: Sequence[Look]) -> bool | None:
    read = [look.reading for look in looks if look.reading is not None]
    if len(read) < 2:
        return None
    return all(len({field.of(reading) for reading in read}) == 1 for field in FIELDS)


def _compared(claim: str, looks: Sequence[Look]) -> dict[str, Json]:
    """The looks at one claim side by side, field by field; an empty text where a look said nothing."""
    return {
        "claim": claim,
        "who": [_who(look) for look in looks],
        "fields": [
            {
                "name": field.name,
                "said": [field.of(look.reading) if look.reading else "" for look in looks],
                "agreed": len({field.of(look.reading) for look in looks if look.reading}) < 2,
            }
            for field in FIELDS
        ],
    }


def _who(look: Look) -> str:
    again = f", again ({look.repeat})" if look.repeat else ""
    return f"{look.role.value}{again}"


def _told(look: Look, spots: Spots, entry: str) -> dict[str, Json]:
    return {
        "who": _who(look),
        "claim": look.claim,
        "role": look.role.value,
        "role_words": ROLES[look.role],
        "repeat": look.repeat,
        "model": look.model,
        "provider": look.provider,
        "decoding": look.decoding,
        "seed": look.seed,
        "prompt": look.prompt,
        "prompt_is_ours": look.prompt == prompt_digest(look.role),
        "question": look.question,
        "raw_reply": look.raw_reply,
        "tokens_in": look.tokens_in,
        "tokens_out": look.tokens_out,
        "cost": look.cost,
        "silence": None if look.silence is None else _silence(look.silence),
        "said": None if look.reading is None else _said(look.reading, spots, entry),
    }


def _silence(silence: Silence) -> dict[str, Json]:
    return {"code": silence.name.lower(), "words": silence.value, "next": silence.remedy}


def _said(reading: Reading, spots: Spots, entry: str) -> dict[str, Json]:
    """The form as it was filled, with the places of its quotes; nothing in it was lowered yet."""

    def place(at: Address | None) -> Json:
        return None if at is None else spots.of(at, entry)

    def doubts(given: Iterable[Doubt]) -> list[Json]:
        return [{"code": one.code, "why": one.why[:LONGEST], "at": place(one.at)} for one in tuple(given)[:MOST]]

    scale = list(reading.scale.items())[:MOST]
    return {
        "addressed": ANSWERS[reading.addressed],
        "method": METHODS[reading.method],
        "premises_met": ANSWERS[reading.premises_met],
        "supports": ANSWERS[reading.supports],
        "measured": [
            {"value": one.value[:LONGEST], "unit": one.unit[:LONGEST], "at": place(one.at)}
            for one in reading.measured[:MOST]
        ],
        "scale": [{"axis": axis, "value": one.value[:LONGEST], "at": place(one.at)} for axis, one in scale],
        "substitutions": [
            {"what": one.what[:LONGEST], "is_contribution": ANSWERS[one.is_contribution], "at": place(one.at)}
            for one in reading.substitutions[:MOST]
        ],
        "premises": [
            {"premise": one.premise[:LONGEST], "met": ANSWERS[one.met], "at": place(one.at)}
            for one in reading.premises[:MOST]
        ],
        "contradictions": doubts(reading.contradictions),
        "doubts": doubts(reading.doubts),
        "quotes": [place(at) for at in reading.quotes[:MOST]],
        "unknown": [name[:LONGEST] for name in reading.unknown[:MOST]],
    }


def _number(reading: Reading) -> str:
    """The first measured value, which is the one that is compared."""
    if not reading.measured:
        return "no number"
    first = reading.measured[0]
    return f"{first.value} {first.unit}".strip()[:LONGEST]
