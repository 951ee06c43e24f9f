"""Words made comparable: what type-setting changes is taken out, and every character still knows where it stood."""

import re
import unicodedata
from typing import Final, NamedTuple

from openrepro.papers.text import Origins, Run, Span

LONGEST_COMMAND: Final = 40
_PIECE: Final = re.compile(
    r"(?P<kept>[A-Za-z0-9!#%&()+,./:;<=>?@\[\]|]+)"
    rf"|\\(?P<command>[A-Za-z]{{1,{LONGEST_COMMAND}}})"
    r"|\\(?P<sign>[^A-Za-z\s])"
    r"|(?P<dash>[-\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]+(?=\s{0,8}(?P<digit>[0-9]))?)"
    r"|[^\s]"
)
_GREEK: Final = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ "
    "mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_SIGNS: Final = (
    r"le <= leq <= leqslant <= ge >= geq >= geqslant >= lt < gt > ne != neq != pm ± times × cdot · approx ≈ sim ∼ "
    r"infty ∞ ldots ... dots ... cdots ... to → rightarrow → in ∈ sum ∑ prod ∏ int ∫ forall ∀ exists ∃ ell l degree ° "
    r"subset ⊂ subseteq ⊆ cup ∪ cap ∩ nabla ∇ partial ∂ propto ∝ ll ≪ gg ≫ log log ln ln exp exp max max min min "
    r"sup sup inf inf lim lim sin sin cos cos tan tan argmax argmax argmin argmin Pr Pr det det mid | vert | Vert ‖ "
    r"lvert | rvert | percent % S § lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ sqrt √ emptyset ∅ dagger †"
)


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


COMMANDS: Final = _pairs(_GREEK) | _pairs(_SIGNS)
"""What commands of TeX stand for; those that only style are not among them."""
_OWN: Final = {"≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=", "≠": "!=", "∣": "|", "ℓ": "l", "⁄": "/"}
_DROPPED: Final = frozenset("\u00ad\ufffe\u0002$^_{}*~`'\"´¨¸ˆ˜‘’‚‛“”„‟‹›«»′″‵\ufeff\u200b\u200c\u200d\u2060\ufffd\\")
_SIGNED: Final = frozenset("%&#|")


class Normal(NamedTuple):
    """Words made comparable; `origins` leads from their characters to those of the text that they were made of."""

    text: str
    origins: Origins


def normal(text: str) -> Normal:
    """`text` made comparable, in time linear in its size.

    Ligatures and other compatibility forms become plain letters; accents, spaces, hyphens (soft, at the end of a line,
    U+FFFE), dashes, quotation marks and the marks of formulas, code and emphasis go; commands of TeX become the signs
    that they stand for. A dash before a digit stays as `-`, and digits that something stood between stay apart.
    """
    pieces: list[str] = []
    runs: list[Run] = []
    size, digit = 0, False
    for match in _PIECE.finditer(text):
        kept = match["kept"] or _made(match)
        if not kept:
            continue
        start, end = match.span()
        if digit and kept[0].isdecimal():
            runs.append(Run(size, Span(start, start)))
            pieces.append(" ")
            size += 1
        runs.append(Run(size, Span(start, end)))
        pieces.append(kept)
        size += len(kept)
        digit = kept[-1].isdecimal()
    return Normal("".join(pieces), Origins(runs))


def _made(match: re.Match[str]) -> str:
    """What stands for a piece that does not stay as it is; mostly nothing."""
    if match["command"]:
        return COMMANDS.get(match["command"], "")
    if match["sign"]:
        return match["sign"] if match["sign"] in _SIGNED else ""
    if match["dash"]:
        return "-" if match["digit"] else ""
    return _FORMS[match[0]]


class _Forms(dict[str, str]):
    """What stands for a single character, found when it is first asked for."""

    def __missing__(self, character: str) -> str:
        form = "" if character in _DROPPED else _OWN.get(character) or _plain(character)
        self[character] = form
        return form


def _plain(character: str) -> str:
    form = "".join(one for one in unicodedata.normalize("NFKD", character) if not unicodedata.combining(one))
    return "".join(_OWN.get(one, one) for one in form if one not in _DROPPED and not one.isspace())


_FORMS: Final = _Forms()
