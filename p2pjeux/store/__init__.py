"""The only room with files: identity, table secrets, logs and journals. Synchronous and small."""
