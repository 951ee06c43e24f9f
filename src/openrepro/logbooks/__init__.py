"""Logbooks as their authors left them: parsed, with every byte accounted for."""
