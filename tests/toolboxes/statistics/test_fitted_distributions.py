"""Distributions fitted to censored samples, and smoothed samples, against their definitions."""

# ruff: noqa: E501 (programs on one line)

from __future__ import annotations

import pytest

from runmat_kernel.session import execute

CENSORED = "x = [1;2;4;6;7;7;3]; c = [0;0;0;1;0;1;0]; e = x(c == 0); l = x(c == 1); "


@pytest.mark.parametrize(
    ("name", "first", "second", "density", "upper"),
    [
        ("Gamma", "a", "b", "gampdf", "gamcdf"),
        ("Weibull", "A", "B", "wblpdf", "wblcdf"),
        ("Normal", "mu", "sigma", "normpdf", "normcdf"),
        ("Lognormal", "mu", "sigma", "lognpdf", "logncdf"),
        ("ExtremeValue", "mu", "sigma", "evpdf", "evcdf"),
    ],
)
def test_censored_fits_have_the_greatest_likelihood(name, first, second, density, upper):
    code = CENSORED + f"pd = fitdist(x, '{name}', 'Censoring', c); a = pd.{first}; b = pd.{second}; "
    code += f"f = @(a, b) sum(log({density}(e, a, b))) + sum(log({upper}(l, a, b, 'upper'))); d = 1e-4; "
    code += "fprintf('%d', f(a, b) > [f(a+d, b) f(a-d, b) f(a, b+d) f(a, b-d)], abs(f(a, b) + negloglik(pd)) < 1e-9)"
    assert execute(code) == "11111"


def test_censored_waiting_times_count_only_ends():
    code = CENSORED + "pd = fitdist(x, 'Exponential', 'Censoring', c); r = paramci(pd); "
    assert execute(code + "fprintf('%d', abs(pd.mu - 6) < 1e-12, norm(r - 60 ./ chi2inv([.975; .025], 10)) < 1e-9)") == "11"


def test_weights_stand_for_repeats():
    code = CENSORED + "p = fitdist(x, 'Weibull', 'Censoring', c, 'Frequency', [2;1;1;2;1;1;1]); "
    code += "q = fitdist(x([1 1:4 4:7]), 'Weibull', 'Censoring', c([1 1:4 4:7])); fprintf('%d', p.A == q.A, p.B == q.B)"
    assert execute(code) == "11"


@pytest.mark.parametrize("kernel", ["normal", "box", "triangle", "epanechnikov"])
@pytest.mark.parametrize(("support", "low", "high"), [("'unbounded'", "-9", "15"), ("'positive'", "0", "60"), ("[0 9]", "0", "9")])
def test_smoothed_samples_are_distributions(kernel, support, low, high):
    code = f"pd = fitdist([1;2;2.5;4;NaN], 'Kernel', 'Kernel', '{kernel}', 'Support', {support}, 'Width', .5); "
    code += f"x = linspace({low}, {high}, 20001); x = x(2:end-1); d = pdf(pd, x); m = trapz(x, x.*d); at = x([3000 9000 12000]); "
    code += "below = [trapz(x(1:3000), d(1:3000)) trapz(x(1:9000), d(1:9000)) trapz(x(1:12000), d(1:12000))]; p = [.1 .5 .9]; "
    code += "fprintf('%d', norm(cdf(pd, at) - below) < 2e-3, norm(cdf(pd, icdf(pd, p)) - p) < 1e-9, abs(mean(pd) - m) < 1e-2, abs(var(pd) - trapz(x, (x-m).^2.*d)) < 2e-2)"
    assert execute(code) == "1111"


def test_the_normal_kernel_is_a_mixture():
    code = "x = [1;2;4]; pd = fitdist(x, 'kernel'); h = median(abs(x - 2))/.6745*(4/9)^.2; "
    code += "fprintf('%d', abs(pd.Bandwidth - h) < 1e-12, abs(pdf(pd, 3) - mean(normpdf(3, x, h))) < 1e-12, strcmp(class(pd), 'prob.KernelDistribution'))"
    assert execute(code) == "111"


@pytest.mark.parametrize(
    ("law", "density"),
    [("'Loguniform', 'Lower', 2, 'Upper', 5", "1 / (3 * log(2.5))"), ("'Triangular', 'A', 1, 'B', 4, 'C', 5", "2 * 2 / (4 * 3)")],
)
def test_more_laws_by_their_densities(law, density):
    assert execute(f"pd = makedist({law}); fprintf('%d', abs(pdf(pd, 3) - {density}) < 1e-12, abs(cdf(pd, icdf(pd, .3)) - .3) < 1e-12)") == "11"


@pytest.mark.parametrize("shapes", ["1.5, 0.5", "0.7, -0.3", "1, 0.4"])
def test_stable_laws_by_their_characteristic_functions(shapes):
    code = f"""v = [{shapes}]; a = v(1); b = v(2); g = 2; d = 1; pd = makedist('Stable', 'alpha', a, 'beta', b, 'gam', g, 'delta', d);
    if a == 1, w = @(t) 2/pi*log(g*t); else, w = @(t) tan(pi*a/2)*((g*t).^(1-a) - 1); end
    f = @(t) real(exp(-(g*t).^a.*(1 + 1i*b*w(t)) + 1i*(d - 3)*t))/pi;
    rng(1); r = random(pd, 4000, 1);
    fprintf('%d', abs(pdf(pd, 3) - integral(f, 0, Inf)) < 1e-6, abs(cdf(pd, icdf(pd, .3)) - .3) < 1e-8, abs(mean(r < 3) - cdf(pd, 3)) < .03)"""
    assert execute(code) == "111"


def test_stable_laws_of_two_are_normal():
    code = "pd = makedist('Stable'); q = makedist('Stable', 'alpha', 1.5, 'beta', .5, 'gam', 2, 'delta', 1); "
    code += "fprintf('%d', abs(pdf(pd, 1) - normpdf(1, 0, sqrt(2))) < 1e-12, abs(var(pd) - 2) < 1e-12, abs(mean(q) - 2) < 1e-12, var(q) == Inf)"
    assert execute(code) == "1111"
