"""Commands of the operating system: their status, and what they print as it comes."""

from __future__ import annotations

import pytest

from runmat_kernel import Session

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="the commands are those of a POSIX shell")


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("format compact; system('exit 3')", "ans =\n     3\n"),
        ("system('echo a; exit 3'); disp(ans)", "a\n     3\n"),
        ("s = system('echo a');", "a\n"),
        ("[s, t] = system('echo a; echo b >&2; echo c');", ""),
        ("[s, t] = system('echo a; echo b >&2; echo c'); fprintf('%s', t)", "a\nb\nc\n"),
        ("[s, t] = system('echo a', '-echo');", "a\n"),
        ("ans = 7; !echo a; exit 3\ndisp(ans)", "a\n     7\n"),
        ("if true, !echo a\nend", "a\n"),
        ("system('printf \"\\303\\244\"');", "ä"),
    ],
)
def test_commands(code: str, printed: str) -> None:
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None and outcome.text == printed


def test_output_is_shown_while_the_command_runs(tmp_path) -> None:
    """The command waits for what is written when its first line was shown."""
    pieces: list[str] = []

    def write(text: str) -> None:
        pieces.append(text)
        (tmp_path / "seen").write_text("yes")

    session = Session(provider="host", write=write)
    session.run(f"system('echo first; n=0; while [ ! -e {tmp_path}/seen ] && [ $n -lt 100 ]; do sleep 0.1; n=$((n+1)); done; echo $n');")
    assert pieces[0] == "first\n" and int("".join(pieces[1:])) < 100
