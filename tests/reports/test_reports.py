"""Reports: what the text and HTML of a cell say, and that keeping one keeps no arrays."""

from __future__ import annotations

import gc
import json
import weakref
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from runmat_kernel.codegen.body import Body, Input, Instruction, Store
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.graph.op import Op
from runmat_kernel.plan.kinds import KINDS
from runmat_kernel.reports import drawing, html, residency, text
from runmat_kernel.reports.model import CellReport, lines, nbytes, operations, seconds
from runmat_kernel.session import Session

CHAIN = "x = linspace(0, 1, 100000);\ny = sin(x) .* exp(-x) + 1;\nm = mean(y);"


@pytest.fixture
def session() -> Session:
    return Session(provider="host")


def test_a_fused_cell_is_described(session: Session) -> None:
    report = CellReport.of(session.run(CHAIN).report)
    json.dumps(report.data)
    plain, page = text.render(report), html.render([("Cell 1", report)], wgsl=True)
    for word in ("sin", "exp", "host", "y 1×100000 double"):
        assert word in plain and word in page
    assert "<svg" in page and "fn main" in page and "script" not in page


def test_an_eager_cell_says_so(session: Session) -> None:
    assert "No array math" in text.render(CellReport.of(session.run("x = 1 + 1;").report))


def test_a_kept_report_keeps_no_arrays(session: Session) -> None:
    report = CellReport.of(session.run(CHAIN).report)
    held = weakref.ref(session.workspace_values["y"])
    session.run("clear y")
    gc.collect()
    assert held() is None and report.groups


def test_user_text_is_escaped() -> None:
    data = {"groups": [], "refusals": [{"reason": "<b>no</b>", "line": 3, "ops": ["<x>"]}], "notices": ["a & b"]}
    page = html.render([("<i>", CellReport(data))])
    assert "<b>no" not in page and "&lt;b&gt;no" in page and "a &amp; b" in page and "<i>" not in page


def test_the_drawing_is_wellformed_and_layered() -> None:
    def node(number, name, operands, group=1, held=False, is_input=False):
        shown = {"number": number, "name": name, "class": "double", "shape": [1, 9], "operands": operands}
        return {**shown, "line": 1, "group": group, "held": held, "input": is_input}

    nodes = [node(0, "input", [], None, is_input=True), node(1, "sin", [0]), node(2, "times", [1, "2"]), node(3, "plus", [2, 0], held=True)]
    assert drawing.depths(nodes) == [0, 1, 2, 3]
    root = ET.fromstring(drawing.draw({"nodes": nodes}))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 4
    assert drawing.draw({"nodes": nodes * 40}) == "" and drawing.draw({"nodes": []}) == ""


def test_residency_of_all_kinds_of_values(session: Session) -> None:
    session.run("a = rand(300); b = 'text'; c = {1, 2}; d = @sin; e = int8(5); f = struct('x', 1);")
    rows = residency.rows(session)
    assert [r["name"] for r in rows] == list("abcdef")
    table = residency.text(rows, residency.notes(session))
    assert "300×300" in table and "Provider: host" in table and "<table>" in residency.html(rows, [])


def test_a_session_of_the_host_opens_no_device_when_asked_about_it() -> None:
    session = Session(provider="host")
    assert residency.notes(session, open_provider=True) == ["Provider: host (the host was asked for)."]
    assert not session.engine.has_device


def test_numbers_for_people() -> None:
    assert [seconds(x) for x in (2.5, 0.0123, 4e-6, None)] == ["2.5 s", "12.3 ms", "4 µs", "–"]
    assert [nbytes(x) for x in (12, 4.2e4, 8e7, 3e9)] == ["12 B", "42 kB", "80 MB", "3 GB"]
    assert lines({"lines": [4, 2, 3, 7]}) == "lines 2–4, 7"
    assert operations({"ops": ["exp"] * 20 + ["plus"] * 10}) == "30 operations: exp ×20, plus ×10"


def test_a_loop_is_one_entry() -> None:
    """What an iteration repeats is joined, with how often; sums of bytes and time are kept."""
    session = Session(provider="host", loops=False)
    outcome = session.run("x = linspace(0, 1, 1e5);\nfor k = 1:20\n x = x*0.5 + k;\n if sum(x) < 0, break, end\nend")
    report = CellReport.of(outcome.report)
    merged = report.merged()
    assert len(report.groups) >= 20 > len(merged) and max(group["times"] for _, group in merged) >= 18
    assert sum(group["bytes"] for _, group in merged) == sum(group["bytes"] for group in report.groups)
    assert "×" in text.render(report) and html.render([("Cell", report)]).count("rm-card") < 20


def test_the_first_line_tells_what_became_of_the_cell(session: Session) -> None:
    report = CellReport.of(session.run(CHAIN).report)
    assert "operations became 1 kernel on the host (CPU)" in report.summary()
    assert report.saving().startswith("Memory traffic") and "times as much" in report.saving()
    assert CellReport({"groups": []}).saving() == ""


def test_equal_refusals_and_transfers_are_joined() -> None:
    refusal = {"reason": "why", "line": 1, "ops": ["f"], "code": "op"}
    transfer = {"direction": "upload", "bytes": 5, "seconds": 0.5, "reason": "r", "name": "x"}
    report = CellReport({"groups": [], "refusals": [refusal] * 3, "transfers": [transfer] * 2})
    assert [(r["reason"], r["times"]) for r in report.refusals()] == [("why", 3)]
    assert [(t["bytes"], t["seconds"], t["times"]) for t in report.transfers()] == [(10, 1.0, 2)]
    assert "×3" in text.render(report) and "2 times, 10 B in 1 s" in text.render(report)


def test_no_box_hides_an_edge() -> None:
    """Edges over several layers pass between the boxes."""
    shown = {"class": "double", "shape": [9, 9], "line": 1, "group": 1, "held": False}
    wires = [(0, []), (1, [0]), (2, [1]), (3, [2]), (4, [3, 0]), (5, [4, 1, 0])]
    nodes = [{"number": n, "name": f"op{n}", "operands": used, "input": not used, **shown} for n, used in wires]
    layers = drawing._spots(nodes)
    lanes = [(spot, layer) for layer in layers for spot in layer if spot.node is None]
    assert len(lanes) == 7 and drawing._constant("8294400.123") == "8.294e+06"
    for lane, layer in lanes:
        assert all(box is lane or lane.x >= box.x + box.width or lane.x + lane.width <= box.x for box in layer)


def test_a_loop_counts_its_iterations(session: Session) -> None:
    """What runs in every iteration is counted in every iteration, operations and the memory they would move one by one."""
    code = "S = ones(100000, 1); x = rand(100000, 1);\nfor t = 1:50\n S = sin(S) .* x + 1;\nend"
    report = CellReport.of(session.run(code).report)
    loop = next(group for group in report.groups if group["kind"] == "loop")
    assert loop["iterations"] == 50 and "50 iterations" in text.render(report)
    assert int(report.summary().split(" ")[0]) >= 150
    assert float(report.saving().split(" times")[0].split()[-1]) > 40


def test_a_loop_alone_tells_what_it_saved(session: Session) -> None:
    """One by one ``r.*x``, ``1-x`` and their product would move 24, 16 and 24 bytes an element; the kernel reads r and stores x."""
    report = CellReport.of(
        session.run("r = linspace(2, 4, 1e5); x = 0.5 * ones(1, 1e5);\nfor k = 1:300\n x = r .* x .* (1 - x);\nend").report
    )
    assert report.saving() == "Memory traffic 1.6 MB; one operation at a time: 1.92 GB, 1,200 times as much."


def test_of_an_array_that_is_read_in_part_the_part_counts(session: Session) -> None:
    session.run("x = rand(20000, 300);")
    report = CellReport.of(session.run("y = x(:, 7) * 2; s = sum(x(:, 9));").report)
    assert sorted(group["bytes"] for group in report.groups) == [160_008, 320_000]
    assert report.saving() == "Memory traffic 480 kB; one operation at a time: 1.12 MB, 2.3 times as much."


def test_unnamed_results_are_joined(session: Session) -> None:
    report = CellReport.of(session.run("x = linspace(0, 1, 1e5); r = [sum(x), max(x), min(x)];").report)
    assert "unnamed 1×1 double" in text.render(report) and "(unnamed)" not in text.render(report)


def test_a_domain_error_names_the_operation_and_its_line(session: Session) -> None:
    report = CellReport.of(session.run("x = linspace(-1, 1, 1e5);\ny = x + 1;\nz = sqrt(x) .* y;").report)
    refusal = next(r for r in report.refusals() if r["code"] == "domain")
    assert (refusal["line"], refusal["ops"]) == (3, ["sqrt"]) and "line 3" in text.render(report)


def test_a_replayed_kernel_counts_in_every_iteration() -> None:
    """Its time and bytes are those of one iteration; sums count all iterations."""
    group = {
        "kind": "gather", "caption": "", "ops": ["slice", "plus"], "outputs": [], "shape": [500, 500], "class": "double",
        "provider": "host", "reason": "r", "estimates": {},
        "seconds": 0.001, "bytes": 4_000_000, "lines": [2], "iterations": 1, "replayed": 50,
    }  # fmt: skip
    report = CellReport({"groups": [group]})
    assert report.summary() == "100 operations became 1 kernel on the host (CPU), 50 ms in kernels."
    assert "500×500 double, line 2, run in 50 iterations, each 1 ms, 4 MB, 4 GB/s" in text.render(report)
    untimed = CellReport({"groups": [{**group, "replayed": 1}, {**group, "seconds": None}]})
    assert untimed.summary() == "102 operations became 2 kernels on the host (CPU), 1 ms in kernels that were timed."


def test_a_replayed_loop_says_for_how_many_iterations(session: Session) -> None:
    code = "u = rand(400);\nfor t = 1:40\n u = 0.9 * u + 0.1 * mean(u);\nend"
    groups = session.run(code).report.to_dict()["groups"]
    assert {group["replayed"] for group in groups if group["lines"] != [1]} == {40}


def test_an_empty_report_says_what_is_fused(session: Session) -> None:
    assert "16,384 elements or more" in CellReport.of(session.run("x = sum(1:10);").report).summary()


class _Checked(HTMLParser):
    """Whether every element is closed, in order."""

    VOID = frozenset(("meta", "br", "link"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open += [] if tag in self.VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag


@pytest.mark.parametrize("wgsl", [False, True])
def test_pages_are_well_formed_and_escaped(session: Session, wgsl: bool) -> None:
    session.run("x = linspace(-1, 1, 1e5);\ny = sqrt(x) < 0.5 & x > 0;\nz = sum(y) + x .* 2;\nfor t = 1:9\n x = x * 0.5 + 1;\nend")
    report = CellReport.of(session.run("z = x + 1; w = z <= 1;").report)
    text_of_page = html.page(html.render([("a <b> & 'c'", report)], wgsl=wgsl))
    parser = _Checked()
    parser.feed(text_of_page)
    assert parser.open == [] and "a &lt;b&gt; &amp;" in text_of_page and 'lang="en"' in text_of_page
    assert 'role="img" aria-label="Graph of ' in text_of_page and "kernel 1" in text_of_page


def test_large_graphs_say_that_they_are_not_drawn(session: Session) -> None:
    code = "x = linspace(0, 1, 1e5); y = x;\n" + "".join(f"y = y .* x + {k};\n" for k in range(90))
    shown = html.render([("many", CellReport.of(session.run(code).report))])
    assert "too large to be drawn" in shown and "operations: times ×" in shown and len(shown) < 50_000


def test_a_report_of_very_many_kernels_is_cut_and_says_so(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runmat_kernel.accel.report._MOST_EVENTS", 3)
    report = session.run("A = ones(200) / 3; for k = 1:5, C = A + k; q = C(1); fprintf('%d', k); end").report
    assert len(report.groups) == len(report.graphs) == len(report.flushes) == 3
    assert "this report leaves out the later ones" in text.render(CellReport.of(report))


@pytest.mark.parametrize("kind", sorted({kind.name for kind in KINDS} - {"fft"}))
def test_every_kind_of_kernel_shows_its_shader(kind: str) -> None:
    program = next(k.examples[-1] for k in KINDS if k.name == kind)
    report = CellReport.of(Session(provider="host").run(program).report)
    shaders = [html.shader(kernel) for kernel in report.kernels if kernel.kind == kind]
    assert shaders and all("fn main" in shader for shader in shaders)


def test_a_shader_that_cannot_be_written_says_why() -> None:
    half = Op("half", 1, lambda x: x / 2, lambda c: c)
    body = Body((4, 1), (Input("double"),), (), (Instruction(half, (0,), "double", "double"),), (Store(1, "double"),))
    assert html.shader(Kernel("elementwise", "half", body)) == "// This kernel has no WGSL form: 'half' has no device form"
