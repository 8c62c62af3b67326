% Source: https://www.mathworks.com/help/matlab/matlab_prog/generate-field-names-from-variables.html
s.a = 1; s.('b_2') = 2; s.("c") = 3
try, s.('has space') = 1; catch e, disp(e.identifier), disp(e.message), end
try, s.('1a').b = 1; catch e, disp(e.message), end
try, s(2).('_q') = 1; catch e, disp(e.message), end
try, s.(repmat('x', 1, 64)) = 1; catch e, disp(e.identifier), end
try, setfield(s, 'a b', 3); catch e, disp(e.identifier), end
try, s.(1), catch e, disp(e.identifier), disp(e.message), end
try, s.(2) = 5; catch e, disp(e.identifier), end
try, s.('a b'), catch e, disp(e.identifier), disp(e.message), end
T = table([1; 2]); T.('my var') = [3; 4]; T.("my var")(1) = 7, T.(2)'
x = ["abc" "de"]; x{1}(2) = 'Z'; x{2}(end+1) = 'f', x{1}(1) = []
try, x{1:2}(1) = 'q'; catch e, disp(e.identifier), end
c.names = "abc"; c.names{1}(1) = upper(c.names{1}(1))
datetime.empty(0, 3), duration.empty, categorical.empty(0, 2)
