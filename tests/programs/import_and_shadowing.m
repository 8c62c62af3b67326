% Source: Octave agrees: a variable shadows the function of its name in its own scope.
function r = f(), r = sum([1 2 3]); end
sum = [10 20 30]; fprintf('%d %d ', sum(2), f()); clear sum; fprintf('%d ', sum([1 2])); max = 3; fprintf('%d\n', max);
