"""Append-only lines: for screen readers, pipes, dumb terminals and whoever prefers them."""
