"""Special functions in extended precision (long double), compiled from C when first used; the reference of the accuracy tests."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

SOURCE = r"""
#include <math.h>
#define PI 3.14159265358979323846264338327950288L
typedef long double L;
static L sine(L r, int q) { q &= 3; L y = q & 1 ? cosl(r) : sinl(r); return y == 0 ? 0 : q & 2 ? -y : y; }
/* x = q halves + rest, exactly */
static L turned(L x, L quarter, L full, L unit, int shift) {
    L a = fmodl(fabsl(x), full), q = floorl(a / quarter + 0.5L), r = a - q * quarter;
    return sine(r * unit, (int)q + shift);
}
/* zeros of odd half turns are positive */
static L odd(L x, L y, L full) { return y == 0 ? (fmodl(x, full) == 0 ? copysignl(0, x) : 0) : x < 0 ? -y : y; }
L x_sinpi(L x) { return odd(x, turned(x, 0.5L, 2, PI, 0), 2); }
L x_cospi(L x) { return turned(x, 0.5L, 2, PI, 1); }
L x_sind(L x) { return odd(x, turned(x, 90, 360, PI / 180, 0), 360); }
L x_cosd(L x) { return turned(x, 90, 360, PI / 180, 1); }
L x_tand(L x) {
    L s = x_sind(x), c = x_cosd(x);
    return c == 0 ? s * INFINITY : s / c;
}
L x_sinc(L x) { return x == 0 ? 1 : x_sinpi(x) / (PI * x); }
L x_asind(L x) { return asinl(x) * (180 / PI); }
L x_acosd(L x) { return acosl(x) * (180 / PI); }
L x_atand(L x) { return atanl(x) * (180 / PI); }
L x_sec(L x) { return 1 / cosl(x); }
L x_csc(L x) { return 1 / sinl(x); }
L x_cot(L x) { return 1 / tanl(x); }
L x_secd(L x) { return 1 / x_cosd(x); }
L x_cscd(L x) { return 1 / x_sind(x); }
L x_cotd(L x) { return 1 / x_tand(x); }
L x_sech(L x) { return 1 / coshl(x); }
L x_csch(L x) { return 1 / sinhl(x); }
L x_coth(L x) { return 1 / tanhl(x); }
L x_cbrt(L x) { return cbrtl(x); }
L x_erf(L x) { return erfl(x); }
L x_erfc(L x) { return erfcl(x); }
static L exp_square(L x) { L s = x * x; return s > 11000 ? INFINITY : expl(s) * (1 + fmal(x, x, -s)); }
L x_erfcx(L x) {
    if (x < 12) return exp_square(x) * erfcl(x);
    L z = 1 / (2 * x * x), term = 1, sum = 1;
    for (int k = 1; k < 16; k++) { term *= -(2 * k - 1) * z; sum += term; }
    return sum / (x * sqrtl(PI));
}
static L inverse_tail(L c) {
    L target = logl(c), s = -target, x = sqrtl(s > 1 ? s - 0.5L * logl(s) - 0.4L : 0.3L);
    for (int k = 0; k < 8; k++) {
        L e = erfcl(x), step = (logl(e) - target) * e / (2 / sqrtl(PI) * expl(-x * x));
        x += step;
        if (fabsl(step) < 1e-12L * x) break;
    }
    return x + (erfcl(x) - c) * exp_square(x) * sqrtl(PI) / 2;
}
static L inverse_middle(L y) {
    L x = y * 0.886L;
    for (int k = 0; k < 6; k++) {
        L step = (erfl(x) - y) * exp_square(x) * sqrtl(PI) / 2;
        x -= step;
        if (fabsl(step) < 1e-12L * fabsl(x)) break;
    }
    return y == 0 ? y : x - (erfl(x) - y) * exp_square(x) * sqrtl(PI) / 2;
}
L x_erfinv(L y) {
    L a = fabsl(y);
    if (!(a < 1)) return a == 1 ? copysignl(INFINITY, y) : NAN;
    return a < 0.5L ? inverse_middle(y) : copysignl(inverse_tail(1 - a), y);
}
L x_erfcinv(L c) {
    if (!(c > 0 && c < 2)) return c == 0 ? INFINITY : c == 2 ? -INFINITY : NAN;
    return c < 0.5L ? inverse_tail(c) : c > 1.5L ? -inverse_tail(2 - c) : inverse_middle(1 - c);
}
L x_gamma(L x) {
    if (x < 0 && x == floorl(x)) return INFINITY;
    return tgammal(x);
}
L x_gammaln(L x) { int s; return lgammal_r(x, &s); }
L y_nthroot(L x, L n) {
    L y = powl(fabsl(x), 1 / n);
    return x < 0 ? -y : y;
}
L y_atan2d(L y, L x) { return atan2l(y, x) * (180 / PI); }
void map1(L (*f)(L), const L *x, L *y, long n) { for (long i = 0; i < n; i++) y[i] = f(x[i]); }
void map2(L (*f)(L, L), const L *a, const L *b, L *y, long n) { for (long i = 0; i < n; i++) y[i] = f(a[i], b[i]); }
"""


def available() -> bool:
    """Whether there is a C compiler and a long double wider than a double."""
    return shutil.which("cc") is not None and np.finfo(np.longdouble).nmant > 60


@cache
def _library() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp())
    (folder / "extended.c").write_text(SOURCE)
    library = folder / "extended.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, folder / "extended.c", "-lm"], check=True)
    return ctypes.CDLL(os.fspath(library))


def function(name: str, arity: int = 1) -> Callable[..., np.ndarray]:
    """The function on longdouble arrays of one length."""

    def of(*operands: np.ndarray) -> np.ndarray:
        library = _library()
        result = np.empty(operands[0].shape, np.longdouble)
        pointers = [np.ascontiguousarray(x) for x in operands]
        arguments = [ctypes.c_void_p(x.ctypes.data) for x in (*pointers, result)]
        call = getattr(library, f"map{arity}")
        call(getattr(library, f"{'xy'[arity - 1]}_{name}"), *arguments, ctypes.c_long(result.size))
        return result

    return of
