"""How a terminal that was closed is told from a disk that fails."""

import errno
from typing import Final

# What writing to a closed terminal says, on the systems that say it.
TERMINAL_GONE: Final = frozenset({errno.EIO, errno.ENXIO, errno.EPIPE, errno.EBADF})
