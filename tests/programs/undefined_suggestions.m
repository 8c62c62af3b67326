% Source: MATLAB's messages for undefined names.
value = 3;
try, vlaue + 1, catch e, disp(e.message), end
try, sinn(2), catch e, disp(e.message), end
try, x.y.z, catch e, disp(e.message), end
try, undefined_fn('a', 2), catch e, disp(e.identifier), end
try, value.field, catch e, disp(e.message), end
try, value{1}, catch e, disp(e.message), end
try, value(1, 2), catch e, disp(e.message), end
try, [value, nothere], catch e, disp(e.message), end
try, @() nope; f = @() nope(1); f(), catch e, disp(e.message), end
try, str2func('nope2'); feval('nope2'), catch e, disp(e.message), end
function r = uses(), r = missing_inside + 1; end
try, uses(), catch e, fprintf('%s %s:%d\n', e.message, e.stack(1).name, e.stack(1).line), end
function noout(x), end
try, y = noout(1); catch e, disp(e.message), end
try, struct2.a = 1; struct2.b, catch e, disp(e.message), end
try, q = containers.Map; q.nothing, catch e, disp(class(e)), end
exist('value'), exist('nope'), isvarname('a1'), isvarname('1a')
