"""The one way to the database: transactions, each with all the stores of the rooms."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from sqlalchemy import Connection, Engine

from openrepro.store import schema
from openrepro.store.answers import SqlAnswers
from openrepro.store.boards import SqlBoards
from openrepro.store.bulk import SqlBulk
from openrepro.store.choosing import SqlChoosing
from openrepro.store.credits import SqlCredits
from openrepro.store.disputes import SqlDisputes
from openrepro.store.drafts import SqlDrafts
from openrepro.store.engine import open_engine, reading, writing
from openrepro.store.entries import SqlEntries
from openrepro.store.examinations import SqlExaminations
from openrepro.store.gallery import SqlGallery
from openrepro.store.jobs import SqlJobs
from openrepro.store.ledger import SqlLedger
from openrepro.store.likeness import SqlLikenesses
from openrepro.store.line import SqlLine
from openrepro.store.looks import SqlLooks
from openrepro.store.manifests import SqlManifests
from openrepro.store.model_abilities import SqlModelAbilities
from openrepro.store.model_calls import SqlModelCalls
from openrepro.store.model_shares import SqlModelShares
from openrepro.store.operator import SqlOperator
from openrepro.store.paper_merges import SqlPaperMerges
from openrepro.store.papers import SqlPapers
from openrepro.store.people import SqlPeople
from openrepro.store.proposals import SqlProposals
from openrepro.store.quarantine import SqlQuarantine
from openrepro.store.renderings import SqlRenderings
from openrepro.store.rules import SqlRuleVersions
from openrepro.store.search import SqlSearch
from openrepro.store.sessions import SqlSessions
from openrepro.store.spaces import SqlSpaces
from openrepro.store.texts import SqlTexts
from openrepro.store.webhooks import SqlOutbox, SqlWebhooks


class Transaction:
    """One open transaction. Each store is made when it is first used; all share the connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @cached_property
    def papers(self) -> SqlPapers:
        return SqlPapers(self.connection)

    @cached_property
    def merges(self) -> SqlPaperMerges:
        return SqlPaperMerges(self.connection)

    @cached_property
    def texts(self) -> SqlTexts:
        return SqlTexts(self.connection)

    @cached_property
    def choosing(self) -> SqlChoosing:
        return SqlChoosing(self.connection)

    @cached_property
    def people(self) -> SqlPeople:
        return SqlPeople(self.connection)

    @cached_property
    def rules(self) -> SqlRuleVersions:
        return SqlRuleVersions(self.connection)

    @cached_property
    def entries(self) -> SqlEntries:
        return SqlEntries(self.connection)

    @cached_property
    def gallery(self) -> SqlGallery:
        return SqlGallery(self.connection)

    @cached_property
    def manifests(self) -> SqlManifests:
        return SqlManifests(self.connection)

    @cached_property
    def bulk(self) -> SqlBulk:
        return SqlBulk(self.connection)

    @cached_property
    def jobs(self) -> SqlJobs:
        return SqlJobs(self.connection)

    @cached_property
    def ledger(self) -> SqlLedger:
        return SqlLedger(self.connection)

    @cached_property
    def search(self) -> SqlSearch:
        return SqlSearch(self.connection)

    @cached_property
    def boards(self) -> SqlBoards:
        return SqlBoards(self.connection)

    @cached_property
    def likeness(self) -> SqlLikenesses:
        return SqlLikenesses(self.connection)

    @cached_property
    def renderings(self) -> SqlRenderings:
        return SqlRenderings(self.connection)

    @cached_property
    def spaces(self) -> SqlSpaces:
        return SqlSpaces(self.connection)

    @cached_property
    def webhooks(self) -> SqlWebhooks:
        return SqlWebhooks(self.connection)

    @cached_property
    def answers(self) -> SqlAnswers:
        return SqlAnswers(self.connection)

    @cached_property
    def outbox(self) -> SqlOutbox:
        return SqlOutbox(self.connection)

    @cached_property
    def operator(self) -> SqlOperator:
        return SqlOperator(self.connection)

    @cached_property
    def sessions(self) -> SqlSessions:
        return SqlSessions(self.connection)

    @cached_property
    def line(self) -> SqlLine:
        return SqlLine(self.connection)

    @cached_property
    def examinations(self) -> SqlExaminations:
        return SqlExaminations(self.connection)

    @cached_property
    def looks(self) -> SqlLooks:
        return SqlLooks(self.connection)

    @cached_property
    def model_calls(self) -> SqlModelCalls:
        return SqlModelCalls(self.connection)

    @cached_property
    def model_shares(self) -> SqlModelShares:
        return SqlModelShares(self.connection)

    @cached_property
    def model_abilities(self) -> SqlModelAbilities:
        return SqlModelAbilities(self.connection)

    @cached_property
    def disputes(self) -> SqlDisputes:
        return SqlDisputes(self.connection)

    @cached_property
    def quarantine(self) -> SqlQuarantine:
        return SqlQuarantine(self.connection)

    @cached_property
    def proposals(self) -> SqlProposals:
        return SqlProposals(self.connection)

    @cached_property
    def drafts(self) -> SqlDrafts:
        return SqlDrafts(self.connection)

    @cached_property
    def credits(self) -> SqlCredits:
        return SqlCredits(self.connection)


class Store:
    """A database of one challenge. Safe to share between threads; open one per process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @classmethod
    def open(cls, url: str) -> "Store":
        return cls(open_engine(url))

    def migrate(self) -> str:
        """Bring the database to the newest schema; gives the version it had before, empty for a new one."""
        return schema.migrate(self.engine)

    def check(self) -> None:
        """Raise StoreError unless the database has the schema that this installation works with."""
        schema.check(self.engine)

    def version(self) -> str:
        """The version of the database's schema; empty when it holds nothing."""
        return schema.version(self.engine)

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        with reading(self.engine) as connection:
            yield Transaction(connection)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        with writing(self.engine) as connection:
            yield Transaction(connection)

    def close(self) -> None:
        self.engine.dispose()
