function tf = size_equal(varargin)
% Whether all arrays have one size.
tf = all(cellfun(@(x) isequal(size(x), size(varargin{1})), varargin));
end
