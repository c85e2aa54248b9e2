"""One file a command: what was asked for, and what is put together to do it."""
