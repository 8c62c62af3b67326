"""The programs of this folder in Python, for Numba: ``python twins.py NAME SIZE RUNS`` prints the result and the best time in seconds."""

from __future__ import annotations

import math
import sys
import time

import numpy as np
from numba import njit


@njit
def collatz(n):
    best, r = 0, 0
    for i in range(1, n + 1):
        x, c = i, 0
        while x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            c += 1
        if c > best:
            best, r = c, i
    return r


@njit
def sieve(n):
    p = np.ones(n + 1, np.bool_)
    p[0] = p[1] = False
    for i in range(2, int(math.sqrt(n)) + 1):
        if p[i]:
            for j in range(i * i, n + 1, i):
                p[j] = False
    return p.sum()


@njit
def floyd(n):
    d = np.zeros((n, n)).T
    for i in range(n):
        for j in range(n):
            d[i, j] = ((i + 1) * 7 + (j + 1) * 13) % 101 + 1
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d.sum()


@njit
def walk(n):
    s, x, y, far = 12345, 0, 0, 0
    for _ in range(n):
        s = 16807 * s % 2147483647
        d = s // 536870912
        if d == 0:
            x += 1
        elif d == 1:
            x -= 1
        elif d == 2:
            y += 1
        else:
            y -= 1
        far = max(far, x * x + y * y)
    return far


@njit
def newton(n):
    r = 0
    for a in range(1, n + 1):
        for b in range(1, n + 1):
            z = complex(a / n * 4 - 2.013, b / n * 4 - 2.027)
            for _ in range(40):
                w = z - (z * z * z - 1) / (3 * z * z)
                r += 1
                if abs(w - z) < 1e-9:
                    break
                z = w
    return r


@njit
def gcds(n):
    r = 0
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            a, b = i, j
            while b > 0:
                a, b = b, a % b
            r += a == 1
    return r


@njit
def bubble(n):
    x, s = np.zeros(n), 1
    for k in range(n):
        s = s * 16807 % 2147483647
        x[k] = s
    for i in range(n):
        for j in range(n - i - 1):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
    return x[0] + x[n - 1]


@njit
def matmul(n):
    a, b, c = np.zeros((n, n)).T, np.zeros((n, n)).T, np.zeros((n, n)).T
    for i in range(n):
        for j in range(n):
            a[i, j] = 1 / (i + j + 2)
            b[i, j] = i - j
    for i in range(n):
        for j in range(n):
            t = 0.0
            for k in range(n):
                t += a[i, k] * b[k, j]
            c[i, j] = t
    return c[0, 1] + c[n - 1, 2]


@njit
def queens(n):
    q, r, k = np.zeros(n, np.int64), 0, 0
    while k >= 0:
        q[k] += 1
        while q[k] <= n:
            good = True
            for j in range(k):
                if q[j] == q[k] or abs(q[j] - q[k]) == k - j:
                    good = False
                    break
            if good:
                break
            q[k] += 1
        if q[k] <= n:
            if k == n - 1:
                r += 1
            else:
                k += 1
                q[k] = 0
        else:
            k -= 1
    return r


@njit
def lcg(n):
    s, v = 1, np.zeros(16)
    for _ in range(n):
        s = (s * 69069 + 1) % 4294967296
        v[s // 268435456] += 1
    return s + v[2]


@njit
def subsequence(n):
    a, b, s = np.zeros(n), np.zeros(n), 7
    for k in range(n):
        s = s * 16807 % 2147483647
        a[k] = s % 4
        s = s * 16807 % 2147483647
        b[k] = s % 4
    m = np.zeros((n + 1, n + 1)).T
    for i in range(n):
        for j in range(n):
            m[i + 1, j + 1] = m[i, j] + 1 if a[i] == b[j] else max(m[i, j + 1], m[i + 1, j])
    return m[n, n]


@njit
def _scan(s, n):
    words, vowels, inside = 0, 0, False
    for k in range(n):
        c = s[k]
        if 97 <= c <= 122:
            if not inside:
                words += 1
                inside = True
            if c == 97 or c == 101 or c == 105 or c == 111 or c == 117:
                vowels += 1
        else:
            inside = False
    return words * 1000000 + vowels


def scan(n):
    text = "the quick brown fox jumps over the lazy dog; " * math.ceil(n / 45)
    return _scan(np.frombuffer(text.encode("utf-16-le"), np.uint16), n)


@njit
def kalman(n):
    x1, x2, p11, p12, p22, s, e = 0.0, 0.0, 1.0, 0.0, 1.0, 5, 0.0
    for k in range(1, n + 1):
        s = s * 16807 % 2147483647
        z = math.sin(k / 50) + (s / 2147483647 - 0.5) * 0.2
        x1 += x2 * 0.1
        p11 = p11 + 0.2 * p12 + 0.01 * p22 + 1e-4
        p12 += 0.1 * p22
        p22 += 1e-3
        g = p11 + 0.04
        k1, k2, d = p11 / g, p12 / g, z - x1
        x1 += k1 * d
        x2 += k2 * d
        p22 -= k2 * p12
        p12 *= 1 - k1
        p11 *= 1 - k1
        e += d * d
    return e / n


@njit
def markov(n):
    size = 6
    a, b, f, g = np.zeros((size, size)).T, np.zeros((4, size)).T, np.ones(size) / size, np.zeros(size)
    for i in range(size):
        for j in range(size):
            a[i, j] = (1 + (i + 1) * (j + 1) % 5) / 15
        for j in range(4):
            b[i, j] = (1 + (i + 1 + 2 * (j + 1)) % 3) / 8
    s, r = 3, 0.0
    for _ in range(n):
        s = s * 16807 % 2147483647
        o, c = s % 4, 0.0
        for j in range(size):
            t = 0.0
            for i in range(size):
                t += f[i] * a[i, j]
            g[j] = t * b[j, o]
            c += g[j]
        for j in range(size):
            f[j] = g[j] / c
        r += math.log(c)
    return r


@njit
def _fib(n):
    return float(n) if n < 2 else _fib(n - 1) + _fib(n - 2)


@njit
def fib(n):
    r = 0.0
    for k in range(1, n + 1):
        r += _fib(float(k % 18))
    return r


@njit
def mandelbrot(n):
    r = 0
    for a in range(1, n + 1):
        for b in range(1, n + 1):
            c, z, k = complex(a / n * 3 - 2, b / n * 3 - 1.5), 0j, 0
            while k < 60 and abs(z) <= 2:
                z = z * z + c
                k += 1
            r += k
    return r


@njit
def histogram(n):
    h, s = np.zeros(256), 17
    for _ in range(n):
        s = (s * 75 + 74) % 65537
        half = (s % 256 + 1) // 2
        h[min(half + 100, 255)] += 1
    r = 0.0
    for k in range(256):
        r += h[k] * (k + 1)
    return r


@njit
def append(n):
    v = [0, 1]
    for _ in range(n):
        v.append((v[-1] + v[-2]) % 1000003)
    r = 0
    for x in v:
        r += x
    return r


def main() -> None:
    name, size, runs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    function, best, result = globals()[name], math.inf, 0.0
    function(3)
    for _ in range(runs):
        start = time.process_time()
        result = function(size)
        best = min(best, time.process_time() - start)
    print(f"{float(result):.10g} {best:.9f}")


if __name__ == "__main__":
    main()
