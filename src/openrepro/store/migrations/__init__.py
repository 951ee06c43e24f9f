"""The steps that lead every database to the schema of `tables.py`, oldest first."""
