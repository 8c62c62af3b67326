"""Memory that runs out: the error names the statement that asked for it, and what was computed before stays."""

import pytest

from runmat_kernel.providers.host.provider import HostProvider
from runmat_kernel.providers.provider import OutOfMemory
from runmat_kernel.session import Session

CODE = "a = x .* 2;\nb = a + 1;\nc = b .* (1:3000) + 1;\nd = cos(c);\nf = 5;"


@pytest.fixture
def little_room(monkeypatch):
    """The host has no room for more than a million elements, as long as the list that is given holds something."""
    allocate, limited = HostProvider.allocate, [True]

    def checked(self, shape, matlab_class, *rest):
        count = 1
        for n in shape:
            count *= n
        if limited and count > 1_000_000:
            raise OutOfMemory(count)
        return allocate(self, shape, matlab_class, *rest)

    monkeypatch.setattr(HostProvider, "allocate", checked)
    return limited


def session():
    made = Session(provider="host", defer_elements=1)
    assert made.run("x = (1:2000)' + 0;").error is None
    return made


@pytest.mark.parametrize("behind", ["", "\ndisp(d(7));", "\ns = sum(d(:));\nif s > 0, f = 6; end"])
def test_the_error_names_the_statement(little_room, behind):
    made = session()
    error = made.run(CODE + behind).error
    assert (error.identifier, error.message) == ("MATLAB:nomem", "Out of memory.")
    assert (error.stack[0].line, error.stack[0].text) == (3, "c = b .* (1:3000) + 1;")


def test_what_was_computed_before_stays(little_room):
    made = session()
    assert made.run(CODE).error is not None
    assert made.workspace_values["a"]._array is not None
    assert made.run("fprintf('%d ', a(3), b(4), f)").text == "6 9 5 "
    assert made.run("t = c(1);").error.identifier == "MATLAB:nomem"
    little_room.clear()
    assert made.run("fprintf('%d', c(2, 3))").text == "16"


def test_a_function_is_named(little_room):
    made = session()
    outcome = made.run("function y = grown(x)\nz = x + 1;\ny = z .* (1:3000) + 1;\nend\nq = grown(x);\nr = q(1, 2);")
    assert outcome.error.identifier == "MATLAB:nomem"
    assert made.run("1;").error is None
