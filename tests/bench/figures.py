"""The few figures of a benchmark that stand in the table of ``docs/figures.md``."""

from typing import Final

# Lines that begin so are put into the table by ``python -m tests.bench``.
MARK: Final = "→ "


def figure(name: str, value: str, ratio: float | None = None, against: str = "") -> None:
    """Print a figure: what, how much, and its ratio to a floor or a peer of the same run."""
    written = "–" if ratio is None else f"{ratio:.2f}"
    print(f"{MARK}{name} | {value} | {written} | {against or '–'}", flush=True)
