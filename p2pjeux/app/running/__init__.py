"""What runs while a command does: the station, the router, the lobby, a table, its files."""
