"""A table beside itself: no variable is lost."""

from __future__ import annotations

import pytest

from runmat_kernel.session import execute

MADE = "T = table([1;2],[3;4],'VariableNames',{'k','v'}); t = timetable(datetime(2024,1,1)+days(0:1)',[1;2],'VariableNames',{'x'});\n"


@pytest.mark.parametrize(
    ("made", "names"),
    [
        ("innerjoin(T,T,'Keys','k')", ["'k'", "'v_T'", "'v_T_1'"]),
        ("outerjoin(T,T,'Keys','k')", ["'k_T'", "'v_T'", "'k_T_1'", "'v_T_1'"]),
        ("synchronize(t,t)", ["'x_t'", "'x_t_1'"]),
    ],
)
def test_every_variable_has_a_name_of_its_own(made: str, names: list[str]) -> None:
    text = execute(f"{MADE}J = {made}; fprintf('%s\\n', J.Properties.VariableNames{{:}})")
    assert [f"'{line}'" for line in text.split()] == names
