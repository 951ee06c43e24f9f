"""From evidence to verdict: reading, ruling, record."""
