"""The prompts: texts that lie beside this file, each with the form known by a digest."""

from functools import cache
from importlib.resources import files

from openrepro.ids import digest
from openrepro.judging.readers.model.form_schema import FORM
from openrepro.judging.readers.model.question import Role


@cache
def prompt_text(role: Role) -> str:
    """What a model in `role` is told before anything else."""
    return (files(__package__) / "prompts" / f"{role.value}.md").read_text(encoding="utf-8")


@cache
def prompt_digest(role: Role) -> str:
    """The name of a version of the prompt: the digest of its text and of the form's schema."""
    return f"sha256:{digest({'text': prompt_text(role), 'form': FORM})}"
