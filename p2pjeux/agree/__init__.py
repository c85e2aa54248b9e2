"""How a step closes, once and for all (protocol/10-agreement.md). Pure; knows no game."""
