"""Logbooks as safe HTML: what a reader of the site is shown of them."""
