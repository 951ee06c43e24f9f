"""Keys, tokens and passwords in text, also where JSON escapes stand before them; and text with them masked."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.evidence.patterns import split_words

SHOWN = 4
"""Characters of a token that may be shown; its kind can be told by them, and its owner find it."""
LEAST_DIFFERENT = 7
LONGEST_WORDS = 3
LEAST_STEP = 3
"""Characters of the shortest beginning of a token, so none is passed over by stepping so far."""


class Secret(NamedTuple):
    """Characters `[start, end)` of a text that look like a secret, its kind, and what may be shown of it."""

    kind: str
    start: int
    end: int
    shown: str


_TOKENS: tuple[tuple[str, str, str], ...] = (
    ("hf", r"hf_[A-Za-z0-9]{20,60}", "a Hugging Face token"),
    ("github", r"gh[pousr]_[A-Za-z0-9]{30,80}|github_pat_[A-Za-z0-9_]{40,100}", "a GitHub token"),
    ("stripe", r"[sr]k_live_[A-Za-z0-9]{16,100}", "a Stripe key"),
    ("sk", r"sk-[A-Za-z0-9_-]{20,200}", "a key of a model provider"),
    ("aws", r"(?:AKIA|ASIA)[0-9A-Z]{16}", "an AWS key id"),
    ("slack", r"xox[abprs]-[A-Za-z0-9-]{10,100}", "a Slack token"),
    ("google", r"AIza[A-Za-z0-9_-]{35}", "a Google key"),
    ("gitlab", r"glpat-[A-Za-z0-9_-]{20,40}", "a GitLab token"),
    ("pypi", r"pypi-AgE[A-Za-z0-9_-]{20,200}", "a PyPI token"),
    ("npm", r"npm_[A-Za-z0-9]{30,60}", "an npm token"),
    ("replicate", r"r8_[A-Za-z0-9]{30,60}", "a Replicate token"),
    ("jwt", r"eyJ[A-Za-z0-9_-]{10,400}\.eyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,400}", "a JSON web token"),
    ("pem", r"-----BEGIN (?:[A-Z0-9]{2,10} ){0,2}PRIVATE KEY-----", "a private key"),
)
_KINDS = {name: kind for name, _, kind in _TOKENS}
_TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in _TOKENS))
_NAMED = re.compile(
    r"(?:api[_-]?key|secret(?:[_-](?:access[_-])?key)?|passwd|password|(?:access|auth|hf|client|bot)[_-]?(?:token|secret))"
    r"[\\\"']{0,4}[ \t]{0,3}[:=][ \t]{0,3}[\\\"']{0,4}(?P<value>[A-Za-z0-9_/+=.-]{8,200})(?![(\[{A-Za-z0-9])"
    r"|bearer[ ]{1,2}(?P<bearer>[A-Za-z0-9_=/+.-]{16,300})",
    re.IGNORECASE,
)
_TOKEN_STEMS = split_words(
    "hf_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ k_live_ sk- AKIA ASIA xox AIza glpat- pypi- npm_ r8_ eyJ -----BEGIN"
)
_NAMED_STEMS = split_words("apikey api_key api-key secret passw token bearer")
_IN_URL = re.compile(r"://[^\s/:@'\"<>\\{}$]{1,64}:(?P<value>[^\s/:@'\"<>\\{}$]{3,100})@")
_ESCAPED = re.compile(r"\\(?:[nrtbf\"/]|u[0-9a-fA-F]{4})\Z")
_PLACEHOLDER = re.compile(
    r"your|example|xxx|redact|placeholder|dummy|change.?me|environ|getenv|config|settings|None|null|fake|masked|\.\.\.",
    re.IGNORECASE,
)
_WORD_BREAK = re.compile(r"[_.-]")


def secrets_in(text: str) -> Iterator[Secret]:
    """What looks like a secret in `text`, tokens of known makes first. Every search goes forward only."""
    told: set[int] = set()
    for secret in _tokens(text) if any(stem in text for stem in _TOKEN_STEMS) else ():
        told.add(secret.start)
        yield secret
    lowered = text.lower()
    if any(stem in lowered for stem in _NAMED_STEMS):
        yield from (secret for secret in _named(text) if secret.start not in told)
    for match in _IN_URL.finditer(text) if "://" in text else ():
        if match["value"].lower() not in ("password", "pass", "token", "secret", "pwd", "***"):
            yield Secret("a password in a web address", match.start("value"), match.end("value"), "")


def _named(text: str) -> Iterator[Secret]:
    for match in _NAMED.finditer(text):
        value = match["value"] or match["bearer"]
        group = "value" if match["value"] else "bearer"
        if _random(value, least=8 if "pass" in match[0][:8].lower() else 16):
            yield Secret("a password, key or token", match.start(group), match.end(group), "")


def _tokens(text: str) -> Iterator[Secret]:
    position = 0
    while (match := _TOKEN.search(text, position)) is not None:
        if not begins(text, match.start()):
            position = match.start() + LEAST_STEP
            continue
        position = match.end()
        name = match.lastgroup or ""
        if _is_token(name, match[0]):
            shown = "" if name == "pem" else match[0][:SHOWN]
            yield Secret(_KINDS[name], match.start(), match.end(), shown)


def begins(text: str, start: int) -> bool:
    """Whether a word begins at `start`: nothing of a word before it, or an escape such as the `\\n` of JSON."""
    before = text[max(0, start - 6) : start]
    return not (before[-1:].isalnum() or before[-1:] == "_") or _ESCAPED.search(before) is not None


def _is_token(name: str, token: str) -> bool:
    if name in ("pem", "jwt", "aws"):
        return _PLACEHOLDER.search(token) is None
    body = token[SHOWN:]
    longest = max(_WORD_BREAK.split(body), key=len)
    return len(longest) >= 10 and _mixed(body)


def _random(value: str, *, least: int) -> bool:
    """Whether a value looks drawn at random: long enough, letters and digits, no placeholder, no name of words."""
    words = _WORD_BREAK.split(value.strip("="))
    return len(value) >= least and len(words) <= LONGEST_WORDS and _mixed(value)


def _mixed(value: str) -> bool:
    if _PLACEHOLDER.search(value) is not None or len(set(value)) < LEAST_DIFFERENT:
        return False
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value)


def masked(text: str) -> str:
    """`text` with every secret replaced by what may be shown of it and `…`."""
    parts: list[str] = []
    done = 0
    for secret in sorted(secrets_in(text), key=lambda one: one.start):
        if secret.start >= done:
            parts += [text[done : secret.start], secret.shown, "…"]
            done = secret.end
    return "".join([*parts, text[done:]])
