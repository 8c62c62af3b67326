% Source: https://www.mathworks.com/help/matlab/tables.html
Name = {'Ann'; 'Bob'; 'Cy'}; Age = [30; 25; 41]; Smoker = [true; false; true];
T = table(Name, Age, Smoker)
T.Age(2), T.Name{1}, T{:, 'Age'}', T(2, :), T(T.Age > 28, {'Name', 'Age'}), T{2, 2}, T.Age'
height(T), width(T), size(T), T.Properties.VariableNames, class(T.Smoker)
T.Score = [1.5; 2.25; NaN]; T
T.Age(2) = 26; T(end + 1, :) = {'Dee', 19, false, 3}; T
T.Smoker = []; T(1, :) = []; T
sortrows(T, 'Age'), sortrows(T, 'Age', 'descend'), T.Properties.RowNames = {'r1', 'r2', 'r3'}; T('r2', :), T
A = array2table([1 2; 3 4], 'VariableNames', {'x', 'y'}), B = struct2table(struct('p', {1; 2}, 'q', {'a'; 'b'})), C = table2array(A), D = table2struct(A); D(2)
E = table((1:2)', ["s1"; "s2"], 'VariableNames', ["num" "str"]), F = [A; {5 6}], G = [A, table([7; 8], 'VariableNames', {'z'})], isempty(table), ismember('x', A.Properties.VariableNames)
varfun_ = mean(A.x); for k = 1:height(A), fprintf('%d:%d ', A.x(k), A{k, 2}); end, fprintf('\n');
try, A.nope, catch e, disp(e.identifier), end
try, A(5, :), catch e, disp(e.identifier), end
summary_ = istable(A), A.x(A.y == 4), rowfun_ = width(A); head(T, 1)
