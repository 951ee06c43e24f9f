"""The rule file of a challenge and its versions."""
