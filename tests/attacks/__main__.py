"""The table of attacks for docs/threats.md: ``python -m tests.attacks`` writes it there anew."""

from tests.test_threats import LINES, PAGE, TABLE_HEAD, rows


def main() -> None:
    first = LINES.index(TABLE_HEAD[0])
    rest = [line for line in LINES[first:] if not line.startswith("|")]
    PAGE.write_text("\n".join([*LINES[:first], *TABLE_HEAD, *rows(), *rest]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
