"""The append-only record of verdicts and what is published of it."""
