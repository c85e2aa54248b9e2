"""Evenings with phones: ``python -m tests.phone [SCENE …]`` as root; without any, all.

Each scene is a table of real programs in network namespaces and of pages in real browsers. At the
end the logs of all that were there must be the same, entry by entry, and ``verify`` content.
"""

import sys

from tests.lan.__main__ import play_all
from tests.phone.scenes import SCENES

if __name__ == "__main__":
    raise SystemExit(play_all("tests.phone", __doc__, SCENES, sys.argv[1:]))
