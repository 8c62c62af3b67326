classdef StackTest < matlab.unittest.TestCase
    properties (TestParameter)
        count = {1, 5}
    end
    methods (Test)
        function lastComesFirst(testCase, count)
            items = {};
            for k = 1:count
                items{end + 1} = k;
            end
            testCase.verifyEqual(items{end}, count);
        end
        function emptyHasNoEnd(testCase)
            items = {};
            testCase.verifyError(@() items{end}, 'MATLAB:badsubscript');
        end
    end
end
