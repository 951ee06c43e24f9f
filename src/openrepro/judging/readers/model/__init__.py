"""The reader that asks a model: what it is shown, what it is asked, and what its answer is worth."""
