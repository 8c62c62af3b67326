"""Function-based tests: files of tests run with fixtures, qualifications and results."""

import pytest

from ...builtins.harness import run

FILE = """function tests = exampleTest
tests = functiontests(localfunctions);
end
function setupOnce(testCase)
testCase.TestData.x = 5;
end
function setup(testCase)
testCase.TestData.y = 1;
end
function teardownOnce(testCase)
fprintf('[end %d]', testCase.TestData.x);
end
function testGood(testCase)
verifyEqual(testCase, testCase.TestData.x, 5);
verifyEqual(testCase, 1 + 1e-9, 1, 'AbsTol', 1e-6);
testCase.verifyError(@() error('a:b', 'x'), 'a:b');
end
function testBad(testCase)
testCase.verifyTrue(false);
verifyEqual(testCase, 1, 2);
end
function testSkipped(testCase)
assumeFail(testCase);
end
function testBroken(testCase)
error('my:id', 'broken');
end
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "exampleTest.m").write_text(FILE)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("folder")
def test_results():
    text = run("r = runtests('exampleTest'); fprintf('%d', [r.Passed], [r.Failed], [r.Incomplete])")
    assert text.endswith("100001010011")
    assert "Running exampleTest" in text and "[end 5]" in text
    assert "Verification failed in exampleTest/testBad." in text
    assert "Error occurred in exampleTest/testBroken and it did not run to completion." in text


@pytest.mark.usefixtures("folder")
def test_one_test_and_a_table():
    assert run("r = runtests('exampleTest/testGood'); T = table(r); fprintf('%d %s', T.Passed, T.Name{1})").endswith(
        "1 exampleTest/testGood"
    )
    assert "   1 Passed, 0 Failed, 0 Incomplete." in run("t = exampleTest; r = run(t(1))")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("'ProcedureName', 'testGood'", ["exampleTest/testGood"]),
        ("'ProcedureName', {'testB*', 'nothing'}", ["exampleTest/testBad", "exampleTest/testBroken"]),
    ],
)
def test_procedures_with_certain_names(options, names):
    found = run(f"r = runtests('exampleTest', {options}); fprintf('<%s', r.Name)").split("<")[1:]
    assert sorted(found) == sorted(names)


@pytest.mark.parametrize(
    ("check", "passed"),
    [
        ("verifyEqual(t, int8(1), 1)", 0),
        ("verifyEqual(t, {1,'a'}, {1,'a'})", 1),
        ("verifyEqual(t, struct('a',{1}), struct('a',{2}))", 0),
        ("verifyEqual(t, [1 NaN], [1 NaN])", 1),
        ("verifyEqual(t, 101, 100, 'RelTol', 0.02)", 1),
        ("verifySize(t, ones(2,3), [2 3])", 1),
        ("verifyClass(t, 'a', 'char')", 1),
        ("verifyGreaterThan(t, [1 2], 1)", 0),
        ("verifyEmpty(t, [])", 1),
        ("verifySubstring(t, 'hello', 'ell')", 1),
        ("verifyWarningFree(t, @() 1)", 1),
        ("verifyFalse(t, false)", 1),
        ("verifyTrue(t, 1)", 0),
        ("verifyInstanceOf(t, 1, 'double')", 1),
    ],
)
def test_qualifications(check, passed):
    text = run(f"r = run(functiontests({{@testIt}})); fprintf('<%d>', r.Passed)\nfunction testIt(t)\n{check}\nend")
    assert text.endswith(f"<{passed}>")
