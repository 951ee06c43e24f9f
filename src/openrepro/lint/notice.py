"""A notice: what the lint noticed, where, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address
from openrepro.severity import Severity


class Topic(StrEnum):
    """What a notice is about; among notices of one weight the order is that of the report."""

    PRIVACY = "privacy"
    SUBSTANCE = "substance"
    STEERING = "steering"
    READING = "reading"
    ENTRY = "entry"
    NAMES = "names"
    STRUCTURE = "structure"


class Check(StrEnum):
    """Every check of the lint that is its own; findings and problems keep their codes."""

    SECRET = "secret"
    EMAIL = "e-mail"
    HOME_PATH = "home-path"
    USER_NAME = "user-name"
    ABSOLUTE_PATH = "absolute-path"
    UNFILLED = "unfilled-scaffold"
    NO_RUN = "claim-page-without-run"
    JOB_WITHOUT_RESULT = "job-without-result"
    NO_RESULT_LINE = "no-result-line"
    BAD_RESULT_LINE = "bad-result-line"
    UNKNOWN_CLAIM = "unknown-claim"
    OTHER_QUANTITY = "other-quantity"
    OTHER_UNIT = "other-unit"
    NO_PREMISES = "premises-not-declared"
    UNDECIDED = "undecided-comparison"
    NOT_ADDRESSED = "claim-not-addressed"
    UNKNOWN_PAPER = "unknown-paper"
    NO_TAG = "no-challenge-tag"
    NO_PAPER_TAG = "no-paper-tag"
    TAG_CASE = "tag-in-other-case"
    SEVERAL_PAPER_TAGS = "several-paper-tags"
    NO_LICENCE = "no-licence"
    STRAY_FILE = "stray-file"
    LARGE_FILE = "large-file"
    LONG_NAME = "name-too-long"
    LONG_SLUG = "page-name-too-long"
    LONG_HOST = "host-not-the-name"
    GENERATION = "rule-generation"
    NO_INDEX = "no-index"
    NO_SUMMARY = "no-summary"
    NO_CONCLUSION = "no-conclusion"
    NO_CLAIM_PAGES = "no-claim-pages"
    EVENT_TITLE = "icml-2026-title"
    EVENT_LINK = "icml-2026-paper-link"
    EVENT_PAGES = "icml-2026-pages"
    EVENT_PINS = "icml-2026-pins"
    EVENT_ARTIFACT = "icml-2026-artifact"
    EVENT_SPACE = "icml-2026-space"


MEANING: dict[Check, str] = {
    Check.SECRET: "A key, token or password stands in the logbook; at most its first 4 characters are printed.",
    Check.EMAIL: "An e-mail address stands in the logbook.",
    Check.HOME_PATH: "A path below somebody's home folder stands in the logbook.",
    Check.USER_NAME: "A shell prompt with a user name stands in the logbook.",
    Check.ABSOLUTE_PATH: "The metadata names files by paths that hold on one machine only.",
    Check.UNFILLED: "A page has nothing but its title, is almost empty, or still holds placeholders of its scaffold.",
    Check.NO_RUN: "A claim page has no recorded run.",
    Check.JOB_WITHOUT_RESULT: "A page starts or links a job elsewhere, but shows no result of it.",
    Check.NO_RESULT_LINE: "No run declares a RESULT line for the claim, so code cannot bind its number.",
    Check.BAD_RESULT_LINE: "A RESULT line is not in the form that code can read, or stands in no run's output.",
    Check.UNKNOWN_CLAIM: "A RESULT line names a claim that the paper does not have, or that is judged by its parts.",
    Check.OTHER_QUANTITY: "A RESULT line names another quantity than its claim, so it is not bound.",
    Check.OTHER_UNIT: "A RESULT line gives another unit than its claim.",
    Check.NO_PREMISES: "A RESULT line does not declare the premises of its claim.",
    Check.UNDECIDED: "The declared numbers leave the comparison with the claim open (too few seeds, no other arm).",
    Check.NOT_ADDRESSED: "The logbook says nothing about these claims of its paper.",
    Check.UNKNOWN_PAPER: "The claims file has no paper of the id that the logbook names.",
    Check.NO_TAG: "The challenge's tag is missing, so the entry may not be found.",
    Check.NO_PAPER_TAG: "The paper's tag is missing, so the entry's paper must be guessed.",
    Check.TAG_CASE: "A tag differs from the one that is looked for in capital letters only.",
    Check.SEVERAL_PAPER_TAGS: "More than one paper is tagged.",
    Check.NO_LICENCE: "The logbook names no licence, and the rule file asks for one.",
    Check.STRAY_FILE: "A file that no reader needs lies where publishing would upload it.",
    Check.LARGE_FILE: "A file is too large to be read whole.",
    Check.LONG_NAME: "The Space, or a repository derived from its name, would be longer than the Hub allows.",
    Check.LONG_SLUG: "A page's folder name is too long for some file systems.",
    Check.LONG_HOST: "The Space's name is too long for its web address to be made from it.",
    Check.GENERATION: "Which of the known rule generations the logbook was written for.",
    Check.NO_INDEX: "There is no `pages/index.md`, so readers see no order of pages.",
    Check.NO_SUMMARY: "There is no executive summary page.",
    Check.NO_CONCLUSION: "There is no conclusion page.",
    Check.NO_CLAIM_PAGES: "No page names a claim, so evidence is told apart by words alone.",
    Check.EVENT_TITLE: "ICML-2026 form: the index is titled “Reproduction: …”.",
    Check.EVENT_LINK: "ICML-2026 form: the index links the paper.",
    Check.EVENT_PAGES: "ICML-2026 form: the summary is first, the conclusion last, pages named after claims between.",
    Check.EVENT_PINS: "ICML-2026 form: the summary has a pinned summary cell and a pinned poster.",
    Check.EVENT_ARTIFACT: "ICML-2026 form: the conclusion has an artifact cell.",
    Check.EVENT_SPACE: "ICML-2026 form: the Space is named `repro-…`, not after the paper's id.",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """`code` is a Check, a finding's code or a problem's; `text` says what is there, `todo` what to do.

    `ready` is a line to copy, such as a RESULT line. `cause` keeps notices of one code apart (a claim's id); those
    with the same code and cause are told once, with `count` saying how many there were.
    """

    topic: Topic
    code: str
    severity: Severity
    text: str
    todo: str
    at: tuple[Address, ...] = ()
    cause: str = ""
    count: int = 1
    ready: str = ""

    def as_json(self) -> dict[str, Json]:
        return {
            "topic": self.topic.value,
            "code": self.code,
            "severity": self.severity.value,
            "text": self.text,
            "todo": self.todo,
            "ready": self.ready,
            "count": self.count,
            "at": [address.as_json() for address in self.at],
        }
