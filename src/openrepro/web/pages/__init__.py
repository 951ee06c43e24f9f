"""The pages of the site, each with its JSON twin."""
