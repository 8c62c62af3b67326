function n = rows(x)
% The number of rows.
n = size(x, 1);
end
