"""Arguments that calls changed at random gave: what MATLAB takes is taken, and all else is an error in words."""

import pytest

from runmat_kernel import MatlabError
from runmat_kernel.session import Session, execute


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("extractBetween(3, '(', ')')", "MATLAB:extractBetween:firstInputType"),
        ("accumarray([1;3], [5;6], [4 -1])", "MATLAB:accumarray:badSz"),
        ("subplot(1, zeros(0, 3), 1)", "MATLAB:subplot:InvalidGrid"),
        ("overlaps(polyshape([0 1 1], [0 0 1]), 'a')", "MATLAB:polyshape:invalidInput"),
        ("houghlines(true(9), [], 1:9, [1 1])", "images:houghlines:invalidPEAKS"),
        ("nccreate([tempname '.nc'], 's', 'FillValue', [])", "MATLAB:imagesci:netcdf:fillValueNotScalar"),
        ("padecoef(2, 2^53)", "MATLAB:padecoef:InvalidOrder"),
        ("solve(ode(ODEFcn=@(t, y) -2 * y, InitialValue=1), NaN)", "MATLAB:odearguments:TspanNotMonotonic"),
        ("allpaths(graph([1 1 2 3], [2 3 3 4]), 1, missing)", "MATLAB:graphfun:findnode:unknownNode"),
        ("sscanf('1 2', '%d', zeros(3, 0))", "MATLAB:expectedNonempty"),
        ("print('-RGBImage', 0)", "MATLAB:print:InvalidHandle"),
        ("memmapfile('x', 'Writable', [1 2])", "MATLAB:memmapfile:inaccessibleFile"),
        ("bweuler(rand(3, 1, 2))", "MATLAB:bweuler:expected2D"),
        ("saveas(0, 'a.png')", "MATLAB:saveas:InvalidHandle"),
        ("spline([1 2 3], zeros(2, 0, 3), 0.5)", "MATLAB:chckxy:NumSitesMismatchValues"),
        ("f = [tempname '.h5']; h5create(f, '/v', 2); h5writeatt(f, '/v', '', 1)", "MATLAB:imagesci:h5writeatt:emptyName"),
        ("reducepatch([3 NaN 1], [-1 2])", "MATLAB:reducepatch:InvalidPatch"),
        ("colon(calmonths(1))", "MATLAB:minrhs"),
        ("deconvwnr(magic(4), 1, 1:0)", "MATLAB:expectedScalar"),
        ("dct2(1, [])", "MATLAB:expectedNonempty"),
        ("regexprep('a', missing, 'b')", "MATLAB:regexprep:invalidInputType"),
        ("groupcounts(table({'a'; 'b'}), [-1 2])", "MATLAB:badsubscript"),
        ("ncfpdf(1, 2, realmin, 0)", "MATLAB:expectedFinite"),
        ("ode15s()", "MATLAB:minrhs"),
        ("ode45(@(t, y) y, [0 1])", "MATLAB:minrhs"),
        ("subvolume()", "MATLAB:minrhs"),
        ("streamline(ones(5), zeros(2, 0, 3), ones(5), zeros(5), [0 0], [1 2])", "MATLAB:sizeDimensionsMustMatch"),
        ("tetramesh(true)", "MATLAB:minrhs"),
        ("otsuthresh('')", "MATLAB:expectedNonempty"),
        ("movmean([4 8 6 1], 3, 'SamplePoints', MException('a:b', 'c'))", "MATLAB:movmean:invalidSamplePoints"),
        ("nearest(graph([1 2 3], [2 3 4]), 1, zeros(1, 0))", "MATLAB:expectedScalar"),
        ("reducepatch(struct('a', 1), 0.5)", "MATLAB:reducepatch:InvalidPatch"),
        ("shrinkfaces(single(2.5), zeros(0, 3), 0.25)", "MATLAB:shrinkfaces:InvalidFaces"),
        ("getvaropts(delimitedTextImportOptions, 1e9)", "MATLAB:textio:io:UnknownVarName"),
        ("imboxfilt(1, zeros(3, 0))", "MATLAB:expectedNonempty"),
        ("invhilb(1e300)", "MATLAB:pmaxsize"),
        ("residue(1, zeros(1, 0), 1)", "MATLAB:residue:SizeMismatch"),
        ("del2(zeros(3), nan(3), int8.empty(0, 1))", "MATLAB:del2:InvalidSpacing"),
        ("gauspuls(0, 50e3, 1e300)", "MATLAB:expectedFinite"),
        ("imref2d([4 6], zeros(1, 0), 1)", "images:imref2d:invalidLimits"),
        ("listLength(0, 1, 2)", "MATLAB:UndefinedFunction"),
        ("ss2tf([-4 -5; 1 0], [1; 0], [-2 -2], '')", "signal:ss2tf:InvalidInput"),
        ("getframe(0)", "MATLAB:getframe:InvalidHandle"),
        ("simtform2d([], 0, [1 2])", "images:simtform2d:expectedNonempty"),
        ("imwrite([], [2 3 4 5])", "MATLAB:minrhs"),
        ("paramci(fitdist([1; 2; 3], 'Normal'), 'Parameter', 3)", "MATLAB:invalidType"),
        ("contourslice(rand(3, 3, 3), [], [], 2, -128)", "MATLAB:contourslice:InvalidNumber"),
        ("grouptransform(table([1; 1], [5; 7]), 'Var1', {})", "MATLAB:grouptransform:InvalidMethod"),
        ("join('a', 0)", "MATLAB:getdimarg:dimensionMustBePositiveInteger"),
        ("fileread(char(0))", "MATLAB:io:InvalidName"),
        ("imfuse(1, 1, 'falsecolor', 'ColorChannels', [1 2 8])", "images:imfuse:invalidColorChannels"),
        ("isonormals(uint8(magic(3)), 1, ones(2, 2, 2), ones(2, 2, 2), [1 1 1])", "MATLAB:isosurface:XYZVSizeMismatch"),
        ("isocaps(ones(3, 3, 3), [], ones(3, 3, 3), ones(3, 3, 3))", "MATLAB:isosurface:XYZVSizeMismatch"),
        ("decic(@(t, y, d) d, 0, 5, 0, 0, rand(3, 1, 2))", "MATLAB:decic:SizeMismatch"),
        ("imtransform([2 4], maketform('affine', eye(3)), 'XData', 1:0, 'YData', [1 1])", "images:imtransform:invalidLimits"),
        ("ordfilt2([1 5 3], 1, 3, [0 10 0])", "images:ordfilt2:invalidOffset"),
        ("rgb2ind(ones(4, 4, 3), -128)", "MATLAB:rgb2ind:invalidColors"),
        ("fir1(4, [])", "MATLAB:expectedNonempty"),
        ("streamtube({[0 0 0; 1 0 0]}, {[2; 4]}, 1:0)", "MATLAB:expectedNonempty"),
        ("mvnpdf(NaN, rand(3, 1, 2))", "MATLAB:inputMustBe2D"),
        ("paddata(containers.Map, 3)", "MATLAB:resize:UnsupportedClass"),
        ("paddata([1 2], 4, 'FillValue', @sin)", "MATLAB:resize:InvalidFillValue"),
        ("refline(1:0)", "MATLAB:expectedNonempty"),
        ("bubblechart(table([1; 2], [3; 4], [5; 6]), zeros(1, 0), 'Var2', 'Var3')", "MATLAB:table:UnrecognizedVarName"),
        ("freqs(1, [1 1], -5)", "signal:freqs:expectedPositive"),
        ("freqs([], 1)", "signal:freqs:expectedNonempty"),
        ("lp2bs(1, ones(1, 10000), 1, 1)", "signal:lp2bs:Order"),
        ("com.mathworks.xml.XMLUtils.createDocument('')", "MATLAB:xml:InvalidName"),
        ("bootstrp(9, @(x) ones(1, randi(5)), 1:3)", "stats:bootstrp:BadBootFun"),
        ("exportgraphics(gcf, 'a.png', 'Resolution', -1)", "MATLAB:exportgraphics:expectedPositive"),
        ("exportgraphics(gcf, 'a.png', 'BackgroundColor', [])", "MATLAB:exportgraphics:InvalidColor"),
        ("histcounts(1e300, 'BinMethod', 'integers')", "MATLAB:histcounts:InputOutOfIntRange"),
        ("ff2n(2^53)", "MATLAB:pmaxsize"),
        ("format(struct('a', 1))", "MATLAB:format:InvalidOption"),
        ("jsonencode('abc', datetime(2024, 1, 1))", "MATLAB:invalidType"),
        ("jsonencode('abc', table([1;2]))", "MATLAB:invalidType"),
        ("geomean([1 2 3], [])", "MATLAB:getdimarg:dimensionMustBePositiveInteger"),
        ("harmmean([1 2 3], 'abc')", "MATLAB:harmmean:unknownOption"),
        ("circshift(table([1;2]), [])", "MATLAB:circshift:InvalidShiftType"),
        ("warning(struct('a', 1))", "MATLAB:warning:invalidStructure"),
        ("eigs(@sin)", "MATLAB:eigs:NoMatrixSize"),
        ("compass('a')", "MATLAB:minrhs"),
        ('feather("abc")', "MATLAB:minrhs"),
        ('scatteredInterpolant("abc")', "MATLAB:scatteredInterpolant:InvalidInput"),
        ("num2hex(1i)", "MATLAB:num2hex:realInput"),
        ("boxchart(ones(2, 2, 2))", "MATLAB:graphics:boxchart:InvalidData"),
        ("decomposition(ones(2, 2, 2))", "MATLAB:decomposition:InvalidA"),
        ("calendar([])", "MATLAB:calendar:EmptyInput"),
        ("contourc([])", "MATLAB:contourc:ZMustBeAtLeast2x2Matrix"),
        ("meshz([])", "MATLAB:meshz:InvalidInput"),
        ("quadprog([])", "optim:quadprog:EmptyH"),
        ('pareto([1 2], "abc")', "MATLAB:pareto:NumNamesMismatch"),
        ("extractBetween('abc', 1, 'c')", "MATLAB:extractBetween:MixedBoundaries"),
        ("replaceBetween('abcdef', 2, 4, 1)", "MATLAB:replaceBetween:replacementInputType"),
        ("insertAfter('ab', 'a', 0)", "MATLAB:insertAfter:thirdInputType"),
        ("bvpinit(struct('a',1), [1 0])", "MATLAB:bvparguments:NoXInSolinit"),
        ("bvp4c(@(x,y) y, @(a,b) a, struct('x',[0 1]))", "MATLAB:bvparguments:NoYInSolinit"),
        ("detrend([0 1 4], 1, 'SamplePoints', [1 2])", "MATLAB:detrend:invalidSamplePoints"),
        ("mat2str(pi, [])", "MATLAB:mat2str:InvalidPrecision"),
        ("ode45(@(t,y) -y, [0 0.5 NaN], 1)", "MATLAB:odearguments:TspanNotMonotonic"),
        ("ode15s(@(t,y) -y, [0 2 1], 1)", "MATLAB:odearguments:TspanNotMonotonic"),
        ("polyfit([0 1 2], [1 3 5], -1)", "MATLAB:polyfit:InvalidDegree"),
        ("residue([], [1 2])", "MATLAB:residue:EmptyNumerator"),
        ("setpref('g', {'a'}, 5)", "MATLAB:setpref:InvalidInput"),
        ("type('')", "MATLAB:type:fileNotFound"),
        ("kmeans([], 0)", "stats:kmeans:TooManyClusters"),
        ("randsample([], 2, true)", "stats:randsample:EmptyPopulation"),
        ("binornd(5i, 1)", "stats:binornd:RealRequired"),
        ("ordqz(eye(2), 1, eye(2), eye(2), 'lhp')", "MATLAB:ordqz:matrixSizeMismatch"),
        ("polyshape(struct('a',1), [1 2])", "MATLAB:polyshape:invalidInput"),
        ("polyshape({1}, [1 2])", "MATLAB:polyshape:invalidInput"),
        ("resize([1 2], 4, 'FillValue', [])", "MATLAB:resize:FillValueNotScalar"),
        ("lag(0)", "MATLAB:UndefinedFunction"),
        ("splitvars(2)", "MATLAB:UndefinedFunction"),
        ("normalize([1 2;3 4], [1 2])", "MATLAB:getdimarg:dimensionMustBePositiveInteger"),
        ("trapz([1 2;3 4], ones(3))", "MATLAB:trapz:LengthXmismatchY"),
        ("diag({}, 3)", "MATLAB:UndefinedFunction"),
        ("groupcounts(table([1;2]))", "MATLAB:minrhs"),
        ("hist([1 2], -1)", "MATLAB:hist:InvalidInput"),
        ("padarray([1 2], [0 1], [])", "MATLAB:padarray:expectedScalar"),
        ("movevars(table(1,2,3), 'Var3', 'Before', [])", "MATLAB:table:addmovevars:InvalidLocation"),
        ("asManyOfPattern(string(missing))", "MATLAB:string:MustBePattern"),
        ("plot(graph(1, 2), 'Layout', 'foo')", "MATLAB:graphfun:graphbuiltin:InvalidLayout"),
        ("plot(graph(1, 2), 'EdgeLabel', {'a', 'b'})", "MATLAB:graphfun:graphbuiltin:InvalidLabel"),
        ("sortrows(table(1, 2), 3)", "MATLAB:table:VarIndexOutOfRange"),
        ("sortrows(table(1, 2), 1.5)", "MATLAB:table:VarIndexOutOfRange"),
        ("issortedrows(table(1, 2), -3)", "MATLAB:table:VarIndexOutOfRange"),
        ("adjacency(graph(1, 2), [1 2])", "MATLAB:graphfun:adjacency:InvalidWeights"),
        ("dither(ones(2, 2, 3))", "MATLAB:dither:InvalidImage"),
        ("findedge(digraph(1, 2), 0)", "MATLAB:graphfun:findedge:InvalidEdge"),
        ("findedge(digraph(1, 2), 2)", "MATLAB:graphfun:findedge:InvalidEdge"),
        ("curl(1, 2, 3, 4, 5)", "MATLAB:divergence:WrongNumberOfInputs"),
        ("divergence(1, 2, [1 2], [1 2])", "MATLAB:divergence:SizeMismatch"),
        ("voronoi()", "MATLAB:minrhs"),
        ("clim(zeros(0, 3), 1)", "MATLAB:expectedScalar"),
        ("stream2('abc')", "MATLAB:minrhs"),
        ("streamline('abc')", "MATLAB:streamline:InvalidVertices"),
        ("streamslice(1)", "MATLAB:minrhs"),
        ("nexttile(zeros(0, 3))", "MATLAB:nexttile:InvalidTile"),
        ("boundary()", "MATLAB:minrhs"),
        ("xregion()", "MATLAB:minrhs"),
        ("boxchart([1 2 3], 5)", "MATLAB:graphics:boxchart:GroupSize"),
        ("contrast([])", "MATLAB:contrast:emptyImage"),
        ("cmpermute(1, [0 0 0; 1 1 1], 3)", "MATLAB:cmpermute:invalidIndex"),
        ("brighten(eye(3), [])", "MATLAB:expectedScalar"),
        ("timeit(@() 1, [])", "MATLAB:expectedScalar"),
        ("matchpairs(NaN, 1)", "MATLAB:matchpairs:InvalidCost"),
        ("x = 1; combinations(x, x)", "MATLAB:table:DuplicateVarNames"),
        ("combinations(timetable(seconds([1;2]), [3;4]), 1)", "MATLAB:combinations:InvalidInput"),
        ("matlab.net.base64encode({'a'})", "MATLAB:net:base64encode:InvalidInput"),
        ("matlab.net.base64decode('abc')", "MATLAB:net:base64decode:InvalidInput"),
        ("pagenorm(1, [])", "MATLAB:expectedScalar"),
        ("tiledlayout([], 3)", "MATLAB:expectedScalar"),
        ("isomorphism(digraph(1, 2), 1)", "MATLAB:graphfun:isomorphism:MixedGraphs"),
        ("xline([1 2], {'a'})", "MATLAB:graphics:xline:LabelCount"),
        ("colon(zeros(0, 3), [1 2], seconds(1))", "MATLAB:datetime:colon:NonScalarOperands"),
        ("1:seconds(3):5", "MATLAB:datetime:colon:InvalidEndpoints"),
        ("gpuArray.colon(true, 0, 'a', NaT, 'N')", "MATLAB:maxrhs"),
        ("bubblechart([1 2], [3 4], [])", "MATLAB:bubblechart:InvalidSize"),
        ("factor(Inf)", "MATLAB:factor:InputNotPosInt"),
    ],
)
def test_what_cannot_be_is_named(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier


@pytest.mark.parametrize(
    "condition",
    [
        "issymmetric(false, 'skew') && ~issymmetric(true, 'skew')",
        'numel([1 2 3], ":") == 3',
        "width(mergevars(table([1;2], [3;4]), [])) == 2",
        "numel(swarmchart([1 1 2], [NaN 3 4])) == 1",
        "isempty(pascal(-1)) && isempty(invhilb(-1))",
        "round(complex(pi, 12.34), 3, 'significant') == 3.14 + 12.3i",
        "round(complex(2.5, 3.5), TieBreaker='even') == 2 + 4i",
        "issparse(spalloc(1e10, 2, 5))",
        "isequal(resize(struct('a', {1 2}), 3), struct('a', {1 2 []}))",
        "abs(fmincon(@(x) (x-2)^2, 0, 1, Inf, [], [], [], [], [], optimset('Display', 'off')) - 2) < 1e-4",
        "abs(quadprog(2, true, [], [], [], [], [], [], [], optimset('Display', 'off')) + 0.5) < 1e-8",
        "isequal(curl([0 0;-1 -1], [0 1;0 1]), ones(2))",
        "isequaln(besselk(0, [NaN 0]), [NaN Inf]) && isequaln(bessely(0, [NaN 0]), [NaN -Inf])",
        "isequaln(datevec([NaN 730000]), [NaN(1, 6); 1998 9 2 0 0 0])",
        "isequaln(cov(zeros(0, 3)), NaN(3)) && isequal(cov(zeros(3, 0)), []) && isequaln(cov([]), NaN)",
        "isa(setdiff(uint8([1 2]), 'ab'), 'uint8') && isa(setdiff(single([1 97]), 'a'), 'single')",
        "isequal(cumsum([1 NaN;2 3], 3, 'omitnan'), [1 0;2 3]) && isequal(cumprod([NaN 2], 4, 'omitnan'), [1 2])",
        "isequal(cumsum([NaN 1+2i], 3, 'omitnan'), [0 1+2i]) && isa(cumsum(int8([1 2]), 3), 'int8') && isa(cumsum(true, 3), 'double')",
        "isequal(size(normalize(zeros(2, 0, 3), 2, 'range')), [2 0 3]) && isempty(ischange([]))",
        "isequal(size(interpft(zeros(0, 3), 5)), [5 3])",
        "isequal(zscore([1 2;3 5], 0, 'all'), reshape(zscore([1;3;2;5]), 2, 2))",
        "isequal(size(zscore(ones(2, 3, 2), 0, [2 3])), [2 3 2])",
        "isequal(mad([1 2;3 9], 0, [1 2]), 2.625)",
        "isequal(mad([1 2;3 9], 1, 'all'), mad([1;2;3;9], 1))",
        "isequal(kurtosis(cat(3, [1 5], [9 2]), 1, [1 2 3]), kurtosis([1 5 9 2]))",
        "isequal(size(skewness(ones(2, 3, 2), 1, [1 3])), [1 3])",
        "abs(geomean([1 2;4 8], 'all') - 64^(1/4)) < 1e-14 && abs(harmmean([1 2;4 4], [1 2]) - 2) < 1e-14",
        "trimmean([1 2;3 4], 0, [1 2]) == 2.5",
        "isequal(hist([]), zeros(1, 10)) && isempty(peaks(-1)) && isequal(compose('x%d', []), {'x'})",
        "isequal(ttest([1 2 3], []), 0)",
        "isa(factor('d'), 'double') && isa(primes('d'), 'double')",
    ],
)
def test_what_can_be_is_taken(condition):
    assert execute(f"fprintf('%d', {condition})") == "1"


@pytest.mark.parametrize("code", ["boxplot([])", "boxchart([])", "boxchart([Inf; NaN])", "boxplot(Inf)"])
def test_box_charts_of_nothing_are_drawn(code):
    assert Session(provider="host").run(code).error is None


@pytest.mark.parametrize(
    "code",
    [
        "normpdf(s(0))", "normcdf(0, s(1))", "xcorr(s([1 2]), [0 1])", "findpeaks(s([1 3 2 5 1]))", "resample(s(1:10), 2, 1)",
        "filtfilt(1, s(1), 1:7)", "conv2(s([1;1]), [1 1], [1 2])", "filter(s(2), 1, 1:3)", "ppval(mkpp([0 2], [1 0 0]), s([1 2]))",
        "spline(s(0:3), [0 1 8 27], 1.5)", "pchip(0:2, 0:2, s(.5))", "polyarea(s([0 1 1 0]), [0 0 1 1])",
        "curl(s([0 0;-1 -1]), [0 1;0 1])", "divergence(s([1 2;1 2]), [1 1;2 2])", "smoothdata(s([1 2 9 2 1]), 'movmean', 3)",
        "smoothdata(s([1 2 9 2 1]), 'gaussian', 3)", "filloutliers(s([1 2 1 2 50 1]), 'linear')", "linspace(s(1), 2, 1)",
        "cond(s([1 2;3 4]), 1)", "trimmean(s(1:5), 40)", "corr(s([1;2;3]), [2;4;6])", "corrcoef(s(4))",
    ],
)  # fmt: skip
def test_results_of_singles_are_single(code):
    assert execute(f"s = @single; a = {code}; s = @double; b = {code}; fprintf('%s %s', class(a), class(b))") == "single double"


@pytest.mark.parametrize("fusion", [False, True])
@pytest.mark.parametrize("code", ["[NaN 1] & [1 2 3]", "or([1 2 3], [1 NaN])", "x = NaN(1, 30000); x | ones(1, 5)", "xor(NaN(2), ones(3))"])
def test_sizes_that_do_not_fit_come_before_nan_as_a_truth(code, fusion):
    assert Session(provider="host", fusion=fusion).run(code).error.identifier == "MATLAB:sizeDimensionsMustMatch"


_OF_TIMES = "Assignment to the '{}' property of a datetime array may not change the size of the property."


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("d = datetime(2021, 3, 1:3); d.Day = [4 5];", _OF_TIMES.format("Day")),
        ("d = datetime(2021, 3, 1:3); d.Hour(4) = 5;", _OF_TIMES.format("Hour")),
        ("guidata(4)", "Object must be a figure or one of its child objects."),
        ("x = 4; save('no.mat', '-struct')", "The -STRUCT option must be followed by the name of a scalar structure variable."),
        ("x.a = 4; save('no.mat', 'x', '-struct')", "The -STRUCT option must be followed by the name of a scalar structure variable."),
        ("x.a = 4; save('no.mat', '-struct', 'x', 'b')", "The variable 'x' does not contain a field named 'b'."),
        ("m = matfile('/no/such.mat'); m.x", "Cannot access 'x' because '/no/such.mat' does not exist."),
        ("m = matfile('/no/such.mat'); m.Properties.Writable = 3;", "Writable parameter must be a scalar logical."),
        (
            "m = matfile('/no/such.mat'); m.Properties.Writable = false; m.x = 4;",
            "Cannot change 'x' because Properties.Writable is false.  To modify 'x', set Properties.Writable to true.",
        ),
    ],
)  # fmt: skip
def test_words_of_r2025b(code, message):
    """As the public project carpenterjl/JGraph measured them."""
    with pytest.raises(MatlabError) as caught:
        execute(code)
    assert caught.value.message == message


@pytest.mark.parametrize("maker", ["timer", "onCleanup(@() 4)", "inputParser", "containers.Map", "matfile('/no/such.mat')"])
def test_handle_objects_are_compared_by_identity(maker):
    assert execute(f"a = {maker}; b = {maker}; c = a; fprintf('%d', a == c, a == b, a ~= b)") == "101"


@pytest.mark.parametrize("call", ["bitand(p, 1)", "sort(p)", "sort(3, p)", "zeros(p)", "cumsum(p)", "mean(p)", "sin(p)"])
def test_objects_are_refused_by_the_name_of_their_class(call):
    name = call.partition("(")[0]
    error = Session().run(f"classdef Plain\nend\np = Plain; {call};").error
    assert error.identifier == "MATLAB:UndefinedFunction"
    assert error.message == f"Undefined function '{name}' for input arguments of type 'Plain'."
