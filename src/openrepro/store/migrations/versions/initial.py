"""Create the whole schema. Written by `make migration` until the first release; never changed after it."""

import sqlalchemy as sa
from alembic import op

revision = "openrepro_0001"
down_revision = None


def upgrade() -> None:
    _announcements()
    _answers()
    _board_lines()
    _board_papers()
    _board_scores()
    _board_teams()
    _board_views()
    _boards()
    _credit_counters()
    _derived()
    _discovery_pages()
    _discovery_runs()
    _examinations()
    _leaves()
    _ledger()
    _ledger_nodes()
    _likeness_keys()
    _model_abilities()
    _model_calls()
    _model_shares()
    _model_spending()
    _notes()
    _operator_acts()
    _outbox()
    _paper_merges()
    _papers()
    _revision_files()
    _rule_versions()
    _teams()
    _accounts()
    _acts()
    _claim_disputes()
    _claim_proposals()
    _claim_quarantine()
    _claim_sets()
    _claim_specs()
    _claims()
    _paper_aliases()
    _paper_signals()
    _paper_texts()
    _paper_words()
    _verdicts()
    _credit_requests()
    _entries()
    _tokens()
    _webhooks()
    _deliveries()
    _entry_events()
    _jobs()
    _likenesses()
    _looks_wanted()
    _rendered_parts()
    _renderings()
    _revisions()
    _sessions()
    _signatures()
    _spaces()
    _look_conflicts()
    _reading_drafts()


def _announcements() -> None:
    op.create_table(
        "announcements",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("text", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "author",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "withdrawn_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
    )


def _answers() -> None:
    op.create_table(
        "answers",
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("key", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("request", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column(
            "body",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "key", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_at"), "answers", ["at"], unique=False)


def _board_lines() -> None:
    op.create_table(
        "board_lines",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("board", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("value", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("view", "board", "position", name=op.f("pk_board_lines")),
    )
    op.create_index(op.f("ix_board_lines_view_team_id"), "board_lines", ["view", "team_id"], unique=False)


def _board_papers() -> None:
    op.create_table(
        "board_papers",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("entries", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("judged", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("testable", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("contested", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("view", "paper_id", name=op.f("pk_board_papers")),
    )
    op.create_index(
        op.f("ix_board_papers_view_state_paper_id"), "board_papers", ["view", "state", "paper_id"], unique=False
    )


def _board_scores() -> None:
    op.create_table(
        "board_scores",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("view", "team_id", "position", name=op.f("pk_board_scores")),
    )


def _board_teams() -> None:
    op.create_table(
        "board_teams",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("view", "team_id", name=op.f("pk_board_teams")),
    )


def _board_views() -> None:
    op.create_table(
        "board_views",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("rules", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "index_digest",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("ledger_size", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "ledger_root",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("computed_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("digest", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "figures",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "charts",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("view", name=op.f("pk_board_views")),
    )


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("view", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("board", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("definition", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("ties", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("population", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("view", "board", name=op.f("pk_boards")),
    )


def _credit_counters() -> None:
    op.create_table(
        "credit_counters",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("taken", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "gone_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint("id = 1", name=op.f("ck_credit_counters_one")),
        sa.CheckConstraint("taken >= 0", name=op.f("ck_credit_counters_taken")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credit_counters")),
    )


def _derived() -> None:
    op.create_table(
        "derived",
        sa.Column("name", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("basis", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("made_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_derived")),
    )


def _discovery_pages() -> None:
    op.create_table(
        "discovery_pages",
        sa.Column("url", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("etag", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "next_url",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "ids",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column("seen_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("url", name=op.f("pk_discovery_pages")),
    )


def _discovery_runs() -> None:
    op.create_table(
        "discovery_runs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("started_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("touched_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "ended_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "next_url",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "not_before",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("pages", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("seen", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("added", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("changed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("asked", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("missing", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("faults", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_discovery_runs")),
    )


def _examinations() -> None:
    op.create_table(
        "examinations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("digest", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "note",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_examinations")),
        sa.UniqueConstraint("digest", name=op.f("uq_examinations_digest")),
    )


def _leaves() -> None:
    op.create_table(
        "leaves",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_leaves")),
        sa.UniqueConstraint("id", name=op.f("uq_leaves_id")),
    )


def _ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("size", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "peaks",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.CheckConstraint("id = 1", name=op.f("ck_ledger_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger")),
    )


def _ledger_nodes() -> None:
    op.create_table(
        "ledger_nodes",
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("level", "position", name=op.f("pk_ledger_nodes")),
        sqlite_with_rowid=False,
    )


def _likeness_keys() -> None:
    op.create_table(
        "likeness_keys",
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("entry_seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", "entry_seq", name=op.f("pk_likeness_keys")),
        sqlite_with_rowid=False,
    )


def _model_abilities() -> None:
    op.create_table(
        "model_abilities",
        sa.Column("endpoint", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("name", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_model_abilities")),
    )


def _model_calls() -> None:
    op.create_table(
        "model_calls",
        sa.Column("request", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("endpoint", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("role", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "entry_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "team_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("most", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("cost", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("opened_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "kept_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'kept', 'settled')", name=op.f("ck_model_calls_state")),
        sa.PrimaryKeyConstraint("request", name=op.f("pk_model_calls")),
    )
    op.create_index(op.f("ix_model_calls_entry_id"), "model_calls", ["entry_id"], unique=False)


def _model_shares() -> None:
    op.create_table(
        "model_shares",
        sa.Column("endpoint", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "worker",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("slots", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("wanted", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "seen_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "quiet_until",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("endpoint", "worker", name=op.f("pk_model_shares")),
    )


def _model_spending() -> None:
    op.create_table(
        "model_spending",
        sa.Column("day", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("refused", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "refused_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_model_spending")),
    )


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("key", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("value", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_notes")),
    )


def _operator_acts() -> None:
    op.create_table(
        "operator_acts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("actor", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("action", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "target",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("why", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operator_acts")),
    )
    op.create_index(op.f("ix_operator_acts_target"), "operator_acts", ["target"], unique=False)


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "entry_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("spread", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("ix_outbox_spread_id"), "outbox", ["spread", "id"], unique=False)


def _paper_merges() -> None:
    op.create_table(
        "paper_merges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kept", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("gone", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "shared",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "why",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("actor", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "undone_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "undone_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "undone_why",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_merges")),
    )
    op.create_index(op.f("ix_paper_merges_gone"), "paper_merges", ["gone"], unique=False)
    op.create_index(op.f("ix_paper_merges_kept"), "paper_merges", ["kept"], unique=False)


def _papers() -> None:
    op.create_table(
        "papers",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("title", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("title_key", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "authors",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "area",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "subarea",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "presentation",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "award",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "arxiv",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "code_url",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "abstract",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "source",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "facts",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column(
            "sources",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column(
            "claim_set",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("claims", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("added_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_papers")),
    )
    op.create_index(op.f("ix_papers_area_position_id"), "papers", ["area", "position", "id"], unique=False)
    op.create_index(op.f("ix_papers_position_id"), "papers", ["position", "id"], unique=False)
    op.create_index(op.f("ix_papers_title_key"), "papers", ["title_key"], unique=False)


def _revision_files() -> None:
    op.create_table(
        "revision_files",
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("path", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("size", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("sha256", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("revision", "path", name=op.f("pk_revision_files")),
    )
    op.create_index(op.f("ix_revision_files_sha256"), "revision_files", ["sha256"], unique=False)


def _rule_versions() -> None:
    op.create_table(
        "rule_versions",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("effective_from", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("digest", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("toml", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "note",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("added_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_rule_versions")),
        sa.UniqueConstraint("effective_from", name=op.f("uq_rule_versions_effective_from")),
    )


def _teams() -> None:
    op.create_table(
        "teams",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("name", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "folded",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("competing", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sa.UniqueConstraint("name", name=op.f("uq_teams_name")),
    )
    op.create_index(op.f("ix_teams_folded"), "teams", ["folded"], unique=False)


def _accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("name", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "provider",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'local'"),
            nullable=False,
        ),
        sa.Column(
            "role",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'participant'"),
            nullable=False,
        ),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "deleted_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint("role IN ('participant', 'reviewer', 'organiser', 'admin')", name=op.f("ck_accounts_role")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_accounts_team_id_teams")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("provider", "name", name=op.f("uq_accounts_provider_name")),
    )
    op.create_index(op.f("ix_accounts_name_id"), "accounts", ["name", "id"], unique=False)
    op.create_index(op.f("ix_accounts_team_id"), "accounts", ["team_id"], unique=False)


def _acts() -> None:
    op.create_table(
        "acts",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("act", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "entry_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "team_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "paper_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "revision",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "created",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "reason",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["leaves.seq"], name=op.f("fk_acts_seq_leaves")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_acts")),
    )
    op.create_index(op.f("ix_acts_entry_id"), "acts", ["entry_id"], unique=False)


def _claim_disputes() -> None:
    op.create_table(
        "claim_disputes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "version",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("ground", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("why", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column(
            "quote",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "text_version",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "anchor",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "decided_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "decided_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "decision",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "new_version",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "state IN ('open', 'accepted', 'rejected', 'withdrawn')", name=op.f("ck_claim_disputes_state")
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claim_disputes_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_disputes")),
    )
    op.create_index(
        op.f("ix_claim_disputes_account_id_created_at"), "claim_disputes", ["account_id", "created_at"], unique=False
    )
    op.create_index(op.f("ix_claim_disputes_claim_id"), "claim_disputes", ["claim", "id"], unique=False)
    op.create_index(op.f("ix_claim_disputes_paper_id"), "claim_disputes", ["paper_id"], unique=False)
    op.create_index(op.f("ix_claim_disputes_state_id"), "claim_disputes", ["state", "id"], unique=False)


def _claim_proposals() -> None:
    op.create_table(
        "claim_proposals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("digest", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "why",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "faults",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "nearest",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("version", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("sha256", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("source", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "model",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "prompt",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("made_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "decided_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "decided_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "note",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "claim",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "state IN ('proposed', 'quarantined', 'approved', 'rejected')", name=op.f("ck_claim_proposals_state")
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claim_proposals_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_proposals")),
        sa.UniqueConstraint("paper_id", "digest", name=op.f("uq_claim_proposals_paper_id_digest")),
    )
    op.create_index(
        op.f("ix_claim_proposals_state_paper_id_id"), "claim_proposals", ["state", "paper_id", "id"], unique=False
    )


def _claim_quarantine() -> None:
    op.create_table(
        "claim_quarantine",
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("faults", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "nearest",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("version", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("sha256", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("since", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claim_quarantine_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("claim", name=op.f("pk_claim_quarantine")),
    )
    op.create_index(op.f("ix_claim_quarantine_paper_id"), "claim_quarantine", ["paper_id"], unique=False)


def _claim_sets() -> None:
    op.create_table(
        "claim_sets",
        sa.Column("version", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "note",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("added_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claim_sets_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "version", name=op.f("pk_claim_sets")),
    )


def _claim_specs() -> None:
    op.create_table(
        "claim_specs",
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("version", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("spec", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claim_specs_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "version", "claim", name=op.f("pk_claim_specs")),
    )
    op.create_index(
        op.f("ix_claim_specs_paper_id_claim_spec"), "claim_specs", ["paper_id", "claim", "spec"], unique=False
    )


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("testable", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("text", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_claims_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claims")),
    )
    op.create_index(op.f("ix_claims_paper_id_position"), "claims", ["paper_id", "position"], unique=False)


def _paper_aliases() -> None:
    op.create_table(
        "paper_aliases",
        sa.Column("name", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("folded", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("mirrored", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_paper_aliases_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("name", "kind", "paper_id", name=op.f("pk_paper_aliases")),
    )
    op.create_index(op.f("ix_paper_aliases_folded"), "paper_aliases", ["folded"], unique=False)
    op.create_index(op.f("ix_paper_aliases_mirrored"), "paper_aliases", ["mirrored"], unique=False)
    op.create_index(op.f("ix_paper_aliases_paper_id"), "paper_aliases", ["paper_id"], unique=False)


def _paper_signals() -> None:
    op.create_table(
        "paper_signals",
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("basis", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("text", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("code", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("data", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("compute", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("theory", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("made_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("body", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_paper_signals_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", name=op.f("pk_paper_signals")),
    )


def _paper_texts() -> None:
    op.create_table(
        "paper_texts",
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("version", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("sha256", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("format", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("characters", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("extracted", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("reader", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("added_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("number", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_paper_texts_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "version", "sha256", name=op.f("pk_paper_texts")),
    )
    op.create_index(op.f("ix_paper_texts_extracted"), "paper_texts", ["extracted"], unique=False)
    op.create_index(op.f("ix_paper_texts_sha256"), "paper_texts", ["sha256"], unique=False)


def _paper_words() -> None:
    op.create_table(
        "paper_words",
        sa.Column("word", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("position", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["papers.id"], name=op.f("fk_paper_words_paper_id_papers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("word", "position", "paper_id", name=op.f("pk_paper_words")),
    )
    op.create_index(op.f("ix_paper_words_paper_id"), "paper_words", ["paper_id"], unique=False)


def _verdicts() -> None:
    op.create_table(
        "verdicts",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "claim_version",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("paper_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "team_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("label", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("direction", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("provisional", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column(
            "grade",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "reader",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("rules", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("judged_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "case_file",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "supersedes",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "review",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("current", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["leaves.seq"], name=op.f("fk_verdicts_seq_leaves")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_verdicts")),
        sa.UniqueConstraint("id", name=op.f("uq_verdicts_id")),
    )
    op.create_index(op.f("ix_verdicts_claim_seq"), "verdicts", ["claim", "seq"], unique=False)
    op.create_index(
        "ix_verdicts_current",
        "verdicts",
        ["entry_id", "claim"],
        unique=False,
        sqlite_where=sa.text("current"),
        postgresql_where=sa.text("current"),
    )
    op.create_index(op.f("ix_verdicts_entry_id_seq"), "verdicts", ["entry_id", "seq"], unique=False)
    op.create_index(op.f("ix_verdicts_label_seq"), "verdicts", ["label", "seq"], unique=False)
    op.create_index(op.f("ix_verdicts_paper_id_seq"), "verdicts", ["paper_id", "seq"], unique=False)
    op.create_index(op.f("ix_verdicts_team_id_seq"), "verdicts", ["team_id", "seq"], unique=False)


def _credit_requests() -> None:
    op.create_table(
        "credit_requests",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("reason", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "why",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("asked_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "expires_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("member", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.CheckConstraint(
            "state IN ('requested', 'granted', 'redeemed', 'waitlisted', 'rejected', 'expired', 'withdrawn')",
            name=op.f("ck_credit_requests_state"),
        ),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_credit_requests_account_id_accounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_credit_requests")),
    )
    op.create_index(op.f("ix_credit_requests_account_id_id"), "credit_requests", ["account_id", "id"], unique=False)
    op.create_index(op.f("ix_credit_requests_state_id"), "credit_requests", ["state", "id"], unique=False)
    op.create_index(
        "uq_credit_requests_live",
        "credit_requests",
        ["account_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('requested', 'granted', 'redeemed', 'waitlisted')"),
        postgresql_where=sa.text("state IN ('requested', 'granted', 'redeemed', 'waitlisted')"),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=True),
        sa.Column("source", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("origin", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("reason", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("state_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("seen_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "title",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "url",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "licence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "named",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "paper_id",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "revision",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "judged_revision",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "first_judged_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("hidden", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column(
            "missing_since",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint(
            "state IN ('discovered', 'resolved', 'queued', 'judging', 'judged', 'not judged', 'rejected', 'late', 'withdrawn')",
            name=op.f("ck_entries_state"),
        ),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_entries_account_id_accounts")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_entries_team_id_teams")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("origin", name=op.f("uq_entries_origin")),
        sa.UniqueConstraint("seq", name=op.f("uq_entries_seq")),
    )
    op.create_index(op.f("ix_entries_paper_id_seq"), "entries", ["paper_id", "seq"], unique=False)
    op.create_index(op.f("ix_entries_source_seq"), "entries", ["source", "seq"], unique=False)
    op.create_index(op.f("ix_entries_state_hidden"), "entries", ["state", "hidden"], unique=False)
    op.create_index(op.f("ix_entries_state_reason_seq"), "entries", ["state", "reason", "seq"], unique=False)
    op.create_index(op.f("ix_entries_state_seq"), "entries", ["state", "seq"], unique=False)
    op.create_index(op.f("ix_entries_state_state_at"), "entries", ["state", "state_at"], unique=False)
    op.create_index(op.f("ix_entries_team_id_first_judged_at"), "entries", ["team_id", "first_judged_at"], unique=False)
    op.create_index(op.f("ix_entries_team_id_seq"), "entries", ["team_id", "seq"], unique=False)


def _tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "name",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("prefix", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("hash", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("scopes", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "last_used_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "revoked_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_tokens_account_id_accounts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index(op.f("ix_tokens_account_id"), "tokens", ["account_id"], unique=False)


def _webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("url", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("secret", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "events",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "reach",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'own'"),
            nullable=False,
        ),
        sa.Column("active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "due_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "failing_since",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint("reach IN ('own', 'all')", name=op.f("ck_webhooks_reach")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_webhooks_account_id_accounts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("ix_webhooks_account_id"), "webhooks", ["account_id"], unique=False)
    op.create_index(op.f("ix_webhooks_due_at"), "webhooks", ["due_at"], unique=False)


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("webhook_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("outbox_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("attempts", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "next_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "ended_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_deliveries_outbox_id_outbox")),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_deliveries_webhook_id_webhooks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("webhook_id", "outbox_id", name=op.f("uq_deliveries_webhook_id_outbox_id")),
    )
    op.create_index(op.f("ix_deliveries_ended_at"), "deliveries", ["ended_at"], unique=False)
    op.create_index(op.f("ix_deliveries_outbox_id"), "deliveries", ["outbox_id"], unique=False)
    op.create_index(op.f("ix_deliveries_webhook_id_id"), "deliveries", ["webhook_id", "id"], unique=False)
    op.create_index(
        op.f("ix_deliveries_webhook_id_state_id"), "deliveries", ["webhook_id", "state", "id"], unique=False
    )
    op.create_index(
        op.f("ix_deliveries_webhook_id_state_next_at"), "deliveries", ["webhook_id", "state", "next_at"], unique=False
    )


def _entry_events() -> None:
    op.create_table(
        "entry_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("reason", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "revision",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "actor",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'system'"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_entry_events_entry_id_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry_events")),
    )
    op.create_index(op.f("ix_entry_events_entry_id_id"), "entry_events", ["entry_id", "id"], unique=False)


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "state",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'waiting'"),
            nullable=False,
        ),
        sa.Column("lane", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("turn", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("attempts", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("fence", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "not_before",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "leased_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "leased_until",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "leased_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "ended_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.CheckConstraint("state IN ('waiting', 'leased', 'done', 'failed', 'cancelled')", name=op.f("ck_jobs_state")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_jobs_entry_id_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_ended", "jobs", ["ended_at"], unique=False)
    op.create_index(op.f("ix_jobs_entry_id_state"), "jobs", ["entry_id", "state"], unique=False)
    op.create_index(
        "ix_jobs_held",
        "jobs",
        ["not_before"],
        unique=False,
        sqlite_where=sa.text("state = 'waiting' AND lane = 2"),
        postgresql_where=sa.text("state = 'waiting' AND lane = 2"),
    )
    op.create_index(
        "ix_jobs_oldest",
        "jobs",
        ["created_at"],
        unique=False,
        sqlite_where=sa.text("state = 'waiting' AND lane < 2"),
        postgresql_where=sa.text("state = 'waiting' AND lane < 2"),
    )
    op.create_index(op.f("ix_jobs_state_lane_turn_id"), "jobs", ["state", "lane", "turn", "id"], unique=False)
    op.create_index(op.f("ix_jobs_team_id_state_lane_turn"), "jobs", ["team_id", "state", "lane", "turn"], unique=False)
    op.create_index(
        "uq_jobs_leased",
        "jobs",
        ["entry_id"],
        unique=True,
        sqlite_where=sa.text("state = 'leased'"),
        postgresql_where=sa.text("state = 'leased'"),
    )
    op.create_index(
        "uq_jobs_live",
        "jobs",
        ["entry_id", "revision"],
        unique=True,
        sqlite_where=sa.text("state IN ('waiting', 'leased')"),
        postgresql_where=sa.text("state IN ('waiting', 'leased')"),
    )


def _likenesses() -> None:
    op.create_table(
        "likenesses",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("left_entry", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("left_revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("right_entry", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("right_revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("score", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "evidence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("found_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(["left_entry"], ["entries.id"], name=op.f("fk_likenesses_left_entry_entries")),
        sa.ForeignKeyConstraint(["right_entry"], ["entries.id"], name=op.f("fk_likenesses_right_entry_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_likenesses")),
        sa.UniqueConstraint(
            "kind", "left_entry", "right_entry", name=op.f("uq_likenesses_kind_left_entry_right_entry")
        ),
    )
    op.create_index(op.f("ix_likenesses_left_entry"), "likenesses", ["left_entry"], unique=False)
    op.create_index(op.f("ix_likenesses_right_entry"), "likenesses", ["right_entry"], unique=False)


def _looks_wanted() -> None:
    op.create_table(
        "looks_wanted",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("team_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("claim", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("verdict", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("why", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "taken_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "taken_until",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "done_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "done_by",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "outcome",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_looks_wanted_entry_id_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_looks_wanted")),
        sa.UniqueConstraint("verdict", name=op.f("uq_looks_wanted_verdict")),
    )
    op.create_index(op.f("ix_looks_wanted_entry_id_claim"), "looks_wanted", ["entry_id", "claim"], unique=False)
    op.create_index(
        "ix_looks_wanted_open",
        "looks_wanted",
        ["id"],
        unique=False,
        sqlite_where=sa.text("done_at = ''"),
        postgresql_where=sa.text("done_at = ''"),
    )
    op.create_index(op.f("ix_looks_wanted_outcome"), "looks_wanted", ["outcome"], unique=False)


def _rendered_parts() -> None:
    op.create_table(
        "rendered_parts",
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_rendered_parts_entry_id_entries")),
        sa.PrimaryKeyConstraint("entry_id", "revision", "kind", "page", "part", name=op.f("pk_rendered_parts")),
    )


def _renderings() -> None:
    op.create_table(
        "renderings",
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("basis", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("state", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("run_seconds", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("runs_timed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("runs_untimed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "body",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("made_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.CheckConstraint("state IN ('made', 'failed')", name=op.f("ck_renderings_state")),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_renderings_entry_id_entries")),
        sa.PrimaryKeyConstraint("entry_id", "revision", name=op.f("pk_renderings")),
    )
    op.create_index(op.f("ix_renderings_basis"), "renderings", ["basis"], unique=False)
    op.create_index(
        "ix_renderings_failed",
        "renderings",
        ["made_at"],
        unique=False,
        sqlite_where=sa.text("state = 'failed'"),
        postgresql_where=sa.text("state = 'failed'"),
    )


def _revisions() -> None:
    op.create_table(
        "revisions",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("seen_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "source_sha",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("bytes", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("files", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("late", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column(
            "taken_down_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_revisions_entry_id_entries")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_revisions")),
        sa.UniqueConstraint("entry_id", "revision", name=op.f("uq_revisions_entry_id_revision")),
    )
    op.create_index(op.f("ix_revisions_revision"), "revisions", ["revision"], unique=False)


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("hash", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("token_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=True),
        sa.Column("csrf", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("created_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("expires_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id_accounts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["token_id"], ["tokens.id"], name=op.f("fk_sessions_token_id_tokens"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("hash", name=op.f("uq_sessions_hash")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"], unique=False)
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_token_id"), "sessions", ["token_id"], unique=False)


def _signatures() -> None:
    op.create_table(
        "signatures",
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("kind", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("revision", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("size", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("sample", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_signatures_entry_id_entries")),
        sa.PrimaryKeyConstraint("entry_id", "kind", name=op.f("pk_signatures")),
    )


def _spaces() -> None:
    op.create_table(
        "spaces",
        sa.Column("id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "key",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "sha",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "etag",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "tags",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("'[]'"),
            nullable=False,
        ),
        sa.Column(
            "created_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "modified_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("first_seen", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("last_seen", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "asked_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "missing_since",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "moved_to",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("entry_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=True),
        sa.Column("status", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column(
            "sentence",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "fetched_sha",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column(
            "fetch_at",
            sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
            server_default=sa.text("''"),
            nullable=False,
        ),
        sa.Column("failures", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["entries.id"], name=op.f("fk_spaces_entry_id_entries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_spaces")),
    )
    op.create_index(op.f("ix_spaces_entry_id"), "spaces", ["entry_id"], unique=False)
    op.create_index(op.f("ix_spaces_fetch_at_id"), "spaces", ["fetch_at", "id"], unique=False)
    op.create_index(op.f("ix_spaces_key"), "spaces", ["key"], unique=False)
    op.create_index(op.f("ix_spaces_last_seen_id"), "spaces", ["last_seen", "id"], unique=False)
    op.create_index(op.f("ix_spaces_status_id"), "spaces", ["status", "id"], unique=False)


def _look_conflicts() -> None:
    op.create_table(
        "look_conflicts",
        sa.Column("look_id", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("declared_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_look_conflicts_account_id_accounts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["look_id"], ["looks_wanted.id"], name=op.f("fk_look_conflicts_look_id_looks_wanted")),
        sa.PrimaryKeyConstraint("look_id", "account_id", name=op.f("pk_look_conflicts")),
    )
    op.create_index(op.f("ix_look_conflicts_account_id"), "look_conflicts", ["account_id"], unique=False)


def _reading_drafts() -> None:
    op.create_table(
        "reading_drafts",
        sa.Column("account_id", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("look_id", sa.BigInteger(), nullable=False),
        sa.Column("fields", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("changed_at", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_reading_drafts_account_id_accounts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["look_id"], ["looks_wanted.id"], name=op.f("fk_reading_drafts_look_id_looks_wanted")),
        sa.PrimaryKeyConstraint("account_id", "look_id", name=op.f("pk_reading_drafts")),
    )
    op.create_index(op.f("ix_reading_drafts_changed_at"), "reading_drafts", ["changed_at"], unique=False)
    op.create_index(op.f("ix_reading_drafts_look_id"), "reading_drafts", ["look_id"], unique=False)
