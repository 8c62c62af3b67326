% Objects of classes that derive from double and int8 without properties: they are arrays of their class.
% Source: the pages "Behavior of Inherited Built-In Methods" (DocSimpleDouble) and "Use of size and numel with Classes".
classdef SimpleDouble < double
    methods
        function obj = SimpleDouble(data)
            if nargin == 0, data = 0; end
            obj = obj@double(data);
        end
    end
end
classdef Small < int8
    methods
        function o = Small(v), if nargin == 0, v = 0; end, o = o@int8(v); end
        function r = twice(o), r = Small(2 * int8(o)); end
    end
end
classdef Told
    properties, d = 5, end
    methods, function r = double(o), r = [o.d]; end, end
end
format compact
sc = SimpleDouble(1:10)
sum(sc), size(sc), numel(sc)
a = sc(2:4)
sc(1:5) = 5:-1:1
b = [sc(1:2) 7 SimpleDouble(8)], c = sc(7:end)'
sc(end), class(sc + 1), sc([1 3]) * 2, sc(sc > 8), isa(sc, 'double'), sort(sc(1:3))
sc(3:9) = []; sc(5) = 6
m = SimpleDouble(magic(3)); m(2, :), sum(m), m * [1; 1; 1], reshape(m(:, 1:2), 2, 3)
for k = m(1, 1:2), disp(class(k)), end
size(SimpleDouble([])), fprintf('%d,', SimpleDouble(4:6)), fprintf('\n')
s = Small([1 2 200]), twice(s), twice(s(2)), class(s + 1)
x = zeros(2, 3); x(:, 1) = SimpleDouble([1; 2]); x(2, 2) = Told
y = int8(1:3); y(2) = SimpleDouble(7), z = single(1:2); z(1) = SimpleDouble(2.5); class(z)
file = [tempname '.mat']; save(file, 'm', 's'); clear m s; load(file); delete(file); m, s
