"""Soak: one session runs many cells; memory, threads, open files and time for a cell are as flat at the end as at the beginning.

A case is a session of ``--cells`` cells of varied work, in an order that its number draws, behind one or two of each kind.
Compared are the first and the last third: the resident set may grow by 5 % and 16 MiB, the median processor time by half; threads, open
files, and bytes on the device (``--provider gpu``) not at all.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import tempfile
import threading
import time

from runmat_kernel.session import Session

CELLS = (
    "A = rand(300); B = A * 2 + 1; m = mean(B(:)); clear A B",
    "x = linspace(0, 1, 200000); y = sin(x) .* exp(-x); s = sum(y); z = cumsum(y); clear x y z",
    "t = 0; for k = 1:2000, t = t + mod(k, 7); end",
    "v = zeros(1, 300); for k = 2:300, v(k) = v(k - 1) * 0.9 + k; end",
    "X = randn(200, 400); for k = 1:20, X(:, k) = X(:, k) / norm(X(:, k)); end, clear X",
    "f = figure('Visible', 'off'); plot(1:50, rand(1, 50)); title('t'); close(f)",
    "f = figure('Visible', 'off'); surf(peaks(10)); colorbar; close(f)",
    "try, error('soak:own', 'text %d', 3); catch e, n = e.message; end, clear e",
    "undefined_function_of_soak(1)",
    "x = [1 2 3]; x(9, 9, 9, 9) = [1 2]",
    "g = @(a, b) a + b * 2; q = cellfun(@(c) g(c, 1), {1, 2, 3}); clear g",
    "c = cell(1, 200); for k = 1:200, c{k} = sprintf('%d', k); end, s = strjoin(c, ','); clear c",
    "s = struct('a', {1, 2, 3}); for k = 1:3, s(k).b = k; end, t = [s.b]; clear s",
    "t = regexprep(repmat('abc ', 1, 500), 'b', 'x'); u = upper(string(t)); n = strlength(u);",
    "n = tempname('.'); h = fopen(n, 'w'); fprintf(h, '%d\\n', 1:100); fclose(h); d = load(n, '-ascii'); delete(n)",
    "p = evalc('disp(magic(4))'); eval('w = 3;');",
    "q = own(5);\nfunction y = own(x)\npersistent n\nif isempty(n), n = 0; end\nn = n + 1; y = x + n;\nend",
    "m = containers.Map({'a', 'b'}, {1, 2}); m('c') = 3; k = keys(m); clear m",
    "T = table((1:20)', rand(20, 1)); U = sortrows(T, 2); h = height(U); clear T U",
    "S = sprand(100, 100, 0.05) + speye(100); x = S \\ ones(100, 1); clear S",
    "G = fft(rand(256)); p = abs(G(:, 1)).^2; clear G",
    "save('soak.mat', 'n'); z = load('soak.mat'); delete('soak.mat')",
)
# Numbers in the text: no kept cell is met again.
_NEW = "r{0} = {0} + sum((1:{1}).^2); clear r{0}"


class Campaign:
    seconds = 24 * 3600.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--cells", type=int, default=12, help="cells of a session")
        parser.add_argument("--provider", default="host", help="host or gpu")

    def __init__(self, options: argparse.Namespace) -> None:
        self.cells, self.provider = options.cells, options.provider
        os.chdir(tempfile.mkdtemp())

    def case(self, number: int) -> str | None:
        session, dice = Session(provider=self.provider), random.Random(number)
        for text in CELLS * (1 if self.cells < 100 else 2):
            session.run(text)
        third = max(self.cells // 3, 1)
        self._cells(session, dice, third, 0)
        before = self._held(session)
        first = self._cells(session, dice, third, third)
        middle = self._held(session)
        last = self._cells(session, dice, third, 2 * third)
        return _compared(before, middle, self._held(session), first, last)

    def _cells(self, session: Session, dice: random.Random, count: int, first: int) -> dict[int, list[float]]:
        """Run cells; the seconds that those of each kind took."""
        times: dict[int, list[float]] = {}
        for k in range(first, first + count):
            kind = dice.randrange(len(CELLS) + 1)
            text = CELLS[kind] if kind < len(CELLS) else _NEW.format(k, 1 + k % 50)
            start = time.process_time()
            session.run(text)
            times.setdefault(kind, []).append(time.process_time() - start)
        return times

    def _held(self, session: Session) -> dict[str, float]:
        gc.collect()
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[1])
        held = {"MiB": pages * os.sysconf("SC_PAGE_SIZE") / 2**20, "threads": float(threading.active_count())}
        held["files"] = float(len(os.listdir("/proc/self/fd")))
        if session.engine.has_device:
            held["bytes on the device"] = float(session.engine.device.memory.used)
        return held


def _compared(
    before: dict[str, float], middle: dict[str, float], end: dict[str, float], first: dict[int, list[float]], last: dict[int, list[float]]
) -> str | None:
    """What has grown between two thirds of the session; counts go up and down with what the last cell left in its variables."""
    grown = [name for name in end if name != "MiB" and end[name] > max(before[name], middle[name])]
    faults = [f"{name}: {before[name]:g}, {middle[name]:g}, {end[name]:g}" for name in grown]
    if end["MiB"] > middle["MiB"] * 1.05 + 16:
        faults.append(f"resident MiB: {before['MiB']:.0f}, {middle['MiB']:.0f}, {end['MiB']:.0f}")
    shared = [kind for kind in first if len(first[kind]) >= 20 and len(last.get(kind, ())) >= 20]
    for kind in shared:
        old, new = statistics.median(first[kind]), statistics.median(last[kind])
        if new > 1.5 * old + 0.002:
            faults.append(f"cell kind {kind}: {old * 1e3:.1f} ms, then {new * 1e3:.1f} ms")
    return "; ".join(faults) or None
