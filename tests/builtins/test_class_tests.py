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
