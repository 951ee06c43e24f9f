"""Attacks on the judge: what an entry may do to its own logbook to be judged better than its evidence, as data."""
