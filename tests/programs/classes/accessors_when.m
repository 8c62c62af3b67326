% When get and set methods run, and what is said where one is missing. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity).
classdef Kept
    properties
        p = [1 2 3]
        s = struct('f', [1 2 3])
    end
    properties (Dependent)
        q
        r
    end
    methods
        function v = get.p(obj), fprintf('get '); v = obj.p; end
        function obj = set.p(obj, v), fprintf('set '); obj.p = v; end
        function v = get.q(obj), fprintf('getq '); v = obj.p * 2; end
        function obj = set.q(obj, v), fprintf('setq '); obj.p = v / 2; end
        function v = get.s(obj), fprintf('gets '); v = obj.s; end
        function obj = set.s(obj, v), fprintf('sets '); obj.s = v; end
    end
end
classdef Lost
    properties
        p = 1
    end
    methods
        function set.p(obj, v), obj.p = v; end
    end
end
classdef Other
    properties
        p = 1
    end
    methods
        function v = set.p(obj, v), end
    end
end
classdef Returned < handle
    properties
        p = 1
    end
    methods
        function obj = set.p(obj, v), obj.p = v; end
    end
end

o = Kept;
o.q(2) = 8; fprintf('\n');
o.s.f(2) = 9; fprintf('\n');
o.p(2) = []; fprintf('\n');
x = numel(o.p) + o.s.f(end); fprintf('\n');
names = [fieldnames(o); properties(o)]; fprintf('%s ', names{:}); fprintf('\n');
disp(o)
told(@() o.r)
told(@() setfield(o, 'r', 1))
told(@() setfield(Lost, 'p', 1))
told(@() setfield(Other, 'p', 1))
h = Returned; h.p = 7; disp(h.p)
disp(mat2str([0 -0; 2 complex(-0, 1)])), disp(mat2str(-0))

function told(f)
    try
        f();
    catch e
        disp(e.message)
    end
end
