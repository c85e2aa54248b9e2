"""A log for others to read: as text, for programs, and as a page that plays the game back."""
