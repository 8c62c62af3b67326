% Source: https://www.mathworks.com/help/matlab/matlab_oop/code-patterns-for-subsref-and-subsasgn-methods.html
classdef Bag
    properties
        items = {}
        tags = struct()
    end
    methods
        function b = Bag(varargin), b.items = varargin; end
        function n = numel(b), n = builtin('numel', b); end
        function n = length(b), n = numel(b.items); end
        function i = end(b, k, n), i = length(b); assert(k == 1 && n == 1); end
        function varargout = subsref(b, s)
            switch s(1).type
                case '{}'
                    [varargout{1:nargout}] = b.items{s(1).subs{:}};
                    if numel(s) > 1, varargout{1} = subsref(varargout{1}, s(2:end)); end
                case '()'
                    r = b; r.items = b.items(s(1).subs{:});
                    varargout{1} = r;
                case '.'
                    if isfield(b.tags, s(1).subs)
                        varargout{1} = b.tags.(s(1).subs);
                    else
                        [varargout{1:nargout}] = builtin('subsref', b, s);
                    end
            end
        end
        function b = subsasgn(b, s, v)
            switch s(1).type
                case '{}', b.items = builtin('subsasgn', b.items, s, v);
                case '()', b.items(s(1).subs{:}) = v.items;
                case '.'
                    if isprop(b, s(1).subs), b = builtin('subsasgn', b, s, v);
                    else, b.tags.(s(1).subs) = v;
                    end
            end
        end
        function i = subsindex(b), i = numel(b.items) - 1; end
    end
end
b = Bag(1, 'two', [3 4 5]);
b{1}
b{end}
b{3}(2)
c = b(2:3);
length(c)
b{2} = 'TWO';
b{end}(1) = 30;
b{end + 1} = 'four';
b.items
b.color = 'red';
b.color
b.tags
x = 10:10:100;
x(b)
c(1) = Bag('new');
c{1}
b.items{2}(1)
b.items{1} = 100;
b{1}
