"""The form that a person fills, in plain words: its questions, their hints, and what was typed so far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.claims.saying import axis_words
from openrepro.entries.looked import parts_in_form
from openrepro.ids import Json
from openrepro.judging.readers.model.doubts import DoubtCode
from openrepro.judging.readers.model.form import LONGEST_NUMBER, LONGEST_QUOTE, LONGEST_TEXT
from openrepro.judging.readers.person import MOST_QUOTES
from openrepro.judging.reading import Method

LONGEST_LIST: Final = 4_000
PASTE: Final = "Copy the words from a block above and paste them, as short as will do."


class Choice(NamedTuple):
    """A value of a field and its words."""

    value: str
    words: str


YES_NO: Final = (Choice("yes", "Yes"), Choice("no", "No"), Choice("unknown", "Cannot tell"))
METHODS: Final[Mapping[Method, str]] = {
    Method.EXPERIMENT: "An experiment was run and something measured",
    Method.NUMERICAL_AUDIT: "Finitely many cases were checked numerically",
    Method.ARTIFACT_COUNT: "Something was counted in a released artifact",
    Method.COUNTEREXAMPLE: "A counterexample is shown",
    Method.CONSTRUCTION: "A construction is shown",
    Method.WRITTEN_PROOF: "A written proof, which I have checked step by step",
    Method.MACHINE_CHECKED_PROOF: "A proof that a machine checked in a run",
    Method.HUMAN_RATING: "People rated it, blindly",
    Method.NONE: "None of these, or I cannot tell",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A field: `kind` is radio, line, text or select. `most` is how many characters it takes."""

    name: str
    label: str
    hint: str = ""
    kind: str = "line"
    most: int = LONGEST_NUMBER
    options: tuple[Choice, ...] = ()
    needed: bool = False

    def as_json(self, typed: Mapping[str, str], faults: Mapping[str, str]) -> dict[str, Json]:
        return {
            "name": self.name,
            "label": self.label,
            "hint": self.hint,
            "kind": self.kind,
            "most": self.most,
            "options": [dict(one._asdict()) for one in self.options],
            "needed": self.needed,
            "value": typed.get(self.name, ""),
            "fault": faults.get(self.name, ""),
        }


class Group(NamedTuple):
    """Fields that belong together. `open` groups are always shown; others are for what is there sometimes."""

    title: str
    fields: tuple[Asked, ...]
    hint: str = ""
    open: bool = True


class FormPart(NamedTuple):
    """What is asked about one atom of a claim."""

    atom: Claim
    prefix: str
    groups: tuple[Group, ...]


def form_of(claim: Claim) -> tuple[FormPart, ...]:
    """The whole form about a claim, one part for each atom."""
    return tuple(FormPart(atom, prefix, tuple(_groups(atom, prefix))) for atom, prefix in parts_in_form(claim))


def names_of(claim: Claim) -> frozenset[str]:
    """The names of all fields of the form about a claim."""
    return frozenset(one.name for part in form_of(claim) for group in part.groups for one in group.fields)


def form_json(claim: Claim, typed: Mapping[str, str], faults: Mapping[str, str]) -> list[Json]:
    """The form with what was typed and what is wrong with it."""
    parts = form_of(claim)
    return [
        {
            "title": f"Part {part.atom.id.rpartition('.')[2]}: {part.atom.text}" if len(parts) > 1 else "",
            "groups": [_group_json(group, typed, faults) for group in part.groups],
        }
        for part in parts
    ]


def _group_json(group: Group, typed: Mapping[str, str], faults: Mapping[str, str]) -> dict[str, Json]:
    used = any(typed.get(one.name) or faults.get(one.name) for one in group.fields)
    return {
        "title": group.title,
        "hint": group.hint,
        "folded": not group.open,
        "used": used,
        "fields": [one.as_json(typed, faults) for one in group.fields],
    }


def _groups(atom: Claim, prefix: str) -> Iterator[Group]:
    for group in (*_questions(), _value(), *_scale(atom), *_premises(atom), _quotes(), *_doubts()):
        yield group._replace(fields=tuple(replace(one, name=f"{prefix}{one.name}") for one in group.fields))


def _questions() -> Iterator[Group]:
    hint = "Anything that tests it counts, however small: not a mere statement of the result."
    yield Group("", (_radio("addressed", "Does the logbook test this claim?", hint, YES_NO),))
    how = tuple(Choice(method.value, words) for method, words in METHODS.items())
    yield Group("", (_radio("method", "How was it tested?", "Choose what the result rests on.", how),))
    hint = "By what the runs, files or proof show, not by what the text says. The rules compare numbers themselves."
    yield Group("", (_radio("supports", "Does the evidence support the claim?", hint, YES_NO),))


def _value() -> Group:
    hint = "One number: the one that answers the claim. Code looks each of these up in the passage that you paste."
    return Group(
        "The measured value",
        (
            Asked("value", "Value, as it is printed"),
            _passage("value", "Passage with the value"),
            Asked("unit", "Unit", "As it stands in the passage; empty where none does."),
            Asked("plus_minus", "Spread (±)", "A standard deviation, error or half-width, as printed."),
            Asked("n", "Number of cases"),
            Asked("seeds", "Number of seeds or runs"),
            Asked("values", "The value of each run", "Numbers with blanks between them.", most=LONGEST_LIST),
            Asked("versus", "Value of the other arm", "Only where the claim compares two; from a RESULT line."),
            Asked("versus_values", "The other arm, run by run", "In the same order.", most=LONGEST_LIST),
            Asked("points", "Points of a trend", "Pairs: a place on the axis, then the value.", most=LONGEST_LIST),
        ),
        hint,
        open=False,
    )


def _scale(atom: Claim) -> Iterator[Group]:
    fields: list[Asked] = []
    for number, axis in enumerate(atom.scale, start=1):
        name = f"scale-{number}"
        least = f"Full scale: at least {axis.minimum}." if axis.minimum else ""
        fields += [
            Asked(name, f"{axis_words(axis.axis)}: how much was it?", least),
            _passage(name, f"{axis_words(axis.axis)}: passage with the number"),
        ]
    if fields:
        hint = "How large the run was. Leave empty what the evidence does not say; code reads it too."
        yield Group("The scale of the run", tuple(fields), hint, open=False)


def _premises(atom: Claim) -> Iterator[Group]:
    for number, premise in enumerate(atom.premises, start=1):
        name = f"premise-{number}"
        asked = _radio(name, f"Was this premise met: “{premise}”?", "A yes needs a passage that shows it.", YES_NO)
        yield Group("", (asked, _passage(name, "Passage that shows it")))


def _quotes() -> Group:
    numbers = range(1, MOST_QUOTES + 1)
    fields = tuple(
        Asked(f"quote-{number}", f"Passage {number}", PASTE if number == 1 else "", "text", LONGEST_QUOTE)
        for number in numbers
    )
    hint = "What else your reading rests on: where a proof opens, a construction, the line that fails."
    return Group("Passages", fields, hint, open=False)


def _doubts() -> Iterator[Group]:
    yield Group(
        "Something was replaced",
        (
            Asked("substitution", "What stands in for what?", kind="text", most=LONGEST_TEXT),
            _passage("substitution", "Passage that shows it"),
            _radio("substitution-contribution", "Is what was replaced the paper's own contribution?", "", YES_NO),
        ),
        "A smaller model, other data, a simulation in the place of the real thing.",
        open=False,
    )
    yield Group(
        "The logbook contradicts itself",
        (
            Asked("contradiction", "What contradicts what?", kind="text", most=LONGEST_TEXT),
            _passage("contradiction", "Passage that contradicts"),
        ),
        "Two current pages or outputs say opposite things about this claim.",
        open=False,
    )
    codes = (Choice("", "no doubt"), *(Choice(code.value, code.words) for code in DoubtCode))
    yield Group(
        "A doubt",
        (
            Asked("doubt", "What kind?", kind="select", options=codes),
            Asked("doubt-why", "Why?", kind="text", most=LONGEST_TEXT),
            _passage("doubt", "Passage that it is about"),
        ),
        "Whatever makes you distrust the result.",
        open=False,
    )


def _radio(name: str, label: str, hint: str, options: tuple[Choice, ...]) -> Asked:
    return Asked(name, label, hint, "radio", options=options, needed=True)


def _passage(name: str, label: str) -> Asked:
    return Asked(f"{name}-quote", label, PASTE, "text", LONGEST_QUOTE)
