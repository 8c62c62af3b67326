"""Random calls of functions that stay on the device with arrays of all classes and odd shapes: what eager evaluation gives.

Each runs on a device and on the host that fuses; ``python -m tests.campaigns programs --grammar calls`` runs many.
"""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of, shape_of

CALLS = r"""
[r,s] = ismember(x, <y|x(1:2:end)|[1 2 3]|x(end)>);
[r,s,t] = <intersect|union|setxor>(x, <y|x(1:2:end)|x|[1 2 3]><||,'stable'>);
[r,s,t] = <intersect|union|setxor>(x, <y|x(1:2:end,:)>, 'rows');
[r,s] = setdiff(x, <y|x(1:2:end)|x|[1 2 3]><|,'stable'>);
[r,s,t] = unique(x<|,'rows'|,'stable'|,'last'|,'rows','stable'|,'rows','last'>);
r = <movmedian|movmean|movmax|movmin|movsum|movstd|movvar|movprod|movmad>(x,<3|4|17|21|[2 3]|[0 18]|2><||,1|,2|,3><||,'omitnan'|,'includenan'>);
r = <movmedian|movmax|movmean>(x,<3|17|[2 3]>,'Endpoints',<'fill'|'discard'|2>);
r = detrend(x<|,0|,1|,2|,'constant'>);
r = polyfit(x,y,<0|1|2|3>);
r = <cov|corrcoef|corr>(x<|,y>);
r = <skewness|kurtosis>(x<|,0|,1|,0,2|,1,1|,0,'all'|,1,[1 2]>);
r = kron(x,<y(1:min(end,3))|2|[1 2;3 4]|single([1 2])|int8(2)|x(1:min(2,end))>);
r = repelem(x<,2|,2,3|,1,2,2|,3,1|,0|,1,0|,[1 2]>);
[r,s] = shiftdim(x<|,1|,2|,-1|,5>);
r = ismissing(x<|,2|,[1 2]|,NaN|,[NaN 1]|,{1,2}>);
r = <issymmetric|ishermitian|isdiag|istriu|istril|anymissing|mean2|std2>(x);
[r,s] = <cart2pol|pol2cart>(x,<y|2|x|single(3)>);
[r,s,t] = <cart2sph|sph2cart>(x,<y|2|x>,<y|2|x>);
r = <normpdf|normcdf|norminv|exppdf|expcdf|expinv>(x<|,2|,1,2|,0,0|,-1|,single(2)|,x|,'upper'>);
r = <corr2|immse|psnr>(x,<y|x|x+1>);
k = mod((1:numel(x))',3)+1; r = accumarray(k,x(:)<|,[],@std|,[],@var|,[],@median|,[4 1],@prod|,[],@range|,[4 1],@max,NaN|,[4 1],@std,-1|,[],@mean>);
k = mod((1:numel(x))',3)+1; r = splitapply(@<std|var|median|mean|max|sum|range|prod>,x(:),k);
g = <1:6|[1 2 4 4.5 9]>; r = interp1(g,<sin(g)|single(g).^2|[sin(g);g]'>,x,'<linear|cubic|spline|pchip|makima|nearest|previous|next>'<||,0|,'extrap'>);
g = linspace(-1,3,<2|3|4|9>); r = <spline|pchip|makima>(g,g.^3,x); s = ppval(spline(g,g.^2),x);
r = imresize(x,<0.1|0.3|2|[3 4]|0.05><|,'bilinear'|,'nearest'|,'box'>);
p = mod((1:numel(x))*7,numel(x))<+1||+0.5|+2>; p = p + 0; r = x(<p|p'|int32(p)|single(p)|reshape(p,1,1,[])>);
p = mod((1:30)*7,20)+1; [r,s] = ind2sub(<[4 5]|[2 5]|[20 1]|[2 2 5]>,p); t = sub2ind(<[20 20]|[20 5]|[30 20 2]>,p,p);
rng(3,'philox'); r = <normrnd(x,2)|normrnd(1,x)|exprnd(x)|unifrnd(x,9)|lognrnd(0,x)|unidrnd(x)|normrnd(x,y)>;
r = smoothdata(x<|,2>,<'movmean'|'movmedian'|'gaussian'|'sgolay'|'loess'>,<3|5|19>);
r = <median(x,2)|mode(x)|normalize(x)|trapz(x)|cumtrapz(x,2)|std(x,0,[1 2])|var(x,1,2)|mean(x,[1 3])|median(x,'all')|median(x,'omitnan')>;
r = <histcounts(x,4)|discretize(x,[-9 0 1 3 20])|fillmissing(x,'linear')|isoutlier(x)|rmmissing(x)|diff(x,2,2)|circshift(x,2)|sortrows(x,-1)|clip(x,0,2)>;
""".strip().split("\n")  # noqa: E501
SHAPES = "1 40,40 1,8 6,5 9,3 4 5,2 7 3,40 2,64 3,1 1 30,6 1 8,0 5,5 0,1 1,200 1,1 150,30 12".split(",")
CLASSES = ("double", "double", "double", "single", "single", "int8", "uint8", "int32", "uint16", "logical")
STRATEGIES = {
    "eager": {"provider": "host", "fusion": False},
    "gpu": {"provider": "gpu", "defer_elements": 1},
    "host": {"provider": "host", "defer_elements": 1},
}


class Calls:
    """A session for each strategy; what small arrays have in common with large ones is that they stay where they are."""

    def __init__(self) -> None:
        self.sessions: dict[str, Any] = {name: Session(**settings, strict=True) for name, settings in STRATEGIES.items()}

    def disagreement(self, seed: int) -> str | None:
        """The first difference of a random call from eager evaluation, in words."""
        pick = random.Random(seed).choice
        arrays = f"x = {_array(pick)}y = {_array(pick) if pick((True, False)) else 'x; '}"
        if pick((True, False, False)):
            arrays += "if isfloat(x) && numel(x) > 3, x(2:3:end) = NaN; end, "
        if pick((True, False, False, False)):
            arrays += "if isfloat(x) && numel(x) > 5, x(5) = Inf; x(1) = -Inf; end, "
        call = re.sub(r"<([^>]*)>", lambda m: pick(m[1].split("|")), pick(CALLS))
        found = {name: _results(session, arrays, call) for name, session in self.sessions.items()}
        for name, other in found.items():
            if difference := _difference(found["eager"], other):
                return f"{name}: {arrays} {call}\n  {difference}"
        return None


def _array(pick: Any) -> str:
    shape, matlab_class = pick(SHAPES), pick(CLASSES)
    count = int(np.prod([int(n) for n in shape.split()]))
    line = f"reshape(1:{count}, [{shape}])"
    if matlab_class == "logical":
        return f"mod({line} * 7, 3) > 0; "
    if matlab_class in ("double", "single"):
        return f"{matlab_class}(mod({line} * {pick((7.31, 3.77, 1, 2.5))}, {pick((3, 11, 7.3))}) - {pick((0, 5, 2.2))}); "
    return f"{matlab_class}(mod({line} * 37, 60) - 20); "


def _results(session: Any, arrays: str, call: str) -> tuple[Any, dict[str, Any]]:
    session.run("clear all; warning off all;")
    outcome = session.run(arrays)
    assert outcome.error is None, (arrays, outcome.error)
    # They have been computed, and are where they were computed last.
    session.run("if islogical(x), x = ~(~x); else, x = x + 0; end, if islogical(y), y = ~(~y); else, y = y + 0; end")
    outcome = session.run(call)
    values = session.workspace_values
    made = {n: (class_of(values[n]), shape_of(values[n]), as_array(values[n])) for n in "rst" if n in values}
    failed = [r.reason for r in outcome.report.refusals if r.code == "device error"]
    return (outcome.error.identifier, outcome.error.message) if outcome.error else tuple(failed) or None, made


def _difference(reference: tuple[Any, dict[str, Any]], other: tuple[Any, dict[str, Any]]) -> str | None:
    if reference[0] != other[0]:
        return f"{reference[0]} against {other[0]}"
    for name, (matlab_class, shape, expected) in {} if reference[0] else reference[1].items():
        found = other[1].get(name)
        if found is None or found[:2] != (matlab_class, shape):
            return f"{name}: {matlab_class} {shape} against {found and found[:2]}"
        near = 2e-4 if matlab_class == "single" else 1e-8 if matlab_class == "double" else 0.0
        with np.errstate(all="ignore"):
            apart = ~np.isclose(found[2], expected, rtol=near, atol=near, equal_nan=True)
        if apart.any():
            at = int(np.flatnonzero(apart.ravel(order="F"))[0])
            return f"{name}({at + 1}): {expected.ravel(order='F')[at]!r} against {found[2].ravel(order='F')[at]!r}"
    return None
