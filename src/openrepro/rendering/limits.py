"""How much of a logbook is rendered, so that no logbook costs more than its share; in characters, or as it says."""

BOOK = 20_000_000
"""Bytes of HTML of a whole logbook, figures apart."""
PART = 150_000
"""Bytes of HTML of one part: noise of any alphabet, once compressed, is at most 5/6 of it."""
PIECE = 140_000
"""Bytes of HTML of what is never cut between two parts."""
CELL = 400
"""Bytes that a cell takes of a part beside what it holds: its tags, and its line in the margin of the page."""
BLOCK = 60_000
"""Text of one output or listing that is shown whole; of a longer one its head, its tail and the quotes."""
PROSE = 200_000
"""Markdown of one block that is laid out; a longer one is shown as text."""
WORK = 700_000
"""Work, counted in about microseconds, that goes into the markup of a whole logbook; the rest is shown as text."""
BLOCK_WORK = 250_000
"""Work that goes into one block of Markdown: what costs more than its length does so in large blocks only."""
FORMULA_WORK = 200
PROSE_WORK = 80
"""Work for a block of Markdown, however short."""
LISTING_WORK = 3
"""Work for each character of a listing that is coloured."""
EXACT_WORK = 20_000
"""Work of a block up to which it is laid out again and again to find how exactly its quotes can be marked."""
CODE = 20_000
"""Text of a listing that is coloured."""
CODE_LINE = 400
"""Length of a line up to which a listing is coloured, as lexers are slow on long ones."""
FORMULA = 2_000
FORMULAS = 2_000
LINKS = 2_000
CELLS = 20_000
PAGES = 2_000
QUOTES = 1_000
MARKS = 800
"""Marks of one piece, besides the first of each quote."""
MARKS_DEEP = 6
"""Quotes that are marked at one place, besides those whose first mark stands there."""
GAPS = 500
UNSEEN = 300
"""Invisible characters of one piece that are named; further ones are only shown."""
FIGURE = 2_000_000
FIGURES = 200
