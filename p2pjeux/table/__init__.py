"""One table: its log, its game, and what is said about them. Pure."""
