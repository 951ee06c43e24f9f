"""The sandbox: programs of ours that strangers' bytes are handed to, shut in by bubblewrap and by limits."""
