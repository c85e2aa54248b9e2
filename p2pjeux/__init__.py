"""Board games with real secrets, between friends on one wifi, with no server."""

__version__ = "0.2.0"
