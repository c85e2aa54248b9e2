from p2pjeux.cli.run import main

__all__ = ["main"]
