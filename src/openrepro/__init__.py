"""OpenRepro: open, claim-by-claim reproduction of scientific papers."""

__version__ = "0.1.0"
