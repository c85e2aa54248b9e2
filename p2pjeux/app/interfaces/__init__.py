"""How a command reaches a person: one contract, plain lines and the full screen."""
