"""How models take part in judging, for the page of the judge: who reads, what is asked, what code makes of answers."""

from collections.abc import Iterator
from typing import Final

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.guide import phrases
from openrepro.guide.text import block_json, joined, listed, prose
from openrepro.ids import Json
from openrepro.judging.readers.model.form_schema import FORM
from openrepro.judging.readers.model.prompts import prompt_digest, prompt_text
from openrepro.judging.readers.model.question import CONTEXT_TOKENS, Plan, Role
from openrepro.judging.readers.model.taken import TAKEN

SHOWN: Final = Plan(salt="")
"""The plan with its defaults, for the figures of the page."""
READERS: Final = {
    ReaderKind.RULES: "Code alone reads in this challenge; what it cannot tell stays not judged. What follows is how "
    "a model would be asked.",
    ReaderKind.MODEL: "Code reads first. What it leaves open is read by a model; what would be verified or falsified "
    "is opposed by a prosecutor; what they do not settle waits for a person.",
    ReaderKind.PERSON: "Code reads first; a person reads what it leaves open. What follows is how a model would be "
    "asked.",
}


def told_models(rules: Rules) -> dict[str, Json]:
    """Who reads under these rules, the prompts with their form, and what becomes of each thing that a model says."""
    reader = rules.judging.reader
    return {
        "reader": reader.value,
        "who": READERS[reader],
        "named": [block_json(joined(phrases.reader(rules), phrases.prosecutor(rules)))],
        "endpoints": list(_endpoints(rules)) if reader is ReaderKind.MODEL else [],
        "context_tokens": CONTEXT_TOKENS,
        "answer_tokens": SHOWN.answer_tokens,
        "repeats": SHOWN.repeats,
        "prompts": [
            {"role": role.value, "digest": prompt_digest(role), "text": prompt_text(role).strip()} for role in Role
        ],
        "form": dict(FORM),
        "sayings": [block_json(listed(prose(one.says), prose(one.made)))["items"] for one in TAKEN],
    }


def _endpoints(rules: Rules) -> Iterator[Json]:
    """The models that the rule file names, by role and price; where they are asked and by which key is not shown."""
    model = rules.judging.model
    for one in model.endpoints:
        roles = [
            role for role, name in (("reader", model.reader), ("prosecutor", model.prosecutor)) if name == one.name
        ]
        yield {
            "name": one.name,
            "model": one.model,
            "roles": list(roles),
            "usd_per_million_in": one.usd_per_million_in,
            "usd_per_million_out": one.usd_per_million_out,
        }
