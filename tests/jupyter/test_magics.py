"""Magics: where they count, what they say of wrong uses, reports of what was timed."""

from __future__ import annotations

import pytest

from runmat_kernel.jupyter.magics import awaits_more, split

from .conftest import Client, stream


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("x = 1;\n%fusion_report\ny = 2;", ["", "%fusion_report", ""]),
        ("%{\n%fusion_report\n%}\nx = 1", [""]),
        ("for i = 1:2\n%residency\nend", [""]),
        ("A = [1 2\n%gpu\n3 4];", [""]),
        ("x = 1 + ...\n%gpu\n2;", [""]),
        ("function f\nx = 1;\nend\n%gpu", ["", "%gpu"]),
        ("%time x = 1;\n%residency", ["%time", "%residency"]),
        ("%%timeit\nx = 1;\n%residency", ["%%timeit"]),
        ("%%file a.m\n%%time", ["%%file"]),
    ],
)
def test_pieces_of_a_cell(cell: str, expected: list[str]) -> None:
    assert [piece.magic for piece in split(cell)] == expected


def test_code_keeps_its_lines_and_text_stands_as_it_is() -> None:
    assert [piece.code for piece in split("\n%%time\nx = 1")] == ["\n\nx = 1"]
    assert [piece.code for piece in split("%%html\n\n<b>")] == ["\n<b>"]


@pytest.mark.parametrize(
    ("cell", "more"),
    [("%%file a.m\nfunction x", True), ("%%file a.m\nx\n\n", False), ("%gpu", False), ("%gpu\nfor k = 1:2", None), ("x", None)],
)
def test_consoles_ask_for_the_rest_of_a_cell(cell: str, more: bool | None) -> None:
    assert awaits_more(cell) is more


def test_percent_lines_that_are_no_magic_are_comments(kernel: Client) -> None:
    reply, outputs = kernel.run("%timed is a word\n% time\n%unknown thing\nz = 1;\n%time is not first here")
    assert reply["status"] == "ok" and outputs == []


def test_time_and_timeit(kernel: Client) -> None:
    assert "Wall time" in stream(kernel.run("%time w = 3;")[1])
    assert "best" in stream(kernel.run("%%timeit\nsin(1);")[1])
    assert "of 4 runs" in stream(kernel.run("%timeit -r 4 sin(1);")[1])
    assert "of 2 runs" in stream(kernel.run("%%timeit -r2\n-sin(1);")[1])
    kernel.run("times_ = 0;")
    assert "of 2 runs" in stream(kernel.run("%%timeit -n 5 -r 2\ntimes_ = times_ + 1;")[1])
    assert kernel.run("times_")[1][0][1]["data"]["text/plain"].split()[-1] == "10"


def test_file_magic_writes_a_function_that_can_be_called(kernel: Client, tmp_path) -> None:
    kernel.run(f"cd('{tmp_path}')")
    kernel.run("%%file tripled_.m\nfunction y = tripled_(x)\ny = 3*x;\nend")
    assert kernel.run("tripled_(2)")[1][0][1]["data"]["text/plain"].split()[-1] == "6"


@pytest.mark.parametrize(
    "code", ["%time", "%timeit", "%plot", "%plot svg big", "%plot png 0", "%fusion_report --bogus", "%fusion_report 'x", "%%file\nx"]
)
def test_wrong_uses_say_the_right_one(kernel: Client, code: str) -> None:
    reply, outputs = kernel.run(code)
    assert reply["ename"] == "RunMat:magic" and [kind for kind, _ in outputs] == ["error"]


def test_timeit_runs_failing_code_once_and_names_its_line(kernel: Client) -> None:
    kernel.run("runs_ = 0;")
    reply, outputs = kernel.run("%%timeit\nruns_ = runs_ + 1\nerror('stop')")
    assert reply["evalue"] == "stop" and "line 3" in "\n".join(reply["traceback"]) and stream(outputs) == ""
    assert kernel.run("runs_")[1][0][1]["data"]["text/plain"].split()[-1] == "1"


def test_what_was_timed_is_reported(kernel: Client) -> None:
    kernel.run("t_ = linspace(0, 1, 100000);")
    kernel.run("%%timeit\nu_ = sin(t_) + 1;")
    assert "sin" in kernel.run("%fusion_report")[1][0][1]["data"]["text/plain"]


def test_residency_of_some_variables(kernel: Client) -> None:
    kernel.run("one_ = 1; two_ = 2;")
    plain = kernel.run("%residency two_")[1][0][1]["data"]["text/plain"]
    assert "two_" in plain and "one_" not in plain


def test_html_is_shown_as_it_stands(kernel: Client) -> None:
    assert kernel.run("%%html\n<b>bold</b>")[1][0][1]["data"]["text/html"] == "<b>bold</b>"


def test_help_of_a_magic(kernel: Client) -> None:
    reply, _ = kernel.run("%residency?")
    assert "whether they are on the host" in reply["payload"][0]["data"]["text/plain"]
    assert kernel.request(kernel.client.is_complete, "sin?")["status"] == "complete"
