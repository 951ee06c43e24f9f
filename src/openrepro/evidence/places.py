"""Where characters of a text lie in the bytes of their file."""

from openrepro.logbooks.logbook import Address

_STEP = 256


class Places:
    """Maps character offsets of `text`, which stands at `at`, to addresses; any order, any number of times.

    One pass over the text is made at the start; a look-up then encodes at most 256 characters.
    """

    def __init__(self, text: str, at: Address) -> None:
        self.text = text
        self.at = at
        self._sums = [] if text.isascii() else _running_bytes(text)

    def address(self, start: int, end: int) -> Address:
        """The address of `text[start:end]`."""
        return Address(self.at.file, self.byte(start), self.byte(end), self.at.cell)

    def byte(self, position: int) -> int:
        """The byte offset within the file of character `position`."""
        if not self._sums:
            return self.at.start + position
        step = position // _STEP
        rest = self.text[step * _STEP : position]
        return self.at.start + self._sums[step] + len(rest.encode("utf-8", "surrogateescape"))


def _running_bytes(text: str) -> list[int]:
    sums = [0]
    for first in range(0, len(text), _STEP):
        sums.append(sums[-1] + len(text[first : first + _STEP].encode("utf-8", "surrogateescape")))
    return sums
