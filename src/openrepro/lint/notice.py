"""A notice: what the lint noticed, where, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address
from openrepro.severity import Severity


class Topic(StrEnum):
    """What a notice is about; the order is that of the report."""

    STRUCTURE = "structure"
    SUBSTANCE = "substance"
    NAMES = "names"
    PRIVACY = "privacy"
    STEERING = "steering"
    READING = "reading"


class Check(StrEnum):
    """Every check of the lint that is its own; findings and problems keep their codes."""

    GENERATION = "rule-generation"
    NO_INDEX = "no-index"
    NO_SUMMARY = "no-summary"
    NO_CONCLUSION = "no-conclusion"
    NO_CLAIM_PAGES = "no-claim-pages"
    NO_TAG = "no-challenge-tag"
    NO_PAPER_TAG = "no-paper-tag"
    SEVERAL_PAPER_TAGS = "several-paper-tags"
    UNFILLED = "unfilled-scaffold"
    NO_RUN = "claim-page-without-run"
    JOB_WITHOUT_RESULT = "job-without-result"
    NO_RESULT_LINE = "no-result-line"
    BAD_RESULT_LINE = "bad-result-line"
    LONG_NAME = "name-too-long"
    LONG_SLUG = "page-name-too-long"
    SECRET = "secret"
    EMAIL = "e-mail"
    HOME_PATH = "home-path"
    USER_NAME = "user-name"


MEANING: dict[Check, str] = {
    Check.GENERATION: "Which of the known rule generations the logbook was written for.",
    Check.NO_INDEX: "There is no `pages/index.md`, so readers see no order of pages.",
    Check.NO_SUMMARY: "There is no executive summary page.",
    Check.NO_CONCLUSION: "There is no conclusion page.",
    Check.NO_CLAIM_PAGES: "No page names a claim, so evidence cannot be told apart by claim.",
    Check.NO_TAG: "The challenge's tag is missing, so the entry may not be found.",
    Check.NO_PAPER_TAG: "The paper's tag is missing, so the entry's paper must be guessed.",
    Check.SEVERAL_PAPER_TAGS: "More than one paper is tagged.",
    Check.UNFILLED: "A page still holds the placeholders of its scaffold, or nothing.",
    Check.NO_RUN: "A claim page has no recorded run.",
    Check.JOB_WITHOUT_RESULT: "A page links or starts a job elsewhere, but shows no result of it.",
    Check.NO_RESULT_LINE: "No run declares a RESULT line for the claim, so code cannot bind its number.",
    Check.BAD_RESULT_LINE: "A RESULT line is not in the form that code can read.",
    Check.LONG_NAME: "The Space, or a repository derived from its name, would be longer than the Hub allows.",
    Check.LONG_SLUG: "A page's folder name is too long for some file systems.",
    Check.SECRET: "A key, token or password stands in the logbook.",
    Check.EMAIL: "An e-mail address stands in the logbook.",
    Check.HOME_PATH: "A path below somebody's home folder stands in the logbook.",
    Check.USER_NAME: "A user name (of a prompt or a home folder) stands in the logbook.",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """`code` is a Check, a finding's code or a problem's; `text` says what is there, `todo` what to do."""

    topic: Topic
    code: str
    severity: Severity
    text: str
    todo: str
    at: tuple[Address, ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {
            "topic": self.topic.value,
            "code": self.code,
            "severity": self.severity.value,
            "text": self.text,
            "todo": self.todo,
            "at": [address.as_json() for address in self.at],
        }
