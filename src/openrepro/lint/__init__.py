"""What a participant should know before publishing."""
