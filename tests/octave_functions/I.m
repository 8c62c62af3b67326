function z = I(varargin)
% The imaginary unit, alone or in an array of a size.
z = 1i * ones(varargin{:});
end
