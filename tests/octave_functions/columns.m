function n = columns(x)
% The number of columns.
n = size(x, 2);
end
