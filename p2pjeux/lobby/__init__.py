"""From the first knock to a charter that all have signed. Pure."""
