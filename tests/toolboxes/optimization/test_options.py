"""Options change the answer, or are refused: none is passed over in silence."""

# ruff: noqa: E501 (programs on one line)

import pytest

from runmat_kernel.session import Session, execute


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("disp(jsonencode([1 NaN -Inf])), disp(jsonencode([1 NaN -Inf], 'ConvertInfAndNaN', false))", "[1,null,null]\n[1,NaN,-Infinity]\n"),
        ("T = table([1;2], 'DimensionNames', {'Obs','Vars'}); disp(strjoin(T.Properties.DimensionNames))", "Obs Vars\n"),
        ("G = graph([1 1 2 2], [2 2 3 2], [5 7 1 9]); for w = {'first','last','sum','mean','min','max'}, H = simplify(G, w{1}); fprintf('%g ', H.Edges.Weight(1)), end", "5 7 12 6 5 7 "),
        ("G = graph([1 2], [2 2]); H = simplify(G, 'keepselfloops'); fprintf('%d', numedges(H), numedges(simplify(G)))", "21"),
        ("fprintf('%.4f ', centrality(digraph([1 2 3], [2 3 1]), 'outcloseness', 'Cost', [1 2 3]))", "0.2500 0.1429 0.1429 "),
        ("fprintf('%.4f ', centrality(digraph([1 2], [2 3]), 'pagerank', 'FollowProbability', 0.5))", "0.2353 0.3529 0.4118 "),
        ("n = histcounts(categorical({'a','b','a'}), 'Normalization', 'cdf'); fprintf('%.3f ', n)", "0.667 1.000 "),
        ("disp(width(groupcounts(table([1;1;2]), 'Var1', 'IncludePercentGroups', false)))", "     2\n"),
        ("G = groupcounts(table([1;2;3]), 'Var1', [1 2 3], 'IncludedEdge', 'right'); disp(G.GroupCount')", "     2     1\n"),
        ("G = groupsummary(table([1;1;2], [5;NaN;7]), 'Var1', 'mean', 'Var2', 'IncludeMissingGroups', false); disp(G.mean_Var2')", "     5     7\n"),
        ("disp(rmmissing([1 NaN 3;4 5 6;NaN NaN 9], 'MinNumMissing', 2)), disp(rmmissing([1 NaN 3;4 5 6], 2, 'MinNumMissing', 1))", "     1   NaN     3\n     4     5     6\n     1     3\n     4     6\n"),
        ("disp(integral(@(x) x, 0, 2, 'Abs', 1e-3)), disp(isoutlier([1 2 1 9], 'Threshold', 50))", "     2\n   0   0   0   0\n"),
        ("R = corrcoef([1 2 3 NaN 9]', [2 4 7 1 NaN]', 'Rows', 'complete'); fprintf('%.4f ', R(1,2))", "0.9934 "),
        ("R = corrcoef([1 2 3 4; 1 3 2 9; 5 1 NaN 2; 2 2 8 7; 4 6 5 3], 'Rows', 'pairwise'); fprintf('%.4f ', R(1,2), R(1,3))", "0.1145 0.4454 "),
        ("[R,P,L,U] = corrcoef([1 2 3 5 6]', [2 4 7 8 1]', 'Alpha', 0.1); fprintf('%.4f ', R(2), P(2), L(2), U(2))", "0.0870 0.8894 -0.7917 0.8484 "),
        ("disp(max([3 -4],[],'ComparisonMethod','abs')), disp(max([3 -4],-5,ComparisonMethod=\"abs\")), disp(min([3 -1],[],2,'ComparisonMethod','real'))", "    -4\n    -5    -5\n    -1\n"),
        ("[m,i] = max([1i NaN; 2 3i],[],'all'); disp([m i]), disp(isnan(max([1i NaN],[],'includenan'))), disp(isnan(min([1i 2],[NaN 1],'includenan')))", "   0.0000 + 3.0000i   4.0000 + 0.0000i\n   1\n   1   0\n"),
        ("rng(1); x = randn(300); disp(isequal(max(x, -0.5, 'ComparisonMethod', 'abs'), x .* (abs(x) > 0.5) - 0.5 * (abs(x) <= 0.5)))", "   1\n"),
        ("disp(sort([\"b\" missing \"a\"], 'descend')), disp(sort([\"b\" missing], 'MissingPlacement', 'first'))", "    <missing>    \"b\"    \"a\"\n    <missing>    \"b\"\n"),
        ("disp(sortrows([2 1; NaN 1], 'MissingPlacement', 'first')), disp(sortrows([2; -3; 1], 'ComparisonMethod', 'abs')')", "   NaN     1\n     2     1\n     1     2    -3\n"),
        ("disp(issorted({'a','a'}, 'strictascend')), disp(issorted([\"b\" \"a\"], 'monotonic')), disp(issorted([NaN 1], 'MissingPlacement', 'first')), disp(issorted([1 -2 3], 'ComparisonMethod', 'abs'))", "   0\n   1\n   1\n   1\n"),
        ("disp(issorted([\"a\" \"b\"; \"c\" \"a\"], 1)), disp(issortedrows([1 2; 1 3], 1, 'strictascend'))", "   0\n   0\n"),
        ("disp(topkrows([\"b\"; \"c\"; \"a\"], 2)), disp(mink([1+9i 2], 1, 'ComparisonMethod', 'real'))", "    \"c\"\n    \"b\"\n   1.0000 + 9.0000i\n"),
        ("T = table({'b';'';'a'}, [3;-4;1]); S = sortrows(T, 'Var1'); disp(S.Var2'), S = sortrows(T, 'Var2', 'ComparisonMethod', 'abs'); disp(S.Var2')", "    -4     1     3\n     1     3    -4\n"),
        ("plot(datetime(2020,1,1:3), 1:3, 'DatetimeTickFormat', 'MM-dd', 'LineWidth', 2); disp(xtickformat), disp(ytickformat)", "MM-dd\n%g\n"),
        ("plot(1:3, seconds(1:3), 'DurationTickFormat', 'mm:ss'); disp(ytickformat)", "mm:ss\n"),
        ("disp(median([1 NaN 5], 'omitnan', 'Weights', [1 2 3])), disp(median([1 2; 3 4; 5 6], 'Weights', [1;2;1])), disp(median([1 2 3 4], 'Weights', [1 1 1 1])), disp(class(median(int8([1 2]), 'Weights', [1 1])))", "     5\n     3     4\n    2.5000\nint8\n"),
        ("disp(isnan(median([1+i NaN 2]))), disp(median([2i NaN 4i 3i], 'omitnan'))", "   1\n   0.0000 + 3.0000i\n"),
        ("disp(extractBefore([\"abc\" \"defg\"], [2 3])), c = extractBetween('abcd', 1, 3, 'Boundaries', 'exclusive'); disp(c{1})", "    \"a\"    \"de\"\nb\n"),
        ("disp(splitlines([\"a\"+newline+\"b\"; \"c\"+newline+\"d\"])), [~,m] = split(\"a1b2c\", digitsPattern); disp(m'), [~,m] = split('a,b;c', {',',';'}); fprintf('%s ', m{:})", "    \"a\"    \"b\"\n    \"c\"    \"d\"\n    \"1\"    \"2\"\n, ; "),
        ("disp(join([\"a\" \"b\" \"c\"], [\"-\" \"+\"])), disp(join([\"a\" \"b\"; \"c\" \"d\"], [\"-\"; \"+\"])), disp(ismissing(join([\"a\" missing])))", "a-b+c\n    \"a-b\"\n    \"c+d\"\n   1\n"),
        ("T = table(int64(2)^53 + int64([1;0])); disp(diff(sortrows(T).Var1))", "   1\n"),
    ],
)  # fmt: skip
def test_options(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("simplify(graph(1, 2), 'foo')", "MATLAB:graphfun:simplify:InvalidFlag"),
        ("centrality(graph(1, 2), 'betweenness', 'Importance', 1)", "MATLAB:graphfun:centrality:InvalidOption"),
        ("corrcoef([1 2 3], [3 2 1], 'Foo', 1)", "MATLAB:corrcoef:InvalidParam"),
        ("eig([2 0;0 1], 'vectors')", "MATLAB:eig:unknownOption"),
        ("conv2(ones(2), ones(2), 'sane')", "MATLAB:conv2:unknownOption"),
        ("cov([1 2 3], 'omitnan')", "MATLAB:cov:unknownOption"),
        ("integral(@sin, 0, 1, 'AbTol', 1e-3)", "MATLAB:integral:NameValueNames"),
        ("ifft([1 2], 'symetric')", "MATLAB:ifft:unknownOption"),
        ("max([1 2], [], 'ComparisonMethod', 'size')", "MATLAB:max:InvalidComparisonMethod"),
        ("sort([1 2], 'MissingPlacement', 'middle')", "MATLAB:sort:InvalidMissingPlacement"),
        ("sortrows([1 2; 3 4], [1 2], {'ascend','descend','ascend'})", "MATLAB:sortrows:WrongLengthDirection"),
        ("median([1 2 3], 'Weights', [1 2])", "MATLAB:median:InvalidWeights"),
        ("extractBetween(\"abc\", 1, 2, 'Boundaries', 'both')", "MATLAB:extractBetween:InvalidBoundaries"),
        ('extractBefore(["ab" "cd"], [1 2 1])', "MATLAB:string:MustBeSameSizeOrScalar"),
        ("str2num('1', 'Evaluation', 'full')", "MATLAB:str2num:InvalidEvaluation"),
        ("str2num('1', 'Evaluation', 'some')", "MATLAB:str2num:InvalidEvaluation"),
        ("issorted([1 2], 'decend')", "MATLAB:issorted:unknownOption"),
        ("issymmetric(1, 'skewed')", "MATLAB:issymmetric:unknownOption"),
        ("hamming(3, 'foo')", "MATLAB:hamming:unknownOption"),
        ("isoutlier([1 2 9], 'Threshold', 3, 'Foo', 1)", "MATLAB:isoutlier:NameValueNames"),
        ("zeros(2, 'int8', 3)", "MATLAB:zeros:invalidInput"),
        ("intmax('int8', 3)", "MATLAB:TooManyInputs"),
        ("cast(1, 'int8', 3)", "MATLAB:TooManyInputs"),
        ("sum([1 2], 1, 2)", "MATLAB:maxrhs"),
        ("size(1, 'a')", "MATLAB:getdimarg:dimensionMustBePositiveInteger"),
        ("exist('x', 'vars')", "MATLAB:exist:unknownOption"),
        ("histcounts([1 2], [0 1 2], 'norm')", "MATLAB:histcounts:InvalidParam"),
        ("qr([1 2;3 4], 'eco')", "MATLAB:qr:unknownOption"),
        ("decomposition([2 1;1 3], 'Foo', 17)", "MATLAB:decomposition:NameValueNames"),
        ("getReport(MException('a:b', 'c'), 'full')", "MATLAB:MException:InvalidReportType"),
        ("datetime(2020, 1, 31, 'Foo', 1)", "MATLAB:datetime:parseArgs:BadParamName"),
        ("datetime(2020, 1, 31, 'Format', 'yyyy', 'Foo', 1)", "MATLAB:datetime:parseArgs:BadParamName"),
        ("calendarDuration(1, 2, 3, 'Foo', 1)", "MATLAB:calendarDuration:parseArgs:BadParamName"),
        ("jsonencode(1, 'Pretty', 1, 'Foo', true)", "MATLAB:jsonencode:NameValueNames"),
        ("retime(timetable(seconds([1;2]), [1;2]), 'regular', 'linear', 'Foo', 1)", "MATLAB:retime:parseArgs:BadParamName"),
        ("pivot(table([1;2], [3;4]), 'Foo', 1, 'Rows', 'Var1')", "MATLAB:pivot:parseArgs:BadParamName"),
        ("groupsummary(table([1;2], [3;4]), 'Var1', 'sum', 'IncludedEdge', 'left', 'Foo', 1)", "MATLAB:table:parseArgs:BadParamName"),
        ("isbetween(1, 0, 2, 'half')", "MATLAB:isbetween:InvalidIntervalType"),
        ("xcorr([1 2], 'half')", "signal:xcorr:unknownOption"),
        ("mat2str(1, 'cls')", "MATLAB:mat2str:InvalidOption"),
        ("addcats(categorical({'a'}), 'b', 'Foo', 'a')", "MATLAB:categorical:addcats:InvalidPosition"),
        ("categorical({'s'}, {'s','m'}, 'Ordinal', true, 'Foo', 1)", "MATLAB:categorical:parseArgs:BadParamName"),
        ("eigs(diag(1:9), 2, 'largestabs', 'Foo', 1)", "MATLAB:eigs:NameValueNames"),
        ("detrend([1 2 4], 1, 'Foo', 1)", "MATLAB:detrend:NameValueNames"),
        ("standardizeMissing([1 2], 2, 'Foo', 1)", "MATLAB:standardizeMissing:NameValueNames"),
        ("convertTo(datetime(1970, 1, 2), 'posixtime', 'Foo', 1)", "MATLAB:maxrhs"),
        ("writematrix([1 2], [tempname '.csv'], 'Foo', 1)", "MATLAB:writematrix:NameValueNames"),
        ("writetable(table(1), [tempname '.csv'], 'Foo', 1)", "MATLAB:writetable:NameValueNames"),
        ("writecell({1}, [tempname '.csv'], 'Encoding', 'none such')", "MATLAB:writecell:UnsupportedEncoding"),
        ("toposort(digraph(1, 2), 'Order', 'slow')", "MATLAB:graphfun:toposort:InvalidOrder"),
        ("maxflow(digraph(1, 2), 1, 2, 'greedy')", "MATLAB:graphfun:maxflow:InvalidAlgorithm"),
        ("padarray(1, 1, 'mirror')", "MATLAB:padarray:unrecognizedStringChoice"),
        ("imfilter(1, 1, 'mirror')", "MATLAB:imfilter:unrecognizedStringChoice"),
        ("fir1(4, 0.5, 'lowest')", "signal:fir1:unknownOption"),
        ("regexpPattern('a', 'Foo', 1)", "MATLAB:regexpPattern:NameValueNames"),
        ("groupsummary([1;2], [1;1], 'sum', 'Foo', 1)", "MATLAB:groupsummary:parseArgs:BadParamName"),
        ("groupsummary(table([1;2], [3;4]), 'Var1', 'sum', 'Var2', 'Foo', 1)", "MATLAB:groupsummary:parseArgs:BadParamName"),
        ("groupcounts([1;2;8], [0 5 10], 'Foo', 1)", "MATLAB:groupcounts:parseArgs:BadParamName"),
        ("quantile([1 2 3], 0.5, 'some')", "MATLAB:quantile:unknownOption"),
        ("svds(diag(1:4), 2, 'large')", "MATLAB:svds:unknownOption"),
        ("null([1 1], 'real')", "MATLAB:null:unknownOption"),
        ("qz(2, 3, 'both')", "MATLAB:qz:unknownOption"),
        ("cholupdate(2, 1, '*')", "MATLAB:cholupdate:unknownOption"),
        ("qrinsert(1, 1, 1, 2, 'rows')", "MATLAB:qrinsert:unknownOption"),
        ("week(datetime(2020, 3, 4), 'weekofday')", "MATLAB:datetime:InvalidWeekType"),
        ("month(datetime(2020, 3, 4), 'names')", "MATLAB:datetime:InvalidComponent"),
        ("scatteredInterpolant([0;1;0], [0;0;1], [0;1;1], 'cubic')", "MATLAB:scatteredInterpolant:BadInterpTypeErrId"),
        ("griddedInterpolant([1 2 3], [1 2 3], 'linear', 'zero')", "MATLAB:griddedInterpolant:BadExtrapTypeErrId"),
        ("interp1([1 2], [3 4], 1.5, 'linear', 'extra')", "MATLAB:interp1:InvalidMethod"),
        ("pad('ab', 4, 'middle')", "MATLAB:string:InvalidPadCharacter"),
        ("strip('xax', 'xa')", "MATLAB:string:InvalidStripCharacter"),
        ("sscanf('1', '%d', 'all')", "MATLAB:sscanf:unknownOption"),
        ("weboptions('Foo', 1)", "MATLAB:weboptions:NameValueNames"),
        ("readstruct('f.xml', 'Foo', 1)", "MATLAB:readstruct:NameValueNames"),
    ],
)
def test_options_that_cannot_be(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("f = [tempname '.csv']; writematrix([1 2;3 4], f, 'LineEnding', '\\r\\n'); fprintf('%d ', fileread(f))", "49 44 50 13 10 51 44 52 13 10 "),
        ("f = [tempname '.csv']; writecell({char(233)}, f, 'Encoding', 'ISO-8859-1'); d = fopen(f); fprintf('%d ', fread(d)); fclose(d);", "233 10 "),
        ("f = [tempname '.xml']; writestruct(struct('a',1,'c',struct('idAttribute',5,'Text',\"hi\")), f); s = readstruct(f, 'StructNodeName', 'c'); t = readstruct(f, 'ImportAttributes', false); u = readstruct(f, 'DetectTypes', false); fprintf('%d %s %s %s', s.idAttribute, s.Text, t.c, class(u.a))", "5 hi hi string"),
        ("f = [tempname '.dat']; writestruct(struct('a',[1 NaN Inf]), f, 'FileType', 'json'); s = readstruct(f, 'FileType', 'json'); fprintf('%g ', s.a)", "1 NaN Inf "),
        ("fprintf('%g ', svds(diag(1:4), 2, 2.6), svds(diag([0 1 2 3]), 2, 'smallestnz'))", "3 2 2 1 "),
        ("f = [tempname '.dat']; writetable(table(1), f, 'FileType', 'spreadsheet'); d = fopen(f); fprintf('%s', fread(d, 2)); fclose(d);", "PK"),
    ],
)  # fmt: skip
def test_what_is_asked_is_done(code, text):
    assert Session(provider="host").run("format compact\n" + code).text == text


def test_a_decomposition_reads_the_triangle_that_it_is_told():
    code = "d = decomposition([4 9;1 3], 'chol', 'lower'); t = decomposition([1 2;5 4], 'triangular', 'upper'); fprintf('%.4f ', d\\[1;2], t\\[1;2])"
    assert Session(provider="host").run(code.replace("\\\\", "\\")).text == "0.0909 0.6364 0.0000 0.5000 "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("X = [1 2; 2 1; 3 NaN; 4 4; 5 9]; R = corr(X(:,1), X(:,2), 'Rows', 'complete'); fprintf('%.4f ', R, corr(X(:,1), X(:,2)))", "0.8721 NaN "),
        ("X = [1 2; 2 1; 3 NaN; 4 4; 5 9]; C = cov(X, 'partialrows'); fprintf('%.4f ', C)", "2.5000 5.6667 5.6667 12.6667 "),
        ("[R, P] = corr([1 2 3 5]', [2 4 7 8]', 'Tail', 'right'); fprintf('%.4f ', R, P)", "0.9391 0.0304 "),
        ("[R, P] = corr([1 2 3 4 5]', [1 3 2 5 4]', 'Type', 'Kendall'); fprintf('%.4f ', R, P)", "0.6000 0.2333 "),
    ],
)  # fmt: skip
def test_options_of_correlations(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fprintf('%g ', fillmissing([NaN 1 NaN 3 NaN], 'linear', 'EndValues', 'none'))", "NaN 1 2 3 NaN "),
        ("fprintf('%g ', fillmissing([NaN 1 NaN 3 NaN], 'linear', 'EndValues', 7))", "7 1 2 3 7 "),
        ("fprintf('%g ', fillmissing([1 NaN 9], 'linear', 'SamplePoints', [0 1 4]))", "1 3 9 "),
        ("fprintf('%g ', fillmissing([1 2;NaN NaN;3 8], 'linear', 2))", "1 NaN 3 2 NaN 8 "),
        ("fprintf('%g ', fillmissing([2 NaN 4 NaN NaN 10], 'movmedian', [2 0]))", "2 2 4 4 4 10 "),
        ("fprintf('%s ', fillmissing([\"a\" missing \"c\"], 'next'))", "a c c "),
        ("[F, TF] = fillmissing([NaN 3 NaN], 'previous'); fprintf('%d', TF)", "001"),
        ("fprintf('%d', size(fillmissing([], 'linear')), isnan(fillmissing(NaN, 'linear')))", "001"),
        ("T = fillmissing(table([1;NaN;3], [4;NaN;8]), 'linear', 'DataVariables', 'Var2'); fprintf('%g ', T{:,:})", "1 NaN 3 4 6 8 "),
    ],
)  # fmt: skip
def test_options_of_fillmissing(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize("code", ["zeros(2,'like',1i)", "ones(1,3,'like',single(1i))", "eye(2,'like',1i)", "NaN(2,'like',1i)", "rand(3,'like',1i)",
                                  "randn('like',1i)", "cast([1 2],'like',1i)", "cast(int8(3),'like',1i)", "zeros('like',1i)"])  # fmt: skip
def test_what_is_made_like_a_complex_number_is_complex(code):
    assert Session().run(f"fprintf('%d', isreal({code}))").text == "0"


def test_complex_normal_numbers_have_a_variance_of_one():
    assert (
        Session().run("rng(1); z = randn(2e4, 1, 'like', 1i); fprintf('%d', abs(var(z) - 1) < 0.05, abs(var(real(z)) - 0.5) < 0.05)").text
        == "11"
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "[h,p,ci,s] = ttest([1 5; 2 6; 3 8]); fprintf('%d', h, size(p), size(ci), size(s.df)), fprintf(' %.4f', p)",
            "01122212 0.0742 0.0188",
        ),
        ("[h,p] = ttest([1 2 3; 5 6 8], 'Dim', 2); fprintf('%d', h, size(p)), fprintf(' %.4f', p)", "0121 0.0742 0.0188"),
        ("h = ttest2([1 2; 2 3; 3 1], [11 2; 12 1; 13 3]); fprintf('%d', h)", "10"),
        (
            "p = polyshape([0 1 1 0],[0 0 1 1]); fprintf('%.4f ', area(polybuffer(p,.1,'JointType','miter')), area(polybuffer(p,.1,'JointType','square')), area(polybuffer(p,-.1,'JointType','miter')))",
            "1.4400 1.4331 0.6400 ",
        ),
        (
            "t = polyshape([0 1 .5],[0 0 3]); fprintf('%.4f ', area(polybuffer(t,.1,'JointType','miter')), area(polybuffer(t,.1,'JointType','miter','MiterLimit',20)))",
            "2.2488 2.2919 ",
        ),
        ("function f(), g(), end\nfunction g(), s = dbstack(1); fprintf('%s', s(1).name), end\nf()", "f"),
    ],
)
def test_options_that_were_passed_over(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    "code",
    [
        "ttest([1 2 3], 0, 'Bogus', 1)",
        "polybuffer(polyshape([0 1 1],[0 0 1]), 1, 'JointType', 'bevel')",
        "ttest([1 2 3], 0, 'Tail', 'up')",
        "audiowrite([tempname '.wav'], 0, 8000, 'BitsPerSample', 24)",
    ],
)
def test_options_that_are_not_there_are_refused(code):
    assert Session(provider="host").run(code).error is not None


def test_subplot_takes_axes_that_are_there():
    code = "subplot(2,2,1); ax = axes; subplot(2,2,2,ax); disp(isequal(gca, ax)), disp(ax.Position(1) > 0.5), subplot('Position',[.1 .1 .3 .3],'XLim',[0 5]); disp(xlim)"
    assert Session(provider="host").run("format compact\n" + code).text == "   1\n   1\n     0     5\n"


def test_options_of_solvers_are_values_that_know_what_was_set():
    lines = execute("o = optimoptions('fmincon'); p = o; p.MaxIterations = 20; p.Algorithm = 'sqp'; p").splitlines()
    assert lines[3:5] == ["  fmincon options:", ""]
    assert lines[5] == "   Options used by current Algorithm ('sqp'):"
    at = lines.index("   Set properties:")
    assert [line.strip() for line in lines[at + 1 : at + 3]] == ["Algorithm: 'sqp'", "MaxIterations: 20"]
    assert any(line.strip() == "MaxFunctionEvaluations: '100*numberOfVariables'" for line in lines)
    assert execute("o = optimoptions('fmincon'); p = o; p.MaxIterations = 20; fprintf('%d ', o.MaxIterations, isstruct(o))") == "1000 0 "


def test_options_go_from_solver_to_solver_where_they_apply():
    code = "o = optimoptions('fmincon', 'Algorithm', 'sqp', 'MaxIter', 7, 'TolCon', 1); q = optimoptions('fsolve', o); "
    assert (
        execute(code + "fprintf('%s %d %d', q.Algorithm, q.MaxIterations, isprop(q, 'ConstraintTolerance'))") == "trust-region-dogleg 7 0"
    )
    assert execute("f = @(x) (x-2)^2; o = optimoptions('fmincon', 'Display', 'off', 'Algorithm', 'sqp', 'MaxIterations', 1);"
                   "[~, ~, flag, out] = fmincon(f, 50, [], [], [], [], [], [], [], o); fprintf('%d %s', flag, out.algorithm)") == "0 sqp"  # fmt: skip
