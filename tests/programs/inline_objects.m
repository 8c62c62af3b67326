% Source: https://www.mathworks.com/help/matlab/ref/inline.html and vectorize.html; the display is of class inline, not of function handles.
f = inline('x^2 + y')
class(f), isa(f, 'function_handle'), char(f), formula(f), argnames(f)
g = vectorize(f)
g([1 2], 3), feval(f, 2, 1), cellfun(f, {1, 2}, {3, 4})
h = inline('exp(P1*x) + P2', 2); h(0, 1, 5), argnames(h)'
