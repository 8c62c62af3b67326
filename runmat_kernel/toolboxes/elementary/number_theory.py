"""Whole numbers: primes, factors, divisors, combinations, permutations, rational approximations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, builtin
from ...values.classes import DTYPES, INTEGER_LIMITS
from ...values.convert import as_array, class_of, numel_of, shape_of
from ...values.text import CharArray
from .choices import choices_of


def sieve(limit: int) -> np.ndarray:
    """The primes up to a limit, ascending."""
    if limit < 2:
        return np.zeros(0, np.int64)
    odd = np.ones((limit + 1) // 2, bool)
    odd[0] = False
    for k in range(3, math.isqrt(limit) + 1, 2):
        if odd[k // 2]:
            odd[k * k // 2 :: k] = False
    return np.concatenate([[2], 2 * np.flatnonzero(odd) + 1])


@builtin(
    "primes",
    "p = primes(n)",
    summary="Primes up to n.",
    examples=(Example("primes(12)", "[2 3 5 7 11]"), Example("size(primes(1))", "[1 0]")),
    effect=Effect.NONE,
)
def primes(call: Any, n: Any) -> Any:
    if numel_of(n) != 1:
        raise MatlabError("N must be a scalar.", "MATLAB:primes:InputNotScalar")
    kind = class_of(n)
    return sieve(math.floor(arg.scalar(n))).reshape(1, -1).astype(DTYPES[kind if kind not in ("logical", "char") else "double"])


def is_prime(n: int) -> bool:
    """Deterministic Miller-Rabin test for numbers below 2^64."""
    if n < 2:
        return False
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % p == 0:
            return n == p
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(base, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


@builtin(
    "isprime",
    "tf = isprime(X)",
    summary="Which elements are primes.",
    examples=(Example("isprime([1 2 9 11])", "logical([0 1 0 1])"), Example("isprime(2^31-1)", "true")),
    errors=(ErrorCase("isprime(1.5)", "MATLAB:isprime:InputNotPosInt"),),
    effect=Effect.NONE,
)
def isprime(call: Any, x: Any) -> Any:
    array = as_array(x)
    if array.dtype.kind == "c" or (array.size and ((array < 0).any() or (array != np.floor(array)).any())):
        raise MatlabError("All entries of X must be nonnegative integers.", "MATLAB:isprime:InputNotPosInt")
    if array.size > 50 and array.max() < 10_000_000:
        table = np.zeros(int(array.max()) + 1, bool)
        table[sieve(int(array.max()))] = True
        return table[array.astype(np.int64)]
    return np.array([is_prime(int(n)) for n in array.ravel(order="F")], bool).reshape(array.shape, order="F")


def factors(n: int) -> list[int]:
    """Prime factors ascending, by trial division and Pollard's rho."""
    primes: list[int] = []
    for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        while n % p == 0:
            primes.append(p)
            n //= p
    stack = [n] if n > 1 else []
    while stack:
        m = stack.pop()
        if is_prime(m):
            primes.append(m)
            continue
        d, c = m, 1
        while d == m:
            x = y = 2
            d = 1
            while d == 1:
                x = (x * x + c) % m
                y = (y * y + c) % m
                y = (y * y + c) % m
                d = math.gcd(abs(x - y), m)
            c += 1
        stack += [d, m // d]
    return sorted(primes)


@builtin(
    "factor",
    "f = factor(n)",
    summary="Prime factors.",
    examples=(Example("factor(60)", "[2 2 3 5]"), Example("factor(1)", "1"), Example("factor(uint8(12))", "uint8([2 2 3])")),
    errors=(ErrorCase("factor(1.5)", "MATLAB:factor:InputNotPosInt"),),
)
def factor(call: Any, n: Any) -> Any:
    if numel_of(n) != 1:
        raise MatlabError("N must be a scalar.", "MATLAB:factor:NonScalarInput")
    numbers = arg.numeric(n)
    number = numbers.flat[0]
    if not np.isfinite(number) or number < 0 or number != np.floor(number):
        raise MatlabError("N must be a nonnegative integer.", "MATLAB:factor:InputNotPosInt")
    value = int(number)
    if value < 4:
        return numbers
    return np.array([factors(value)]).astype(numbers.dtype)


def _of_scalars(function: Callable[[int, int], int]) -> Callable[[float, float], float]:
    """The function of two whole numbers; an error for other numbers."""

    def scalar(a: float, b: float) -> float:
        if a != int(a) or b != int(b):
            raise ValueError
        return float(function(int(a), int(b)))

    return scalar


def _paired(name: str, function_int: Any, numpy_function: Any, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, a: Any, b: Any) -> Any:
        left, right = as_array(a), as_array(b)
        for array in (left, right):
            if array.dtype.kind == "f" and array.size and not (np.isfinite(array).all() and (array == np.floor(array)).all()):
                raise MatlabError(
                    "Input arguments must contain integers.",
                    f"MATLAB:{name}:NonIntegerInputs" if name == "lcm" else f"MATLAB:{name}:NonIntInputs",
                )
        if left.shape != right.shape and 1 not in (left.size, right.size):
            raise MatlabError("Inputs must be the same size.", f"MATLAB:{name}:InputSizeMismatch")
        kind = next(
            (class_of(v) for v in (a, b) if class_of(v) in INTEGER_LIMITS), "single" if "single" in (class_of(a), class_of(b)) else "double"
        )
        result = _of_whole_numbers(function_int, numpy_function, left, right)
        if kind in INTEGER_LIMITS:
            low, high = INTEGER_LIMITS[kind]
            result = np.clip(result, low, high)
        result = result.astype(DTYPES[kind])
        return (result, *_bezout(left, right, DTYPES[kind])) if getattr(call, "nargout", 1) > 1 else result

    usage = (f"G = {name}(A, B)", f"[G, U, V] = {name}(A, B)") if name == "gcd" else (f"L = {name}(A, B)",)
    return Builtin(
        name,
        usage,
        summary,
        function,
        examples=examples,
        errors=(ErrorCase(f"{name}(1.5,2)", "MATLAB:lcm:NonIntegerInputs" if name == "lcm" else "MATLAB:gcd:NonIntInputs"),),
        scalar=_of_scalars(function_int),
    )


def _of_whole_numbers(function_int: Any, numpy_function: Any, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """In 64 bits where a product of two elements fits, else with Python's integers."""
    largest = max((abs(int(x)) for a in (left, right) if a.size for x in (a.min(), a.max())), default=0)
    if largest < 2**31:
        return numpy_function(left.astype(np.int64), right.astype(np.int64))
    return np.vectorize(lambda x, y: function_int(int(x), int(y)), otypes=[object])(left, right)


def _bezout(a: np.ndarray, b: np.ndarray, dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.broadcast_arrays(a, b)
    us, vs = np.zeros(a.shape, dtype), np.zeros(a.shape, dtype)
    for place in np.ndindex(a.shape):
        x, y = abs(int(a[place])), abs(int(b[place]))
        u, v, s, t = 1, 0, 0, 1
        while y:
            q = x // y
            x, y, u, s, v, t = y, x - q * y, s, u - q * s, t, v - q * t
        us[place], vs[place] = u * (-1 if a[place] < 0 else 1), v * (-1 if b[place] < 0 else 1)
    return us, vs


PAIRS = (
    _paired(
        "gcd", math.gcd, np.gcd, "Greatest common divisor.", Example("gcd([12 18],6)", "[6 6]"), Example("[g,u,v] = gcd(12,18)", "{6,-1,1}")
    ).stating(effect=Effect.NONE),
    _paired("lcm", math.lcm, np.lcm, "Least common multiple.", Example("lcm(4,6)", "12")).stating(effect=Effect.NONE),
)


@builtin(
    "nchoosek",
    "b = nchoosek(n, k)",
    "C = nchoosek(v, k)",
    summary="Binomial coefficient, or all choices of k elements.",
    examples=(Example("nchoosek(5,2)", "10"), Example("nchoosek([1 2 3],2)", "[1 2;1 3;2 3]"), Example("nchoosek(40,20)", "137846528820")),
    errors=(
        ErrorCase("nchoosek(2,3)", "MATLAB:nchoosek:KOutOfRange"),
        ErrorCase("nchoosek(5,-1)", "MATLAB:nchoosek:InvalidArg2"),
        ErrorCase("nchoosek(ones(3),1)", "MATLAB:nchoosek:InvalidArg1"),
    ),
    effect=Effect.NONE,
)
def nchoosek(call: Any, v: Any, k: Any) -> Any:
    number = as_array(k).flat[0] if numel_of(k) == 1 else -1
    if number < 0 or number != np.floor(number):
        raise MatlabError("The second input has to be a non-negative integer.", "MATLAB:nchoosek:InvalidArg2")
    count = int(number)
    if numel_of(v) != 1 and not arg.is_vector(shape_of(v)):
        raise MatlabError("The first input has to be a scalar or a vector.", "MATLAB:nchoosek:InvalidArg1")
    if numel_of(v) == 1:
        return _coefficient(call, v, count)
    return choices_of(call, v, count)


def _coefficient(call: Any, v: Any, count: int) -> np.ndarray:
    """The binomial coefficient of a number, in its class."""
    n, dtype = as_array(v).flat[0], as_array(v).dtype
    if n < 0 or n != np.floor(n) or count > n:
        raise MatlabError(
            "When the first input is a scalar, it must be a nonnegative integer not less than the second.",
            "MATLAB:nchoosek:KOutOfRange",
        )
    exact = math.comb(int(n), count)
    if class_of(v) in INTEGER_LIMITS:
        return np.array([[min(exact, INTEGER_LIMITS[class_of(v)][1])]], dtype)
    if exact > 2**53 and class_of(v) == "double":
        call.warning(
            "Result may not be exact. Coefficient is greater than 9.007199e+15 and is only accurate to 15 digits.",
            "MATLAB:nchoosek:LargeCoefficient",
        )
    return np.array([[float(exact)]]).astype(dtype)


@builtin(
    "perms",
    "P = perms(v)",
    "P = perms(v, 'unique')",
    summary="All permutations, in reverse lexicographic order.",
    examples=(
        Example("perms([1 2 3])", "[3 2 1;3 1 2;2 3 1;2 1 3;1 3 2;1 2 3]"),
        Example("perms('ab')", "['ba';'ab']"),
        Example("perms([1 1 2],'unique')", "[2 1 1;1 2 1;1 1 2]"),
    ),
)
def perms(call: Any, v: Any, option: Any = None) -> Any:
    arg.option(call, option, "unique")
    items = arg.elements(v).ravel(order="F")
    n = len(items)
    if option is not None and items.dtype == object:
        raise call.error("Elements of this class have no unique permutations.", "MATLAB:perms:InvalidInput")
    if n > 11:
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize")
    rows = items[_permutations(n)]
    if option is not None:
        _, first = np.unique(rows, axis=0, return_index=True)
        rows = rows[np.sort(first)]
    return arg.like(v, rows)


def _permutations(n: int) -> np.ndarray:
    """All orders of the numbers below n, a row each, from the last one to the first."""
    rows = np.zeros((1, 0), np.int8)
    for k in range(n):
        # each number from the last on comes first, before the orders of the others
        first = np.repeat(np.arange(k, -1, -1, dtype=np.int8), len(rows))[:, None]
        others = np.tile(rows, (k + 1, 1))
        rows = np.concatenate([first, others + (others >= first)], axis=1)
    return rows


def continued_fraction(x: float, tolerance: float) -> tuple[int, int, list[int]]:
    """Numerator, denominator and terms of the shortest continued fraction within a tolerance."""
    terms: list[int] = []
    n, d, last_n, last_d, rest = 1, 0, 0, 1, x
    while True:
        step = int(math.copysign(math.floor(abs(rest) + 0.5), rest)) if abs(rest) < 2**53 else int(rest)
        terms.append(step)
        n, last_n = n * step + last_n, n
        d, last_d = d * step + last_d, d
        rest -= step
        if rest == 0 or abs(n / d - x) < tolerance:
            break
        rest = 1 / rest
    return (n, d, terms) if d > 0 else (-n, -d, terms)


@builtin(
    "rat",
    "R = rat(X)",
    "R = rat(X, tol)",
    "[N, D] = rat(...)",
    summary="Rational approximation.",
    examples=(
        Example("[n,d] = rat(pi)", "{355,113}"),
        Example("[n,d] = rat([0.5 0.75])", "{[1 3],[2 4]}"),
        Example("rat(pi)", "'3 + 1/(7 + 1/(16))'"),
    ),
)
def rat(call: Any, x: Any, tol: Any = None) -> Any:
    array = arg.floating(x)
    finite = array[np.isfinite(array)]
    limit = 1e-6 * np.abs(finite).sum() if tol is None else arg.scalar(tol)
    fractions = [
        continued_fraction(float(v), limit) if np.isfinite(v) else ((int(np.sign(v)) if v == v else 0), 0, [])
        for v in array.ravel(order="F")
    ]
    if call.nargout > 1:
        return tuple(np.array([f[k] for f in fractions], np.float64).reshape(array.shape, order="F") for k in (0, 1))
    return CharArray.rows([_expansion(terms, v) for (_, _, terms), v in zip(fractions, array.ravel(order="F"), strict=True)])


def _expansion(terms: list[int], value: float) -> str:
    """A continued fraction as text."""
    if not np.isfinite(value):
        return "NaN" if value != value else "Inf" if value > 0 else "-Inf"
    return str(terms[0]) + "".join(f" + 1/({term}" for term in terms[1:]) + ")" * (len(terms) - 1)


@builtin(
    "rats",
    "S = rats(X)",
    "S = rats(X, strlen)",
    summary="Rational approximation as text.",
    examples=(
        Example("rats(0.5)", "'      1/2     '"),
        Example("rats(pi)", "'    355/113   '"),
        Example("rats(pi, 20)", "'    104348/33215     '"),
        Example("rats([1 -3; Inf 1e-12])", "['       1            -3      '; '      Inf            *      ']"),
    ),
)
def rats(call: Any, x: Any, width: Any = 13.0) -> Any:
    array, room = arg.floating(x), arg.integer(width)
    array = array.reshape(array.shape[0], math.prod(array.shape[1:]), order="F")
    finite = np.abs(array[np.isfinite(array)])
    limit = min(10.0 ** (-(room - 1) / 2) * finite.sum(), 0.1)
    return CharArray.rows(["".join(_rational_text(v, room, limit) for v in row) for row in array])


def _rational_text(v: float, room: int, limit: float) -> str:
    """A fraction in the middle of ``room + 1`` columns; a star where it is too long or too small."""
    if not np.isfinite(v):
        text = "NaN" if v != v else "Inf" if v > 0 else "-Inf"
    else:
        n, d, _ = continued_fraction(float(v), limit)
        text = str(n) if d == 1 else f"{n}/{d}"
        text = "*" if len(text) > room or (n == 0 and v != 0) else text
    left = max((room + 1) // 2 - len(text) // 2, 0)
    return (" " * left + text).ljust(room + 1)
