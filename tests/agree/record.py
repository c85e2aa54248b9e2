"""Write the answers of all transcripts anew: ``python -m tests.agree.record [NAME …]``."""

import sys

from tests.agree.script import TESTDATA, played

for path in sorted(TESTDATA.glob("*.txt")):
    if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
        path.write_text(played(path.read_text("utf-8")), "utf-8")
