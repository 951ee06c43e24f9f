"""The options that say which models read and oppose, at what cost, and from which answers."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from openrepro.challenge.sections import ReaderKind
from openrepro.cli.output import say
from openrepro.errors import OpenReproError
from openrepro.judging.readers.model.question import CONTEXT_TOKENS

Command = TypeVar("Command", bound=Callable[..., Any])
RESPONSES: Final = Path("openrepro-responses")
REPEATS: Final = 2
STOPPED: Final = 130
ONLY_MODELS: Final = ("model", "prosecutor", "replay", "estimate", "budget_usd", "in_flight", "context_tokens")


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """What was asked for on the command line. Empty names and None leave it to the rule file and the environment."""

    reader: ReaderKind
    model: str
    prosecutor: str
    responses: Path
    replay: bool
    estimate: bool
    budget_usd: Decimal | None
    in_flight: int | None
    context_tokens: int
    near_repeats: int = REPEATS

    @property
    def by_model(self) -> bool:
        return self.reader is ReaderKind.MODEL


def model_options(command: Command) -> Command:
    """The options `--reader` and those of models, handed to the command as the keyword `choice`."""

    @functools.wraps(command)
    def with_choice(*arguments: Any, **values: Any) -> Any:
        given = {name: values.pop(name) for name in (*ONLY_MODELS, "reader", "responses")}
        return command(*arguments, choice=_choice(given), **values)

    options = (
        click.option(
            "--reader",
            type=click.Choice([ReaderKind.RULES.value, ReaderKind.MODEL.value]),
            default=ReaderKind.RULES.value,
            show_default=True,
            help="Who fills the form: code alone, or a model where code leaves it open.",
        ),
        click.option(
            "--model", default="", metavar="NAME", help="The model that reads; else the rules' or OPENREPRO_MODEL."
        ),
        click.option(
            "--prosecutor", default="", metavar="NAME", help="The model that opposes; else the rules', else the reader."
        ),
        click.option(
            "--responses",
            type=click.Path(file_okay=False, path_type=Path),
            default=RESPONSES,
            show_default=True,
            help="Where raw answers of models are kept; what is there is not asked again.",
        ),
        click.option("--replay", is_flag=True, help="Rule recorded answers under these rules, asking nobody."),
        click.option(
            "--estimate", is_flag=True, help="Say how many calls, tokens and dollars it takes, asking nobody."
        ),
        click.option(
            "--budget-usd", metavar="X", help="Most dollars for all that --responses keeps; else the rules' budgets."
        ),
        click.option("--in-flight", type=click.IntRange(1, 512), help="Most calls at once; else the rules', else 8."),
        click.option(
            "--context-tokens",
            type=click.IntRange(500, 1_000_000),
            default=CONTEXT_TOKENS,
            show_default=True,
            help="Evidence in one question, in tokens.",
        ),
    )
    return functools.reduce(lambda made, option: option(made), reversed(options), with_choice)  # type: ignore[return-value]


def _choice(given: dict[str, Any]) -> ModelChoice:
    told = {"reader": ReaderKind(given["reader"]), "budget_usd": amount_of(given["budget_usd"])}
    choice = ModelChoice(**given | told)
    named = [
        name for name in ONLY_MODELS if given[name] and not (name == "context_tokens" and given[name] == CONTEXT_TOKENS)
    ]
    if choice.responses != RESPONSES:
        named.append("responses")
    if named and not choice.by_model:
        raise OpenReproError(
            f"--{named[0].replace('_', '-')} is about a model, and the reader is `rules`.", hint="Add --reader model."
        )
    if choice.replay and choice.estimate:
        raise OpenReproError("--replay asks nobody, so there is nothing to estimate.", hint="Leave one of them out.")
    return choice


def amount_of(text: str | None) -> Decimal | None:
    """The dollars that somebody typed. Raises OpenReproError."""
    if text is None:
        return None
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        raise OpenReproError(f"--budget-usd takes an amount of dollars such as 2.50, not {text[:40]!r}.")
    return amount


def stopped(logbooks: int, choice: ModelChoice) -> int:
    """Say that a command was interrupted, and what is kept; gives its exit status."""
    say(f"Stopped after {logbooks} logbooks. Every answer so far is in {choice.responses} and is not asked again.")
    say("hint: run the same command again to go on.")
    return STOPPED
