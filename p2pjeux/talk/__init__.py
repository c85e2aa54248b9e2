"""What people say to each other beside the game: agreements and chat. Pure."""
