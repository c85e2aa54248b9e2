"""The measures by which STYLE compares code: ``python -m tests.metrics [FOLDER]``.

Lines of files and functions (median, nine of ten, most), comments and docstrings for each line of
code, functions with every type written, assertions for each function, and tests for each line of
code. They are looked at, not obeyed: no test holds them.
"""

import ast
import io
import statistics
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAYOUT = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.COMMENT,
}


@dataclass
class Measures:
    files: list[int] = field(default_factory=list)
    functions: list[int] = field(default_factory=list)
    code: int = 0
    comments: int = 0
    docstrings: int = 0
    annotated: int = 0
    assertions: int = 0

    def add(self, text: str) -> None:
        self.files.append(text.count("\n"))
        tree = ast.parse(text)
        in_docstrings = set(docstring_lines(tree))
        code: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            self.comments += token.type == tokenize.COMMENT
            if token.type not in LAYOUT:
                code.update(range(token.start[0], token.end[0] + 1))
        self.docstrings += len(in_docstrings)
        self.code += len(code - in_docstrings)
        for node in ast.walk(tree):
            self.assertions += isinstance(node, ast.Assert)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.append((node.end_lineno or node.lineno) - node.lineno + 1)
                self.annotated += is_annotated(node)


def docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node) is not None:
            said = node.body[0]
            yield from range(said.lineno, (said.end_lineno or said.lineno) + 1)


def is_annotated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    typed = all(one.annotation or one.arg in ("self", "cls") for one in taken)
    return typed and node.returns is not None


def spread(numbers: list[int]) -> str:
    ordered = sorted(numbers) or [0]
    ninth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return f"{statistics.median(ordered):.0f}, {ninth}, {ordered[-1]}"


def measure(folder: Path) -> Measures:
    found = Measures()
    for path in sorted(folder.rglob("*.py")):
        found.add(path.read_text("utf-8"))
    return found


def main(arguments: Sequence[str]) -> None:
    package = ROOT / (arguments[0] if arguments else "p2pjeux")
    rooms = [one for one in sorted(package.iterdir()) if list(one.glob("*.py"))]
    print(
        "| room | files, lines | file lines | function lines | comments | docstrings | assertions |"
    )
    print("|---|---|---|---|---|---|---|")
    for folder in (*rooms, package):
        found = measure(folder)
        code, functions = max(found.code, 1), max(len(found.functions), 1)
        print(
            f"| `{folder.name}` | {len(found.files)}, {sum(found.files)} | {spread(found.files)} | "
            f"{spread(found.functions)} | {found.comments / code:.2f} | "
            f"{found.docstrings / code:.2f} | {found.assertions / functions:.2f} |"
        )
    whole, tests = measure(package), measure(ROOT / "tests")
    long = sum(lines > 50 for lines in whole.functions)
    print(f"functions of more than 50 lines: {long} of {len(whole.functions)}")
    print(f"fully annotated: {100 * whole.annotated / max(len(whole.functions), 1):.1f} %")
    print(f"test code for each line of code: {tests.code / max(whole.code, 1):.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
