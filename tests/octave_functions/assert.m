function assert(seen, wanted, tolerance, varargin)
% Octave's assert: a condition (and a message), or a value that must be another one within a tolerance (negative: relative).
if nargin == 1 || (islogical(seen) && ischar(wanted))
    holds = ~isempty(seen) && all(logical(seen(:)));
elseif nargin == 2
    holds = same(seen, wanted, 0);
else
    holds = same(seen, wanted, tolerance);
end
if ~holds
    error('assert:failed', 'The assertion does not hold.');
end
end

function holds = same(seen, wanted, tolerance)
if iscell(wanted) || isstruct(wanted)
    holds = sameparts(seen, wanted, tolerance);
elseif ischar(wanted) || isa(wanted, 'function_handle')
    holds = isequal(class(seen), class(wanted)) && isequal(seen, wanted);
elseif ~isequal(size(seen), size(wanted))
    holds = false;
elseif all(tolerance(:) == 0)
    holds = strcmp(class(seen), class(wanted)) && isequaln(full(seen), full(wanted));
else
    seen = double(full(seen(:)));
    wanted = double(full(wanted(:)));
    limit = double(abs(tolerance(:)));
    relative = tolerance(:) < 0 & true(size(wanted));
    limit = limit .* ones(size(wanted));
    limit(relative) = limit(relative) .* abs(wanted(relative));
    alike = (isnan(seen) & isnan(wanted)) | seen == wanted | abs(seen - wanted) <= limit;
    holds = all(alike);
end
end

function holds = sameparts(seen, wanted, tolerance)
holds = strcmp(class(seen), class(wanted)) && isequal(size(seen), size(wanted));
if ~holds
    return
end
if isstruct(wanted)
    names = sort(fieldnames(wanted));
    holds = isequal(sort(fieldnames(seen)), names);
    if ~holds
        return
    end
    seen = struct2cell(orderfields(seen));
    wanted = struct2cell(orderfields(wanted));
end
for k = 1:numel(wanted)
    if ~same(seen{k}, wanted{k}, tolerance)
        holds = false;
        return
    end
end
end
