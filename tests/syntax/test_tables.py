"""The grammar's tables: no conflicts, and no lark once they are stored."""

from __future__ import annotations

import logging
import subprocess
import sys

from runmat_kernel.syntax import tables


def test_grammar_has_no_conflict(caplog):
    from lark import logger

    level, propagate = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = True
    try:
        with caplog.at_level(logging.DEBUG):
            made = tables.make(tables.GRAMMAR.read_text("utf-8"), debug=True)
    finally:
        logger.setLevel(level)
        logger.propagate = propagate
    assert "conflict" not in caplog.text.lower()
    assert made.rules


def test_stored_tables_need_no_lark():
    tables.tables()
    code = (
        "import sys; from runmat_kernel.base.source import Source; from runmat_kernel.syntax.parser import parse;"
        "parse(Source('c', 'x = 1')); assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_read_only_folder_only_costs_time(tmp_path):
    made = tables.Tables([{"A": 1}], [("a", 0, "")], 0, 1)
    tables._store(tmp_path / "missing" / "deeper" / "g.tables", made)
    assert not list(tmp_path.iterdir())
