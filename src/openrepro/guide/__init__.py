"""Guide, questions and prompts: generated from the rules, so that they cannot drift from them."""
