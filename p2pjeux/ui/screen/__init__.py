"""The full screen: a pure model and drawing, and a thin prompt_toolkit application around them."""
