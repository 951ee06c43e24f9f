"""What pages and API share of readings by persons: the form, what is told, and who may open what."""
