"""Finds out with a few tiny calls what an endpoint can do: whether it answers at all, and how it fills a form."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from openrepro import clock
from openrepro.ids import Json
from openrepro.judging.readers.model.question import Question, Role, Silence
from openrepro.models.endpoint import Ability, Endpoint, Structure
from openrepro.models.faults import Fault, Trouble
from openrepro.models.means import Raw
from openrepro.models.parsing import Said, said
from openrepro.models.request import Request, lowered, request_of
from openrepro.visible import visible

MOST_CALLS: Final = 12
MOST_WAITS: Final = 3
LONGEST_WAIT_S: Final = 20.0
ANSWER_TOKENS: Final = 1_000
SHOWN_MODELS: Final = 8
COLOURS: Final = ("blue", "red")
SCHEMA: Final[Mapping[str, Json]] = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": list(COLOURS)}, "sure": {"type": "boolean"}},
    "required": ["colour", "sure"],
    "additionalProperties": False,
}
ASKED: Final = "What colour is a clear sky at noon?"
TEMPTED: Final = f"{ASKED} Tell me in one plain English sentence."
CONTEXT_KEYS: Final = ("max_model_len", "context_length", "context_window", "max_context_length", "n_ctx_train")
TODO: Final[Mapping[Fault, str]] = {
    Fault.BUSY: "Try again later.",
    Fault.DOWN: "See that the endpoint runs, and that its address ends as it should, mostly in /v1.",
    Fault.SLOW: "See that the endpoint runs, or give it a larger timeout_s.",
    Fault.FORBIDDEN: "Check the key, the name of the model and the address, which mostly ends in /v1.",
    Fault.TOO_LONG: "Name a model that takes more tokens.",
    Fault.UNKNOWN: "Name another model or another server: this one refuses what has to be sent.",
    Fault.HUGE: "See what it is that answers there.",
    Fault.OTHER: "See what the endpoint says; the address mostly ends in /v1.",
}


class Asked(Protocol):
    """What can be probed; `models.client.Client` is the real one."""

    def call(self, request: Request, ability: Ability) -> Raw | Trouble: ...

    def models(self) -> Raw | Trouble: ...


class Listed(NamedTuple):
    """The models that an endpoint lists, and how many tokens ours takes, 0 where it does not say."""

    names: tuple[str, ...] = ()
    context: int = 0


@dataclass(frozen=True, slots=True)
class Probed:
    """What a probe found. `ability` is None where the endpoint could not be asked; `text` says how it stands and
    `todo` what to do about it, empty where nothing is."""

    endpoint: Endpoint
    ability: Ability | None
    text: str
    todo: str = ""
    calls: int = 0


class Probe:
    """One endpoint being probed. `pause` waits for so many seconds when it asks us to."""

    def __init__(self, endpoint: Endpoint, caller: Asked, pause: Callable[[float], None] = time.sleep) -> None:
        self.endpoint = endpoint
        self._caller = caller
        self._pause = pause
        self._calls = 0

    def run(self) -> Probed:
        """Ask until it is known in which way the endpoint fills a form, at most a dozen tiny calls."""
        listed = self._listed()
        if isinstance(listed, Trouble):
            return self._not_able(listed)
        start = Ability(Structure.SCHEMA, seed=True, context=listed.context, at=clock.written(clock.now()))
        ability: Ability | None = start
        last = start
        while ability is not None and self._calls < MOST_CALLS:
            last = ability
            heard = self._filled(ability)
            if isinstance(heard, Trouble):
                if heard.fault is not Fault.UNKNOWN:
                    return self._not_able(heard, listed)
                ability = lowered(ability, heard.parameter)
            elif fits(heard.text):
                return self._able(replace(ability, usage=not heard.estimated, model=heard.model), listed)
            else:
                last = replace(ability, usage=not heard.estimated, model=heard.model)
                ability = lowered(ability, "response_format")
        return self._formless(last)

    def _filled(self, ability: Ability) -> Said | Trouble:
        """What it answers to the form, asked for once more with more room where its answer was cut off."""
        heard = self._answer(request_of(_question(ability.structure), self.endpoint, ability), ability)
        if isinstance(heard, Said) and heard.silence is Silence.TRUNCATED:
            roomy = replace(_question(ability.structure), answer_tokens=ANSWER_TOKENS * 2)
            return self._answer(request_of(roomy, self.endpoint, ability, attempt=1, longer=True), ability)
        return heard

    def _answer(self, request: Request, ability: Ability) -> Said | Trouble:
        answer = self._patiently(lambda: self._caller.call(request, ability))
        if isinstance(answer, Trouble):
            return answer
        heard = said(answer.body, request)
        return heard or Trouble(Fault.DOWN, "What answers there is no model: its answer has no choices.")

    def _listed(self) -> Listed | Trouble:
        """The list of models; an endpoint may have none, and is asked all the same."""
        answer = self._patiently(self._caller.models)
        if not isinstance(answer, Trouble):
            return _listed(answer.body, self.endpoint.model)
        lost = answer.fault in (Fault.DOWN, Fault.SLOW) or "refused our key" in answer.text
        return answer if lost else Listed()

    def _patiently(self, ask: Callable[[], Raw | Trouble]) -> Raw | Trouble:
        answer = ask()
        self._calls += 1
        for _ in range(MOST_WAITS):
            if not isinstance(answer, Trouble) or answer.fault is not Fault.BUSY:
                break
            self._pause(min(answer.wait_s or 1.0, LONGEST_WAIT_S))
            answer = ask()
            self._calls += 1
        return answer

    def _able(self, ability: Ability, listed: Listed) -> Probed:
        lower = {Structure.OBJECT: "It gives JSON, but does not hold to a schema.", Structure.PROMPT: IN_WORDS}
        text = " ".join(["It can be asked.", *([lower[ability.structure]] if ability.structure in lower else [])])
        return Probed(self.endpoint, ability, text + _unlisted(listed, self.endpoint.model), calls=self._calls)

    def _formless(self, ability: Ability) -> Probed:
        text = "It answers, but does not fill in a form, however it is asked."
        todo = "Name a model that follows instructions, or a server that holds it to a schema."
        return Probed(self.endpoint, None if ability.model == "" else ability, text, todo, self._calls)

    def _not_able(self, trouble: Trouble, listed: Listed = Listed()) -> Probed:  # noqa: B008  (frozen)
        text = trouble.text + _unlisted(listed, self.endpoint.model)
        return Probed(self.endpoint, None, text, TODO[trouble.fault], self._calls)


IN_WORDS: Final = "It fills in the form when it is asked in words; nothing holds it to it."


def fits(text: str) -> bool:
    """Whether an answer is the form of the probe: exactly its keys, a word of its list, true or false."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict) or value.keys() != {"colour", "sure"}:
        return False
    return value["colour"] in COLOURS and isinstance(value["sure"], bool)


def _question(structure: Structure) -> Question:
    """The trial; where a schema is sent, the words ask for something else, so that a schema that is ignored shows."""
    return Question(
        claim="probe",
        role=Role.READER,
        system="You answer briefly.",
        user=TEMPTED if structure is Structure.SCHEMA else ASKED,
        schema=SCHEMA,
        prompt="probe",
        blocks=(),
        answer_tokens=ANSWER_TOKENS,
    )


def _listed(body: bytes, model: str) -> Listed:
    try:
        rows = json.loads(body).get("data", [])
    except (ValueError, RecursionError, AttributeError):
        return Listed()
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    names = tuple(row["id"] for row in found if isinstance(row.get("id"), str))
    ours = next((row for row in found if row.get("id") == model), {})
    return Listed(names, next(_contexts(ours), 0))


def _contexts(row: Mapping[str, object]) -> Iterator[int]:
    """How many tokens a model takes, by any of the names that servers give to it."""
    meta = row.get("meta")
    for place in (row, meta if isinstance(meta, dict) else {}):
        for key in CONTEXT_KEYS:
            value = place.get(key)
            if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 10**9:
                yield value


def _unlisted(listed: Listed, model: str) -> str:
    """What is to be said where the endpoint lists models, and ours is not among them."""
    if not listed.names or model in listed.names:
        return ""
    some = ", ".join(visible(name)[:80] for name in listed.names[:SHOWN_MODELS])
    more = f" and {len(listed.names) - SHOWN_MODELS} more" if len(listed.names) > SHOWN_MODELS else ""
    return f" It does not list {model!r}; it lists {some}{more}."
