% Source: https://www.mathworks.com/help/matlab/ref/evalin.html
function peek(), fprintf('%d ', evalin('caller', 'secret')); end
function poke(), assignin('caller', 'made', 11); assignin('base', 'based', 12); end
function host(), secret = 4; peek(); poke(); fprintf('%d ', made); end
secret = 9; peek(); host(); fprintf('%d %d\n', based, exist('made', 'var'));
