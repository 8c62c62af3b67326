"""Reading by formats: texts of plain numbers are read together, with what reading them one by one gives."""

from __future__ import annotations

import pytest

from runmat_kernel.toolboxes.files import scan as engine

TEXTS = [
    "", "1", "1,2.5,-3e2",
    "1, 2 ,\n3,", "1,2 ", "1,,2", "1 2,3", ",1", "1,2;", "1,inf,2", "1,2e", "4:5:6", "7;8;", "1-2-3", "1 2\n3 4", " 1 2 ",
    "1d2,3", "1_0,2", "+1,-0", "1.5:2",
]  # fmt: skip
FORMATS = ["%f,", "%d,", "%g , ", "%f %f", "%d:", "%d;%d", "%f", "%d-", "%f1", "%f\\n", "%*f,", "%3f,", " %f;"]


@pytest.mark.parametrize("form", FORMATS)
def test_numbers_read_together(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    together = [engine.scan(text, form) for text in TEXTS]
    monkeypatch.setattr(engine, "_plain_numbers", lambda text, pieces: [])
    for text, found in zip(TEXTS, together, strict=True):
        alone = engine.scan(text, form)
        assert (found.items, found.conversions, found.position) == (alone.items, alone.conversions, alone.position), text


def test_separators_do_not_keep_numbers_from_being_read_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_read", None)
    assert engine.scan("1,2.5,\n-3e2", "%f,").items == [1.0, 2.5, -300.0]
    assert engine.scan("10:20:", "%d:").items == [10.0, 20.0]
    assert engine.scan("1 2\n3 4", "%d %d").items == [1.0, 2.0, 3.0, 4.0]
