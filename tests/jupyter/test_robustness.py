"""Cells that ask for too much, fail deep inside, or are interrupted: the kernel answers, lives, and keeps the workspace."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from .conftest import Client, running, stream


def value(kernel: Client, code: str) -> str:
    """The last word that a cell displays."""
    return kernel.run(code)[1][-1][1]["data"]["text/plain"].split()[-1]


def test_a_cell_run_again_still_has_a_result(kernel: Client) -> None:
    for _ in range(4):
        assert value(kernel, "20 + 1") == "21"


@pytest.mark.parametrize("code", ["zeros(1e6, 1e6);", "rand(1e6);", "repmat('a', 1e6, 1e6);", "y = 1:1e13;"])
def test_arrays_beyond_memory_are_an_error(kernel: Client, code: str) -> None:
    reply, _ = kernel.run(code)
    assert reply["ename"] == "MATLAB:array:SizeLimitExceeded" and "exceeds maximum array size" in reply["evalue"]
    assert value(kernel, "1 + 1") == "2"


@pytest.mark.parametrize("code", ["c = cell(1e6, 1e6);", "x = 1; x(1e6, 1e6) = 1;"])
def test_growth_beyond_memory_is_an_error(kernel: Client, code: str) -> None:
    assert kernel.run(code)[0]["ename"] in ("MATLAB:nomem", "MATLAB:array:SizeLimitExceeded")


def test_endless_recursion_ends(kernel: Client) -> None:
    kernel.run("function deeper_(x)\ndeeper_(x + 1);\nend")
    assert kernel.run("deeper_(1)")[0]["ename"] == "MATLAB:recursionLimit"
    assert kernel.run("g = @(g, n) g(g, n + 1); g(g, 1)")[0]["ename"] == "MATLAB:recursionLimit"
    assert value(kernel, "2 + 2") == "4"


@pytest.mark.parametrize(
    "code",
    [
        "A = rand(3000)",
        "q = repmat('ab', 1, 1e6)",
        "s = string(1:100000)",
        "c = num2cell(ones(300))",
        "d = datetime(2020,1,1:50000)",
        "t = table(rand(1e5, 3))",
    ],
)
def test_huge_values_are_shown_in_part(kernel: Client, code: str) -> None:
    text = kernel.run(code)[1][-1][1]["data"]["text/plain"]
    assert len(text) < 400_000 and "... the first" in text


def test_text_of_every_script(kernel: Client) -> None:
    _, outputs = kernel.run("s = 'héllo ∑ 😀'; disp(s); fprintf('%s\\n', 'αβγ'); fprintf(2, 'δ\\n');")
    assert stream(outputs) == "héllo ∑ 😀\nαβγ\n" and stream(outputs, "stderr") == "δ\n"


def test_half_characters_are_replaced_and_pairs_are_one(kernel: Client) -> None:
    assert stream(kernel.run("fprintf('%s', char([65 55357 66]))")[1]) == "A\ufffdB"
    assert kernel.run("x = char(55357)")[1][-1][1]["data"]["text/plain"] == "x =\n    '\ufffd'"
    assert kernel.run("x = char([55357 56832])")[1][-1][1]["data"]["text/plain"] == "x =\n    '😀'"
    assert kernel.run("error(char(55357))")[0]["evalue"] == "\ufffd"
    assert kernel.request(kernel.client.inspect, "x", 1)["found"]


def test_long_output_arrives_whole(kernel: Client) -> None:
    _, outputs = kernel.run("for k = 1:20000, fprintf('%d\\n', k); end")
    assert stream(outputs) == "".join(f"{k}\n" for k in range(1, 20001)) and len(outputs) < 200


def test_mistakes_in_figures(kernel: Client) -> None:
    assert kernel.run("plot(1:3, 1:4)")[0]["status"] == "error"
    reply, outputs = kernel.run("figure; plot([1 Inf NaN]); title('$$\\frac{'); xlabel('a_{b'); ylabel('\\alpha 日本')")
    assert reply["status"] == "ok" and [kind for kind, _ in outputs] == ["display_data"]
    kernel.run("close all")


@pytest.mark.parametrize("code", ["", "%", "%{\nabc\n%}", "x = 1;\r\n"])
def test_cells_that_do_nothing(kernel: Client, code: str) -> None:
    reply, outputs = kernel.run(code)
    assert reply["status"] == "ok" and outputs == []


def test_clear_all(kernel: Client) -> None:
    kernel.run("gone_ = 1; clear all")
    assert value(kernel, "exist('gone_')") == "0"


def test_classes_of_cells(kernel: Client) -> None:
    kernel.run("classdef Spot_\nproperties\nx = 1\nend\nmethods\nfunction o = Spot_(v), o.x = v; end\nend\nend")
    assert value(kernel, "p = Spot_(4); p.x") == "4"


INTERRUPTED = {
    "catch": "try, while true, end, catch problem, disp('caught'), end",
    "pause": "pause(30)",
    "handles": "f = @(x) x + 1; while true, f(1); end",
    "cellfun": "y = cellfun(@(v) v + 1, num2cell(1:5e6));",
    "host kernels": "x = linspace(0, 1, 4e6);\nfor k = 1:1000, y = sin(x) .* exp(x); if sum(y) < 0, break, end, end",
    "products": "A = ones(600) / 600;\nfor k = 1:10000, A = A * A; if A(1) > 2, break, end, end",
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_interrupts_keep_the_workspace(kernel: Client, name: str) -> None:
    kernel.run("kept_ = 41;")
    identifier = kernel.begin(INTERRUPTED[name])
    time.sleep(1.0)
    kernel.manager.interrupt_kernel()
    reply, outputs = kernel.collect(identifier, timeout=60)
    assert reply["ename"] == "KeyboardInterrupt" and "caught" not in stream(outputs)
    assert value(kernel, "kept_ + 1") == "42"


def test_many_interrupts_leave_a_reply(kernel: Client) -> None:
    identifier = kernel.begin("kept_ = 41; disp(1), x_ = num2cell(1:5e6); while true, end")
    while kernel.client.get_iopub_msg(timeout=60)["msg_type"] != "stream":  # else the first interrupt may come before the first statement
        pass
    for _ in range(200):
        kernel.manager.interrupt_kernel()
        time.sleep(0.002)
    assert kernel.collect(identifier, timeout=20)[0]["ename"] == "KeyboardInterrupt"
    assert value(kernel, "kept_ + 1") == "42"


def test_user_expressions_can_be_interrupted(kernel: Client) -> None:
    identifier = kernel.client.execute("disp(1)", user_expressions={"slow": "pause(30)"})
    while kernel.client.get_iopub_msg(timeout=60)["msg_type"] != "stream":
        pass
    time.sleep(0.5)
    kernel.manager.interrupt_kernel()
    assert kernel.collect(identifier, timeout=20)[0]["ename"] == "KeyboardInterrupt"


def test_figures_of_an_interrupted_cell_are_its_own(kernel: Client) -> None:
    identifier = kernel.begin("figure(7); plot(1:3); while true, end")
    time.sleep(1.0)
    kernel.manager.interrupt_kernel()
    _, outputs = kernel.collect(identifier, timeout=60)
    assert [kind for kind, _ in outputs] == ["display_data", "error"]
    assert kernel.run("close(7)")[1] == []


def test_interrupted_work_stops_and_is_not_taken_up_by_later_cells(kernel: Client) -> None:
    kernel.run("a_ = rand(2000, 2000);")
    message = kernel.begin("for i = 1:3000, b_ = sin(a_) .* cos(a_) + exp(-a_ .^ 2); s_ = sum(b_(:)); end")
    time.sleep(1.0)
    kernel.manager.interrupt_kernel()
    assert kernel.collect(message)[0]["ename"] == "KeyboardInterrupt"
    reply, outputs = kernel.run("1 + 1")
    assert reply["status"] == "ok" and outputs[-1][1]["data"]["text/plain"].split()[-1] == "2"


def test_the_report_of_an_interrupted_cell_is_its_own(kernel: Client) -> None:
    kernel.run("A_ = rand(300); v_ = ones(300, 1); u_ = linspace(0, 1, 1e5);")
    identifier = kernel.begin("w_ = sum(u_); disp(w_)\nfor k_ = 1:1e6, v_ = A_ * v_; v_ = v_ / norm(v_); end")
    while kernel.client.get_iopub_msg(timeout=60)["msg_type"] != "stream":
        pass
    time.sleep(1.5)
    kernel.manager.interrupt_kernel()
    assert kernel.collect(identifier, timeout=60)[0]["ename"] == "KeyboardInterrupt"
    report = stream(kernel.run("%fusion_report --text")[1])
    assert "sum" in report and "iterations" in report
    assert value(kernel, "k_ > 1") == "1"
    assert "No array math" in stream(kernel.run("%fusion_report --text")[1])


def test_products_that_were_interrupted_are_still_right(kernel: Client) -> None:
    identifier = kernel.begin("A = ones(1500) / 1500; B = A*A*A*A*A*A;\ndisp(B(1))")
    time.sleep(0.3)
    kernel.manager.interrupt_kernel()
    kernel.collect(identifier, timeout=60)
    kernel.run("if ~exist('B', 'var'), B = ones(1500) / 1500; end")
    assert value(kernel, "max(abs(B(:) - 1/1500)) < 1e-15") == "1"


@pytest.fixture
def broken(request: pytest.FixtureRequest) -> Iterator[Client]:
    """A kernel with a provider setting and without any graphics driver."""
    driver = {"VK_DRIVER_FILES": "/nowhere.json", "VK_ICD_FILENAMES": "/nowhere.json", "RUNMAT_PROVIDER": request.param}
    with running(env={**os.environ, **driver}) as client:
        yield client


@pytest.mark.parametrize("broken", ["gpu", "auto"], indirect=True)
def test_without_a_driver_the_host_computes(broken: Client) -> None:
    reply, outputs = broken.run("x = linspace(0, 1, 1e6); m = mean(sin(x)); fprintf('%.4f', m)")
    assert reply["status"] == "ok" and stream(outputs) == "0.4597"
    assert broken.run("%residency")[1][-1][1]["data"]["text/plain"].count("Provider: host") == 1


@pytest.mark.parametrize("broken", ["bogus"], indirect=True)
def test_a_bad_setting_is_told_by_the_first_cell(broken: Client) -> None:
    reply, _ = broken.run("x = 1")
    assert reply["status"] == "error" and "'bogus'" in reply["evalue"]


def test_restart(kernel: Client) -> None:
    kernel.run("before_ = 1;")
    kernel.manager.restart_kernel(now=True)
    kernel.client.wait_for_ready(timeout=120)
    assert value(kernel, "exist('before_')") == "0"


def test_animations_update_one_picture(kernel: Client) -> None:
    _, outputs = kernel.run("h = plot(1:3); for k = 1:3, set(h, 'YData', [k 2 3]); drawnow; pause(0.1); end")
    shown = [(kind, content["transient"]["display_id"]) for kind, content in outputs if "display_data" in kind]
    assert [kind for kind, _ in shown][:2] == ["display_data", "update_display_data"]
    assert {kind for kind, _ in shown[1:]} == {"update_display_data"} and len({name for _, name in shown}) == 1


def test_a_comm_to_nobody_is_closed_without_noise(kernel: Client) -> None:
    session = kernel.client.session
    kernel.client.shell_channel.send(session.msg("comm_open", {"comm_id": "c1", "target_name": "nobody", "data": {}}))
    seen = []
    while "idle" not in seen:
        message = kernel.client.get_iopub_msg(timeout=20)
        if message["parent_header"].get("msg_type") == "comm_open":
            seen.append(message["content"].get("execution_state", message["msg_type"]))
    assert seen == ["busy", "comm_close", "idle"]


@pytest.mark.parametrize("code", ["v_ = input('? ');", "keyboard", "pause"])
def test_interrupts_while_the_front_end_is_asked(kernel: Client, code: str) -> None:
    identifier = kernel.client.execute(code, allow_stdin=True)
    kernel.client.get_stdin_msg(timeout=20)
    kernel.manager.interrupt_kernel()
    assert kernel.collect(identifier, timeout=20)[0]["ename"] == "KeyboardInterrupt"
    assert value(kernel, "40 + 2") == "42"
