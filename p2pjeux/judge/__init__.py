"""What a log proves: verify and replay. Pure."""
