"""What an entry admits about itself: that it did not run what the claim is about, or ran a stand-in."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.sentences import Form, Sentence, Spoken, excerpt, spoken
from openrepro.logbooks.logbook import Address, Cell, Severity

MOST_PLACES = 12
"""Addresses that one finding names at most."""

STATUS_KEYS = re.compile(
    r"(?:audit|claim|local|final|overall|reproduction|evidence|replication|current|terminal|reviewer)?[ _-]?"
    r"(?:status|outcome|verdict|assessment|state|label|judg(?:e)?ment|result|conclusion|classification|finding)s?"
)
_LABELLED = re.compile(
    r"\b(?:status|outcome|verdict|assessment|conclusion|judge?ment|result|classification)[\s*`_\"']{0,4}"
    r"(?:[:=—–-]|\bis\b)[\s*`_\"']{0,4}(?P<value>[^\n]{1,60})",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:[:—–(|]|\s-\s)\s*[*`_\"'(\[]{0,4}(?P<value>[^:—–|]{1,60})$")

_DONE = (
    r"(?:re-?)?(?:run|ran|produced|plicated|executed|evaluated|trained|computed|tested|measured|attempted|performed"
    r"|addressed|assessed|reproduced|replicated|recomputed|rerun|exercised|generated|conducted|completed|covered"
    r"|benchmarked|validated)"
)
_ADVERB = (
    r"(?:(?:independently|directly|actually|fully|yet|been|be|re-|themselves|here|locally|ever|separately)\s+){0,3}"
)

NOT_RUN_STATUS = re.compile(
    r"(?:explicitly |honestly |still |left |marked |is |are |remains? |currently |deliberately ){0,3}"
    r"(?:not (?:yet |independently |directly |been |fully )?(?:re-?run|run|reproduced|replicated|attempted|evaluated|tested"
    r"|executed|measured|addressed|covered|assessed|trained|started|recomputed|performed|completed|verified at scale)"
    r"|un(?:replicated|reproduced|addressed|available|tested|attempted|evaluated|executed)|out of scope|blocked|skipped"
    r"|no (?:run|experiment|evidence|result|data|replication|reproduction)s?\b|not (?:run|done)\b|pending|inconclusive)"
    r"(?![\w-])",
    re.IGNORECASE,
)
"""A status that says: nothing was run. Matched at the start of a value whose `_` and `-` were turned into spaces."""

_WHOLE = re.compile(
    r"\b(?:claims?|tables?|figures?|figs?|results?|experiments?|benchmarks?|comparisons?|evaluations?|ablations?|stud(?:y|ies)"
    r"|numbers|values|performance|accuracy|theorems?|propositions?|speed-?ups?|gains?|scores?|metrics?|training|rates?"
    r"|models?|baselines?|pipelines?|datasets?|measurements?)\b",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:not|never|nor|neither)\s+" + _ADVERB + _DONE + r"\b"
    r"|\b(?:did|does|do|could|can)\s?(?:not|n't|n’t)\s+"
    + _ADVERB
    + r"(?:re-?)?(?:run|reproduce|replicate|execute|train"
    r"|evaluate|attempt|test|measure|recompute|generate|benchmark)\b"
    r"|\bno\s+(?:[\w'/+-]+\s+){1,6}(?:was|were|is|are|has been|have been)\s+" + _ADVERB + _DONE + r"\b"
    r"|\b(?:is|are|was|were|been|be|remains?|left|marked|as|explicitly|still)\s+[*`_\"']{0,3}"
    r"(?:explicitly |honestly |all |therefore |thus |currently ){0,2}[*`_\"']{0,3}"
    r"(?:unreplicated|unreproduced|unaddressed|untested|out of scope|blocked|unavailable|inconclusive|not[_ ]reproduced)\b"
    r"|\b(?:outside|beyond) (?:the|our|this) (?:scope|budget)\b|\bout[- ]of[- ]scope\b|\bunreplicated\b|\bunreproduced\b",
    re.IGNORECASE,
)
_ARITHMETIC = re.compile(
    r"\b(?:only|just|purely|merely|solely)\s+(?:[\w-]+\s+){0,3}(?:arithmetic|transcri\w+|restat\w+|pars\w+|re-?aggregat\w+|"
    r"re-?comput\w+|quot\w+)\b[^.]{0,60}\b(?:printed|published|reported|paper(?:'s|’s)?|table)\b"
    r"|\barithmetic on (?:the )?(?:printed|published|reported|paper)"
    r"|\b(?:static|source-?level|source-?only|source-?code|artifact|presence|keyword|structural|text)[- ](?:only )?"
    r"(?:audit|inspection|presence check|presence audit|checks? only|evidence only)\b",
    re.IGNORECASE,
)
_EXEMPT = re.compile(
    r"\b(?:whether or not|not only|if not|need not be|must not be|should not be|not (?:run|tested|evaluated) (?:more|less|longer)"
    r"|previously|formerly|used to be|was once|earlier (?:release|version|revision)|would not|no longer|had not)\b",
    re.IGNORECASE,
)

_STRONG_PROXY = re.compile(
    r"\b(?:toy|synthetic|mock(?:ed|-?up)?|stand-?ins?|dummy|placeholder)\b(?=[\s\w/,*`-]{0,48}?\b(?:data(?:set)?s?|model|task|problem"
    r"|scale|example|fixture|input|tensor|array|image|video|clip|audio|signal|graph|set|text|corpus|trace|prompt|logit|embedding|matri"
    r"|stream|cohort|instance|environment|reward|proxy|proxies|simulation|setting|mechanism|check|experiment|benchmark|vector"
    r"|stack|encoder|vocabulary|regime|sequence|distribution|spectr|mixture|pair|label|case|network|run|test|stud|sweep"
    r"|implementation|simulator|evidence|geometry|policy|sample))"
    r"|\b(?:toy|reduced|small|cpu|miniature|smaller)[- ]scaled?\b|\bscaled[- ]down\b|\bminiature\b|\bstand-?ins?\b"
    r"|\bnot (?:the )?(?:paper(?:'s|’s)|original|released|official|full) (?:[\w-]+ ){0,2}(?:model|data|dataset|scale|backbone|checkpoint|"
    r"architecture|task|benchmark|weights)"
    r"|\b(?:instead|in place) of (?:the )?(?:paper(?:'s|’s)|real|original|full|actual|pre-?trained|official)\b"
    r"|\brandom(?:ly)?[- ](?:initiali[sz]ed |generated )?(?:tensors?|arrays?|logits|embeddings|inputs|features|weights|data)\b",
    re.IGNORECASE,
)
_WEAK_PROXY = re.compile(
    r"\b(?:toy|tiny|synthetic|prox(?:y|ies)|simulated|simulations?|simulator|surrogates?|fixtures?|smoke|analog(?:ue)?"
    r"|hand-?made|simplified|planted)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"(?:\b(?:no|not|non|never|without|rather than|instead of|neither|nor|zero|beyond|unlike|isn['’]t|wasn['’]t|aren['’]t)\b"
    r"[\s-]{1,3}(?:[\w'’-]+\s){0,3}|\bnon-)$",
    re.IGNORECASE,
)
_TOY_STATUS = re.compile(
    r"(?:toy|proxy|reduced|synthetic proxy|partial(?:ly)? reproduced at toy scale)(?![\w])", re.IGNORECASE
)
_WORD = re.compile(r"[a-z]{4,}")


class Admission(NamedTuple):
    """A sentence that admits something. SERIOUS speaks of the claim or result, WARNING of a part of it."""

    severity: Severity
    text: str
    at: Address


def not_run_findings(cells: Iterable[Cell]) -> tuple[Finding, ...]:
    """NOT_RUN for what the cells themselves say was not run; at most two findings per cell.

    SERIOUS: a status, or a sentence about the claim, a table, an experiment. WARNING: some part was not run.
    """
    return _findings(
        cells, Code.NOT_RUN, "The entry itself says that this was not run: “{}”. Run it, or say what was.", ""
    )


def proxy_findings(cells: Iterable[Cell], claim_text: str = "") -> tuple[Finding, ...]:
    """PROXY for the stand-ins the cells admit; words that the claim itself uses do not count.

    SERIOUS: plainly a stand-in (toy scale, synthetic data, not the paper's model). WARNING: a word that may mean one.
    """
    sentence = "The entry itself says that it used a stand-in: “{}”. Such a run can show a direction, not the result."
    return _findings(cells, Code.PROXY, sentence, claim_text)


def _findings(cells: Iterable[Cell], code: Code, sentence: str, claim_text: str) -> tuple[Finding, ...]:
    groups: dict[tuple[Address, Severity], list[Admission]] = {}
    for item in spoken(cells):
        severity = not_run_in(item.sentence) if code is Code.NOT_RUN else proxy_in(item.sentence, claim_text)
        if severity is not None:
            groups.setdefault((item.cell.at, severity), []).append(_admission(severity, item))
    return tuple(
        Finding(code, sentence.format(group[0].text), tuple(one.at for one in group[:MOST_PLACES]), severity)
        for (_, severity), group in groups.items()
    )


def _admission(severity: Severity, item: Spoken) -> Admission:
    return Admission(severity, excerpt(item.sentence.text), item.at)


def not_run_in(sentence: Sentence) -> Severity | None:
    """Whether a sentence admits that something was not run, and of what weight."""
    if any(NOT_RUN_STATUS.match(value) for value in statuses(sentence)):
        return Severity.SERIOUS
    if _EXEMPT.search(sentence.text):
        return None
    match = _NOT_DONE.search(sentence.text)
    if match is not None:
        return Severity.SERIOUS if _WHOLE.search(sentence.text) else Severity.WARNING
    return Severity.WARNING if _ARITHMETIC.search(sentence.text) else None


def proxy_in(sentence: Sentence, claim_text: str = "") -> Severity | None:
    """Whether a sentence admits a stand-in, and how plainly."""
    if any(_TOY_STATUS.match(value) for value in statuses(sentence)):
        return Severity.SERIOUS
    claimed = claim_text.lower()
    if claimed and _restates(sentence.text, claimed):
        return None
    for pattern, severity in ((_STRONG_PROXY, Severity.SERIOUS), (_WEAK_PROXY, Severity.WARNING)):
        if any(not _excused(sentence.text, match, claimed) for match in pattern.finditer(sentence.text)):
            return severity
    return None


def _excused(text: str, match: re.Match[str], claimed: str) -> bool:
    """Whether a stand-in word is negated, or is the claim's own word."""
    word = match[0].lower().split()[0].rstrip("s")[:7]
    return (bool(claimed) and word in claimed) or _NEGATED.search(
        text, max(0, match.start() - 48), match.start()
    ) is not None


def _restates(text: str, claimed: str) -> bool:
    """Whether most words of a sentence are the claim's own: then it is the claim that speaks, not the entry."""
    words = _WORD.findall(text.lower())
    return len(words) >= 6 and sum(word in claimed for word in words) >= 0.8 * len(words)


def statuses(sentence: Sentence) -> Iterator[str]:
    """The values that a sentence gives as a status: a field, a table cell, a heading's tail, `Status: …`."""
    text = sentence.text.strip()
    if sentence.form is Form.FIELD:
        if STATUS_KEYS.fullmatch(sentence.key):
            yield _plain(text)
        return
    if sentence.form is Form.CELL and len(text) <= 60:
        yield _plain(text)
    if sentence.form is Form.HEADING:
        yield _plain(text)
        tail = _TAIL.search(text[-90:])
        if tail is not None:
            yield _plain(tail["value"])
    for match in _LABELLED.finditer(text[:400]):
        yield _plain(match["value"])


def _plain(value: str) -> str:
    return " ".join(value.replace("_", " ").replace("-", " ").split()).strip("#*`\"'().[]:—– ✅❌⚠️🟡🔴🟢")
