"""From a model's answer to a reading: every quote is found by code in the bytes that were shown, or is void."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from openrepro.claims.claim import Claim
from openrepro.judging.readers.model.form import (
    Form,
    Quote,
    SaidDoubt,
    SaidMeasured,
    SaidScale,
    SaidSubstitution,
    parsed,
)
from openrepro.judging.readers.model.question import Question, ShownBlock, Silence
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
from openrepro.logbooks.logbook import Address, Logbook

_WORST: Final = (Answer.NO, Answer.UNKNOWN, Answer.YES)
_T = TypeVar("_T")


def reading_of(text: str, question: Question, claim: Claim, logbook: Logbook, *, model: str = "") -> Reading | Silence:
    """The reading in a model's answer to `question` about `claim`, or why there is none.

    A quote without the white space at its ends must stand byte for byte in one stretch that was shown: of the block
    that it names, else of the first other block that has it; where it stands several times, the first counts. What was
    withheld, cut or made visible is in no stretch, so a quote that touches it is void. A void quote takes with it
    what rests on it, and `unknown` names that. `model` is the name that the answer's model goes by.
    """
    form = parsed(text)
    if isinstance(form, Silence):
        return form
    found = _Found(form, Places(question.blocks, logbook), claim)
    return found.reading(Reader("model", model, question.prompt))


class Places:
    """The stretches that were shown, by the name of their block, for quotes to be looked for."""

    def __init__(self, blocks: Iterable[ShownBlock], logbook: Logbook) -> None:
        self._stretches: dict[str, list[tuple[bytes, Address]]] = {}
        for name, at in blocks:
            self._stretches.setdefault(name, []).append((logbook.read(at) or b"", at))

    def find(self, quote: Quote) -> Address | None:
        """Where the quote stands; None when it is empty or void."""
        try:
            wanted = quote.text.strip().encode("utf-8")
        except UnicodeEncodeError:
            return None
        return next(self._standing(wanted, quote.block), None) if wanted else None

    def _standing(self, wanted: bytes, block: str) -> Iterator[Address]:
        named = self._stretches.get(block, [])
        others = (stretch for name, own in self._stretches.items() if name != block for stretch in own)
        for data, at in (*named, *others):
            start = data.find(wanted)
            if start >= 0:
                yield Address(at.file, at.start + start, at.start + start + len(wanted), at.cell)


@dataclass(frozen=True, slots=True)
class _Found:
    """A form, with the places in which its quotes are looked for."""

    form: Form
    places: Places
    claim: Claim

    def reading(self, by: Reader) -> Reading:
        form = self.form
        measured = _kept(self._measured(item) for item in form.measured)
        scale = {item.axis: value for item in reversed(form.scale) if (value := self._scale(item)) is not None}
        quotes = tuple(dict.fromkeys(_kept(self.places.find(quote) for quote in form.quotes)))
        doubts = _kept(self._doubt(item) for item in form.doubts)
        premises = tuple(self._premises())
        rests = bool(measured or quotes)
        return Reading(
            claim=self.claim.id,
            by=by,
            addressed=form.addressed if rests or form.addressed is Answer.NO else Answer.UNKNOWN,
            method=form.method if rests else Method.NONE,
            measured=measured,
            scale=scale,
            substitutions=_kept(self._substitution(item) for item in form.substitutions),
            premises_met=self._premises_met(premises),
            supports=form.supports if rests and (measured or not form.measured) else Answer.UNKNOWN,
            contradictions=_kept(self._doubt(item) for item in form.contradictions),
            doubts=doubts,
            quotes=quotes,
            unknown=tuple(dict.fromkeys((*form.unknown, *self._void(), *_unanswered(premises)))),
            premises=premises,
        )

    def _measured(self, item: SaidMeasured) -> Measured | None:
        at = self.places.find(item.quote)
        if at is None:
            return None
        return Measured(
            value=item.value,
            at=at,
            unit=item.unit,
            plus_minus=item.plus_minus,
            n=item.n,
            seeds=item.seeds,
            values=item.values,
            versus=item.versus,
            versus_values=item.versus_values,
            points=item.points,
        )

    def _scale(self, item: SaidScale) -> ScaleValue | None:
        """The value of an axis that the spec names; others are nobody's question."""
        at = self.places.find(item.quote)
        known = any(axis.axis == item.axis for axis in self.claim.scale)
        return ScaleValue(item.value, at) if at is not None and known else None

    def _substitution(self, item: SaidSubstitution) -> Substitution | None:
        at = self.places.find(item.quote)
        return None if at is None else Substitution(item.what, item.is_contribution, at)

    def _doubt(self, item: SaidDoubt) -> Doubt | None:
        at = self.places.find(item.quote)
        return None if at is None else Doubt(item.code.value, item.why, at)

    def _premises_met(self, premises: tuple[PremiseMet, ...]) -> Answer:
        """No where one is shown to fail, yes where all are shown to hold and the model says so, else unknown."""
        answers = [item.met for item in premises]
        if Answer.NO in answers:
            return Answer.NO
        return self.form.premises_met if all(answer is Answer.YES for answer in answers) else Answer.UNKNOWN

    def _premises(self) -> Iterator[PremiseMet]:
        """Each premise of the claim with the worst answer that a quote carries; without any it is unknown."""
        for number, premise in enumerate(self.claim.premises, start=1):
            said = (item for item in self.form.premises if item.premise == number)
            found = [PremiseMet(premise, item.answer, at) for item in said if (at := self.places.find(item.quote))]
            yield min(found, key=lambda item: _WORST.index(item.met), default=PremiseMet(premise))

    def _void(self) -> Iterator[str]:
        """The names of fields that lost something because a quote is void."""
        form, find = self.form, self.places.find
        named: tuple[tuple[str, Iterable[Quote]], ...] = (
            ("quotes", form.quotes),
            ("measured", (item.quote for item in form.measured)),
            ("substitutions", (item.quote for item in form.substitutions)),
            ("contradictions", (item.quote for item in form.contradictions)),
            ("doubts", (item.quote for item in form.doubts)),
        )
        yield from (name for name, quotes in named if any(find(quote) is None for quote in quotes))
        yield from (axis.axis for axis in self.claim.scale if self._void_axis(axis.axis))

    def _void_axis(self, axis: str) -> bool:
        return any(item.axis == axis and self.places.find(item.quote) is None for item in self.form.scale)


def _unanswered(premises: Iterable[PremiseMet]) -> Iterator[str]:
    return (f"premise: {item.premise}" for item in premises if item.met is Answer.UNKNOWN)


def _kept(items: Iterable[_T | None]) -> tuple[_T, ...]:
    return tuple(item for item in items if item is not None)
