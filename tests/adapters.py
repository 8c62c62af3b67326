"""A test without a usable graphics adapter is skipped, or fails where RUNMAT_REQUIRE_GPU says that it must not be skipped."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def no_adapter(error: object) -> NoReturn:
    """End the running test because of ``error``."""
    if os.environ.get("RUNMAT_REQUIRE_GPU", "") not in ("", "0"):
        pytest.fail(f"RUNMAT_REQUIRE_GPU is set, but there is no adapter: {error}", pytrace=False)
    pytest.skip(f"no adapter: {error}")
