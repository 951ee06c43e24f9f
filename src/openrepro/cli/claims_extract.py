"""`openrepro claims extract`: candidates for claims of papers, by code or by a model, for a person to approve of."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.challenge.sections import ReaderKind
from openrepro.claims.proposals import Proposal, ProposalState
from openrepro.cli.model_judging import budget_for, endpoints_for, plain, salt_of, show_estimate
from openrepro.cli.model_options import RESPONSES, ModelChoice, amount_of
from openrepro.cli.office import folder_option
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.readers.model.question import Role
from openrepro.models.abilities import FOLDER, AbilityFolder
from openrepro.models.asking import Asker
from openrepro.models.endpoint import Price
from openrepro.models.extracting import WINDOW_TOKENS, counted, found_in, is_form, questions_of
from openrepro.models.folder_responses import FolderResponses
from openrepro.papers.text import MOST_BYTES, PaperText
from openrepro.papers.text_packing import unpacked
from openrepro.papers.text_reading import format_of
from openrepro.server.installation import Installation, open_installation
from openrepro.server.proposing import Proposed, by_code, check_paper, propose
from openrepro.server.texts import TextFile
from openrepro.visible import visible

SCHEMA: Final = "openrepro.extraction/1"
LEFT_OUT: Final = 1
CODE: Final = "code"
_NO_ID: Final = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class _Extracted:
    """What was found in one text, the parts about which there is no answer, and what came of proposing it."""

    text: PaperText
    proposals: tuple[Proposal, ...]
    silent: tuple[str, ...] = ()
    proposed: Proposed | None = None


@click.command()
@click.argument("papers", metavar="PAPER|FILE…", nargs=-1, required=True)
@click.option("--reader", type=click.Choice([CODE, ReaderKind.MODEL.value]), default=CODE, show_default=True)
@click.option("--propose", "keep", is_flag=True, help="Keep what is found as proposals of the challenge in --dir.")
@click.option("--paper", default="", metavar="ID", help="The paper that the one FILE is of; else its name says.")
@click.option("--version", default="v1", show_default=True, help="The version that FILE is.")
@click.option("--model", default="", metavar="NAME", help="The model to ask; else the rules' or OPENREPRO_MODEL.")
@click.option(
    "--responses",
    type=click.Path(file_okay=False, path_type=Path),
    default=RESPONSES,
    show_default=True,
    help="Where raw answers of models are kept; what is there is not asked again.",
)
@click.option("--replay", is_flag=True, help="Read recorded answers again, asking nobody.")
@click.option("--estimate", is_flag=True, help="Say how many calls, tokens and dollars it takes, asking nobody.")
@click.option("--budget-usd", metavar="X", help="Most dollars for all that --responses keeps; else the rules' budgets.")
@click.option("--in-flight", type=click.IntRange(1, 512), help="Most calls at once; else the rules', else 8.")
@click.option(
    "--window-tokens",
    type=click.IntRange(500, 200_000),
    default=WINDOW_TOKENS,
    show_default=True,
    help="The paper's text in one question, in tokens.",
)
@folder_option
@format_option
@click.pass_context
def extract(
    ctx: click.Context,
    papers: tuple[str, ...],
    reader: str,
    keep: bool,
    paper: str,
    version: str,
    model: str,
    responses: Path,
    replay: bool,
    estimate: bool,
    budget_usd: str | None,
    in_flight: int | None,
    window_tokens: int,
    folder: Path,
    form: Format,
) -> None:
    """Find candidates for claims in papers' texts: files, or papers of the challenge in --dir with a text on file.

    By code: sentences of the abstract, numbered statements, results with numbers. With --reader model: what a model
    lists, each quote and number looked up in the text by code; what is not there is quarantined. Nothing counts before
    a person, or a rule of the challenge, approves of it.
    A text that cannot be read costs one sentence, and the others are read. Exit status: 0 when all was read, 1 when a
    text was left out or a model gave no answer to some, 2 when nothing could be read.
    """
    if paper and len(papers) > 1:
        raise OpenReproError("--paper says of which paper one FILE is, and several are given.")
    choice = ModelChoice(
        ReaderKind.MODEL, model, model, responses, replay, estimate, amount_of(budget_usd), in_flight, window_tokens
    )
    with ExitStack() as stack:
        here = stack.enter_context(open_installation(folder, found=False)) if _needs_challenge(papers, keep) else None
        texts, faults = _texts(papers, here if keep else None, lambda name: _text(name, here, paper, version))
        rules = Rules() if here is None else here.rules_now(clock.now())
        by_model = None if reader == CODE else stack.enter_context(_ByModel(choice, rules))
        if estimate:
            _estimate(by_model, texts, form)
            return
        found = [_kept(one, here, keep) for one in _found(texts, by_model)]
    if form is Format.JSON:
        _print_json(found, faults)
    else:
        {Format.AGENT: _print_lines, Format.HUMAN: _print}[form](found)
    if faults or any(one.silent for one in found):
        ctx.exit(LEFT_OUT)


class _ByModel:
    """A model that is asked about texts. Close it at the end."""

    def __init__(self, choice: ModelChoice, rules: Rules) -> None:
        self.choice = choice
        self.endpoints = endpoints_for(choice, rules)
        budget = budget_for(choice, rules, self.endpoints.values())
        self.responses = FolderResponses(choice.responses, budget)
        self.salt = salt_of(choice.responses)
        self.asker = Asker(
            self.endpoints,
            self.responses,
            accepts=is_form,
            abilities=AbilityFolder(choice.responses / FOLDER),
            recorded_only=choice.replay or choice.estimate,
            say=say,
        )

    def __enter__(self) -> "_ByModel":
        return self

    def __exit__(self, *_about: object) -> None:
        self.asker.close()

    def found(self, texts: list[PaperText]) -> Iterator[_Extracted]:
        """What the model finds in each text; all are asked about at once."""
        asked = [questions_of(text, self.salt, self.choice.context_tokens) for text in texts]
        replies = self.asker.ask(question for questions in asked for question in questions)
        heard, tokens = counted(replies)
        say(f"The model answered {heard} of {len(replies)} questions, {tokens:,} tokens.")
        for text, questions in zip(texts, asked, strict=True):
            found = found_in(text, questions, replies)
            yield _Extracted(text, found.proposals, found.silent)


def _found(texts: list[PaperText], by_model: _ByModel | None) -> Iterator[_Extracted]:
    if by_model is None:
        return (_Extracted(text, by_code(text)) for text in texts)
    return by_model.found(texts)


def _estimate(by_model: _ByModel | None, texts: list[PaperText], form: Format) -> None:
    if by_model is None:
        raise OpenReproError("Code asks nobody, so there is nothing to estimate.", hint="Add --reader model.")
    tokens = by_model.choice.context_tokens
    found = by_model.asker.estimate(one for text in texts for one in questions_of(text, by_model.salt, tokens))
    told: dict[str, Json] = {
        "papers": len(texts),
        "calls": found.calls,
        "tokens": found.tokens,
        "usd_likely": plain(found.usd_likely),
        "usd_at_most": plain(found.usd_at_most),
        "usd_spent": plain(by_model.responses.spent()),
    }
    show_estimate(told, form, priced=by_model.endpoints[Role.READER].price != Price())


def _needs_challenge(papers: tuple[str, ...], keep: bool) -> bool:
    return keep or any(not Path(name).is_file() for name in papers)


def _texts(
    names: Sequence[str], here: Installation | None, read: Callable[[str], PaperText]
) -> tuple[list[PaperText], list[str]]:
    """The texts that could be read, and a sentence on each that could not, or whose paper `here` does not have."""
    texts, told = list[PaperText](), list[str]()
    for name in dict.fromkeys(names):
        try:
            texts.append(_of_challenge(read(name), here))
        except OpenReproError as fault:
            if len(names) == 1:
                raise
            told.append(f"{visible(name[:80])}: {fault.text}")
            say(told[-1])
    if not texts:
        raise OpenReproError("None of these texts could be read.")
    return texts, told


def _of_challenge(text: PaperText, here: Installation | None) -> PaperText:
    if here is not None:
        with here.store.read() as tx:
            check_paper(tx, text.paper)
    return text


def _text(name: str, here: Installation | None, paper: str, version: str) -> PaperText:
    """The text of a file, or the newest one on file of a paper."""
    path = Path(name)
    if path.is_file():
        form = format_of(path.suffix)
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES[form] + 1)
        named = paper or _NO_ID.sub("-", path.stem)[:60].strip("-") or "paper"
        return TextFile(named, version, form, data).read().text
    assert here is not None
    with here.store.read() as tx:
        kept = tx.texts.of(name)
    data_kept = here.blobs.get(kept[-1].extracted) if kept else None
    if data_kept is None:
        hint = f"Add one: openrepro admin papers text add {name[:60]} FILE --version v1 --why TEXT"
        raise OpenReproError(f"{name[:80]!r} is no file, and no text of a paper of that id is on file.", hint=hint)
    return unpacked(data_kept)


def _kept(one: _Extracted, here: Installation | None, keep: bool) -> _Extracted:
    if not keep or here is None:
        return one
    proposed = propose(here, one.text.paper, one.proposals, clock.now())
    return _Extracted(one.text, one.proposals, one.silent, proposed)


def _print_json(found: list[_Extracted], faults: list[str]) -> None:
    emit_json({"schema": SCHEMA, "papers": [_as_json(one) for one in found], "left_out": list(faults)})


def _as_json(one: _Extracted) -> dict[str, Json]:
    proposed = one.proposed
    return {
        "paper": one.text.paper,
        "version": one.text.version,
        "sha256": one.text.sha256,
        "unanswered": list(one.silent),
        "proposed": None
        if proposed is None
        else {
            "new": proposed.new,
            "known": proposed.known,
            "quarantined": proposed.quarantined,
            "approved": list(proposed.approved),
        },
        "candidates": [proposal.as_json() for proposal in one.proposals],
    }


def _print_lines(found: list[_Extracted]) -> None:
    for one in found:
        for proposal in one.proposals:
            claim = proposal.claim
            emit_row(
                one.text.paper, proposal.state.value, claim.kind.value, claim.text, claim.quote or "", proposal.why
            )
    _name_next(found, Format.AGENT)


def _print(found: list[_Extracted]) -> None:
    for one in found:
        held = sum(proposal.state is ProposalState.QUARANTINED for proposal in one.proposals)
        emit(f"{one.text.paper}, version {one.text.version}: {len(one.proposals)} candidates, {held} quarantined")
        for proposal in one.proposals:
            emit_wrapped(f"{proposal.claim.kind.value}: {proposal.claim.text}", indent="      ", first="  · ")
            for fault in proposal.faults:
                emit_wrapped(f"quarantined: {fault}", indent="      ", first="      ")
            if proposal.nearest:
                emit_wrapped(f"nearest passage: {proposal.nearest}", indent="      ", first="      ")
        if one.proposed is not None:
            _tell(one.proposed)
        for why in dict.fromkeys(one.silent):
            say(f"{one.silent.count(why)} part{'s' * (one.silent.count(why) > 1)} without an answer: {why}.")
    _name_next(found, Format.HUMAN)


def _tell(proposed: Proposed) -> None:
    told = f"{proposed.new} are new proposals ({proposed.quarantined} quarantined), {proposed.known} were known"
    emit(f"  {told}{f', {len(proposed.approved)} count by rule' if proposed.approved else ''}.")


def _name_next(found: list[_Extracted], form: Format) -> None:
    if any(one.proposed is not None for one in found):
        hint("openrepro admin claims proposals  (or the page /console/claims)", form)
    else:
        hint("openrepro claims extract PAPER --propose --dir CHALLENGE", form)
