"""People and what they may do: accounts, teams, tokens."""
