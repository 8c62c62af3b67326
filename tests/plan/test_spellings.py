"""Programs of every fusion kind in several spellings and sizes agree: computed at once, fused on the host, and on the graphics adapter."""

import pytest

from runmat_kernel.plan.kinds import KINDS
from runmat_kernel.session import Session

from ..adapters import needs_adapter
from ..fuzz.agree import Strategies

SIZES = ((400, 5), (130, 128), (12, 3))
"""Rows and columns of ``Q``: small beside what is deferred, and deferred itself."""
SETUP = "rng(1); n = {n}; k = {k}; G = rand(n) - 0.5; H = G + G'; Q = rand(n, k) - 0.5; r = (1:n) / n; w = single(Q);"
SPELLINGS = {
    "elementwise": (
        "a = sin(G) .* exp(-H ./ 10) + r; b = max(min(a, 0.5), -0.5) .^ 2; c = G(:, 1:k) .* (w > 0) - Q;",
        "a = 1 ./ (1 + exp(-G)); b = a .* (1 - a); c = (a > 0.5) & ~(b < r'); d = single(a) + b;",
        "a = hypot(G, H'); b = abs(Q) .* Q(1, :) + r(:); c = mod(floor(100 * G), 7) == 3; d = int16(1000 * G) .* 2;",
    ),
    "reduction": (
        "a = sum(G .^ 2); b = mean(G .* H, 2); c = var(G); d = max(abs(Q - 0.1), [], 'all'); e = std(H, 0, 2);",
        "[a, i] = max(G, [], 2); [b, j] = min(H(:)); c = any(G > 0.49); d = all(G < r'); e = prod(1 + G ./ 1000, 2); f = norm(G(:));",
        "a = dot(G, H); b = nnz(Q > 0); c = sum(G, [1 2]); d = mean(w, 'all', 'omitnan'); e = vecnorm(G, 2, 2); f = sum(sum(G));",
    ),
    "matmul_epilogue": (
        "a = max(G * Q + r', 0); b = Q' * G .* 2 - 1; c = tanh(G * H' ./ n); d = diag(G * H) + 1;",
        "a = single(Q' * Q) .^ 2; b = (w * w') > 0.1; c = sum(G * H, 2); d = Q' * r'; e = r * G * Q; f = diag(Q' * Q);",
        "T = G'; a = T * Q; b = (G * Q)'; c = Q.' * H.'; d = 3 - 0.5 * (H * G) .* r; e = diag(H * H');",
    ),
    "centered_gram": (
        "m = mean(Q, 1); a = (Q - m)' * (Q - m) / (n - 1); b = cov(Q); c = cov(Q, 1); d = corrcoef(Q);",
        "D = G - mean(G); a = D' * D ./ n; b = (Q - mean(Q))' * Q; c = cov(w); s = sqrt(diag(a)); e = a ./ (s * s');",
        "m = mean(Q'); a = (Q' - m)' * (Q' - m); b = (Q - 0.1)' * (Q - 0.1) / 7;",
    ),
    "power_step_normalize": (
        "q = H * Q(:, 1); q = q ./ sqrt(sum(q .^ 2) + 1e-12); p = H * q; p = p / norm(p);",
        "P = H * Q; P = P ./ sqrt(sum(P .^ 2, 1)); R = G * P; R = R ./ vecnorm(R);",
        "q = Q(:, 1); for t = 1:3, q = H * q; q = q / norm(q); end, l = q' * H * q;",
        "P = G' * w; P = P ./ (sqrt(sum(P .* P)) + 1e-6);",
    ),
    "explained_variance": (
        "a = diag(Q' * G * Q); b = diag(Q' * (G * Q)); c = sum(Q .* (G * Q), 1)';",
        "C = Q' * H * Q; a = diag(C); b = diag(Q.' * G * Q) ./ trace(H); c = diag(w' * H * w);",
        "T = Q'; a = diag(T * G * T'); b = diag((Q' * G) * Q); c = sum((G' * Q) .* Q); d = diag(Q' * G' * Q) ./ sum(Q .^ 2)';",
    ),
    "image_normalize": (
        "X = reshape(abs([G(:); Q(:)]), 1, n + k, n); m = mean(X, [2 3]); v = mean((X - m) .^ 2, [2 3]);"
        " Y = max((X - m) ./ sqrt(v + 1e-6) .* 1.5 + 0.1, 0) .^ 1.8; e = mean((Y - X) .^ 2, 'all');",
        "Y = (G - mean(G, 2)) ./ sqrt(var(G, 1, 2) + 1e-5); Z = Y .* r + Q(:, 1); U = (Q - mean(Q)) ./ std(Q); V = normalize(G);",
        "Y = (w - mean(w, 'all')) ./ std(w, 0, 'all'); Z = max(min(Y, 1), -1); U = (H - mean(H(:))) ./ (max(H(:)) - min(H(:)));",
    ),
    "fft": (
        "y = fft(G); z = real(ifft(y .* 2)); p = abs(fft(Q, 2 * n)) .^ 2; s = fftshift(y, 1);",
        "y = fft(G, [], 2); z = ifft(fft(H, n + 3, 2), [], 2); c = conv(Q(:, 1), r); d = real(ifft(fft(r') .* fft(Q(:, 1))));",
        "y = fft2(G); z = abs(y); t = fft(w);",
    ),
    "gather": (
        "d = G(3:end, 2:end-1) - G(1:end-2, 2:end-1); e = flipud(G(:, 1:2:end)) .* G(:, 7); f = permute(reshape(G, n, 2, []), [3 1 2]);",
        "i = mod((1:n) * 7, n) + 1; a = G(i, :) + H; b = G(i, i(1:k)) - Q; c = Q(end:-1:1, :) ./ 2; d = repmat(r, 3, 1); e = [G, Q; H, Q];",
        "[X, Y] = meshgrid(r, r); Z = X .^ 2 + Y; d = circshift(G, 2) - G; t = Q' + 1; u = diag(G); v = kron(r, [1 2]); g = G(G > 0.4);",
    ),
    "stencil": (
        "a = max(conv2(G, [1 -2; 3 -1], 'valid'), 0); b = tanh(conv2(G, ones(3) / 9, 'same')); c = movmean(Q, 5) - Q;",
        "a = conv(ones(n, 1), ones(1, n)); b = conv(r, Q(:, 1)); c = conv(Q(:, 1), r, 'same'); d = conv(G(:), r, 'valid');",
        "a = conv(G(:), [1 2 3]); b = conv([1 2 3]', G(:)'); c = filter([1 -0.5], 1, G); d = 4 * del2(H); e = movmax(G, 3);",
    ),
    "scan": (
        "a = cumsum(G .^ 2 + 1); b = cumprod(1 + G ./ 1000, 2); c = cummax(mod(H .* 7, 1), 'reverse'); d = cumsum(Q, 'reverse');",
        "a = cumsum(G, 2) ./ (1:n); [b, i] = cummin(Q); c = diff(cumsum(w)); d = cumsum(G(:)' > 0);",
    ),
    "sort": (
        "a = sort(G .^ 2); [b, i] = sort(abs(H - 0.1), 'descend'); c = sort(cos(Q), 2); d = median(G, 2);",
        "[a, i] = sort(G(:)); b = G(i(1:k)); c = sortrows(Q, -1); d = maxk(G, 3); e = quantile(H(:), 0.3); u = unique(round(10 * G));",
    ),
    "device_loop": (
        "S = G; for t = 1:20, S = S .* 0.5 + t; end, p = mean(max(S - 3, 0), 'all');",
        "u = Q; for t = 1:9, u(2:end-1, :) = u(2:end-1, :) + 0.1 * (u(3:end, :) - 2 * u(2:end-1, :) + u(1:end-2, :)); end",
        "y = zeros(n); for j = 1:n, y(:, j) = G(:, j) .* r' + j; end, s = 0; for j = 1:k, s = s + sum(Q(:, j)); end",
    ),
}  # fmt: skip


def test_every_kind_has_spellings():
    assert {kind.name for kind in KINDS} <= {*SPELLINGS, "loop"}


def names(setup, program):
    session = Session(provider="host", fusion=False)
    assert session.run(setup + program).error is None, program
    return list(session.workspace_values)


def disagreements(strategies, kind):
    found = []
    for n, k in SIZES:
        setup = SETUP.format(n=n, k=k)
        for program in SPELLINGS[kind]:
            difference = strategies.disagreement(setup + "\n" + program, names(setup, program))
            if difference:
                found.append((n, k, program, difference))
    return found


@pytest.fixture(scope="module")
def host():
    return Strategies(("eager", "host default", "host"))


@pytest.fixture(scope="module")
def device():
    needs_adapter()
    return Strategies(("eager", "gpu default", "gpu"))


@pytest.mark.parametrize("kind", SPELLINGS)
def test_spellings_agree_on_the_host(host, kind):
    assert disagreements(host, kind) == []


@pytest.mark.parametrize("kind", SPELLINGS)
def test_spellings_agree_on_the_device(device, kind):
    assert disagreements(device, kind) == []


@pytest.mark.parametrize(("kind", "program"), [(k.name, p) for k in KINDS for p in k.examples])
def test_examples_agree(host, device, kind, program):
    for strategies in (host, device):
        assert strategies.disagreement(program, names("", program)) is None
