"""Words and facets of papers, held so that a search costs the same in a large event."""
