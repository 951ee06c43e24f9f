"""LaTeX source as plain text: commands give way to their words, parts get their numbers, formulas stay as written."""

import re
import unicodedata
from collections import deque
from collections.abc import Callable

from openrepro.papers import latex_words as known
from openrepro.papers.citations import mark
from openrepro.papers.latex_braces import OPTION, Groups, behind
from openrepro.papers.latex_numbers import Numbered, Numbers, macros
from openrepro.papers.text import PaperText, Span
from openrepro.papers.text_writing import Named, Sort, TextWriter


def latex_text(source: str, named: Named) -> PaperText:
    """The text of a LaTeX file, in time linear in its size. Raises OpenReproError when it holds none.

    It is read twice, so that references to what comes later have their numbers too. Other files are not followed, and
    of the author's own commands only those that stand for plain words.
    """
    first = _Latex(source, {})
    first.run()
    second = _Latex(source, first.numbers.found)
    second.run()
    return second.out.done(named)


class _Latex:
    def __init__(self, source: str, references: dict[str, Numbered]) -> None:
        begun = known.BODY.search(source)
        ended = source.rfind("\\end{document}")
        self._source = source
        self._span = Span(begun.end() if begun else 0, ended if ended >= 0 else len(source))
        self._groups = Groups(source, self._span.end)
        self._macros = macros(source)
        self._closers: dict[int, Callable[[int], None]] = {}
        self._later: deque[Span] = deque()
        self._aside = False
        self._math = ""
        self._row = 0
        self._unnumbered = self._starred = False
        self._tables = 0
        self._floats: list[str] = []
        self._theorems: list[tuple[str, str, int]] = []
        self.numbers = Numbers(source, references)
        self.out = TextWriter(source)

    def run(self) -> None:
        self._read(self._span)
        self._end(at=self._span.end)

    def _read(self, span: Span) -> None:
        at = span.start
        while at < span.end:
            token = known.TOKEN.search(self._source, at, span.end)
            self.out.copy(at, token.start() if token else span.end)
            if token is None:
                return
            at = max(self._token(token), token.end())

    def _token(self, token: re.Match[str]) -> int:
        """Write what a token stands for, and say where to go on."""
        start, end = token.span()
        if token["comment"] is not None:
            return end
        if token["par"]:
            self._math = ""
            if not self._tables:
                self._end(at=start)
            return end
        if self._math:
            return self._in_math(token)
        if token["begin"] or token["end"]:
            return self._environment(token)
        if token["command"]:
            return self._command(token)
        self._sign(token)
        return behind(OPTION, self._source, end) if token["sign"] == "\\" else end

    def _in_math(self, token: re.Match[str]) -> int:
        """Formulas stay as they are written, but for what ends and numbers them."""
        start, end = token.span()
        closes = token["math"] or (token["sign"] if token["sign"] in (")", "]") else None)
        ended = (token["end"] or "").rstrip("*")
        if closes == self._math:
            self._math = ""
        elif ended == self._math:
            self._end_row(start, last=True)
            self._math = ""
        elif token["command"] == "label":
            return self._label(end)
        elif token["command"] in ("nonumber", "notag"):
            self._unnumbered = True
        elif token["sign"] == "\\" and self._math in known.ROWS - known.ONE_NUMBER:
            self._end_row(start)
        elif token["command"] in known.FORMULAS or token["command"] in known.STYLES:
            name = token["command"]
            self.out.put(known.FORMULAS.get(name, ""), start, start + len(name) + 1)
            self.out.copy(start + len(name) + 1, end)
        else:
            self.out.copy(start, end)
        return end

    def _begin_formula(self, name: str) -> None:
        self._math = name.rstrip("*")
        self._row, self._unnumbered = self.out.size, name.endswith("*") or name in known.UNNUMBERED
        self._starred = self._unnumbered

    def _end_row(self, at: int, *, last: bool = False) -> None:
        """Number a formula, or a row of several."""
        if not self._unnumbered:
            number = self.numbers.next("Equation")
            self.out.put(f" ({number})", at, at)
            self.out.label(f"Equation ({number})", self._row)
        self.out.put(" " if last else "\n", at, at)
        self._row, self._unnumbered = self.out.size, self._starred

    def _sign(self, token: re.Match[str]) -> None:
        start, end = token.span()
        if token["accent"]:
            letter = token["letter"] + known.ACCENTS[token["accent"]]
            self.out.put(unicodedata.normalize("NFC", letter), start, end)
        elif token["math"] or (token["sign"] or "") in known.DISPLAYS:
            self._math = token["math"] or known.DISPLAYS[token["sign"]]
        elif token["group"] == "}" and start in self._closers:
            self._closers.pop(start)(start)
        elif token["cell"] or token["sign"] == "\\":
            self.out.put(("\t" if token["cell"] else "\n") if self._tables else " ", start, end)
        elif token["sign"]:
            space = " " if token["sign"] in " ,;:\n" else ""
            self.out.put(token["sign"] if token["sign"] in known.PLAIN else space, start, end)
        elif token["tie"]:
            self.out.put(" ", start, end)
        elif token["dash"]:
            self.out.put("–" if len(token["dash"]) == 2 else "—", start, end)
        elif token["quotes"]:
            self.out.put("“" if token["quotes"] == "``" else "”", start, end)

    def _environment(self, token: re.Match[str]) -> int:
        name = (token["begin"] or token["end"]).rstrip("*")
        if token["end"]:
            self._close(name, token.start())
            return token.end()
        if name in known.LEFT_OUT | known.VERBATIM:
            return self._apart(name, token)
        if name in known.ROWS | known.UNNUMBERED:
            self._begin_formula(token["begin"])
            return token.end()
        at = self._groups.behind_arguments(token.end(), known.ARGUMENTS.get(name, 0))
        if name in known.TABULAR:
            if not self._tables:
                self._end(at=token.start())
            self._tables += 1
            return at
        self._end(at=token.start())
        if name in known.FLOATS:
            self._floats.append(name)
        if name == "abstract":
            self.out.put("Abstract", *token.span())
            self.out.end_block(Sort.HEADING, at=at, level=1)
        return self._begin_theorem(name, token) or at

    def _begin_theorem(self, name: str, token: re.Match[str]) -> int:
        """Write `Theorem 2 (Name).`, and say where to go on; 0 when this is no theorem."""
        numbered = None if token["begin"].endswith("*") else self.numbers.theorem(name)
        if numbered is None:
            return 0
        title = f"{numbered.sort} {numbered.number}"
        self._theorems.append((name, title, self.out.size))
        option = OPTION.match(self._source, token.end())
        self.out.put(title, token.start(), token.end())
        if option is not None:
            self.out.put(" (", token.end(), token.end())
            self._read(Span(self._source.index("[", token.end()) + 1, option.end() - 1))
            self.out.put(")", option.end(), option.end())
        self.out.put(". ", token.end(), token.end())
        return option.end() if option else token.end()

    def _close(self, name: str, at: int) -> None:
        if name in known.TABULAR and self._tables:
            self._tables -= 1
            if self._tables:
                return
            self._end(Sort.TABLE, at=at)
        self._end(at=at)
        if self._floats and self._floats[-1] == name:
            self._floats.pop()
        if self._theorems and self._theorems[-1][0] == name:
            self.out.label(*self._theorems.pop()[1:])

    def _apart(self, name: str, token: re.Match[str]) -> int:
        """Pass over an environment that is no words, or copy one that is shown as it is."""
        end = self._source.find(f"\\end{{{token['begin']}}}", token.end(), self._span.end)
        stop = end if end >= 0 else self._span.end
        if name in known.VERBATIM:
            self._end(at=token.start())
            self.out.copy(token.end(), stop)
            self._end(Sort.CODE, at=stop)
        return stop + len(token["begin"]) + 6 if end >= 0 else stop

    def _command(self, token: re.Match[str]) -> int:
        name, end = token["command"], token.end()
        if name in known.SECTIONS:
            return self._section(token)
        if name == "caption" and self._floats:
            return self._caption(end)
        if name == "label":
            return self._label(end)
        if name in known.REFERENCES:
            return self._reference(token)
        if name in known.CITATIONS:
            return self._citation(token)
        if name in ("footnote", "thanks") and (group := self._groups.at(behind(OPTION, self._source, end))):
            self._later.append(Span(group.start + 1, group.end - 1))
            return group.end
        if name in known.DROPPED:
            return self._groups.behind_arguments(end, known.DROPPED[name])
        if name == "appendix":
            self.numbers.appendix()
        elif name == "item":
            self._end(at=token.start())
            return behind(OPTION, self._source, end)
        else:
            self._words(token)
        return end

    def _words(self, token: re.Match[str]) -> None:
        """Write what a command stands for, if anything; the space behind it parts words."""
        name, start, end = token["command"], token.start(), token.end()
        words = self._macros.get(name) or known.SIGNS.get(name, "")
        self.out.put(words, start, start + len(name) + 1)
        if words and self._source[end - 1] in " \t":
            self.out.copy(end - 1, end)

    def _section(self, token: re.Match[str]) -> int:
        level = known.SECTIONS[token["command"]]
        group = self._groups.at(behind(OPTION, self._source, token.end()))
        if group is None:
            return token.end()
        self._end(at=token.start())
        if 1 <= level < known.NUMBERED and not token["star"]:
            self.out.put(f"{self.numbers.section(level)} ", token.start(), token.end())
        self._closers[group.end - 1] = lambda at: self.out.end_block(Sort.HEADING, at=at, level=max(level, 1))
        return group.start + 1

    def _caption(self, end: int) -> int:
        group = self._groups.at(behind(OPTION, self._source, end))
        if group is None:
            return end
        self._end(at=end)
        sort = known.FLOATS[self._floats[-1]]
        self.out.put(f"{sort} {self.numbers.next(sort)}: ", end, group.start)
        self._closers[group.end - 1] = lambda at: self._end(at=at)
        return group.start + 1

    def _label(self, end: int) -> int:
        group = self._groups.at(end)
        if group is None:
            return end
        name = self._source[group.start + 1 : group.end - 1]
        self.numbers.label(name, in_formula=self._math in known.ROWS)
        return group.end

    def _reference(self, token: re.Match[str]) -> int:
        group = self._groups.at(token.end())
        if group is None:
            return token.end()
        found = self.numbers.known.get(self._source[group.start + 1 : group.end - 1][:200])
        if found is not None:
            number = f"({found.number})" if found.sort == "Equation" and token["command"] != "ref" else found.number
            words = f"{found.sort} {number}" if token["command"] in known.NAMED_REFERENCES else number
            self.out.put(words, token.start(), group.end)
        return group.end

    def _citation(self, token: re.Match[str]) -> int:
        group = self._groups.at(behind(OPTION, self._source, behind(OPTION, self._source, token.end())))
        if group is None:
            return token.end()
        self.out.put(mark(self._source[group.start + 1 : group.end - 1]), token.start(), group.end)
        return group.end

    def _end(self, sort: Sort = Sort.PROSE, *, at: int) -> None:
        """Close the paragraph; what its footnotes say comes behind it."""
        self.out.end_block(sort, at=at)
        if self._aside:
            return
        self._aside = True
        while self._later:
            span = self._later.popleft()
            self._read(span)
            self.out.end_block(at=span.end)
        self._aside = False
