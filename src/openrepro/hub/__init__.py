"""The client of the Hub."""
