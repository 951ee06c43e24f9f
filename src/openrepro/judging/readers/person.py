"""What a person's filled form becomes: a reading whose quotes code has found, or the faults, each beside its field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from openrepro.claims.claim import Claim
from openrepro.judging.readers.model.doubts import DoubtCode
from openrepro.judging.readers.model.form import LONGEST_NUMBER, LONGEST_QUOTE, LONGEST_TEXT, MOST_VALUES, Quote
from openrepro.judging.readers.model.located import Places
from openrepro.judging.reading import (
    Answer,
    Doubt,
    Measured,
    Method,
    PremiseMet,
    Reader,
    Reading,
    ScaleValue,
    Substitution,
)
from openrepro.judging.shown import Shown, decimal, shown_at
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.visible import visible

MOST_QUOTES: Final = 3
NUMERIC: Final = (Method.EXPERIMENT, Method.NUMERICAL_AUDIT, Method.ARTIFACT_COUNT)
NOT_FOUND: Final = (
    "These characters stand in no block that is shown. Copy a short stretch of one line, without anything that this "
    "site put there in [brackets]."
)
_Choice = TypeVar("_Choice", bound=StrEnum)


class FieldFault(NamedTuple):
    """What is wrong with a field, in a sentence."""

    field: str
    text: str


class Filled(NamedTuple):
    """A reading, or why the form gives none."""

    reading: Reading | None
    faults: tuple[FieldFault, ...] = ()


def filled(fields: Mapping[str, str], claim: Claim, places: Places, logbook: Logbook, by: Reader) -> Filled:
    """The reading of the atomic `claim` in `fields`, which are texts as typed.

    Numbered fields (`premise-1`, `scale-1`, `quote-1`) count from 1 in the order of the claim's spec. Every passage
    must stand in `places`, and values, units, counts and spreads in their passage, as for every reader.
    """
    form = _Form(fields, claim, places, logbook)
    reading = form.reading(by)
    return Filled(None, tuple(form.faults)) if form.faults else Filled(reading)


@dataclass(slots=True)
class _Form:
    """A form that is being read; `faults` grow."""

    fields: Mapping[str, str]
    claim: Claim
    places: Places
    logbook: Logbook
    faults: list[FieldFault] = field(default_factory=list)

    def reading(self, by: Reader) -> Reading:
        addressed = self.choice("addressed", Answer, needed=True) or Answer.UNKNOWN
        deep = addressed is Answer.YES
        method = self.choice("method", Method, needed=deep) or Method.NONE
        supports = self.choice("supports", Answer, needed=deep) or Answer.UNKNOWN
        measured, quotes, premises = self.measured(), tuple(self.quotes()), tuple(self.premises(deep))
        if deep and method is not Method.NONE and not (measured or quotes or self.faults):
            self.fault("quote-1", "Name at least one passage that shows it: a measured value, or a quote.")
        return Reading(
            claim=self.claim.id,
            by=by,
            addressed=addressed,
            method=method,
            measured=() if measured is None else (measured,),
            scale=dict(self.scale()),
            substitutions=tuple(self.substitutions()),
            premises_met=_all_met(premises) if deep else Answer.UNKNOWN,
            supports=supports,
            contradictions=tuple(self.contradictions()),
            doubts=tuple(self.doubts()),
            quotes=quotes,
            unknown=tuple(_unknown(addressed, method, measured, premises)),
            premises=premises,
        )

    def measured(self) -> Measured | None:
        value = self.number("value")
        at = self.passage("value-quote", needed="the value" if value else "")
        rest = ("unit", "plus_minus", "n", "seeds", "values", "versus", "versus_values", "points")
        if not value and (at is not None or any(self.text(name) for name in rest)):
            self.fault("value", "Give the measured value that the rest belongs to, or leave all of it empty.")
        shown = None if at is None else shown_at(at, self.logbook)
        if not value or at is None or shown is None:
            return None
        made = self._said(value, at)
        self._check(made, shown)
        return made

    def _said(self, value: str, at: Address) -> Measured:
        return Measured(
            value=value,
            at=at,
            unit=self.short("unit"),
            plus_minus=self.number("plus_minus") or None,
            n=self.number("n") or None,
            seeds=self.number("seeds") or None,
            values=self.numbers("values"),
            versus=self.number("versus") or None,
            versus_values=self.numbers("versus_values"),
            points=self.points(),
        )

    def _check(self, made: Measured, shown: Shown) -> None:
        """Note what of a measured value does not stand in its passage; what `quotes.confirm` would drop or blank."""
        other = shown.within("versus")
        stands = {
            "value": shown.number("value", made.value),
            "unit": not made.unit or shown.unit(made.unit, made.value) == made.unit,
            "plus_minus": made.plus_minus is None or shown.number("plus_minus", made.plus_minus),
            "n": made.n is None or shown.number("n", made.n),
            "seeds": made.seeds is None or shown.number("seeds", made.seeds) or made.seeds in shown.counts(made.values),
            "values": not made.values or shown.numbers_of("values", made.values),
            "versus": made.versus is None or other.number("value", made.versus),
            "versus_values": not made.versus_values or other.numbers_of("values", made.versus_values),
            "points": not made.points or shown.points(made.points),
        }
        for name, well in stands.items():
            if not well:
                text = "It does not stand so in the passage of the value: copy it as it is printed there"
                self.fault(name, f"{text}{self._own_unit(name, made, shown)}.")

    def _own_unit(self, name: str, made: Measured, shown: Shown) -> str:
        own = shown.unit("", made.value) if name == "unit" else ""
        return f" ({visible(own)[:60]})" if own else ", quote more of the line, or leave it empty"

    def scale(self) -> Iterator[tuple[str, ScaleValue]]:
        for number, axis in enumerate(self.claim.scale, start=1):
            name = f"scale-{number}"
            value = self.number(name)
            at = self.passage(f"{name}-quote", needed="this number" if value else "")
            if at is None or not value:
                continue
            shown = shown_at(at, self.logbook)
            if shown is None or not shown.axis(axis.axis, value):
                self.fault(name, "It does not stand so in its passage: copy it as it is printed there.")
            else:
                yield axis.axis, ScaleValue(value, at)

    def premises(self, deep: bool) -> Iterator[PremiseMet]:
        for number, premise in enumerate(self.claim.premises, start=1):
            name = f"premise-{number}"
            met = self.choice(name, Answer, needed=deep) or Answer.UNKNOWN
            at = self.passage(f"{name}-quote", needed="that it was met" if met is Answer.YES else "")
            yield PremiseMet(premise, met, at)

    def substitutions(self) -> Iterator[Substitution]:
        what = self.long("substitution")
        at = self.passage("substitution-quote")
        own = self.choice("substitution-contribution", Answer, needed=bool(what))
        if what:
            yield Substitution(what, own or Answer.UNKNOWN, at)
        elif at is not None:
            self.fault("substitution", "Say what was put in the place of what.")

    def contradictions(self) -> Iterator[Doubt]:
        why = self.long("contradiction")
        at = self.passage("contradiction-quote", needed="the other value" if why else "")
        if why and at is not None:
            yield Doubt("contradiction", why, at)

    def doubts(self) -> Iterator[Doubt]:
        code, why = self.choice("doubt", DoubtCode), self.long("doubt-why")
        at = self.passage("doubt-quote", needed="your doubt" if code else "")
        if why and code is None:
            self.fault("doubt", "Choose what kind of doubt it is.")
        if code is not None and at is not None:
            yield Doubt(code.value, why, at)

    def quotes(self) -> Iterator[Address]:
        for number in range(1, MOST_QUOTES + 1):
            at = self.passage(f"quote-{number}")
            if at is not None:
                yield at

    def passage(self, name: str, *, needed: str = "") -> Address | None:
        """Where a pasted passage stands in what is shown; None, with a fault, where it does not.

        `needed` says what it is for.
        """
        text = self.text(name)
        if not text:
            if needed:
                self.fault(name, f"Copy the passage that shows {needed} and paste it here.")
            return None
        if len(text) > LONGEST_QUOTE:
            self.fault(name, f"It is longer than {LONGEST_QUOTE:,} characters: paste the line that matters.")
            return None
        at = self.places.find(Quote(self.text(f"{name}-block"), text))
        if at is None:
            self.fault(name, NOT_FOUND)
        return at

    def choice(self, name: str, kind: type[_Choice], *, needed: bool = False) -> _Choice | None:
        text = self.text(name)
        if not text:
            if needed:
                self.fault(name, "Choose one; “cannot tell” is an answer too.")
            return None
        try:
            return kind(text)
        except ValueError:
            self.fault(name, "There is no such answer.")
            return None

    def number(self, name: str) -> str:
        text = self.text(name)
        if text and (len(text) > LONGEST_NUMBER or decimal(text) is None):
            self.fault(name, "Write one plain number, as it is printed: 9.4, or 1.2e-4.")
            return ""
        return text

    def numbers(self, name: str) -> tuple[str, ...]:
        found = tuple(self.text(name).replace(",", " ").split())
        if len(found) > MOST_VALUES or any(len(one) > LONGEST_NUMBER or decimal(one) is None for one in found):
            self.fault(name, "Write plain numbers with blanks between them.")
            return ()
        return found

    def points(self) -> tuple[tuple[str, str], ...]:
        found = self.numbers("points")
        if len(found) % 2:
            self.fault("points", "Write pairs: a place on the axis, then what was measured there.")
            return ()
        return tuple(zip(found[::2], found[1::2], strict=True))

    def short(self, name: str) -> str:
        return self._bounded(name, LONGEST_NUMBER)

    def long(self, name: str) -> str:
        return visible(self._bounded(name, LONGEST_TEXT))

    def _bounded(self, name: str, most: int) -> str:
        text = self.text(name)
        if len(text) > most:
            self.fault(name, f"It is longer than {most:,} characters.")
        return text[:most]

    def text(self, name: str) -> str:
        """What was typed; forms send the ends of lines as two characters."""
        return self.fields.get(name, "").replace("\r\n", "\n").strip()

    def fault(self, name: str, text: str) -> None:
        self.faults.append(FieldFault(name, text))


def _all_met(premises: tuple[PremiseMet, ...]) -> Answer:
    answers = [item.met for item in premises]
    if Answer.NO in answers:
        return Answer.NO
    return Answer.YES if all(answer is Answer.YES for answer in answers) else Answer.UNKNOWN


def _unknown(
    addressed: Answer, method: Method, measured: Measured | None, premises: tuple[PremiseMet, ...]
) -> Iterator[str]:
    """The fields that the person leaves open."""
    if addressed is Answer.UNKNOWN:
        yield "addressed"
    if addressed is Answer.YES:
        if method is Method.NONE:
            yield "method"
        if measured is None and method in NUMERIC:
            yield "measured"
        yield from (f"premise: {item.premise}" for item in premises if item.met is Answer.UNKNOWN)
