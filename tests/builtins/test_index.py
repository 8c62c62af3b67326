"""The index of the toolboxes says what their modules declare."""

import subprocess
import sys

from runmat_kernel.builtins.index import texts
from runmat_kernel.builtins.registry import FOLDER, NAMES, builtins


def test_the_index_is_current() -> None:
    written = {room: (FOLDER / room / NAMES).read_text(encoding="utf-8") for room in texts()}
    assert written == texts(), "run: python -m runmat_kernel.builtins.index"


def test_names_are_those_of_the_records() -> None:
    assert all(record.name == name for name, record in builtins().items())


def test_a_script_loads_only_the_toolboxes_that_it_uses() -> None:
    code = "from runmat_kernel.session import execute; execute('x = zeros(3); x(2, 2) = 1; disp(sum(x(:)))')"
    listing = "import sys; print(sum(name.startswith('runmat_kernel.toolboxes.') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{listing}"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) < 60
