"""LaTeX source in several files made one: what `\\input` names is put in its place, within the files handed in only."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from openrepro.errors import OpenReproError
from openrepro.papers.text import MOST_BYTES, TextFormat
from openrepro.visible import visible

DEEPEST: Final = 10
MOST_INPUTS: Final = 1_000
MOST_TOLD: Final = 5
SUFFIX: Final = ".tex"
_MAINS: Final = ("main.tex", "paper.tex", "ms.tex", "article.tex")
_BEGUN: Final = re.compile(r"^[^%\n]{0,200}\\begin\s{0,3}\{document\}", re.MULTILINE)
_INPUT: Final = re.compile(
    r"(?P<other>\\\\|\\%|%[^\n]*)|\\(?:input|include|subfile)\s{0,5}\{\s{0,5}(?P<name>[^{}\s\\]{1,200})\s{0,5}\}"
)


class Flat(NamedTuple):
    """One file of LaTeX, and a sentence on each name that it could not follow."""

    source: str
    notices: tuple[str, ...]


def flat(files: Mapping[str, bytes]) -> Flat:
    """The paper that some files, by their paths, hold. Raises OpenReproError when it is not clear where it begins, a
    file is no UTF-8, or it is too large."""
    main = _main(files)
    made = _Flattening(files)
    return Flat("".join(made.pieces(main, _source(files, main), (main,))), _told(made.lost))


def not_followed(source: str) -> tuple[str, ...]:
    """A sentence on each file that a single file of LaTeX names, the last one on those that are not told."""
    found = dict.fromkeys(match["name"] for match in _INPUT.finditer(source) if match["name"])
    return _told(dict.fromkeys(found, "is another file"))


class _Flattening:
    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._inputs = self._size = 0
        self.lost: dict[str, str] = {}

    def pieces(self, path: str, source: str, within: tuple[str, ...]) -> Iterator[str]:
        """The pieces of one file and of those that it names; `within` are the files that are open."""
        self._weigh(source)
        at = 0
        for match in _INPUT.finditer(source):
            if match["name"] and (inner := self._inner(match["name"], within)):
                yield source[at : match.start()]
                yield from self.pieces(inner, _source(self._files, inner), (*within, inner))
                at = match.end()
        yield source[at:]

    def _inner(self, name: str, within: tuple[str, ...]) -> str:
        """The file that a name means; empty when it is not followed."""
        self._inputs += 1
        path = _within(name)
        found = next((one for one in (path + SUFFIX, path) if path and one in self._files), "")
        if not found:
            self.lost[name] = "is not among the files"
        elif found in within:
            self.lost[name], found = "leads back to itself", ""
        elif len(within) > DEEPEST or self._inputs > MOST_INPUTS:
            self.lost[name], found = f"is deeper than {DEEPEST} or behind {MOST_INPUTS:,} others", ""
        return found

    def _weigh(self, source: str) -> None:
        self._size += len(source)
        most = MOST_BYTES[TextFormat.LATEX]
        if self._size > most:
            raise OpenReproError(f"The files of the paper have more than {most:,} characters when they are made one.")


def _within(name: str) -> str:
    """A path as it is among the files; empty for one that leads out of them."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    return "" if name.startswith("/") or ".." in parts else "/".join(parts)


def _main(files: Mapping[str, bytes]) -> str:
    """The file that the paper begins in."""
    found = [path for path in files if path.endswith(SUFFIX) and _BEGUN.search(_source(files, path))]
    usual = [path for path in found if path in _MAINS]
    chosen = found if len(found) == 1 else usual
    if len(chosen) != 1:
        what = f"{len(found)} files have" if found else "No .tex file has"
        hint = f"Leave one, or name the one that it begins in {_MAINS[0]}, at the top of the folder."
        raise OpenReproError(f"{what} \\begin{{document}}: it is not clear where the paper begins.", hint=hint)
    return chosen[0]


def _source(files: Mapping[str, bytes], path: str) -> str:
    try:
        return files[path].decode("utf-8")
    except UnicodeDecodeError as error:
        hint = "Write it again as UTF-8, as `iconv -f latin1 -t utf-8` does."
        text = f"{visible(path)[:80]} is not UTF-8 text: byte {error.start} begins no character."
        raise OpenReproError(text, hint=hint) from None


def _told(lost: Mapping[str, str]) -> tuple[str, ...]:
    told = [
        f"\\input{{{visible(name)[:80]}}} is not followed, so its text is missing: it {why}."
        for name, why in lost.items()
    ]
    more = len(told) - MOST_TOLD
    return (*told[:MOST_TOLD], *([f"{more:,} more are not followed."] if more > 0 else []))
