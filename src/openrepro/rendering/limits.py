"""How much of a logbook is rendered, so that no logbook costs more than its share. Sizes are in characters."""

BOOK = 20_000_000
"""HTML of a whole logbook, figures apart."""
PART = 210_000
"""HTML of one part."""
PIECE = 150_000
"""HTML of what is never cut between two parts."""
BLOCK = 60_000
"""Text of one output or listing that is shown whole; of a longer one its head, its tail and the quotes."""
PROSE = 200_000
"""Markdown of one block that is laid out; a longer one is shown as text."""
MARKDOWN = 4_000_000
"""Markdown of a whole logbook that is laid out."""
CODE = 20_000
"""Text of a listing that is coloured."""
FORMULA = 2_000
FORMULAS = 2_000
LINKS = 2_000
CELLS = 20_000
PAGES = 2_000
QUOTES = 1_000
GAPS = 500
UNSEEN = 300
"""Invisible characters of one piece that are named; further ones are only shown."""
FIGURE = 2_000_000
FIGURES = 200
