"""How a run ended, from its command, its exit code and what it printed."""

import re
from collections.abc import Sequence

from openrepro.evidence.model import RunState
from openrepro.evidence.patterns import any_of
from openrepro.evidence.programs.submissions import only_submits

_INTERRUPTED_CODES = frozenset({124, 130, 137, 143, -2, -9, -15})
_TAIL_CHARACTERS = 6000
_TAIL_LINES = 40

_STOPPED = any_of(
    (
        r"^KeyboardInterrupt",
        r"\btimed out(?: after|\s{0,3}$|[.!:])",
        r"\bTimeoutExpired\b",
        r"DUE TO TIME LIMIT",
        r"\bCANCELLED AT\b",
        r"^(?:Terminated|Killed)$",
        r"\btime limit (?:exceeded|reached)\b",
        r"\bjob (?:was )?(?:cancelled|canceled|timed out)\b",
    )
)
_TIMEOUT = re.compile(r"\btimeout (?:-\S{1,20} ){0,3}(\d{1,6})([smh]?)\b")
_NOT_A_NUMBER = r"(?!\s{0,4}[-+]?\.?\d)"
_ERROR_LINE = any_of(
    (
        rf"^(?:[A-Za-z_][\w.]{{0,80}})?(?:Error|Exception):{_NOT_A_NUMBER}",
        r"^[A-Za-z_][\w.]{0,80}(?:Error|Exception)$",
        rf"^(?:error|Error|ERROR|fatal|panic)\s?:{_NOT_A_NUMBER}",
        r"^Segmentation fault",
        r"^Aborted(?: \(core dumped\))?$",
        r"^(?:ba|z)?sh: .{1,200}(?:not found|No such file)",
        r"^make(?:\[\d{1,3}\])?: \*\*\* ",
        r"^FAILED \(",
        r"^=* ?\d{1,6} (?:failed|errors?)(?:,| in )",
        r"CUDA out of memory",
        r"^Traceback: ",
    ),
    re.NOFLAG,
)
_TRACEBACK = "Traceback (most recent call last)"
_METRIC_WORD = (
    r"(?:loss|perplexity|ppl|accuracy|acc|error|err|mse|mae|rmse|nll|elbo|objective|reward|return|score|bleu|auc|auroc"
    r"|f1|kl|energy|cost|grad[ _]?norm|fid|psnr|ssim)"
)
_METRIC = re.compile(
    r"(?<![A-Za-z0-9])((?:[A-Za-z0-9]{1,30}[_/.-]){0,3}"
    + _METRIC_WORD
    + r"(?:[_/@-]\w{1,30})?)[\"'*`]{0,3}\s{0,3}[:=]\s{0,3}"
    r"([-+]?(?:nan|inf(?:inity)?|\d)(?![A-Za-z]))",
    re.IGNORECASE,
)
_SPREAD = re.compile(r"std|stdev|var|sem\b|stderr|_ci|p_?val", re.IGNORECASE)
_DECLARED_NAN = re.compile(r"^RESULT .{0,2000}\"value\"\s{0,3}:\s{0,3}\"?[-+]?(?:nan|inf)", re.IGNORECASE)


def state_of(argv: Sequence[str], exit_code: int | None, duration_s: str | None, output: str) -> RunState:
    """The state of a run. An exit code of 0 hides neither an error, nor a time limit, nor a mere submission."""
    tail = _tail(output)
    if exit_code in _INTERRUPTED_CODES:
        return RunState.INTERRUPTED
    if exit_code not in (0, None):
        return RunState.FAILED
    if _was_stopped(argv, duration_s, tail):
        return RunState.INTERRUPTED
    if _ends_in_error(tail):
        return RunState.FAILED
    if only_submits(argv, output):
        return RunState.SUBMISSION
    if _diverged(tail):
        return RunState.DIVERGED
    return RunState.UNKNOWN if exit_code is None else RunState.COMPLETED


def _tail(output: str) -> list[str]:
    lines = output[-_TAIL_CHARACTERS:].splitlines()
    return [line.rstrip() for line in lines if line.strip()][-_TAIL_LINES:]


def _was_stopped(argv: Sequence[str], duration_s: str | None, tail: list[str]) -> bool:
    if any(_STOPPED.search(line[:400]) for line in tail[-3:]):
        return True
    limit = _TIMEOUT.search(" ".join(argv)[:20_000])
    if limit is None or duration_s is None:
        return False
    seconds = int(limit.group(1)) * {"": 1, "s": 1, "m": 60, "h": 3600}[limit.group(2)]
    return 0 <= _seconds(duration_s) - seconds <= 5


def _seconds(duration_s: str) -> float:
    try:
        return float(duration_s)
    except ValueError:
        return -1.0


def _ends_in_error(tail: list[str]) -> bool:
    return bool(tail) and (bool(_ERROR_LINE.search(tail[-1][:400])) or _traceback_at_end(tail))


def _traceback_at_end(tail: list[str]) -> bool:
    """Whether after the last traceback come its error and at most three lines without any number."""
    starts = [index for index, line in enumerate(tail) if line.lstrip().startswith(_TRACEBACK)]
    if not starts:
        return False
    rest = [line for line in tail[starts[-1] + 1 :] if not line.startswith((" ", "\t"))]
    return len(rest) <= 4 and not any(character.isdigit() for line in rest[1:] for character in line)


def _diverged(tail: list[str]) -> bool:
    """Whether a loss or metric is NaN or infinite where it is printed last, or a declared result is."""
    text = "\n".join(tail)
    lowered = text.lower()
    if "nan" not in lowered and "inf" not in lowered:
        return False
    if any(_DECLARED_NAN.search(line) for line in tail):
        return True
    last: dict[str, bool] = {}
    for match in _METRIC.finditer(text):
        name = match.group(1).lower()
        if not _SPREAD.search(name):
            last[name] = not match.group(2)[-1].isdigit()
    return any(last.values())
