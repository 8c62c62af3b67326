"""Krylov methods for linear systems, step by step, with MATLAB's rules for when they end: pcg, minres, bicg, bicgstab, cgs, tfqmr, gmres.

A method is a generator of ``(x, norm of the residual, length of the step)``; `solve` drives it.  Flags: 0 converged, 1 too many
steps, 2 a preconditioner that cannot be inverted, 3 nothing changed any more, 4 a scalar became too small or too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_EPS = float(np.finfo(float).eps)
Vector = np.ndarray
Step = tuple[Vector, float, float]


class BreakdownError(Exception):
    """A scalar that cannot be divided by, or an infinite one: flag 4."""


class SingularError(Exception):
    """A preconditioner that cannot be inverted: flag 2."""


@dataclass(slots=True)
class System:
    """``A x = b`` with the products and the inverse of the preconditioner as functions of vectors."""

    b: Vector
    product: Callable[[Vector], Vector]
    transposed: Callable[[Vector], Vector]
    inverse: Callable[[Vector], Vector]
    inverse_transposed: Callable[[Vector], Vector]

    def residual(self, x: Vector) -> Vector:
        return self.b - self.product(x)


@dataclass(slots=True)
class Solution:
    """A solution: flag, relative residual, the step (halves where a method has them; outer and inner for gmres), norms of residuals."""

    x: Vector
    flag: int
    relative: float
    step: Any
    norms: list[float] = field(default_factory=list)


def _usable(value: Any) -> Any:
    if value == 0 or not np.isfinite(value):
        raise BreakdownError
    return value


def conjugate_gradients(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    rho, p = 1.0, np.zeros_like(r)
    for k in range(len(r) * 1000 + 1000):
        z = s.inverse(r)
        before, rho = rho, _usable(np.vdot(r, z))
        p = z + (_usable(rho / before) * p if k else 0)
        q = s.product(p)
        curvature = np.vdot(p, q)
        if np.real(curvature) <= 0:
            raise BreakdownError
        alpha = _usable(rho / _usable(curvature))
        x, r = x + alpha * p, r - alpha * q
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(p) * abs(alpha))


def biconjugate_gradients(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    rt, rho, p, pt = r.copy(), 1.0, np.zeros_like(r), np.zeros_like(r)
    for k in range(len(r) * 1000 + 1000):
        z, zt = s.inverse(r), s.inverse_transposed(rt)
        before, rho = rho, _usable(np.vdot(rt, z))
        beta = _usable(rho / before) if k else 0
        p, pt = z + beta * p, zt + np.conj(beta) * pt
        q, qt = s.product(p), s.transposed(pt)
        alpha = _usable(rho / _usable(np.vdot(pt, q)))
        x, r, rt = x + alpha * p, r - alpha * q, rt - np.conj(alpha) * qt
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(p) * abs(alpha))


def stabilised(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    """bicgstab: every iteration yields twice."""
    rt, rho, omega, alpha, p, v = r.copy(), 1.0, 1.0, 1.0, np.zeros_like(r), np.zeros_like(r)
    for k in range(len(r) * 1000 + 1000):
        before, rho = rho, _usable(np.vdot(rt, r))
        p = r + (_usable((rho / before) * (alpha / omega)) * (p - omega * v) if k else 0)
        direction = s.inverse(p)
        v = s.product(direction)
        alpha = rho / _usable(np.vdot(rt, v))
        x, r = x + alpha * direction, r - alpha * v
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(direction) * abs(alpha))
        direction = s.inverse(r)
        t = s.product(direction)
        omega = np.vdot(t, r) / _usable(np.vdot(t, t))
        x, r = x + omega * direction, r - omega * t
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(direction) * abs(omega))
        _usable(omega)


def stabilised_twice(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    """bicgstabl with two steps of least residuals: every iteration yields four times."""
    shadow = r.copy()
    directions = [np.zeros_like(r)]
    rho, alpha, omega = 1.0, 0.0, 1.0
    for _ in range(len(r) * 1000 + 1000):
        rho *= -omega
        residuals, directions = [r], directions[:1]
        for k in (0, 1):
            before, rho = rho, _usable(np.vdot(shadow, residuals[k]))
            beta = alpha * rho / _usable(before)
            directions = [q - beta * u for q, u in zip(residuals, directions, strict=True)]
            directions.append(s.product(s.inverse(directions[k])))
            alpha = rho / _usable(np.vdot(shadow, directions[k + 1]))
            residuals = [q - alpha * u for q, u in zip(residuals, directions[1:], strict=True)]
            residuals.append(s.product(s.inverse(residuals[k])))
            step = alpha * s.inverse(directions[0])
            x = x + step
            yield x, float(np.linalg.norm(residuals[0])), float(np.linalg.norm(step))
        start, step = x, np.zeros_like(x)
        for k in (1, 2):
            powers = np.column_stack(residuals[1 : k + 1])
            weights = np.linalg.lstsq(powers, residuals[0], rcond=None)[0]
            before_step, step = step, s.inverse(np.column_stack(residuals[:k]) @ weights)
            x, r = start + step, residuals[0] - powers @ weights
            yield x, float(np.linalg.norm(r)), float(np.linalg.norm(step - before_step))
        omega = _usable(weights[-1])
        directions[0] = directions[0] - np.column_stack(directions[1:]) @ weights


def squared(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    rt, rho = r.copy(), 1.0
    p = q = np.zeros_like(r)
    for k in range(len(r) * 1000 + 1000):
        before, rho = rho, _usable(np.vdot(rt, r))
        beta = _usable(rho / before) if k else 0
        u = r + beta * q
        p = u + beta * (q + beta * p)
        v = s.product(s.inverse(p))
        alpha = _usable(rho / _usable(np.vdot(rt, v)))
        q = u - alpha * v
        direction = s.inverse(u + q)
        x, r = x + alpha * direction, r - alpha * s.product(direction)
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(direction) * abs(alpha))


def transpose_free(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    """tfqmr: every iteration yields twice, with a bound of the residual's norm."""
    rt, w, u = r.copy(), r.copy(), r.copy()
    hat = s.inverse(u)
    au = s.product(hat)
    v, d = au, np.zeros_like(r)
    theta, eta, tau, rho = 0.0, 0.0, float(np.linalg.norm(r)), _usable(np.vdot(rt, r))
    for k in range(len(r) * 1000 + 1000):
        if k % 2 == 0:
            alpha = _usable(rho / _usable(np.vdot(rt, v)))
            following = u - alpha * v
        w = w - alpha * au
        d = hat + (theta**2 * eta / alpha) * d
        theta = float(np.linalg.norm(w)) / tau
        cosine = 1 / np.sqrt(1 + theta**2)
        tau, eta = tau * theta * cosine, cosine**2 * alpha
        x = x + eta * d
        yield x, tau * np.sqrt(k + 2), float(np.linalg.norm(d) * abs(eta))
        if k % 2:
            before, rho = rho, _usable(np.vdot(rt, w))
            beta = rho / before
            following = w + beta * u
        u, old = following, au
        hat = s.inverse(u)
        au = s.product(hat)
        if k % 2:
            v = au + beta * (old + beta * v)


Method = Callable[[System, Vector, Vector], Iterator[Step]]


def least_symmetric(s: System, x: Vector, r: Vector) -> Iterator[Step]:
    """minres: Lanczos vectors of a symmetric matrix, turned so that the residual becomes least; the products of directions go along."""
    past, now, z = r, r, s.inverse(r)
    beta, before = _root(np.vdot(r, z)), 1.0
    rest, cosine, sine, bar, epsilon = beta, -1.0, 0.0, 0.0, 0.0
    w = w_past = aw = aw_past = np.zeros_like(r)
    for k in range(len(r) * 1000 + 1000):
        v = z / _usable(beta)
        av = s.product(v)
        new = av - (beta / before) * past if k else av
        alpha = float(np.real(np.vdot(v, new)))
        past, now = now, new - (alpha / beta) * now
        z = s.inverse(now)
        before, beta = beta, _root(np.vdot(now, z))
        old, delta, turned = epsilon, cosine * bar + sine * alpha, sine * bar - cosine * alpha
        epsilon, bar = sine * beta, -cosine * beta
        length = _usable(float(np.hypot(turned, beta)))
        cosine, sine = turned / length, beta / length
        step, rest = cosine * rest, sine * rest
        w_past, w = w, (v - old * w_past - delta * w) / length
        aw_past, aw = aw, (av - old * aw_past - delta * aw) / length
        x, r = x + step * w, r - step * aw
        yield x, float(np.linalg.norm(r)), float(np.linalg.norm(w) * abs(step))


def _root(square: Any) -> float:
    """The root of what a positive definite preconditioner makes of a vector and itself."""
    if not np.real(square) >= 0:
        raise BreakdownError
    return float(np.sqrt(np.real(square)))


def solve(method: Method, s: System, x: Vector, tolerance: float, most: int, parts: int = 1) -> Solution:
    """Run a method that yields ``parts`` times an iteration; the best iterate comes back where it does not converge."""
    scale = float(np.linalg.norm(s.b))
    r = s.residual(x)
    norm, limit = float(np.linalg.norm(r)), tolerance * scale
    if norm <= limit:
        return Solution(x, 0, norm / scale, 0.0, [norm])
    norms, best, at, least = [norm], x, 0.0, norm
    flag, still, more, step, extra = 1, 0, 0, 0.0, min(len(x) // 50, 5, max(len(x) - most, 0))
    steps = method(s, x, r)
    try:
        for k in range(1, most * parts + 1):
            step = k / parts
            x, norm, length = next(steps)
            still = still + 1 if length < _EPS * float(np.linalg.norm(x)) else 0
            if norm <= limit or still >= 3 or more:
                norm = float(np.linalg.norm(s.residual(x)))
                norms.append(norm)
                if norm <= limit:
                    return Solution(x, 0, norm / scale, step, norms)
                still = 0 if still >= 3 and not more else still
                more += 1
                if more >= extra:
                    flag = 3
                    break
            else:
                norms.append(norm)
            if norm < least:
                least, best, at = norm, x, step
            if still >= 3:
                flag = 3
                break
    except BreakdownError:
        flag = 4
    except SingularError:
        flag = 2
    relative = float(np.linalg.norm(s.residual(best))) / scale
    return Solution(best, flag, relative, at, norms)


def minimal_residuals(s: System, x: Vector, tolerance: float, restart: int | None, most: int) -> Solution:
    """gmres with preconditioning from the left: the norms are those of the preconditioned residuals; ``step`` is outer and inner."""
    n = len(x)
    inner, outer = (min(most, n), 1) if restart is None else (min(restart, n), most)
    r = s.inverse(s.residual(x))
    scale = float(np.linalg.norm(s.inverse(s.b))) or 1.0
    norm = float(np.linalg.norm(r))
    norms = [norm]
    if norm <= tolerance * scale:
        return Solution(x, 0, norm / scale, (0, 0), norms)
    best, least, at, flag = x, norm, (0, 0), 1
    for k in range(1, outer + 1):
        start, count, still = x, 0, False
        for y, estimate, count, still in _arnoldi(s, r, inner):  # noqa: B007 - the last one counts
            norms.append(estimate)
            if estimate <= tolerance * scale or still:
                break
        x = start + y
        r = s.inverse(s.residual(x))
        norm = norms[-1] = float(np.linalg.norm(r))
        if norm < least:
            best, least, at = x, norm, (k, count)
        if norm <= tolerance * scale:
            return Solution(x, 0, norm / scale, (k, count), norms)
        if still or (k > 1 and np.linalg.norm(y) < _EPS * np.linalg.norm(x)):
            flag = 3
            break
    return Solution(best, flag, least / scale, at, norms)


def _arnoldi(s: System, r: Vector, most: int) -> Iterator[tuple[Vector, float, int, bool]]:
    """Correction, norm of the residual, count, and whether the space cannot grow, after each vector of one cycle."""
    norm = float(np.linalg.norm(r))
    basis, h = [r / norm], np.zeros((most + 1, most), np.result_type(r, float))
    for j in range(most):
        w = s.inverse(s.product(basis[j]))
        size = float(np.linalg.norm(w))
        for _ in range(2):  # the second pass keeps the basis orthogonal to working precision
            for i, v in enumerate(basis):
                part = np.vdot(v, w)
                h[i, j] += part
                w = w - part * v
        h[j + 1, j] = np.linalg.norm(w)
        right = np.zeros(j + 2, h.dtype)
        right[0] = norm
        y = np.linalg.lstsq(h[: j + 2, : j + 1], right, rcond=None)[0]
        rest = float(np.linalg.norm(right - h[: j + 2, : j + 1] @ y))
        full = bool(abs(h[j + 1, j]) <= 10 * _EPS * size)
        yield np.stack(basis, axis=1) @ y, rest, j + 1, full
        basis.append(w / (h[j + 1, j] or 1.0))


def bidiagonalised(
    product: Callable[[Vector], Vector], transposed: Callable[[Vector], Vector], b: Vector, tolerance: float, scale: float, most: int
) -> tuple[Vector, int, list[float], list[float]]:
    """lsqr of Paige and Saunders from zero: the least squares of ``product(x) - b``, a flag, the norms of the residuals, and those of the
    normal equations' residuals by the matrix's (an estimate of its Frobenius norm), both with that at the beginning."""
    beta = float(np.linalg.norm(b))
    norms = [beta]
    if beta <= tolerance * scale:
        return np.zeros_like(transposed(b)), 0, norms, [0.0]
    u = b / beta
    v = transposed(u)
    alpha = float(np.linalg.norm(v))
    x, normal = np.zeros_like(v), [beta if alpha else 0.0]
    if not alpha:
        return x, 0, norms, normal
    v = v / alpha
    w, rest, slope, frobenius = v, beta, alpha, alpha**2
    for _ in range(most):
        u = product(v) - alpha * u
        beta = float(np.linalg.norm(u))
        u = u / beta if beta else u
        frobenius += beta**2
        v = transposed(u) - beta * v
        alpha = float(np.linalg.norm(v))
        v = v / alpha if alpha else v
        length = float(np.hypot(slope, beta))
        cosine, sine = slope / length, beta / length
        x = x + cosine * rest / length * w
        w = v - sine * alpha / length * w
        slope, rest = -cosine * alpha, sine * rest
        norms.append(rest)
        normal.append(rest * alpha * abs(cosine) / float(np.sqrt(frobenius)))
        frobenius += alpha**2
        if rest <= tolerance * scale or normal[-1] <= tolerance * rest:
            return x, 0, norms, normal
    return x, 1, norms, normal


def lq_of_symmetric(s: System, x: Vector, tolerance: float, most: int) -> tuple[Solution, list[float]]:
    """symmlq: in each Krylov space of a symmetric (Hermitian) matrix the point of smallest error, and that of conjugate gradients.

    The norms are those of the residuals of the first kind of point, the second list those of the second.  The solution is
    whichever kind comes within the tolerance first.
    """
    start, scale = x, float(np.linalg.norm(s.b))
    r = s.residual(start)
    norms, norms_cg = [float(np.linalg.norm(r))], [float(np.linalg.norm(r))]
    best = Solution(start, 0 if norms[0] <= tolerance * scale else 1, norms[0] / scale, 0.0, norms)
    if best.flag == 0:
        return best, norms_cg
    z = s.inverse(r)
    size = float(np.sqrt(_usable(np.vdot(r, z).real)))
    basis, images, diagonal, beside = [z / size], [r / size], [], []
    for k in range(1, most + 2):  # the first iteration takes two steps of Lanczos
        w = s.product(basis[-1])
        diagonal.append(float(np.vdot(basis[-1], w).real))
        w = w - diagonal[-1] * images[-1] - (beside[-1] * images[-2] if beside else 0.0)
        for v, image in zip(basis, images, strict=True):  # what rounding left of the earlier ones
            w = w - np.vdot(v, w) * image
        space = np.stack(basis, axis=1)
        t = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
        target = np.zeros(k)
        target[0] = size
        points = []
        if k > 1:
            points.append((start + space @ np.linalg.lstsq(t[: k - 1], target[: k - 1], rcond=None)[0], norms))
        if abs(np.linalg.det(t / np.abs(t).max())) > 0:
            points.append((start + space @ np.linalg.solve(t, target), norms_cg))
        for point, history in points:
            norm = float(np.linalg.norm(s.residual(point)))
            history.append(norm)
            if norm / scale < best.relative:
                best = Solution(point, 1, norm / scale, float(max(k - 1, 1)), norms)
        if best.relative <= tolerance:
            best.flag = 0
            break
        z = s.inverse(w)
        further = float(np.vdot(w, z).real)
        if further <= (_EPS * size) ** 2:
            best.flag = 3
            break
        beside.append(float(np.sqrt(further)))
        basis.append(z / beside[-1])
        images.append(w / beside[-1])
    best.norms = norms
    return best, norms_cg
