function y = e(varargin)
% Euler's number, alone or in an array of a size.
y = exp(1) * ones(varargin{:});
end
