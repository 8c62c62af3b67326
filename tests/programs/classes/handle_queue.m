% Source: https://www.mathworks.com/help/matlab/handle-classes.html
classdef JobQueue < handle
    properties (SetAccess = private)
        Jobs = {}
        Done = 0
    end
    properties (Constant)
        Limit = 3
    end
    properties (Access = private)
        Secret = 42
    end
    methods
        function push(q, varargin)
            for k = 1:numel(varargin)
                if numel(q.Jobs) >= q.Limit
                    error('JobQueue:full', 'Queue is full (%d jobs).', q.Limit);
                end
                q.Jobs{end + 1} = varargin{k};
            end
        end
        function job = pop(q)
            if isempty(q.Jobs), job = []; return, end
            job = q.Jobs{1};
            q.Jobs(1) = [];
            q.Done = q.Done + 1;
        end
        function n = numJobs(q), n = numel(q.Jobs); end
        function q = run(q, f)
            while q.numJobs() > 0, f(q.pop()); end
        end
        function delete(q), fprintf('queue with %d done is gone\n', q.Done); end
        function tf = sameSecret(a, b), tf = a.Secret == b.Secret; end
    end
    methods (Static)
        function q = filled(n)
            q = JobQueue;
            for k = 1:n, q.push(k); end
        end
    end
end
function use(q), q.push('from function'); end
q = JobQueue
q.push('a', 2)
use(q)
q.numJobs
try, q.push(1), catch e, disp(e.identifier), disp(e.message), end
p = q;
p.pop()
q.Done
q.run(@(j) disp(j));
q.Jobs
try, q.Jobs = {}; catch e, disp(e.message), end
try, q.Secret, catch e, disp(e.identifier), disp(e.message), end
r = JobQueue.filled(2);
r.sameSecret(q)
r == q, p == q, isequal(p, q), eq(r, r)
JobQueue.Limit
clear r
h = {q, JobQueue.filled(1)};
h(2) = [];
disp('cell shrunk')
q.delete
isvalid(p)
try, p.Done, catch e, disp(e.identifier), end
q
