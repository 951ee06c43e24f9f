"""Whether a command only handed work to a machine elsewhere, so that its success shows no result."""

import re
from collections.abc import Iterator, Sequence

from openrepro.evidence.patterns import any_of

_DETACHES = any_of(
    (
        r"\b(?:sbatch|qsub|bsub|condor_submit|nohup)\b",
        r"\bkubectl (?:apply|create)\b",
        r"\bgcloud\b.{0,200}\b(?:create|submit)\b",
        r"\baws batch submit-job\b",
        r"\baws sagemaker create-\w{1,20}-job\b",
        r"\baz ml job create\b",
        r"\bsky (?:jobs )?launch\b",
        r"\bray job submit\b",
        r"\brunai submit\b",
        r"\bdocker run\b.{0,200}\s(?:-d|--detach)\b",
        r"\bmodal run\b.{0,200}\s(?:-d|--detach)\b",
        r"\bmodal deploy\b",
        r"\btmux new\S{0,8}\s.{0,40}-d\b",
        r"\bscreen -dm\S{0,2}\b",
        r"\bhf(?:\.exe)? jobs (?:uv )?(?:run|ps|inspect)\b",
        r"\bhf(?:\.exe)? jobs scheduled\b",
        r"(?<![&>])&\s{0,4}(?:echo .{0,80})?$",
    ),
    re.NOFLAG,
)
_CANNOT_KNOW = any_of(
    (
        r"(?:^|[\s;&|/\"'])(?:sbatch|qsub|condor_submit)\s(?!.{0,2000}--wait\b)",
        r"(?:^|[\s;&|/\"'])bsub\s(?!.{0,200}\s-[IK])",
        r"\b(?:hf(?:\.exe)?|modal|docker|podman|sky|ray|runai|flyctl|beam|lightning|launch|submit|dispatch)\b.{0,200}"
        r"\s--(?:detach|detach-run|no-wait)(?![\w-])",
        r"\b(?:docker|modal|hf(?:\.exe)? jobs(?: uv)?) run\b.{0,200}\s-d\b",
        r"\bhf(?:\.exe)? jobs (?:scheduled|ps|inspect)\b",
        r"\bmodal deploy\b",
        r"\bkubectl (?:apply|create)\b",
        r"\baws batch submit-job\b",
        r"\baws sagemaker create-\w{1,20}-job\b",
        r"\brunai submit\b",
        r"\btmux new\S{0,8}\s.{0,40}-d\b",
        r"\bscreen -dm\S{0,2}\b",
        r"(?<![&>])&\s{0,4}$",
    ),
    re.NOFLAG,
)
"""Commands that return before the work they hand over is done, whatever is printed."""
_FOLLOWED = re.compile(
    r"[;&|\n]\s{0,20}(?:\w{1,20}=\S{0,200} )?(?:\S{0,200}/)?(?:wait|cat|tail|head|less|grep|sed|awk|jq|sacct|scp|rsync"
    r"|ssh|srun|python[\d.]{0,6}|bash|sh|hf|modal|kubectl|docker|aws|make|uv|\./\S{1,100})\b"
)
_SAYS_SO = any_of(
    (
        r"\bsubmitted (?:batch )?(?:job|run|task)",
        r"\bjob\b.{0,40}\b(?:submitted|queued|scheduled|launched|started|created)\b",
        r"\b(?:submitted|queued|launched) (?:as )?(?:a )?job\b",
        r"huggingface\.co/jobs/",
        r"\bhf\.co/jobs/",
    )
)
_ABOUT_HANDING_OVER = any_of(
    (
        r"\b(?:submitted|queued|scheduled|pending|launched|detached|dispatched|created|started)\b",
        r"\bjob[ _-]?(?:id|name|url)?s?\b",
        r"\b(?:pid|state|status|nohup|upload|uploading|uploaded)\b",
        r"nothing to sync",
        r"https?://",
        r"^\s{0,4}id[ =:]",
        r"^\[\d{1,3}\] \d{1,9}$",
    )
)
_FREE_NUMBER = re.compile(r"(?<![\w.:/-])\d{1,40}(?:\.\d{1,40})?(?![\w:/-])")
_SAMPLE = 100_000


def only_submits(argv: Sequence[str], output: str) -> bool:
    """Whether the command or its output hands work over, and no line of the output shows a result.

    A command that returns before the work is done cannot know its result: what it prints is none.
    """
    command = " ".join(argv)[:20_000].strip()
    if _returns_at_once(command):
        return True
    lines = [line[:2000] for line in _sampled(output)]
    if any(_shows_result(line) for line in lines):
        return False
    return bool(_DETACHES.search(command)) or any(_SAYS_SO.search(line) for line in lines)


def _returns_at_once(command: str) -> bool:
    """Whether the last thing the command does is to hand work over."""
    match = _CANNOT_KNOW.search(command)
    return match is not None and _FOLLOWED.search(command, match.end()) is None


def _sampled(output: str) -> Iterator[str]:
    """The non-blank lines of the head and the tail of the output."""
    text = output if len(output) <= 2 * _SAMPLE else output[:_SAMPLE] + "\n" + output[-_SAMPLE:]
    return (line for line in text.splitlines() if line.strip())


def _shows_result(line: str) -> bool:
    return line.startswith("RESULT ") or bool(_FREE_NUMBER.search(line) and not _ABOUT_HANDING_OVER.search(line))
