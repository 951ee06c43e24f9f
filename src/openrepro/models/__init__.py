"""Clients of model endpoints: who is asked, how fast, for how much, and what is kept of the answers."""
