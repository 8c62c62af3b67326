"""Class-based tests: setup and teardown, parameters, superclasses, results."""

import pytest

from runmat_kernel.session import Session

BASE = """classdef (Abstract) BaseTest < matlab.unittest.TestCase
  properties, Log = {}, end
  methods (TestClassSetup)
    function once(t), t.Log{end+1} = 'once'; end
  end
  methods (TestMethodSetup)
    function each(t), t.Log{end+1} = 'each'; end
  end
end
"""
FILE = """classdef CalcTest < BaseTest
  properties (TestParameter)
    n = {1, 2}
    word = struct('short', 'a', 'long', 'abc')
  end
  methods (TestMethodTeardown)
    function after(t), fprintf('[%d]', numel(t.Log)); end
  end
  methods (Test)
    function testOwnCopy(t)
      t.Log{end+1} = 'own';
      t.verifyEqual(t.Log, {'once', 'each', 'own'});
      addTeardown(t, @() fprintf('[last]'));
    end
    function testSecond(t), verifyNumElements(t, t.Log, 2); end
    function testBad(t), t.verifyEqual(1, 2); t.assertTrue(false); fprintf('not here'); end
    function testError(t), t.verifyError(@() error('a:b', 'x'), 'a:b'); error('my:id', 'broken'); end
    function testSkipped(t), t.assumeTrue(false); end
  end
  methods (Test, ParameterCombination = 'sequential')
    function testBoth(t, n, word), t.verifyGreaterThan(numel(word) + n, 1); end
  end
  methods (Test)
    function testAll(t, n, word), t.verifyClass(n, 'double'); verifyClass(t, word, 'char'); verifyInstanceOf(t, t, ?BaseTest); end
  end
end
"""


@pytest.fixture
def session(tmp_path, monkeypatch):
    (tmp_path / "BaseTest.m").write_text(BASE)
    (tmp_path / "CalcTest.m").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return Session(provider="host")


def text(session, code):
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


def test_results(session):
    printed = text(session, "r = runtests('CalcTest');")
    assert "[3][last]" in printed or "[last][3]" in printed
    assert "not here" not in printed
    assert text(session, "fprintf('%d', [r.Passed])") == "1100011" + "1111"
    assert text(session, "fprintf('%d', [r.Failed])") == "00110000000"
    assert text(session, "fprintf('%d', [r.Incomplete])") == "00111000000"
    names = text(session, "fprintf('%s ', r.Name)").split()
    assert names[5:7] == ["CalcTest/testBoth(n=value1,word=short)", "CalcTest/testBoth(n=value2,word=long)"]
    assert len(names) == 11


def test_one_test_by_name_and_on_an_object(session):
    text(session, "r = runtests('CalcTest/testSecond'); q = run(CalcTest, 'testAll'); s = testsuite('CalcTest');")
    assert text(session, "fprintf('%d %d %d', numel(r), numel(q), numel(s))") == "1 4 11"


def test_an_abstract_class_has_no_tests(session):
    assert session.run("runtests('BaseTest')").error.identifier == "MATLAB:unittest:TestSuite:AbstractClass"


PARTS = """classdef PartTest < matlab.unittest.TestCase
  properties (TestParameter), given, end
  properties, Folder, end
  methods (TestParameterDefinition, Static)
    function given = values(), given = {1, 2, 3}; end
  end
  methods (TestMethodSetup)
    function place(t)
      import matlab.unittest.fixtures.WorkingFolderFixture
      t.applyFixture(WorkingFolderFixture);
      f = t.applyFixture(matlab.unittest.fixtures.TemporaryFolderFixture);
      t.Folder = f.Folder;
    end
  end
  methods (TestMethodTeardown)
    function tell(t), fprintf('[%d%d]', isfolder(t.Folder), isfile('made.txt')); end
  end
  methods (Test, TestTags = {'Quick', 'Numbers'})
    function testGiven(t, given)
      import matlab.unittest.constraints.*
      t.verifyThat(given, IsGreaterThan(0) & IsLessThanOrEqualTo(3));
    end
  end
  methods (Test)
    function testConstraints(t)
      import matlab.unittest.constraints.*
      fclose(fopen('made.txt', 'w'));
      t.verifyThat(struct('a', {{1, 'x'}}), IsEqualTo(struct('a', {{1 + 1e-9, 'x'}}), 'Within', RelativeTolerance(1e-6)));
      t.verifyThat(10.4, ~IsEqualTo(10, 'Within', AbsoluteTolerance(0.1) | RelativeTolerance(0.01)));
      t.verifyThat(EveryElementOf([1 2 3]), IsGreaterThan(0));
      t.assertThat(@() error('a:b', 'x'), Throws('a:b'));
      t.verifyThat(t.Folder, IsFolder);
      t.verifyThat('abc', ContainsSubstring('q'), 'said');
    end
  end
end
"""


@pytest.fixture
def parts(tmp_path, monkeypatch):
    (tmp_path / "PartTest.m").write_text(PARTS)
    inner = tmp_path / "deep" / "unit"
    inner.mkdir(parents=True)
    (inner / "Sums.m").write_text(
        "classdef Sums < matlab.unittest.TestCase\nmethods (Test)\nfunction one(t), t.verifyEqual(helper(1), 2); end\nend\nend\n"
    )
    (inner / "helper.m").write_text("function y = helper(x), y = x + 1; end\n")
    monkeypatch.chdir(tmp_path)
    return Session(provider="host")


def test_constraints_fixtures_and_parameters_of_methods(parts):
    outcome = parts.run("r = run(matlab.unittest.TestSuite.fromClass(?PartTest)); passed = [r.Passed]; names = {r.Name};")
    assert outcome.error is None
    assert "[10][10][10]" in outcome.text.replace(".", "").replace("\n", "") and "[11]" in outcome.text
    assert "ContainsSubstring failed.\n    The text must contain the substring." in outcome.text and "    said\n" in outcome.text
    assert parts.run("disp(passed), disp(numel(names))").text.split() == ["1", "1", "1", "0", "4"]


def test_suites_of_folders_tags_and_silent_runners(parts):
    code = """import matlab.unittest.TestSuite
    import matlab.unittest.TestRunner
    r = TestRunner.withNoPlugins; s = TestSuite.fromFolder('deep', 'IncludingSubfolders', true);
    out = r.run(s); disp([numel(s) out.Passed exist('helper')])
    disp([numel(testsuite('PartTest', 'Tag', 'Quick')) numel(testsuite('PartTest', 'ProcedureName', 'testC*'))])
    disp([numel(testsuite('deep')) numel(testsuite(fullfile('deep', 'unit', 'Sums.m')))])"""
    outcome = parts.run(code)
    assert outcome.error is None and outcome.text.split() == ["1", "1", "0", "3", "1", "0", "1"]


def test_suites_of_packages(parts, tmp_path):
    source = "classdef Sums < matlab.unittest.TestCase\nmethods (Test)\nfunction one(t), t.verifyEqual(class(t), '{}'); end\nend\nend\n"
    for package, folder in (("pk", "+pk"), ("pk.sub", "+pk/+sub")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "Sums.m").write_text(source.format(f"{package}.Sums"))
    code = """import matlab.unittest.TestSuite
    s = TestSuite.fromPackage('pk'); q = TestSuite.fromPackage("pk", 'IncludingSubpackages', true); r = run(q);
    disp(strjoin({s.Name, r.Name})), disp([r.Passed]), try, TestSuite.fromPackage('none'), catch e, disp(e.identifier), end"""
    text = parts.run(code).text
    assert "pk.Sums/one pk.Sums/one pk.sub.Sums/one\n   1   1\n\nMATLAB:unittest:TestSuite:NonExistentPackage\n" in text


def test_test_cases_for_interactive_use(parts):
    code = """import matlab.unittest.TestCase.forInteractiveUse
    t = matlab.unittest.TestCase.forInteractiveUse; verifyEqual(t, 1, 1), assertEqual(forInteractiveUse, 2, 2)
    t.verifyTrue(false)"""
    text = parts.run(code).text
    assert text.startswith("Verification passed.\nAssertion passed.\n") and "Verification failed.\n" in text


SCRIPT = """% shared
sides = [3 4];
%% Test 1: long side
c = long(sides); assert(c == 5)
sides(1) = 100;
%% Test 2: own variables
assert(sides(1) == 3 && ~exist('c', 'var'))
%% bad sum

assert(sum(sides) == 8, 'sum:bad', 'not eight')
%% only words
% nothing here
function c = long(s), c = norm(s); end
"""


def test_sections_of_scripts_are_tests(tmp_path, monkeypatch):
    (tmp_path / "sidesTest.m").write_text(SCRIPT)
    (tmp_path / "onePiece.m").write_text("x = 2;\nassert(x == 2)\n")
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")
    outcome = session.run(
        "r = runtests('sidesTest'); q = runtests('onePiece'); disp(strjoin({r.Name, q.Name})), disp([r.Passed q.Passed]), disp(exist('x'))"
    )
    assert outcome.error is None and "'sum:bad'" in outcome.text
    names = "sidesTest/Test1_LongSide sidesTest/Test2_OwnVariables sidesTest/badSum onePiece/onePiece"
    assert outcome.text.endswith(f"{names}\n   1   1   0   1\n\n     0\n\n")
    assert session.run("disp(numel(testsuite(pwd))), disp(runtests('sidesTest/badSum').Failed)").text.split()[0] == "3"


SETUPS = """classdef (SharedTestFixtures = {matlab.unittest.fixtures.PathFixture('aside')}) SetupsTest < matlab.unittest.TestCase
  properties (ClassSetupParameter), mode = {'fast', 'slow'}, end
  properties (MethodSetupParameter), seed = {1, 2}, end
  properties (TestParameter), n = struct('one', 1, 'two', 2), end
  properties, m, s, end
  methods (TestClassSetup)
    function once(t, mode), t.m = mode; fprintf('<%s>', mode); end
  end
  methods (TestMethodSetup)
    function each(t, seed), t.s = seed; end
  end
  methods (Test)
    function testAll(t, n), fprintf('%s%d%d ', t.m, t.s, n); t.verifyEqual(beside, 42); end
    function testSeed(t, seed), t.verifyEqual(t.s, seed); x = t.verifyWarningFree(@() 7); t.verifyEqual(x, 7); end
  end
end
"""


def test_setups_have_parameters_and_classes_shared_fixtures(tmp_path, monkeypatch):
    (tmp_path / "SetupsTest.m").write_text(SETUPS)
    (tmp_path / "aside").mkdir()
    (tmp_path / "aside" / "beside.m").write_text("function r = beside, r = 42; end\n")
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")
    outcome = session.run("r = runtests('SetupsTest'); names = {r.Name}; q = testsuite('SetupsTest', 'ProcedureName', 'testSeed');")
    assert outcome.error is None and outcome.text.count("<fast>") == outcome.text.count("<slow>") == 1
    assert [word for word in outcome.text.replace(".", " ").replace(">", " ").split() if word[-2:].isdigit()] == [
        f"{mode}{seed}{n}" for mode in ("fast", "slow") for seed in (1, 2) for n in (1, 2)
    ]
    shown = session.run("disp(names{1}), disp([all([r.Passed]) numel(r) numel(q) exist('beside')]), disp(q(1).ProcedureName)").text
    assert shown.split() == ["SetupsTest[mode=fast]/[seed=value1]testAll(n=one)", "1", "12", "4", "0", "testSeed"]


FOLDERS = """classdef (SharedTestFixtures = {matlab.unittest.fixtures.EnvironmentVariableFixture('Q8', '5')}) ...
  FolderTest < matlab.unittest.TestCase
  methods (Test)
    function own(t)
      d = t.createTemporaryFolder();
      t.verifyTrue(isfolder(d));
      assignin('base', 'd', d);
      t.verifyEqual(getenv('Q8'), '5');
      t.verifyNumElements(t.getSharedTestFixtures(), 1);
    end
    function late(t)
      t.onFailure('looked at'), t.onFailure(@() fprintf('called'));
      t.addTeardown(@() error('a:b', 'too late'));
    end
    function last(t), t.onFailure('never'); end
  end
end
"""


def test_folders_of_tests_and_what_fails_after_them(tmp_path, monkeypatch):
    (tmp_path / "FolderTest.m").write_text(FOLDERS)
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")
    printed = text(session, "r = runtests('FolderTest');")
    assert "looked at\ncalled" in printed and "never" not in printed
    assert text(session, "fprintf('%d', r.Failed, isfolder(d))") == "0100"
