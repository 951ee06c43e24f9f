"""The programs behind runs, read without running them: what they hand over, show, pretend, or state as a literal."""
