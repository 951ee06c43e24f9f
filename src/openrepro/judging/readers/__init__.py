"""Readers: each fills the reading form for one claim, and none emits a label."""
