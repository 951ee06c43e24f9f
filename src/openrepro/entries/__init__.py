"""An entry's life, from first seen to its final state."""
