"""``python -m runmat_kernel.sample_data``: print the page of the documentation."""

import sys

from . import page

if __name__ == "__main__":
    sys.stdout.write(page())
