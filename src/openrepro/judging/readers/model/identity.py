"""Which judge a configuration of models is: their names, hosts, prompts, and how they are asked."""

from collections.abc import Iterable
from typing import NamedTuple

from openrepro.judging.readers.model.prompts import prompt_digest
from openrepro.judging.readers.model.question import Plan, Role
from openrepro.judging.verdict import JudgeIdentity


class NamedModel(NamedTuple):
    """A model as a verdict names it: the model's name, and the host that serves it."""

    model: str
    host: str
    temperature: str = ""


def model_judge(rules: str, plan: Plan, reader: NamedModel, prosecutor: NamedModel) -> JudgeIdentity:
    """The judge that these two models make under the rules of digest `rules`. Without prosecution there is only the
    reader. Two things that differ between them are named reader first, with ` / ` between."""
    both = (reader, prosecutor) if plan.prosecute else (reader,)
    roles = (Role.READER, Role.PROSECUTOR) if plan.prosecute else (Role.READER,)
    return JudgeIdentity(
        rules=rules,
        reader="model",
        model=_told(one.model for one in both),
        provider=_told(one.host for one in both),
        prompt=_told(prompt_digest(role) for role in roles),
        decoding=f"temperature {_told(one.temperature or 'unset' for one in both)}; context {plan.context_tokens}; "
        f"answer {plan.answer_tokens}; repeats {plan.repeats}",
    )


def _told(names: Iterable[str]) -> str:
    return " / ".join(dict.fromkeys(names))
