"""The only state of a table: charter, signed entries, steps and their digests. Pure."""
