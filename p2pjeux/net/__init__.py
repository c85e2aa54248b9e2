"""Links between peers: Noise, framing, the mesh, discovery, and what helps when they fail."""
