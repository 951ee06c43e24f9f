"""An installation put together: rules, store, blobs, workers and what happens by itself."""
