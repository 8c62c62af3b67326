% Source: Octave agrees but for the layout that disp gives numbers.
1;
function s = roman(n)
    v = [1000 900 500 400 100 90 50 40 10 9 5 4 1];
    r = {'M','CM','D','CD','C','XC','L','XL','X','IX','V','IV','I'};
    s = '';
    for k = 1:numel(v), while n >= v(k), s = [s r{k}]; n = n - v(k); end, end
end
function hanoi(n, a, b, c)
    global MOVES
    if n == 0, return, end
    hanoi(n - 1, a, c, b); MOVES = MOVES + 1; hanoi(n - 1, c, b, a);
end
function r = collatz(n), r = n; while n ~= 1, if mod(n, 2), n = 3 * n + 1; else, n = n / 2; end, r(end + 1) = n; end, end
function p = allperms(v)
    if numel(v) <= 1, p = {v}; return, end
    p = {};
    for k = 1:numel(v)
        rest = v; rest(k) = [];
        sub = allperms(rest);
        for j = 1:numel(sub), p{end + 1} = [v(k) sub{j}]; end
    end
end
function c = caesar(s, k), c = s; m = isletter(s) & s >= 'a'; c(m) = char(mod(s(m) - 'a' + k, 26) + 'a'); end
for n = [4 9 14 1994 2024], fprintf('%d=%s ', n, roman(n)); end, fprintf('\n');
global MOVES, MOVES = 0; hanoi(5, 'A', 'B', 'C'); disp(MOVES)
fprintf('%d ', collatz(6)); fprintf('\n');
disp(strjoin(allperms('abc'), ' '))
disp(caesar('hello, world', 3)), disp(caesar(caesar('hello', 3), -3))
sieve = true(1, 30); sieve(1) = false;
for k = 2:5, if sieve(k), sieve(k*k:k:end) = false; end, end
fprintf('%d ', find(sieve)); fprintf('\n');
fib = zeros(1, 10); fib(1:2) = 1; for k = 3:10, fib(k) = sum(fib(k-2:k-1)); end, disp(fib)
for k = 1:15, if ~mod(k, 15), fprintf('FizzBuzz '); elseif ~mod(k, 3), fprintf('Fizz '); elseif ~mod(k, 5), fprintf('Buzz '); else, fprintf('%d ', k); end, end, fprintf('\n');
t = 1; for k = 1:4, disp(num2str(t)); t = [t 0] + [0 t]; end
digits_ = num2str(9876) - '0'; disp(sum(digits_)), disp(dec2bin(37)), disp(bin2dec('100101')), a = 252; b = 105; while b, [a, b] = deal(b, mod(a, b)); end, disp(a)
m = magic(4); fprintf('%d %d %d\n', all(sum(m) == 34), all(sum(m, 2) == 34), trace(m) == 34);
