"""The schema, the same on SQLite and PostgreSQL. Instants are UTC text that sorts; documents are JSON text."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)
from sqlalchemy import Text as AnyText

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the key is exactly INTEGER.
Serial = BigInteger().with_variant(Integer(), "sqlite")

# Compared byte by byte on both databases: the order of a page never depends on the language of a server, and a range
# of an index holds what begins with a prefix.
Text = AnyText().with_variant(AnyText(collation="C"), "postgresql")


def _text(name: str, default: str | None = "") -> Column[str]:
    """A text column that is never null; without `default` it must be given."""
    return Column(name, Text, nullable=False, server_default=None if default is None else text(f"'{default}'"))


def _flag(name: str, *, default: bool = False) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=text("true" if default else "false"))


def _count(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, server_default=text("0"))


rule_versions = Table(
    "rule_versions",
    metadata,
    Column("seq", Serial, primary_key=True),
    _text("effective_from", None),
    _text("digest", None),
    _text("toml", None),
    _text("note"),
    _text("added_at", None),
    UniqueConstraint("effective_from"),
)

papers = Table(
    "papers",
    metadata,
    Column("id", Text, primary_key=True),
    _count("position"),
    _text("title", None),
    Column("title_key", Text, nullable=False),
    _text("authors", "[]"),
    _text("area"),
    _text("subarea"),
    _text("presentation"),
    _text("award"),
    _text("arxiv"),
    _text("code_url"),
    _text("abstract"),
    _text("source"),
    _text("facts", "{}"),
    _text("sources", "{}"),
    _text("claim_set"),
    _count("claims"),
    _text("added_at", None),
    Index(None, "position", "id"),
    Index(None, "title_key"),
    Index(None, "area", "position", "id"),
)

paper_aliases = Table(
    "paper_aliases",
    metadata,
    _text("name", None),
    _text("kind", None),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    Column("folded", Text, nullable=False),
    Column("mirrored", Text, nullable=False),
    PrimaryKeyConstraint("name", "kind", "paper_id"),
    Index(None, "folded"),
    Index(None, "mirrored"),
    Index(None, "paper_id"),
)

# A paper that became another name of `kept`. `body` holds what both were before, for the undo.
paper_merges = Table(
    "paper_merges",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("kept", None),
    _text("gone", None),
    _text("shared"),
    _text("why"),
    _text("actor", None),
    _text("at", None),
    _text("body", None),
    _text("undone_at"),
    _text("undone_by"),
    _text("undone_why"),
    Index(None, "kept"),
    Index(None, "gone"),
)

paper_words = Table(
    "paper_words",
    metadata,
    Column("word", Text, nullable=False),
    _count("position"),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("word", "position", "paper_id"),
    Index(None, "paper_id"),
)

claim_sets = Table(
    "claim_sets",
    metadata,
    _text("version", None),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("body", None),
    _text("note"),
    _text("added_at", None),
    PrimaryKeyConstraint("paper_id", "version"),
)

claims = Table(
    "claims",
    metadata,
    Column("id", Text, primary_key=True),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _count("position"),
    _text("kind", None),
    _flag("testable", default=True),
    _text("text", None),
    Index(None, "paper_id", "position"),
)

# What each claim of each set is judged by, as a digest: versions with the same one share their verdicts.
claim_specs = Table(
    "claim_specs",
    metadata,
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("version", None),
    _text("claim", None),
    _text("spec", None),
    PrimaryKeyConstraint("paper_id", "version", "claim"),
    Index(None, "paper_id", "claim", "spec"),
)

# What people say against claims; `anchor` is what code found of the quote (JSON), `version` the set that was disputed.
claim_disputes = Table(
    "claim_disputes",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("claim", None),
    _text("version"),
    _text("account_id", None),
    _text("state", None),
    _text("ground", None),
    _text("why", None),
    Column("page", Integer, nullable=True),
    _text("quote"),
    _text("text_version"),
    _text("anchor", "{}"),
    _text("created_at", None),
    _text("decided_at"),
    _text("decided_by"),
    _text("decision"),
    _text("new_version"),
    CheckConstraint("state IN ('open', 'accepted', 'rejected', 'withdrawn')", name="state"),
    Index(None, "claim", "id"),
    Index(None, "state", "id"),
    Index(None, "account_id", "created_at"),
    Index(None, "paper_id"),
)

# A file of a paper's text: `sha256` names its bytes in the archive, `extracted` what `reader` made of them, there too.
paper_texts = Table(
    "paper_texts",
    metadata,
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("version", None),
    _text("sha256", None),
    _text("format", None),
    _count("characters"),
    _text("extracted", None),
    _text("reader", None),
    _text("added_at", None),
    _count("number"),
    PrimaryKeyConstraint("paper_id", "version", "sha256"),
    Index(None, "sha256"),
    Index(None, "extracted"),
)

# What was read of a paper about code, data and machine, from what `basis` says; `body` is all of it (JSON).
paper_signals = Table(
    "paper_signals",
    metadata,
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), primary_key=True),
    _text("basis", None),
    _text("text", None),
    _text("code", None),
    _text("data", None),
    _text("compute", None),
    _flag("theory"),
    _text("made_at", None),
    _text("body", None),
)

teams = Table(
    "teams",
    metadata,
    Column("id", Text, primary_key=True),
    _text("name", None),
    _text("folded"),
    _flag("competing", default=True),
    _text("created_at", None),
    UniqueConstraint("name"),
    Index(None, "folded"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    _text("name", None),
    _text("provider", "local"),
    _text("role", "participant"),
    Column("team_id", Text, ForeignKey("teams.id"), nullable=False),
    _text("created_at", None),
    _text("deleted_at"),
    UniqueConstraint("provider", "name"),
    CheckConstraint("role IN ('participant', 'reviewer', 'organiser', 'admin')", name="role"),
    Index(None, "name", "id"),
    Index(None, "team_id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    _text("name"),
    _text("prefix", None),
    _text("hash", None),
    _text("scopes", None),
    _text("created_at", None),
    _text("last_used_at"),
    _text("revoked_at"),
    UniqueConstraint("hash"),
    Index(None, "account_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("team_id", Text, ForeignKey("teams.id"), nullable=False),
    Column("account_id", Text, ForeignKey("accounts.id"), nullable=True),
    _text("source", None),
    _text("origin", None),
    _text("state", None),
    _text("reason", None),
    _text("sentence"),
    _text("state_at", None),
    _text("seen_at", None),
    _text("created_at", None),
    _text("title"),
    _text("url"),
    _text("licence"),
    _text("named", "[]"),
    _text("paper_id"),
    _text("revision"),
    _text("judged_revision"),
    _text("first_judged_at"),
    _flag("hidden"),
    _text("missing_since"),
    UniqueConstraint("origin"),
    UniqueConstraint("seq"),
    CheckConstraint(
        "state IN ('discovered', 'resolved', 'queued', 'judging', 'judged', 'not judged', 'rejected', 'late', "
        "'withdrawn')",
        name="state",
    ),
    Index(None, "paper_id", "seq"),
    Index(None, "team_id", "seq"),
    Index(None, "state", "seq"),
    Index(None, "state", "reason", "seq"),
    Index(None, "source", "seq"),
    Index(None, "state", "hidden"),
    Index(None, "state", "state_at"),
    Index(None, "team_id", "first_judged_at"),
)

entry_events = Table(
    "entry_events",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("at", None),
    _text("state", None),
    _text("reason", None),
    _text("sentence"),
    _text("revision"),
    _text("actor", "system"),
    Index(None, "entry_id", "id"),
)

revisions = Table(
    "revisions",
    metadata,
    Column("seq", Serial, primary_key=True),
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("revision", None),
    _text("seen_at", None),
    _text("source_sha"),
    _count("bytes"),
    _count("files"),
    _flag("late"),
    _text("taken_down_at"),
    UniqueConstraint("entry_id", "revision"),
    Index(None, "revision"),
)

revision_files = Table(
    "revision_files",
    metadata,
    _text("revision", None),
    _text("path", None),
    _count("size"),
    _text("sha256", None),
    PrimaryKeyConstraint("revision", "path"),
    Index(None, "sha256"),
)

signatures = Table(
    "signatures",
    metadata,
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("kind", None),
    _text("revision", None),
    _count("size"),
    Column("sample", LargeBinary, nullable=False),
    PrimaryKeyConstraint("entry_id", "kind"),
)

likeness_keys = Table(
    "likeness_keys",
    metadata,
    _text("kind", None),
    Column("key", BigInteger, nullable=False),
    Column("entry_seq", BigInteger, nullable=False),
    PrimaryKeyConstraint("kind", "key", "entry_seq"),
    sqlite_with_rowid=False,
)

likenesses = Table(
    "likenesses",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("kind", None),
    Column("left_entry", Text, ForeignKey("entries.id"), nullable=False),
    _text("left_revision", None),
    Column("right_entry", Text, ForeignKey("entries.id"), nullable=False),
    _text("right_revision", None),
    _text("score", None),
    _text("evidence", "{}"),
    _text("found_at", None),
    UniqueConstraint("kind", "left_entry", "right_entry"),
    Index(None, "left_entry"),
    Index(None, "right_entry"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("revision", None),
    _text("team_id", None),
    _text("state", "waiting"),
    Column("lane", Integer, nullable=False, server_default=text("0")),
    _count("turn"),
    _count("attempts"),
    _count("fence"),
    _text("not_before"),
    _text("leased_at"),
    _text("leased_until"),
    _text("leased_by"),
    _text("created_at", None),
    _text("ended_at"),
    _text("sentence"),
    CheckConstraint("state IN ('waiting', 'leased', 'done', 'failed', 'cancelled')", name="state"),
    Index(None, "state", "lane", "turn", "id"),
    Index(None, "team_id", "state", "lane", "turn"),
    Index(None, "entry_id", "state"),
    Index("ix_jobs_ended", "ended_at"),
    Index(
        "ix_jobs_held",
        "not_before",
        sqlite_where=text("state = 'waiting' AND lane = 2"),
        postgresql_where=text("state = 'waiting' AND lane = 2"),
    ),
    Index(
        "ix_jobs_oldest",
        "created_at",
        sqlite_where=text("state = 'waiting' AND lane < 2"),
        postgresql_where=text("state = 'waiting' AND lane < 2"),
    ),
    Index(
        "uq_jobs_leased",
        "entry_id",
        unique=True,
        sqlite_where=text("state = 'leased'"),
        postgresql_where=text("state = 'leased'"),
    ),
    Index(
        "uq_jobs_live",
        "entry_id",
        "revision",
        unique=True,
        sqlite_where=text("state IN ('waiting', 'leased')"),
        postgresql_where=text("state IN ('waiting', 'leased')"),
    ),
)

ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    _count("size"),
    _text("peaks", "[]"),
    CheckConstraint("id = 1", name="single"),
)

# Complete subtrees of level 1 and more; those of level 0 are hashes of leaves.
ledger_nodes = Table(
    "ledger_nodes",
    metadata,
    Column("level", Integer, nullable=False, autoincrement=False),
    Column("position", BigInteger, nullable=False, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("level", "position"),
    sqlite_with_rowid=False,
)

leaves = Table(
    "leaves",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    _text("kind", None),
    _text("id", None),
    _text("body", None),
    UniqueConstraint("id"),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("seq", BigInteger, ForeignKey("leaves.seq"), primary_key=True, autoincrement=False),
    _text("id", None),
    _text("claim", None),
    _text("claim_version"),
    _text("paper_id", None),
    _text("entry_id", None),
    _text("team_id"),
    _text("revision", None),
    _text("label", None),
    _text("direction", None),
    _flag("provisional"),
    _text("grade"),
    _text("reader"),
    _text("rules", None),
    _text("judged_at", None),
    _text("case_file"),
    _text("supersedes"),
    _text("review"),
    _flag("current", default=True),
    UniqueConstraint("id"),
    Index(None, "entry_id", "seq"),
    Index(None, "paper_id", "seq"),
    Index(None, "claim", "seq"),
    Index(None, "team_id", "seq"),
    Index(None, "label", "seq"),
    Index(
        "ix_verdicts_current",
        "entry_id",
        "claim",
        sqlite_where=text("current"),
        postgresql_where=text("current"),
    ),
)

acts = Table(
    "acts",
    metadata,
    Column("seq", BigInteger, ForeignKey("leaves.seq"), primary_key=True, autoincrement=False),
    _text("act", None),
    _text("entry_id"),
    _text("team_id"),
    _text("paper_id"),
    _text("revision"),
    _text("created"),
    _text("reason"),
    _text("at", None),
    Index(None, "entry_id"),
)

board_views = Table(
    "board_views",
    metadata,
    Column("view", Text, primary_key=True),
    _text("rules", None),
    _text("index_digest"),
    _count("ledger_size"),
    _text("ledger_root"),
    _text("computed_at", None),
    _text("digest", None),
    _text("figures", "[]"),
    _text("charts", "{}"),
)

board_papers = Table(
    "board_papers",
    metadata,
    _text("view", None),
    _text("paper_id", None),
    _text("state", None),
    _count("entries"),
    _count("judged"),
    _count("testable"),
    _flag("contested"),
    _text("body", None),
    PrimaryKeyConstraint("view", "paper_id"),
    Index(None, "view", "state", "paper_id"),
)

board_teams = Table(
    "board_teams",
    metadata,
    _text("view", None),
    _text("team_id", None),
    _text("body", None),
    PrimaryKeyConstraint("view", "team_id"),
)

board_lines = Table(
    "board_lines",
    metadata,
    _text("view", None),
    _text("board", None),
    Column("position", Integer, nullable=False),
    Column("rank", Integer, nullable=True),
    _text("team_id", None),
    _text("value", None),
    PrimaryKeyConstraint("view", "board", "position"),
    Index(None, "view", "team_id"),
)

board_scores = Table(
    "board_scores",
    metadata,
    _text("view", None),
    _text("team_id", None),
    Column("position", Integer, nullable=False),
    _text("body", None),
    PrimaryKeyConstraint("view", "team_id", "position"),
)

boards = Table(
    "boards",
    metadata,
    _text("view", None),
    _text("board", None),
    Column("position", Integer, nullable=False),
    _text("definition", None),
    _text("ties", None),
    _count("population"),
    PrimaryKeyConstraint("view", "board"),
)

spaces = Table(
    "spaces",
    metadata,
    Column("id", Text, primary_key=True),
    _text("key"),
    _text("sha"),
    _text("etag"),
    _text("tags", "[]"),
    _text("created_at"),
    _text("modified_at"),
    _text("first_seen", None),
    _text("last_seen", None),
    _text("asked_at"),
    _text("missing_since"),
    _text("moved_to"),
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=True),
    _text("status", None),
    _text("sentence"),
    _text("fetched_sha"),
    _text("fetch_at"),
    _count("failures"),
    Index(None, "key"),
    Index(None, "status", "id"),
    Index(None, "last_seen", "id"),
    Index(None, "fetch_at", "id"),
    Index(None, "entry_id"),
)

discovery_pages = Table(
    "discovery_pages",
    metadata,
    Column("url", Text, primary_key=True),
    _text("etag", None),
    _text("next_url"),
    _text("ids", "[]"),
    _text("seen_at", None),
)

discovery_runs = Table(
    "discovery_runs",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("started_at", None),
    _text("touched_at", None),
    _text("ended_at"),
    _text("state", None),
    _text("next_url"),
    _text("not_before"),
    _count("pages"),
    _count("seen"),
    _count("added"),
    _count("changed"),
    _count("asked"),
    _count("missing"),
    _count("faults"),
    _text("sentence"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    _text("url", None),
    _text("secret", None),
    _text("events", "[]"),
    _text("reach", "own"),
    _flag("active", default=True),
    _text("created_at", None),
    _text("due_at"),
    _text("failing_since"),
    _text("sentence"),
    CheckConstraint("reach IN ('own', 'all')", name="reach"),
    Index(None, "account_id"),
    Index(None, "due_at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("event", None),
    _text("entry_id"),
    _text("sentence"),
    _text("at", None),
    _flag("spread"),
    Index(None, "spread", "id"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("webhook_id", Text, ForeignKey("webhooks.id", ondelete="CASCADE"), nullable=False),
    Column("outbox_id", Serial, ForeignKey("outbox.id"), nullable=False),
    _text("state", None),
    _count("attempts"),
    _text("next_at"),
    Column("status", Integer, nullable=True),
    _text("sentence"),
    _text("created_at", None),
    _text("ended_at"),
    UniqueConstraint("webhook_id", "outbox_id"),
    Index(None, "webhook_id", "state", "next_at"),
    Index(None, "webhook_id", "state", "id"),
    Index(None, "webhook_id", "id"),
    Index(None, "outbox_id"),
    Index(None, "ended_at"),
)

answers = Table(
    "answers",
    metadata,
    _text("account_id", None),
    _text("key", None),
    _text("request", None),
    Column("status", Integer, nullable=True),
    _text("body"),
    _text("at", None),
    PrimaryKeyConstraint("account_id", "key"),
    Index(None, "at"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("at", None),
    _text("text", None),
    _text("author"),
    _text("withdrawn_at"),
)

operator_acts = Table(
    "operator_acts",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("at", None),
    _text("actor", None),
    _text("action", None),
    _text("target"),
    _text("why", None),
    Index(None, "target"),
)

notes = Table("notes", metadata, Column("key", Text, primary_key=True), _text("value", None))

# What a reader is shown of an archived revision of an entry, made once; `basis` says from what. `body` is JSON.
renderings = Table(
    "renderings",
    metadata,
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("revision", None),
    _text("basis", None),
    _text("state", None),
    _text("sentence"),
    _count("run_seconds"),
    _count("runs_timed"),
    _count("runs_untimed"),
    _text("body", "{}"),
    _text("made_at", None),
    PrimaryKeyConstraint("entry_id", "revision"),
    CheckConstraint("state IN ('made', 'failed')", name="state"),
    Index(None, "basis"),
    Index(
        "ix_renderings_failed",
        "made_at",
        sqlite_where=text("state = 'failed'"),
        postgresql_where=text("state = 'failed'"),
    ),
)

# The HTML of a rendering, cut into parts that are each small enough to send; compressed (zlib).
rendered_parts = Table(
    "rendered_parts",
    metadata,
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("revision", None),
    _text("kind", None),
    Column("page", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("entry_id", "revision", "kind", "page", "part"),
)

# What is derived from the whole index and read by every process that serves, such as the index of words.
derived = Table(
    "derived",
    metadata,
    Column("name", Text, primary_key=True),
    _text("basis", None),
    _text("made_at", None),
    Column("body", LargeBinary, nullable=False),
)

examinations = Table(
    "examinations",
    metadata,
    Column("id", Serial, primary_key=True),
    _text("at", None),
    _text("digest", None),
    _text("note"),
    _text("body", None),
    UniqueConstraint("digest"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("hash", Text, nullable=False),
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("token_id", Text, ForeignKey("tokens.id", ondelete="CASCADE"), nullable=True),
    _text("csrf", None),
    _text("created_at", None),
    _text("expires_at", None),
    UniqueConstraint("hash"),
    Index(None, "account_id"),
    Index(None, "token_id"),
    Index(None, "expires_at"),
)

# Verdicts that a person should look at, one row each; `why` is a JSON list of reasons. A row is open until `done_at`.
looks_wanted = Table(
    "looks_wanted",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("entry_id", Text, ForeignKey("entries.id"), nullable=False),
    _text("team_id", None),
    _text("revision", None),
    _text("claim", None),
    _text("verdict", None),
    _text("why", None),
    _text("created_at", None),
    _text("taken_by"),
    _text("taken_until"),
    _text("done_at"),
    _text("done_by"),
    _text("outcome"),
    UniqueConstraint("verdict"),
    Index(None, "entry_id", "claim"),
    Index(None, "outcome"),
    Index("ix_looks_wanted_open", "id", sqlite_where=text("done_at = ''"), postgresql_where=text("done_at = ''")),
)

look_conflicts = Table(
    "look_conflicts",
    metadata,
    Column("look_id", BigInteger, ForeignKey("looks_wanted.id"), nullable=False),
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    _text("declared_at", None),
    PrimaryKeyConstraint("look_id", "account_id"),
    Index(None, "account_id"),
)

reading_drafts = Table(
    "reading_drafts",
    metadata,
    Column("account_id", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("look_id", BigInteger, ForeignKey("looks_wanted.id"), nullable=False),
    _text("fields", None),
    _text("changed_at", None),
    PrimaryKeyConstraint("account_id", "look_id"),
    Index(None, "look_id"),
    Index(None, "changed_at"),
)

# One row for each call of a model, by the digest of its request. Amounts are trillionths of a US dollar: `most` is set
# aside while the call is open, `cost` is what it has cost, with calls that were lost. `body` is the raw reply (zlib).
model_calls = Table(
    "model_calls",
    metadata,
    Column("request", Text, primary_key=True),
    _text("endpoint", None),
    _text("role", None),
    _text("claim", None),
    _text("entry_id"),
    _text("team_id"),
    _text("state", None),
    _count("most"),
    _count("cost"),
    _count("tokens_in"),
    _count("tokens_out"),
    _text("opened_at", None),
    _text("kept_at"),
    Column("status", Integer, nullable=True),
    Column("body", LargeBinary, nullable=True),
    CheckConstraint("state IN ('open', 'kept', 'settled')", name="state"),
    Index(None, "entry_id"),
)

# What is spent and set aside on each UTC day, and in all (day ''); `refused` is the last call that no budget was for.
model_spending = Table(
    "model_spending",
    metadata,
    Column("day", Text, primary_key=True),
    _count("amount"),
    _count("refused"),
    _text("refused_at"),
)

# How the processes that ask an endpoint share its slots; the row of worker '' says until when nobody may ask.
model_shares = Table(
    "model_shares",
    metadata,
    _text("endpoint", None),
    _text("worker"),
    _count("slots"),
    _count("wanted"),
    _text("seen_at"),
    _text("quiet_until"),
    PrimaryKeyConstraint("endpoint", "worker"),
)

# What endpoints were found to be able to do; `body` is JSON.
model_abilities = Table(
    "model_abilities",
    metadata,
    Column("endpoint", Text, primary_key=True),
    _text("name", None),
    _text("body", None),
    _text("at", None),
)

# Claims that code or a model suggests; none counts before it is approved. `body` is a claim (JSON), `faults` a list.
claim_proposals = Table(
    "claim_proposals",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("digest", None),
    _text("state", None),
    _text("body", None),
    _text("why"),
    _text("faults", "[]"),
    _text("nearest"),
    _text("version", None),
    _text("sha256", None),
    _text("source", None),
    _text("model"),
    _text("prompt"),
    _text("made_at", None),
    _text("decided_at"),
    _text("decided_by"),
    _text("note"),
    _text("claim"),
    CheckConstraint("state IN ('proposed', 'quarantined', 'approved', 'rejected')", name="state"),
    UniqueConstraint("paper_id", "digest"),
    Index(None, "state", "paper_id", "id"),
)

# Claims in force whose quote does not stand in the text of their paper that is on file; `faults` is a list (JSON).
claim_quarantine = Table(
    "claim_quarantine",
    metadata,
    Column("claim", Text, primary_key=True),
    Column("paper_id", Text, ForeignKey("papers.id", ondelete="CASCADE"), nullable=False),
    _text("faults", None),
    _text("nearest"),
    _text("version", None),
    _text("sha256", None),
    _text("since", None),
    Index(None, "paper_id"),
)

# How many compute credits are granted or redeemed, and when all were first taken. It has one row, held for update by
# whatever changes a request, so that no two see the same last slot.
credit_counters = Table(
    "credit_counters",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    _count("taken"),
    _text("gone_at"),
    CheckConstraint("id = 1", name="one"),
    CheckConstraint("taken >= 0", name="taken"),
)

# Requests for compute credits, in the order of asking; `member`: the account was there before all were taken.
credit_requests = Table(
    "credit_requests",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("account_id", Text, ForeignKey("accounts.id"), nullable=False),
    _text("state", None),
    _text("reason", None),
    _text("why"),
    _text("asked_at", None),
    _text("state_at", None),
    _text("expires_at"),
    _flag("member", default=True),
    CheckConstraint(
        "state IN ('requested', 'granted', 'redeemed', 'waitlisted', 'rejected', 'expired', 'withdrawn')",
        name="state",
    ),
    Index(
        "uq_credit_requests_live",
        "account_id",
        unique=True,
        sqlite_where=text("state IN ('requested', 'granted', 'redeemed', 'waitlisted')"),
        postgresql_where=text("state IN ('requested', 'granted', 'redeemed', 'waitlisted')"),
    ),
    Index(None, "account_id", "id"),
    Index(None, "state", "id"),
)
