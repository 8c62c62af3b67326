function test_suite = test_suite_of_functions
try
    test_functions = localfunctions();
catch
end
initTestSuite;

function test_sum
assertEqual(sum([1 2 3]), 6);

function test_error
assertExceptionThrown(@() error('own:id', 'text'), 'own:id');
