"""A logbook on its bench, and one that is judged, by the path that it was read from."""

from typing import NamedTuple

from openrepro.judging.judge import Bench, Judgement


class Opened(NamedTuple):
    path: str
    bench: Bench


class Judged(NamedTuple):
    path: str
    judgement: Judgement
