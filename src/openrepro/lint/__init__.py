"""What a participant should know about a logbook before publishing it. Pure."""
