"""What papers assert: claims, their specs, and where they stand."""
