"""A model in this process that answers as a test says, and a challenge whose rules ask it."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.challenge.sections import ModelEndpoint, ModelRules
from openrepro.clock import instant_of
from openrepro.models.client import Answer
from openrepro.models.endpoint import Ability, Endpoint
from openrepro.models.faults import Fault, Trouble
from openrepro.models.health import Manners
from openrepro.models.request import Request
from openrepro.server.asking import Models
from openrepro.store.store import Store
from tests.entries.scene import EXAMPLE, Scene, scene
from tests.judging.readers.model.answers import form
from tests.models.questions import completion

QUICK = Manners(
    tries=2, first_wait_s=0.001, longest_wait_s=0.002, longest_s=1, give_up_s=60, settles_s=0.01, linger_s=1
)
DOWN = Trouble(Fault.DOWN, "The endpoint failed (status 503).")
SKY = json.dumps({"colour": "blue", "sure": True})
Behaviour = Callable[[Request], "str | Trouble"]


class Scripted:
    """The endpoint and what calls it. `asked` are the requests, without those of probes."""

    def __init__(self, behaviour: Behaviour = lambda request: form()) -> None:
        self.behaviour = behaviour
        self.asked: list[Request] = []
        self._lock = threading.Lock()

    def connect(self, _endpoint: Endpoint) -> "Scripted":
        return self

    def call(self, request: Request, ability: Ability) -> Answer | Trouble:
        if "colour" in json.dumps(request.schema):
            return answer(SKY)
        with self._lock:
            self.asked.append(request)
        told = self.behaviour(request)
        return told if isinstance(told, Trouble) else answer(told)

    def models(self) -> Answer | Trouble:
        return Answer(200, b'{"data": [{"id": "m"}]}')

    def close(self) -> None:
        """Nothing is open."""


def answer(text: str, **given: Any) -> Answer:
    return Answer(200, json.dumps(completion(text, **given)).encode())


def model_rules(rules: Rules = EXAMPLE.rules, **given: Any) -> Rules:
    """Rules under which a model named `small` reads; `given` changes what they say of models."""
    price = {"usd_per_million_in": "1", "usd_per_million_out": "10"}
    small = ModelEndpoint("small", "m", url="http://127.0.0.1:9/v1", **price)
    model = replace(ModelRules(reader="small", endpoints=(small,)), **given)
    return replace(rules, judging=replace(rules.judging, reader=ReaderKind.MODEL, model=model))


def asking_scene(store: Store, model: Scripted, **given: Any) -> Scene:
    """A scene whose entries are judged by `model`. Close `models` at the end."""
    here = scene(store, rules=model_rules(**given))
    here.models = Models(store, {}, now=lambda: instant_of(here.now), manners=QUICK, connect=model.connect)
    return here
