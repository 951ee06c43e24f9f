"""The Hugging Face Hub as a client sees it: politely asked, never believed."""
