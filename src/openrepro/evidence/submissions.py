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
    """Whether the command or its output hands work over, and no line of the output shows a result."""
    lines = [line[:2000] for line in _sampled(output)]
    if any(_shows_result(line) for line in lines):
        return False
    command = " ".join(argv)[:20_000].strip()
    return bool(_DETACHES.search(command)) or any(_SAYS_SO.search(line) for line in lines)


def _sampled(output: str) -> Iterator[str]:
    """The non-blank lines of the head and the tail of the output."""
    text = output if len(output) <= 2 * _SAMPLE else output[:_SAMPLE] + "\n" + output[-_SAMPLE:]
    return (line for line in text.splitlines() if line.strip())


def _shows_result(line: str) -> bool:
    return line.startswith("RESULT ") or bool(_FREE_NUMBER.search(line) and not _ABOUT_HANDING_OVER.search(line))
