"""Claims that a model finds in a paper's text: what is asked part by part, and answers that code checks one by one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from openrepro.claims.anchoring import Anchor, Anchors
from openrepro.claims.claim import Claim, Locator
from openrepro.claims.extract_form import FORM, prompt_digest, prompt_text, read_form
from openrepro.claims.likeness import Alike
from openrepro.claims.numerals import missing
from openrepro.claims.proposals import Proposal, ProposalSource, ProposalState, weighed
from openrepro.claims.splitting import looks_compound, split
from openrepro.ids import digest
from openrepro.judging.parts import tokens_of
from openrepro.judging.readers.model.evidence_blocks import Fence
from openrepro.judging.readers.model.question import Question, Replies, Reply, Role
from openrepro.papers.labels import places_named
from openrepro.papers.text import PaperText, Span

WINDOW_TOKENS: Final = 6_000
ANSWER_TOKENS: Final = 4_000
MOST_WINDOWS: Final = 60
_CHARACTERS_PER_TOKEN: Final = 3
_BREAK: Final = re.compile(r"\n[ \t]{0,80}\n\s{0,80}")
_LEFT_OUT: Final = re.compile(
    r"(?:[0-9A-Z.]{0,8}\s{0,3})?(?:references|bibliography|acknowledge?ments?)\b", re.IGNORECASE
)


class Part(NamedTuple):
    """A part of a text that one question is about; `of` are all, `number` counts from 1."""

    span: Span
    number: int
    of: int


class Found(NamedTuple):
    """What the answers about one text come to: proposals, and the parts about which there is no answer, with why."""

    proposals: tuple[Proposal, ...]
    silent: tuple[str, ...]


def parts_of(text: PaperText, tokens: int = WINDOW_TOKENS) -> tuple[Part, ...]:
    """The text without its references in parts of at most so many tokens, cut between paragraphs; at most 60."""
    most = tokens * _CHARACTERS_PER_TOKEN
    spans: list[Span] = []
    for piece in _pieces(text, most):
        near = spans and piece.end - spans[-1].start <= most and piece.start - spans[-1].end < most // 10
        if near:
            spans[-1] = Span(spans[-1].start, piece.end)
        else:
            spans.append(piece)
    shown = spans[:MOST_WINDOWS]
    return tuple(Part(span, number, len(spans)) for number, span in enumerate(shown, start=1))


def questions_of(text: PaperText, salt: str, tokens: int = WINDOW_TOKENS) -> tuple[Question, ...]:
    """What a model is asked about a text, a question a part; the same text and salt give the same questions."""
    return tuple(_question(text, part, salt) for part in parts_of(text, tokens))


def is_form(question: Question, answer: str) -> bool:
    """Whether an answer is the form; what an Asker is given as `accepts`."""
    return read_form(answer, question.claim) is not None


def found_in(text: PaperText, questions: Sequence[Question], replies: Replies) -> Found:
    """What the answers propose, checked by code against the text: a claim whose quote does not stand in it, or whose
    numbers stand neither there nor in the table that it names, is quarantined. What two parts say is taken once."""
    anchors, seen = Anchors(text), Alike()
    found: list[Proposal] = []
    silent: list[str] = []
    for question in questions:
        reply = replies.get(question.key, Reply())
        claims = None if reply.silence else read_form(reply.text, text.paper)
        if claims is None:
            why = reply.silence.value if reply.silence else "nothing was asked"
            silent.append(why)
            continue
        for claim in claims:
            if seen.like(claim.text) is None:
                seen.add(claim.text, claim.text)
                found.append(_proposal(claim, anchors, reply, len(found) + 1))
    return Found(tuple(found), tuple(silent))


def _pieces(text: PaperText, most: int) -> Iterator[Span]:
    """The paragraphs of a text outside its references; one that is too long is cut."""
    out = [one.span for one in text.sections if _LEFT_OUT.match(one.title.strip()[:40])]
    begun = 0
    for end in (*(match.end() for match in _BREAK.finditer(text.text)), len(text.text)):
        if end > begun and not any(span.holds(begun) for span in out):
            yield from (Span(at, min(end, at + most)) for at in range(begun, end, most))
        begun = end


def _question(text: PaperText, part: Part, salt: str) -> Question:
    mark = digest([salt, text.sha256, part.span.start, part.span.end])[:10]
    words = text.text[part.span.start : part.span.end]
    head = f"part {part.number} of {part.of}"
    where = text.section(part.span.start)
    told = f"{head}, from the section “{where[:120]}” on" if where else head
    user = f"List the claims of this part of a paper.\n{Fence(f'#{mark}').around(told, words)}"
    system = prompt_text()
    return Question(
        claim=text.paper,
        role=Role.READER,
        system=system,
        user=user,
        schema=FORM,
        prompt=prompt_digest(),
        blocks=(),
        tokens=tokens_of(system) + tokens_of(user),
        answer_tokens=ANSWER_TOKENS,
    )


def _proposal(claim: Claim, anchors: Anchors, reply: Reply, number: int) -> Proposal:
    text = anchors.text
    said = replace(claim, id=f"{text.paper}.c{number}")
    anchor = anchors.anchor(said)
    placed = replace(said, locator=_locator(anchor, said.locator, text))
    placed = split(placed) if claim.kind.testable else placed
    why = f"named by the model{_joined(placed)}"
    made = Proposal(
        placed, ProposalState.PROPOSED, text.version, text.sha256, ProposalSource.MODEL, why, model=reply.model
    )
    return weighed(replace(made, prompt=prompt_digest()), anchor, text, tuple(_lost(claim, text)))


def _joined(claim: Claim) -> str:
    """What code makes of a claim that says several things: its parts where they can stand alone, else a warning."""
    if claim.conjuncts:
        return f"; taken apart into {len(claim.conjuncts)} parts by code"
    joint = looks_compound(claim.text) if claim.kind.testable else ""
    return f"; looks compound (`{joint}`)" if joint else ""


def _locator(anchor: Anchor, said: Locator | None, text: PaperText) -> Locator:
    """Where code found the quote; the label is the model's only where the text has such a thing."""
    label = said.label if said is not None and places_named(text, said.label) else ""
    if anchor.place is None:
        return Locator(text.version, text.sha256, label=label)
    place = anchor.place
    return Locator(text.version, text.sha256, place.page, (place.source.start, place.source.end), label or place.label)


def _lost(claim: Claim, text: PaperText) -> Iterator[str]:
    """What a spec states in numbers that stand neither in the quote nor in the table named."""
    lost = missing(" ; ".join(_stated(claim)), [claim.quote or "", *_tables(claim, text)])
    if lost:
        yield f"The spec states {', '.join(lost[:5])}, which stands neither in the quote nor in the table named."


def _stated(claim: Claim) -> Iterator[str]:
    said = claim.statement
    if said is not None:
        other = None if said.versus is None else said.versus.value
        yield from (one for one in (said.value, said.upper, said.plus_minus, other) if one)


def _tables(claim: Claim, text: PaperText) -> Iterator[str]:
    label = "" if claim.locator is None else claim.locator.label
    for start, end in places_named(text, label) if label.lower().startswith("tab") else ():
        yield text.text[start:end]


def counted(replies: Mapping[str, Reply]) -> tuple[int, int]:
    """How many questions were answered, and the tokens in and out that these took."""
    heard = [reply for reply in replies.values() if reply.silence is None]
    return len(heard), sum(reply.tokens_in + reply.tokens_out for reply in replies.values())
