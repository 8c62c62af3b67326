% Source: Octave agrees.
function varargout = va(varargin)
    fprintf('in %d out %d:', nargin, nargout);
    for k = 1:numel(varargin), fprintf(' %s', class(varargin{k})); end
    fprintf('\n');
    for k = 1:nargout, varargout{k} = k; end
end
va(); va(1, 'a', {}); x = va(1); [x, y] = va();
args = {1, single(2), true}; z = va(args{:}, args{2:3});
[varargout{1:2}] = va(int8(1)); fprintf('%d %d\n', varargout{:});
c = {va(), va()};
