"""Kinds: the captions under which reports show groups, derived from what a group holds.  They decide nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..base.records import record
from ..codegen.forms import FORMS, LOOP, PRODUCT, SCAN, SORT, TRANSFORM, Form
from ..graph.node import MAP, REDUCE, Node
from ..graph.product import factor
from ..graph.views import SLICE, SPLICE, TAKE
from ..graph.window import WINDOW

Members = Sequence[Node]


@record
class Kind:
    """``holds(members)`` says whether nodes that run as one kernel, of one of these ``forms``, are of this kind; the first kind that holds
    is theirs.  ``caption`` is the sentence of reports; ``examples`` are MATLAB programs that give exactly one group of the kind.
    """

    name: str
    caption: str
    forms: tuple[Form[Any], ...]
    holds: Callable[[Members], bool]
    examples: tuple[str, ...]


def kind_of(form: Form[Any], members: Members) -> Kind:
    """The kind of a group with a kernel of this Form.  A product comes first among its members."""
    return next(kind for kind in KINDS if form in kind.forms and kind.holds(members))


def _any(members: Members) -> bool:
    return True


def _has_reduction(members: Members) -> bool:
    return any(node.kind == REDUCE for node in members)


def _has_window(members: Members) -> bool:
    return any(node.op is WINDOW for node in members)


def _reads_elsewhere(members: Members) -> bool:
    return any(node.op in (SLICE, TAKE, SPLICE) for node in members)


def _is_centered(members: Members) -> bool:
    return members[0].reduction.centered


def _sums(members: Members) -> list[Node]:
    """The operands of the sums of a group."""
    return [node.operands[0] for node in members if node.kind == REDUCE and node.reduction[0] == "sum"]


def _has_norms(members: Members) -> bool:
    """Whether a reduction adds up the squares of the product."""
    product = members[0]
    squares = [node for node in _sums(members) if _is_op(node, "square", "times")]
    return any(all(x is product for x in node.operands if type(x) is Node) for node in squares)


def _has_dots(members: Members) -> bool:
    """Whether a reduction adds up the product times one of its own factors."""
    product = members[0]
    terms = [node for node in _sums(members) if _is_op(node, "times") and product in node.operands]
    others = [x for node in terms for x in node.operands if type(x) is Node and x is not product]
    return any(factor(x)[0] in product.operands for x in others)


def _has_normalization(members: Members) -> bool:
    return any(_is_normalization(node) for node in members)


def _is_normalization(node: Node) -> bool:
    """Whether a node is ``(X - mean of X) ./ sqrt(V + something)`` with ``V`` a reduction."""
    if not _is_op(node, "rdivide"):
        return False
    top, bottom = node.operands
    if not (_is_op(top, "minus") and _is_op(bottom, "sqrt") and _is_op(bottom.operands[0], "plus")):
        return False
    array, mean = top.operands
    if type(array) is not Node or type(mean) is not Node:
        return False
    reduction = _reduction_below(mean)
    return reduction is not None and reduction.operands[0] is array and _reduction_below(bottom.operands[0]) is not None


def _is_op(item: Any, *names: str) -> bool:
    return type(item) is Node and item.op is not None and item.op.name in names


def _reduction_below(node: Node) -> Node | None:
    """The reduction that a node of the result space finishes."""
    while node.kind == MAP:
        below = next((x for x in node.operands if type(x) is Node), None)
        if below is None or below.shape != node.shape:
            return None
        node = below
    return node if node.kind == REDUCE else None


_ORDINARY = tuple(form for form in FORMS if form.ordinary)

# Special products before the general one, a normalization before what it is built from, reads out of place before plain ones.
KINDS: tuple[Kind, ...] = (
    Kind(
        "centered_gram",
        "A centred matrix is multiplied by its transpose. The kernel centres rows as it reads them, and computes one triangle.",
        (PRODUCT,),
        _is_centered,
        (
            "X = reshape(linspace(-1, 1, 24000) .^ 3, 600, 40); mu = mean(X, 1); C = (X - mu)' * (X - mu) / (size(X, 1) - 1);",
            "X = reshape(linspace(-1, 1, 24000) .^ 3, 600, 40); D = X - mean(X); C = D.' * D ./ 600; clear D",
            "X = reshape(linspace(single(-1), 1, 24000), 600, 40); C = cov(X);",
        ),
    ),
    Kind(
        "power_step_normalize",
        "One kernel computes a product and the norms of its columns; a second one divides by the norms.",
        (PRODUCT,),
        _has_norms,
        (
            "A = reshape(linspace(-1, 1, 22500), 150, 150); q = A * A(:, 1); q = q ./ sqrt(sum(q .^ 2) + 1e-12);",
            "A = reshape(linspace(-1, 1, 22500), 150, 150); Q = A * A(:, 1:8); Q = Q ./ sqrt(sum(Q .* Q, 1));",
        ),
    ),
    Kind(
        "explained_variance",
        "One product, and the dot products of its columns with another matrix. Elements off the diagonal are never computed.",
        (PRODUCT,),
        _has_dots,
        (
            "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = sum(Q .* (G * Q), 1);",
            "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = diag(Q' * (G * Q));",
            "G = reshape(linspace(-1, 1, 22500), 150, 150); Q = G(:, 1:110); s = diag(Q' * G * Q) ./ 3;",
        ),
    ),
    Kind(
        "matmul_epilogue",
        "A matrix product and the pointwise operations and reductions after it run as one kernel. Transposed factors are read in place.",
        (PRODUCT,),
        _any,
        (
            "A = reshape(linspace(-1, 1, 19200), 150, 128); C = max(A * A' .* 0.5 + (1:150), 0);",
            "A = reshape(linspace(-1, 1, 19200), 150, 128); C = single(A' * A) .^ 2; D = C - 1;",
            "A = reshape(linspace(-1, 1, 19200), 150, 128); y = A * A(1, :)' + 1; z = y .* 2;",
            "A = reshape(linspace(single(-1), 1, 17100), 171, 100); B = reshape(linspace(single(0), 1, 17000), 170, 100);"
            " C = tanh(A * B' ./ (1:171)') > 0.1;",
        ),
    ),
    Kind(
        "loop",
        "A loop of the program runs inside one kernel: what it carries from iteration to iteration stays in registers.",
        (LOOP,),
        _any,
        (
            "S = ones(1e5, 1); for t = 1:20, S = S .* 0.5 + t; end",
            "S = ones(1e5, 1); for t = 1:20, S = S .* 0.5 + t; end, p = mean(max(S - 3, 0));",
        ),
    ),
    Kind(
        "scan",
        "A running sum, product or extreme. Its operand is computed in the same kernel, and stored only if something else needs it.",
        (SCAN,),
        _any,
        (
            "x = linspace(0, 1, 1e5); s = cumsum(x .^ 2 + 1);",
            "A = reshape(linspace(0, 1, 1e5), 400, 250); P = cumprod(1 + A ./ 1000, 2);",
            "x = linspace(0, 1, 1e5); m = cummax(mod(x .* 7, 1), 'reverse');",
            "A = reshape(linspace(0, 1, 1e5), 40, 50, 50); m = cummin(abs(A - 0.5), 3);",
        ),
    ),
    Kind(
        "sort",
        "One sort gives the elements in order and their positions. Its operand is computed in the same kernel.",
        (SORT,),
        _any,
        (
            "x = linspace(1, -1, 1e5); y = sort(x .^ 2);",
            "x = linspace(0, 1, 1e5); [y, i] = sort(abs(x - 0.5), 'descend');",
            "A = reshape(linspace(0, 1, 1e5), 400, 250); B = sort(cos(A), 2);",
        ),
    ),
    Kind(
        "fft",
        "A Fourier transform. Its operand is computed in the same kernel, which gives real and imaginary parts.",
        (TRANSFORM,),
        _any,
        (
            "x = linspace(0, 1, 65536); y = fft(x .* 2);",
            "A = reshape(linspace(0, 1, 6e4), 300, 200); B = fft(A, 256, 2);",
            "z = complex(linspace(0, 1, 3e4), linspace(1, 0, 3e4)); x = ifft(z .* 2);",
        ),
    ),
    Kind(
        "image_normalize",
        "One pass centres and scales arrays by their own statistics, and does all pointwise operations after that.",
        _ORDINARY,
        _has_normalization,
        (
            "X = reshape(linspace(0, 1, 24000) .^ 2, 4, 60, 100); m = mean(X, [2 3]); v = mean((X - m) .^ 2, [2 3]);"
            " Y = max((X - m) ./ sqrt(v + 1e-6) .* 1.5 + 0.1, 0) .^ 1.8;",
            "X = reshape(linspace(0, 1, 24000) .^ 2, 200, 120); Y = (X - mean(X, 2)) ./ sqrt(var(X, 1, 2) + 1e-5);",
        ),
    ),
    Kind(
        "reduction",
        "Reductions over the same dimensions share one pass. Operands are computed in it, and stored only if something else needs them.",
        _ORDINARY,
        _has_reduction,
        (
            "x = linspace(0, 1, 1e5); s = sum(x .^ 2);",
            "x = linspace(0, 1, 1e5); m = mean(x); v = var(x);",
            "A = ones(300, 400); d = sqrt(sum((A - 0.5) .^ 2, 2));",
        ),
    ),
    Kind(
        "stencil",
        "Each element is a weighted sum of its neighbours. The pointwise operations after it run in the same kernel.",
        _ORDINARY,
        _has_window,
        (
            "A = reshape(linspace(0, 1, 1e5), 400, 250); B = max(conv2(A, [1 -2; 3 -1], 'valid'), 0);",
            "A = reshape(linspace(0, 1, 1e5), 400, 250); B = tanh(conv2(A, ones(3) / 9, 'same') - 0.5);",
            "x = reshape(linspace(0, 1, 1e5), [], 5); y = movsum(x, [2 0]) .* 2;",
            "x = linspace(0, 1, 1e5); y = x - movmean(x, 5);",
        ),
    ),
    Kind(
        "gather",
        "The kernel reads slices, shifted copies and elements at given positions in place, without a copy.",
        _ORDINARY,
        _reads_elsewhere,
        (
            "u = linspace(0, 1, 1e5); v = u(2:end-1) + 0.1 * (u(3:end) - 2 * u(2:end-1) + u(1:end-2));",
            "A = reshape(linspace(0, 1, 1e5), 400, 250); D = (A(3:end, 2:end-1) - A(1:end-2, 2:end-1)) ./ 2;",
            "A = reshape(linspace(0, 1, 1e5), 400, 250); B = A(:, 1:2:end) .* A(:, 7) + flipud(A(:, 2:2:end));",
            "x = linspace(0, 1, 1e5); y = exp(x(end:-1:1)) - x;",
            "[X, Y] = meshgrid(linspace(0, 1, 400), linspace(-1, 1, 300)); Z = X .^ 2 + Y; clear X Y",
            "A = reshape(linspace(0, 1, 1e5), 40, 50, 50); B = permute(A, [3 1 2]) .* 2;",
        ),
    ),
    Kind(
        "elementwise",
        "Pointwise operations on arrays of one size run as one kernel. Only results that are still needed are stored.",
        _ORDINARY,
        _any,
        (
            "x = linspace(-4, 4, 1e5); y = sin(x) .* exp(-x / 10) + 2;",
            "x = linspace(0, 1, 1e5); a = x + 1; b = a .* x;",
            "x = linspace(-1, 1, 1e5); y = (x > 0) .* x;",
            "A = ones(300, 400); r = (1:400); B = A .* r + A;",
        ),
    ),
)

CAPTIONS = {kind.name: kind.caption for kind in KINDS}
