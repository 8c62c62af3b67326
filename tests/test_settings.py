"""Settings: defaults, the environment, what is given, and what is refused."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from runmat_kernel.base.settings import Settings

PAGE = Path(__file__).resolve().parents[1] / "docs" / "settings.md"


def test_what_is_given_comes_before_the_environment() -> None:
    settings = Settings.from_environment({"RUNMAT_THREADS": "2", "RUNMAT_LOOPS": "off", "MATLABPATH": "/here"}, threads=3)
    assert (settings.threads, settings.loops, settings.search_path) == (3, False, "/here")
    assert Settings.from_environment({"RUNMAT_THREADS": "many"}, threads=3).threads == 3


@pytest.mark.parametrize(
    ("variable", "text"),
    [("RUNMAT_PROVIDER", "bogus"), ("RUNMAT_THREADS", "many"), ("RUNMAT_THREADS", "-1"), ("RUNMAT_FUSION", "perhaps")],
)
def test_a_bad_variable_is_named(variable: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable} is .?{text}"):
        Settings.from_environment({variable: text})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"provider": "bogus"}, "provider is 'bogus'"),
        ({"threads": -1}, "threads is -1, which is negative"),
        ({"threads": 2.5}, "threads is 2.5, which is not a whole number"),
        ({"fusion": "off"}, "fusion is 'off', which is not 0 or 1"),
        ({"bogus": 1}, "unknown setting 'bogus'"),
    ],
)
def test_a_bad_argument_is_named(given: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Settings.from_environment({}, **given)


def test_the_page_lists_every_setting_with_its_default() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row[1].strip("`") for row in rows}
    defaults = {field.name: field.default for field in fields(Settings)}
    assert set(told) == set(defaults)
    for name, default in defaults.items():
        assert told[name] == (str(int(default)) if isinstance(default, (bool, int)) else default) or (
            default == "" and told[name][0] == "("
        )
