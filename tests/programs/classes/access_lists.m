% Source: https://www.mathworks.com/help/matlab/matlab_oop/selective-access-to-class-methods.html
classdef Vault
    properties (GetAccess = {?Keyholder}, SetAccess = private)
        Code = 1234
    end
    properties (SetAccess = immutable)
        Id
    end
    properties (Access = protected)
        Level = 1
    end
    methods
        function v = Vault(id), v.Id = id; end
        function v = rename(v, id), v.Id = id; end
        function r = levelOf(v), r = v.Level; end
    end
    methods (Access = {?Keyholder})
        function r = open(v, code), r = isequal(v.Code, code); end
    end
    methods (Access = private)
        function r = hidden(~), r = 'hidden'; end
    end
    methods (Static, Access = protected)
        function r = inner(), r = 'inner'; end
    end
end
classdef Keyholder
    methods
        function r = tryOpen(~, v), r = v.open(v.Code); end
    end
end
classdef Deep < Vault
    methods
        function d = Deep(id), d@Vault(id); d.Level = 9; end
        function r = reach(d), r = {d.Level, Deep.inner()}; end
        function r = fails(d), r = d.Code; end
    end
end
v = Vault(7);
k = Keyholder;
k.tryOpen(v)
function t(f), try, f(), catch e, fprintf('%s\n   %s\n', e.identifier, e.message); end, end
t(@() v.Code)
t(@() v.open(1234))
t(@() v.hidden())
t(@() v.Level)
t(@() v.rename(8))
t(@() Vault.inner())
d = Deep(3);
d.reach
d.levelOf
t(@() d.fails())
d.Id
properties(v)
m = methods(v); any(strcmp(m, 'rename')), any(strcmp(m, 'hidden'))
v
