"""Persistent variables are set by what names them in text or files: eval, load, assignin."""

from __future__ import annotations

import pytest

from runmat_kernel.session import execute

BODIES = {
    "eval": ("eval('n = 4;');", "eval('n = n + 1;');"),
    "loops in eval": ("n = 4;", "eval('for k = 1:2, n = n + 0.5; end');"),
    "assignin": ("put(4);", "put(n + 1);"),
    "load": ("t.n = 4; save('p.mat', '-struct', 't'); load p;", "t.n = n + 1; save('p.mat', '-struct', 't'); load p n;"),
}


@pytest.mark.parametrize("way", BODIES)
def test_persistent_variables_keep_what_is_put_into_them_by_name(way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first, later = BODIES[way]
    (tmp_path / "counted.m").write_text(f"function r = counted\npersistent n\nif isempty(n), {first} else, {later} end\nr = n;\n")
    (tmp_path / "put.m").write_text("function put(x)\nassignin('caller', 'n', x);\n")
    assert execute("fprintf('%g ', counted, counted, counted)") == "4 5 6 "
