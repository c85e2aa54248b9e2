"""One peer at one table: commands, messages and time in, effects out. Pure."""
