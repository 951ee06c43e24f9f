"""What code can establish from a logbook: runs, results, scale, findings."""
