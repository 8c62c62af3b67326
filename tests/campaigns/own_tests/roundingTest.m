function tests = roundingTest
tests = functiontests(localfunctions);
end

function setup(testCase)
testCase.TestData.values = [-2.5 -0.5 0.5 2.5];
end

function testAwayFromZero(testCase)
verifyEqual(testCase, round(testCase.TestData.values), [-3 -1 1 3]);
end
