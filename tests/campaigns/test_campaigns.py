"""A few cases of each campaign: they run, and find nothing."""

from __future__ import annotations

import pytest

from .__main__ import campaign_names, main


@pytest.mark.parametrize("name", campaign_names())
def test_campaign_finds_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--count", "6", "--workers", "1"]) == 0, capfd.readouterr().out


def test_deferred_blocks_are_as_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["octave", "--deferred", "--count", "6", "--seed", "40", "--workers", "1"]) == 0, capfd.readouterr().out
