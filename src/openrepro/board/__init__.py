"""The public board, folded from verdict records."""
