"""What is known of the commands and environments of LaTeX; all others only style what is in their braces."""

import re
from collections.abc import Iterator
from typing import Final

from openrepro.papers.normal import COMMANDS


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The words of `text`, two by two."""
    words = text.split()
    return zip(words[::2], words[1::2], strict=True)


SECTIONS: Final = {
    "part": 0,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
"""Commands of headings with their level; those from NUMBERED on have no number."""
NUMBERED: Final = 4
_NAMES: Final = (
    "theorem Theorem thm Theorem lemma Lemma lem Lemma proposition Proposition prop Proposition corollary Corollary "
    "cor Corollary definition Definition defn Definition remark Remark rem Remark example Example "
    "assumption Assumption conjecture Conjecture claim Claim observation Observation fact Fact property "
    "Property hypothesis Hypothesis"
)
THEOREMS: Final = dict(pairs(_NAMES))
FLOATS: Final = {
    "table": "Table",
    "figure": "Figure",
    "wraptable": "Table",
    "wrapfigure": "Figure",
    "algorithm": "Algorithm",
}
ROWS: Final = frozenset(("align", "gather", "eqnarray", "flalign", "alignat", "multline", "equation"))
"""Environments of displayed formulas; all but equation and multline have a number in each row."""
ONE_NUMBER: Final = frozenset(("equation", "multline"))
UNNUMBERED: Final = frozenset(("displaymath", "math"))
TABULAR: Final = frozenset(("tabular", "tabularx", "tabulary", "longtable", "array", "NiceTabular"))
VERBATIM: Final = frozenset(("verbatim", "lstlisting", "minted", "Verbatim"))
LEFT_OUT: Final = frozenset(("comment", "tikzpicture", "filecontents", "CCSXML", "pgfpicture", "picture"))
_ARGUMENTS: Final = (
    "tabularx 2 tabular 1 tabulary 2 longtable 1 wrapfigure 2 wraptable 2 minipage 1 thebibliography 1 multicols 1 "
    "adjustbox 1 array 1 subfigure 1"
)
ARGUMENTS: Final = {name: int(count) for name, count in pairs(_ARGUMENTS)}
"""How many arguments of an environment say how it looks."""
_DROPPED: Final = (
    "label 1 includegraphics 1 bibliography 1 bibliographystyle 1 usepackage 1 documentclass 1 input 1 include 1 "
    "vspace 1 hspace 1 setlength 2 addtolength 2 setcounter 2 addtocounter 2 newtheorem 2 theoremstyle 1 pagestyle 1 "
    "thispagestyle 1 textcolor 1 color 1 colorbox 1 href 1 multicolumn 2 multirow 2 parbox 1 resizebox 2 scalebox 1 "
    "raisebox 1 rule 2 rowcolor 1 cellcolor 1 cmidrule 1 cline 1 definecolor 3 hypersetup 1 graphicspath 1 "
    "captionsetup 1 newcounter 1 newlength 1 fontsize 2 selectfont 0 markboth 2 hypertarget 1 hyperlink 1 index 1 "
    "nocite 1 bibitem 1 pdfbookmark 2 addcontentsline 3 phantomsection 0 DeclareMathOperator 2 newcommand 2 "
    "renewcommand 2 providecommand 2 newenvironment 3 renewenvironment 3 def 1 let 0 vskip 0 hskip 0 iclrfinalcopy 0"
)
DROPPED: Final = {name: int(count) for name, count in pairs(_DROPPED)}
"""How many arguments of a command are no words of the paper."""
_CITATIONS: Final = (
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar citenum Citet Citep Citealp Citealt Citeauthor "
    "parencite textcite autocite footcite fullcite Parencite Textcite Autocite"
)
CITATIONS: Final = frozenset(_CITATIONS.split())
REFERENCES: Final = frozenset(("ref", "eqref", "autoref", "cref", "Cref", "pageref", "vref", "nameref", "subref"))
NAMED_REFERENCES: Final = frozenset(("autoref", "cref", "Cref"))
_SIGNS: Final = (
    "ldots … dots … textellipsis … S § P ¶ textbackslash \\ textpercent % textregistered ® texttrademark ™ copyright © "
    "ss ß ae æ AE Æ oe œ OE Œ o ø O Ø aa å AA Å l ł L Ł i ı textendash – textemdash — textquoteright ’ textquoteleft ‘ "
    "textgreater > textless < textbar | LaTeX LaTeX TeX TeX pounds £ texteuro € textdegree ° textpm ± texttimes ×"
)
SIGNS: Final = dict(pairs(_SIGNS))
_SHOWN: Final = {"<=": "≤", ">=": "≥", "!=": "≠"}
FORMULAS: Final = {name: _SHOWN.get(sign, sign) for name, sign in COMMANDS.items()}
"""Commands of formulas that are written as signs."""
STYLES: Final = frozenset(
    (
        *("mathbf", "mathbb", "mathcal", "mathrm", "mathsf", "mathtt", "mathit", "mathfrak", "boldsymbol", "bm"),
        *(
            "text",
            "textbf",
            "textit",
            "textrm",
            "textsc",
            "operatorname",
            "left",
            "right",
            "big",
            "Big",
            "bigl",
            "bigr",
        ),
        *("displaystyle", "textstyle", "limits", "quad", "qquad", "centering"),
    )
)
"""Commands of formulas that say nothing themselves."""
ACCENTS: Final = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
}
PLAIN: Final = frozenset("%&#_${}")
"""What is written behind a backslash only not to be a command."""
DISPLAYS: Final = {"[": "]", "(": ")"}
BODY: Final = re.compile(r"\\begin\s{0,3}\{document\}")
TOKEN: Final = re.compile(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*(?!\n))?)"
    r"|\\begin[ \t]*\{(?P<begin>[A-Za-z]{1,40}\*?)\}"
    r"|\\end[ \t]*\{(?P<end>[A-Za-z]{1,40}\*?)\}"
    r"|\\(?P<accent>['`^\"~=.]|[cvuHkr](?=\{))\s?(?P<brace>\{)?\\?(?P<letter>[A-Za-z])(?(brace)\})"
    r"|\\(?P<command>[A-Za-z@]{1,60})(?P<star>\*?)[ \t]*"
    r"|\\(?P<sign>[^A-Za-z])"
    r"|(?P<math>\$\$?)"
    r"|(?P<par>\n[ \t]*\n)"
    r"|(?P<group>[{}])"
    r"|(?P<tie>~)|(?P<dash>-{2,3})|(?P<quotes>``|'')|(?P<cell>&)"
)
