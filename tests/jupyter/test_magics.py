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
    [
        ("%%file a.m\nfunction x", True),
        ("%%file a.m\nx\n\n", False),
        ("%%time\nx\n  \n  ", False),
        ("%%time\nfor k = 1:2\n\n", True),
        ("%gpu", False),
        ("%gpu\nfor k = 1:2", None),
        ("x", None),
    ],
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
    "code",
    [
        "%gpu bogus",
        "%residency nosuch_",
        "%time",
        "%timeit",
        "%plot",
        "%plot svg big",
        "%plot png 0",
        "%fusion_report --bogus",
        "%fusion_report 'x",
        "%%file\nx",
    ],
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


def reported(outputs: list) -> list[str]:
    """The text of each report among the outputs."""
    return [content["data"]["text/plain"] for kind, content in outputs if kind == "display_data"]


def test_reports_stand_inside_timed_cells(kernel: Client) -> None:
    kernel.run("t_ = linspace(0, 1, 100000);")
    _, outputs = kernel.run("%%time\nu_ = cos(t_) + 1;\n%fusion_report\nv_ = 3")
    assert [kind for kind, _ in outputs] == ["display_data", "stream"]
    (report,) = reported(outputs)
    assert "cos" in report and "line 2" in report
    assert "v_ =" in stream(outputs) and stream(outputs).count("Wall time") == 1
    _, outputs = kernel.run("%%timeit -r 3\nu_ = exp(t_) + 1;\n%fusion_report\nv_ = sqrt(t_) - 1;")
    assert [kind for kind, _ in outputs] == ["stream", "display_data"] and "of 3 runs" in stream(outputs)
    (report,) = reported(outputs)
    assert "exp" in report and "sqrt" in report and "2 kernels" in report


def test_a_failing_report_ends_a_timed_cell(kernel: Client) -> None:
    reply, outputs = kernel.run("%%time\nx_ = 1;\n%fusion_report --bogus\nx_ = 2;")
    assert reply["ename"] == "RunMat:magic" and "Wall time" not in stream(outputs)
    assert kernel.run("x_")[1][0][1]["data"]["text/plain"].split()[-1] == "1"


def test_what_a_cell_runs_in_pieces_is_one_report(kernel: Client) -> None:
    kernel.run("t_ = linspace(0, 1, 100000);")
    _, outputs = kernel.run("u_ = cos(t_) + 1;\n%fusion_report\nv_ = exp(t_) - 1;")
    (report,) = reported(outputs)
    assert "cos" in report and "exp" not in report
    (report,) = reported(kernel.run("%fusion_report")[1])
    assert "cos" in report and "exp" in report and "2 kernels" in report


def test_a_cell_that_is_not_stored_leaves_its_number_to_the_next(kernel: Client) -> None:
    kernel.run("t_ = linspace(0, 1, 100000); u_ = cos(t_);", store_history=False)
    kernel.run("v_ = exp(t_);", store_history=False)
    (report,) = reported(kernel.run("%fusion_report", store_history=False)[1])
    assert "exp" in report and "cos" not in report


def test_a_semicolon_behind_a_magic_changes_nothing(kernel: Client) -> None:
    assert stream(kernel.run("%lsmagic;")[1]) == stream(kernel.run("%lsmagic")[1])
    assert all(line.endswith((".", ":")) for line in stream(kernel.run("%lsmagic")[1]).splitlines())


def test_reports_of_all_cells_leave_out_those_that_fused_nothing(kernel: Client) -> None:
    kernel.run("t_ = linspace(0, 1, 100000);")
    kernel.run("u_ = cos(t_) + 1;")
    kernel.run("disp(1)")
    plain = stream(kernel.run("%fusion_report all --text")[1])
    assert "cos" in plain and "No array math" not in plain


def test_python_cells_share_variables(kernel: Client) -> None:
    kernel.run("x = [1 2; 3 4]; name = 'abc';")
    code = "import numpy as np\ndef twice(v):\n    return 2 * v\ny = twice(x)\nn = len(name)\nz = np.sum(x)\nprint(n)"
    reply, outputs = kernel.run(f"%%python\n{code}")
    assert reply["status"] == "ok", reply
    assert stream(outputs).strip() == "3"
    assert stream(kernel.run("disp(isequal(y, [2 4; 6 8]) && n == 3 && z == 10 && ~exist('np', 'var'))")[1]).strip() == "1"
    assert stream(kernel.run("%%python\nprint(twice(4))")[1]).strip() == "8"  # kept for later cells
    reply, _ = kernel.run("%%python\n1/0")
    assert reply["ename"] == "MATLAB:Python:PyException" and "ZeroDivisionError" in reply["evalue"]
    assert "SyntaxError" in kernel.run("%%python\ndef f(:")[0]["evalue"]


def test_shell_cells(kernel: Client) -> None:
    reply, outputs = kernel.run("%%bash\necho one\necho two >&2\nfor i in 1 2; do echo $i; done")
    assert reply["status"] == "ok" and stream(outputs) == "one\n1\n2\n" and stream(outputs, "stderr") == "two\n"
    assert kernel.run("%%bash\nexit 3")[0]["evalue"] == "The shell ended with status 3."


@pytest.mark.parametrize(
    ("name", "mime"),
    [("latex", "text/latex"), ("markdown", "text/markdown"), ("javascript", "application/javascript"), ("svg", "image/svg+xml")],
)
def test_cells_that_the_front_end_shows(kernel: Client, name: str, mime: str) -> None:
    ((kind, content),) = kernel.run(f"%%{name}\nsome text")[1]
    assert kind == "display_data" and content["data"][mime] == "some text"


@pytest.mark.parametrize(("line", "advice"), [("%%ruby", "%%bash"), ("%matplotlib inline", "%plot"), ("%%nosuch", "%lsmagic")])
def test_magics_of_other_kernels_warn(kernel: Client, line: str, advice: str) -> None:
    reply, outputs = kernel.run(f"{line}\ndisp(1)")
    assert reply["status"] == "ok" and stream(outputs).strip() == "1"
    assert advice in stream(outputs, "stderr") and "is no magic of this kernel" in stream(outputs, "stderr")


@pytest.mark.parametrize("line", ["%% Section", "%% section two", "%comment", "%", "%%", "%%%%"])
def test_comments_and_sections_warn_of_nothing(kernel: Client, line: str) -> None:
    assert stream(kernel.run(f"{line}\ndisp(1)")[1], "stderr") == ""
