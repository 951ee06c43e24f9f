"""Where everything is kept: one schema on SQLite and PostgreSQL, and content-addressed blobs."""
