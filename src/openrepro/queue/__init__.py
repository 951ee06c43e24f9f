"""Work that must be done once: the port, its two adapters, and the worker."""
