"""The contract between a game and everything else. Pure."""
