"""publish: scripts as pages."""

import re

import pytest

from runmat_kernel.session import Session, execute
from runmat_kernel.toolboxes.system.markup import comment_html, sections_of

SCRIPT = """%% A demo
% Text with *bold* words, |code| and <https://example.com a link>.
%
% * one
% * two

%% Figures
x = 1:3
plot(x)
%% Functions
disp(twice(4))
figure(7); bar(x);
function y = twice(x), y = 2 * x; end
"""


@pytest.fixture
def script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo.m").write_text(SCRIPT)
    return tmp_path


def test_output_and_figures_stand_with_their_sections(script):
    session = Session()
    outcome = session.run("p = publish('demo.m'); disp(p), disp(x)")
    assert outcome.error is None and outcome.text.split() == [str(script / "html" / "demo.html"), "1", "2", "3"]
    text = (script / "html" / "demo.html").read_text()
    assert re.findall(r"<h\d[^>]*>([^<]*)", text) == ["A demo", "Contents", "Figures", "Functions"]
    assert (
        "<b>bold</b>" in text and "<tt>code</tt>" in text and '<a href="https://example.com">a link</a>' in text and "<li>two</li>" in text
    )
    at = [text.index(part) for part in ("1     2     3", "demo_01.png", '<h2 id="2">', "     8", "demo_02.png")]
    assert at == sorted(at)
    assert (script / "html" / "demo_02.png").read_bytes()[:4] == b"\x89PNG"


def test_errors_are_part_of_the_page_unless_they_are_not_to_be_caught(script):
    (script / "bad.m").write_text("%% One\ndisp(1)\n%% Two\nerror('a:b', 'it <failed>');\n%% Three\ndisp(3)\n")
    execute("publish('bad.m', 'outputDir', 'out');")
    text = (script / "out" / "bad.html").read_text()
    assert "Error: it &lt;failed&gt;" in text and '<pre class="codeoutput">     3' not in text
    outcome = Session().run("publish('bad.m', 'catchError', false)")
    assert outcome.error.identifier == "a:b" and outcome.error.stack[0].line == 4


def test_functions_are_published_with_code_that_calls_them(script):
    (script / "sq.m").write_text("function y = sq(x)\n% Squares.\ny = x^2;\n")
    execute("o.codeToEvaluate = 'sq(6)'; o.showCode = false; publish('sq.m', o);")
    text = (script / "html" / "sq.html").read_text()
    assert "36" in text and "y = x^2" not in text


def test_sections_and_comments():
    assert [(s.title, s.comment, s.code) for s in sections_of("a\n%% T\n% c\nb\n% d")] == [("", [], ["a"]), ("T", [" c"], ["b", "% d"])]
    assert (
        comment_html([" a < b", "", "   x = 1", "", " # p", " # q"]) == "<p>a &lt; b</p>\n<pre>x = 1</pre>\n<ol><li>p</li><li>q</li></ol>"
    )
