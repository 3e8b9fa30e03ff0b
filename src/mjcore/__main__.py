"""``python -m mjcore`` is the command ``mjcore``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
