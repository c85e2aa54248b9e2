"""What others made and the page needs: which versions, held by which digests, kept where.

Nothing of it lies in our repository: ``fetch`` brings it once, and it stays in the cache.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Package:
    """A package of the npm registry. ``sha512`` is of the whole archive, as that registry says it.

    ``files`` gives the path in the archive for each name under which the page asks for it.
    """

    name: str
    version: str
    sha512: str
    licence: str
    home: str
    files: tuple[tuple[str, str], ...]

    @property
    def archive(self) -> str:
        return f"{self.name}-{self.version}.tgz"


PYODIDE: Final = Package(
    "pyodide",
    "314.0.7",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    "MPL-2.0",
    "https://pyodide.org",
    (
        ("pyodide.mjs", "package/pyodide.mjs"),
        ("pyodide.asm.mjs", "package/pyodide.asm.mjs"),
        ("pyodide.asm.wasm", "package/pyodide.asm.wasm"),
        ("pyodide-lock.json", "package/pyodide-lock.json"),
        ("python_stdlib.zip", "package/python_stdlib.zip"),
        ("pyodide-readme.txt", "package/README.md"),
    ),
)
WRAPPERS: Final = Package(
    "libsodium-wrappers-sumo",
    "0.8.4",
    "ql7hcgulKZ3ekfa2DGAogcCKsWU0diA/0nArz1CFzh93WQdb46/Kj18ka/Hifq6uA3Ush34Pc6vU/6HXeRwUkg==",
    "ISC",
    "https://github.com/jedisct1/libsodium.js",
    (
        ("libsodium-wrappers.mjs", "package/dist/modules-sumo-esm/libsodium-wrappers.mjs"),
        ("libsodium-licence.txt", "package/LICENSE"),
    ),
)
SODIUM: Final = Package(
    "libsodium-sumo",
    "0.8.4",
    "TMtHShQfVVsaxDygyapvUC3o7YsPgXa/hRWeIgzyFz6w5k/1hirGptCxp1U7XwW3rCskaTTYKgV10v86UiGgNw==",
    "ISC",
    "https://github.com/jedisct1/libsodium.js",
    (("libsodium-sumo.mjs", "package/dist/modules-sumo-esm/libsodium-sumo.mjs"),),
)
PACKAGES: Final = (PYODIDE, WRAPPERS, SODIUM)
NAMES: Final = frozenset(name for package in PACKAGES for name, _ in package.files)


def folder_in(cache: Path) -> Path:
    """Where these very versions lie; another version has another folder."""
    return cache / "phone" / f"{PYODIDE.version}-{SODIUM.version}"


def are_here(folder: Path) -> bool:
    """Whether everything was fetched: each file is put in its place whole."""
    return all((folder / name).is_file() for name in NAMES)
