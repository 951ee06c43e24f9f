"""The statistics of "same result": one comparator per kind of statement."""
