"""The debugger, by the messages that JupyterLab sends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Client, running


class Debugging:
    """Sends requests to a kernel's debugger, and waits for its events."""

    def __init__(self, client: Client) -> None:
        self.client, self._sequence = client, 0
        self.events: list[dict[str, Any]] = []
        self.outputs: list[str] = []

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """The whole response."""
        kernel = self.client.client
        self._sequence += 1
        content = {"type": "request", "seq": self._sequence, "command": command, "arguments": arguments}
        message = kernel.session.msg("debug_request", content)
        kernel.control_channel.send(message)
        while True:
            reply = kernel.get_control_msg(timeout=30)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                assert (reply["content"]["command"], reply["content"]["request_seq"]) == (command, self._sequence)
                return reply["content"]

    def body(self, command: str, **arguments: Any) -> dict[str, Any]:
        response = self.ask(command, **arguments)
        assert response["success"], response
        return response["body"]

    def wait(self, event: str) -> dict[str, Any]:
        """The body of the next event of a name."""
        while True:
            message = self.client.client.get_iopub_msg(timeout=30)
            if message["msg_type"] == "debug_event" and message["content"]["event"] == event:
                return message["content"]["body"]
            if message["msg_type"] == "stream":
                self.outputs.append(message["content"]["text"])

    def begin(self, code: str, *lines: Any, **settings: Any) -> str:
        """Start a cell with breakpoints."""
        path = self.body("dumpCell", code=code)["sourcePath"]
        wanted = [line if isinstance(line, dict) else {"line": line} for line in lines]
        self.body("setBreakpoints", source={"path": path}, breakpoints=wanted, **settings)
        self.body("configurationDone")
        return self.client.client.execute(code)

    def lines(self) -> list[tuple[str, int]]:
        return [(frame["name"], frame["line"]) for frame in self.body("stackTrace", threadId=1)["stackFrames"]]

    def variables(self, frame: int = 1) -> dict[str, str]:
        (scope,) = self.body("scopes", frameId=frame)["scopes"]
        return {v["name"]: v["value"] for v in self.body("variables", variablesReference=scope["variablesReference"])["variables"]}

    def children(self, variable: dict[str, Any]) -> list[dict[str, Any]]:
        return self.body("variables", variablesReference=variable["variablesReference"])["variables"]

    def finish(self, identifier: str) -> tuple[dict[str, Any], str]:
        reply, outputs = self.client.collect(identifier)
        return reply, "".join(self.outputs) + "".join(c["text"] for kind, c in outputs if kind == "stream")


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with running() as client:
        yield client


@pytest.fixture
def debugging(client: Client) -> Iterator[Debugging]:
    debugging = Debugging(client)
    debugging.body("initialize", adapterID="", clientID="jupyterlab")
    debugging.body("attach")
    yield debugging
    debugging.body("disconnect", restart=False, terminateDebuggee=True)
    client.run("clear")


def test_it_says_so_before_it_is_started(client: Client) -> None:
    info = Debugging(client).body("debugInfo")
    assert not info["isStarted"] and info["hashMethod"] == "Murmur2" and info["tmpFileSuffix"] == ".m" and info["stoppedThreads"] == []
    assert "debugger" in client.request(client.client.kernel_info)["supported_features"]


def test_a_breakpoint_steps_and_the_end(debugging: Debugging) -> None:
    cell = debugging.begin("a = 1;\nb = a + 1;\nc = b * 2;\nd = c;", 2)
    assert debugging.wait("stopped")["reason"] == "breakpoint"
    assert [line for _, line in debugging.lines()] == [2] and debugging.variables() == {"a": "1"}
    debugging.body("next", threadId=1)
    assert debugging.wait("stopped")["reason"] == "step"
    assert [line for _, line in debugging.lines()] == [3] and debugging.variables() == {"a": "1", "b": "2"}
    assert debugging.body("debugInfo")["stoppedThreads"] == [1]
    debugging.body("continue", threadId=1)
    assert debugging.finish(cell)[0]["status"] == "ok"
    assert debugging.body("debugInfo")["stoppedThreads"] == []


def test_steps_into_and_out_of_functions_of_other_cells(debugging: Debugging) -> None:
    debugging.client.run("function y = inner(x)\ny = x + 1;\ny = y * 2;\nend\nfunction y = outer(x)\ny = inner(x);\ny = y + 1;\nend")
    cell = debugging.begin("p = 3;\nq = outer(p);\nr = q;", 2)
    debugging.wait("stopped")
    for expected in ([("outer", 6)], [("inner", 2)]):
        debugging.body("stepIn", threadId=1)
        debugging.wait("stopped")
        assert debugging.lines()[: len(expected)] == expected
    assert [name for name, _ in debugging.lines()][:2] == ["inner", "outer"] and len(debugging.lines()) == 3
    assert debugging.variables(1) == {"x": "3"} and debugging.variables(3) == {"p": "3"}
    debugging.body("stepOut", threadId=1)
    debugging.wait("stopped")
    assert debugging.lines()[0] == ("outer", 7)
    debugging.body("stepOut", threadId=1)
    debugging.wait("stopped")
    assert debugging.lines()[0][1] == 3 and debugging.variables()["q"] == "9"
    debugging.body("continue", threadId=1)
    debugging.finish(cell)


def test_breakpoints_in_files(debugging: Debugging, tmp_path: Path) -> None:
    (tmp_path / "filed.m").write_text("function y = filed(x)\n% help\ny = x + 1;\nend\n")
    debugging.client.run(f"addpath('{tmp_path}')")
    file = str(tmp_path / "filed.m")
    placed = debugging.body("setBreakpoints", source={"path": file}, breakpoints=[{"line": 2}, {"line": 99}])["breakpoints"]
    assert [(b["verified"], b["line"]) for b in placed] == [(True, 3), (False, 99)]
    cell = debugging.client.client.execute("z = filed(4);")
    debugging.wait("stopped")
    (frame, *_) = debugging.body("stackTrace", threadId=1)["stackFrames"]
    assert frame["source"]["path"] == file and "y = x + 1" in debugging.body("source", source={"path": file})["content"]
    debugging.body("continue", threadId=1)
    debugging.finish(cell)
    debugging.body("setBreakpoints", source={"path": file}, breakpoints=[])


@pytest.mark.parametrize(
    ("breakpoint", "expected"),
    [({"condition": "k == 7"}, "7"), ({"condition": "mod(k, 4) == 0"}, "4"), ({"hitCondition": "3"}, "3"), ({"hitCondition": "> 3"}, "4")],
)
def test_conditions(debugging: Debugging, breakpoint: dict[str, str], expected: str) -> None:
    cell = debugging.begin("s = 0;\nfor k = 1:20\n  s = s + k;\nend", {"line": 3, **breakpoint})
    debugging.wait("stopped")
    assert debugging.variables()["k"] == expected
    debugging.begin("other = 1;")  # no breakpoints there
    debugging.body("disconnect")
    debugging.finish(cell)
    debugging.body("attach")


def test_a_condition_that_fails_stops_and_says_why(debugging: Debugging) -> None:
    cell = debugging.begin("a = 1;\nb = 2;", {"line": 2, "condition": "no_such_name > 1"})
    debugging.wait("stopped")
    debugging.body("continue", threadId=1)
    expected = "Error in the condition of the breakpoint in line 2: Unrecognized function or variable 'no_such_name'."
    assert expected in debugging.finish(cell)[1]


def test_breakpoints_behind_magics(debugging: Debugging) -> None:
    cell = debugging.begin("%%time\na = 1;\nb = 2;\nc = 3;", 3)
    debugging.wait("stopped")
    assert debugging.lines()[0][1] == 3 and debugging.variables() == {"a": "1"}
    debugging.body("continue", threadId=1)
    debugging.finish(cell)


def test_log_points_print_and_go_on(debugging: Debugging) -> None:
    cell = debugging.begin("for k = 1:3\n  s = k ^ 2;\nend", {"line": 2, "logMessage": "k is {k}, {k + 0.5}"})
    assert debugging.finish(cell)[1].splitlines() == ["k is 1, 1.5000", "k is 2, 2.5000", "k is 3, 3.5000"]


def test_loops_that_would_be_compiled_stop(debugging: Debugging) -> None:
    code = "x = zeros(1, 5000);\nfor k = 1:5000\n  x(k) = sqrt(k);\nend\ny = sum(x);"
    cell = debugging.begin(code, {"line": 3, "condition": "k == 4000"})
    debugging.wait("stopped")
    assert debugging.variables()["k"] == "4000"
    debugging.body("continue", threadId=1)
    debugging.finish(cell)


def test_children_of_values_page_by_page(debugging: Debugging) -> None:
    code = "x = 1:500; m = magic(3); s = struct('a', 1, 'b', {{2, 'c'}}); t = table([1;2], [\"a\";\"b\"]);"
    cell = debugging.begin(code + " c = {x, 'q'}; o = containers.Map('k', 1);\nz = 1;", 2)
    debugging.wait("stopped")
    (scope,) = debugging.body("scopes", frameId=1)["scopes"]
    listed = {v["name"]: v for v in debugging.body("variables", variablesReference=scope["variablesReference"])["variables"]}
    assert listed["x"]["value"] == "1×500 double" and listed["x"]["indexedVariables"] == 500
    page = debugging.body("variables", variablesReference=listed["x"]["variablesReference"], start=200, count=3)["variables"]
    assert [(v["name"], v["value"]) for v in page] == [("(201)", "201"), ("(202)", "202"), ("(203)", "203")]
    elements = debugging.children(listed["m"])
    assert [(v["name"], v["value"]) for v in elements[:4]] == [("(1,1)", "8"), ("(2,1)", "3"), ("(3,1)", "4"), ("(1,2)", "1")]
    fields = debugging.children(listed["s"])
    assert [v["name"] for v in fields] == ["a", "b"] and fields[1]["variablesReference"] > 0
    assert [v["name"] for v in debugging.children(listed["t"])] == ["Var1", "Var2"]
    assert [v["name"] for v in debugging.children(listed["c"])] == ["{1}", "{2}"]
    assert "Count" in [v["name"] for v in debugging.children(listed["o"])]
    debugging.body("continue", threadId=1)
    debugging.finish(cell)
    assert not debugging.ask("variables", variablesReference=10_000)["success"]


def test_evaluating_and_setting_in_frames(debugging: Debugging) -> None:
    debugging.client.run("function y = twice(x)\ny = 2 * x;\nend")
    cell = debugging.begin("a = 5;\nb = twice(a);\ndisp([a b])", 2)
    debugging.wait("stopped")
    debugging.body("stepIn", threadId=1)
    debugging.wait("stopped")
    assert debugging.body("evaluate", expression="x + 1", frameId=1, context="watch")["result"] == "6"
    assert debugging.body("evaluate", expression="a + 1", frameId=2, context="watch")["result"] == "6"
    assert not debugging.ask("evaluate", expression="a + 1", frameId=1, context="watch")["success"]
    (scope,) = debugging.body("scopes", frameId=1)["scopes"]
    assert debugging.body("setVariable", variablesReference=scope["variablesReference"], name="x", value="10")["value"] == "10"
    (scope,) = debugging.body("scopes", frameId=2)["scopes"]
    debugging.body("setVariable", variablesReference=scope["variablesReference"], name="a", value="[7 8]")
    debugging.body("evaluate", expression="disp('from the console')", frameId=1, context="repl")
    assert "20" in debugging.body("evaluate", expression="twice(10)", frameId=1, context="repl")["result"]
    debugging.body("continue", threadId=1)
    text = debugging.finish(cell)[1]
    assert "from the console" in text and text.split()[-3:] == ["7", "8", "20"]


@pytest.mark.parametrize(("filters", "stops"), [(["all"], [2, 6]), (["uncaught"], [6]), ([], [])])
def test_stopping_at_errors(debugging: Debugging, filters: list[str], stops: list[int]) -> None:
    debugging.body("setExceptionBreakpoints", filters=filters)
    cell = debugging.begin("try\n  error('a:b', 'caught');\ncatch\nend\nx = 1;\nerror('c:d', 'not caught');")
    for line in stops:
        stop = debugging.wait("stopped")
        assert stop["reason"] == "exception" and stop["text"] == ("caught" if line == 2 else "not caught")
        assert debugging.lines()[0][1] == line
        debugging.body("continue", threadId=1)
    reply, _ = debugging.finish(cell)
    assert reply["status"] == "error" and reply["ename"] == "c:d"
    debugging.body("setExceptionBreakpoints", filters=[])


def test_pausing_a_running_loop(debugging: Debugging) -> None:
    cell = debugging.client.begin("k = 0;\nwhile true\n  k = k + 1;\n  s = num2str(k);\nend")
    time.sleep(0.5)
    debugging.body("pause", threadId=1)
    assert debugging.wait("stopped")["reason"] == "pause"
    assert debugging.lines()[0][1] in (2, 3, 4) and int(debugging.variables()["k"]) > 1
    debugging.body("continue", threadId=1)
    debugging.wait("continued")
    debugging.client.manager.interrupt_kernel()
    assert debugging.finish(cell)[0]["ename"] == "KeyboardInterrupt"


def test_an_interrupt_at_a_stop_ends_the_cell(debugging: Debugging) -> None:
    cell = debugging.begin("a = 1;\nb = 2;", 2)
    debugging.wait("stopped")
    debugging.client.manager.interrupt_kernel()
    assert debugging.finish(cell)[0]["ename"] == "KeyboardInterrupt"
    assert debugging.client.run("disp(a)")[1][-1][1]["text"].strip() == "1"


def test_a_stop_after_an_interrupted_one_waits(debugging: Debugging) -> None:
    for _ in range(2):
        cell = debugging.begin("a = 1;\nb = 2;", 2)
        debugging.wait("stopped")
        debugging.client.manager.interrupt_kernel()
        assert debugging.finish(cell)[0]["ename"] == "KeyboardInterrupt"
        assert not debugging.ask("stackTrace", threadId=1)["success"]  # and the next request is answered
    cell = debugging.begin("a = 3;\nb = 4;", 2)
    debugging.wait("stopped")
    assert debugging.variables()["a"] == "3"
    debugging.body("continue", threadId=1)
    assert debugging.finish(cell)[0]["status"] == "ok"


def test_a_front_end_that_goes_lets_the_program_go_on(debugging: Debugging) -> None:
    cell = debugging.begin("a = 1;\nb = 2;\ndisp(b)", 2)
    debugging.wait("stopped")
    debugging.body("disconnect", restart=False)
    reply, text = debugging.finish(cell)
    assert reply["status"] == "ok" and text.strip() == "2"
    assert debugging.client.run("disp(3)")[0]["status"] == "ok"  # and no breakpoint is left
    debugging.body("attach")


def test_the_variable_panel_between_cells(debugging: Debugging) -> None:
    debugging.client.run("v = 42; w = 'text';")
    listed = debugging.body("inspectVariables")["variables"]
    assert {v["name"]: v["value"] for v in listed} == {"v": "42", "w": "'text'"}
    assert debugging.body("richInspectVariables", variableName="v")["data"]["text/plain"].split() == ["v", "=", "42"]
    assert debugging.body("richInspectVariables", variableName="no_such")["data"] == {}


def test_copying_to_the_workspace(debugging: Debugging) -> None:
    debugging.client.run("function f(x)\ny = x + 1;\nz = y;\nend")
    cell = debugging.begin("f(3)\n", 1)
    debugging.wait("stopped")
    for _ in range(2):
        debugging.body("stepIn", threadId=1)
        debugging.wait("stopped")
    debugging.body("copyToGlobals", srcFrameId=1, srcVariableName="y", dstVariableName="kept")
    debugging.body("continue", threadId=1)
    debugging.finish(cell)
    assert debugging.client.run("disp(kept)")[1][-1][1]["text"].strip() == "4"


@pytest.mark.parametrize("request_", ["no such request", "stackTrace", "scopes", "setBreakpoints", "evaluate", "variables", "source"])
def test_bad_requests_are_answered(debugging: Debugging, request_: str) -> None:
    response = debugging.ask(request_, expression="1 +", source={"path": "/no/such/file.m"})
    assert not response["success"] and response["message"]
