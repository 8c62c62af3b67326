% Source: https://www.mathworks.com/help/matlab/ref/matlab.mixin.indexing.redefinesparen-class.html and ...redefinesdot/brace
classdef Ledger < matlab.mixin.indexing.RedefinesParen & matlab.mixin.indexing.RedefinesDot
    properties (Access = private)
        Values
        Names = struct()
    end
    methods
        function obj = Ledger(v), obj.Values = v; end
        function v = value(obj), v = obj.Values; end
        function n = numel(obj), n = numel(obj.Values); end
        function out = cat(dim, varargin)
            parts = cell(1, numel(varargin));
            for k = 1:numel(varargin), parts{k} = varargin{k}.Values; end
            out = Ledger(cat(dim, parts{:}));
        end
        function varargout = size(obj, varargin)
            [varargout{1:nargout}] = size(obj.Values, varargin{:});
        end
        function disp(obj), fprintf('   ledger of %s\n', mat2str(obj.Values)); end
    end
    methods (Static)
        function obj = empty(), obj = Ledger([]); end
    end
    methods (Access = protected)
        function varargout = parenReference(obj, indexOp)
            obj.Values = obj.Values.(indexOp(1));
            if isscalar(indexOp)
                varargout{1} = obj;
                return
            end
            [varargout{1:nargout}] = obj.(indexOp(2:end));
        end
        function obj = parenAssign(obj, indexOp, varargin)
            if isempty(obj), obj = Ledger([]); end
            if isscalar(indexOp)
                rhs = varargin{1};
                if isa(rhs, 'Ledger'), rhs = rhs.Values; end
                obj.Values.(indexOp) = rhs;
                return
            end
            error('Ledger:deep', 'Only one level.');
        end
        function n = parenListLength(obj, indexOp, ctx)
            if numel(indexOp) <= 1, n = 1; return, end
            n = listLength(obj.(indexOp(1)), indexOp(2:end), ctx);
        end
        function obj = parenDelete(obj, indexOp)
            obj.Values.(indexOp) = [];
        end
        function varargout = dotReference(obj, indexOp)
            name = indexOp(1).Name;
            if isfield(obj.Names, name), [varargout{1:nargout}] = obj.Names.(indexOp);
            else, varargout{1} = ['no ' name];
            end
        end
        function obj = dotAssign(obj, indexOp, varargin)
            [obj.Names.(indexOp)] = varargin{:};
        end
        function n = dotListLength(obj, indexOp, ctx)
            n = 1;
        end
    end
end
a = Ledger([10 20 30 40])
b = a(2:3)
value(a(end))
a(1) = 99;
a(6) = 5;
a
a([2 3]) = [];
a
numel(a), size(a)
a.color
a.color = 'red';
a.color
a.info.deep = 7;
a.info.deep
c = [Ledger([1 2]), Ledger(3)]
isempty(Ledger.empty)
try, a(1).x = 3; catch e, disp(e.message), end
try, a(100), catch e, disp(e.identifier), end
