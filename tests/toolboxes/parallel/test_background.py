"""parfeval and its futures, queues and pools."""

import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import execute


def test_futures_keep_outputs_and_what_was_printed():
    code = """
        for k = 1:3, f(k) = parfeval(@sum, 1, 1:k); end
        g = parfeval(@() disp(5), 0);
        fprintf('%d ', size(f), fetchOutputs(f), numel(g.Diary) > 1, all(strcmp({f.State}, 'finished')), [f(2:3).ID])"""
    assert execute(code) == "1 3 1 3 6 1 1 2 3 "


def test_errors_of_futures_come_when_they_are_fetched():
    with pytest.raises(MatlabError) as raised:
        execute("function fails(), error('my:id', 'boom'); end\nf = parfeval(@fails, 0); disp(f.Error), fetchOutputs(f)")
    assert raised.value.identifier == "parallel:fevalqueue:ExecutionErrored"
    assert raised.value.causes[0].identifier == "my:id"


def test_futures_are_put_together_and_fetched_one_by_one():
    code = """
        f = [parfeval(@() 'ab', 1), parfeval(@() 3, 1)]; c = fetchOutputs(f, 'UniformOutput', false);
        [i, x] = fetchNext(parfeval(@max, 1, [4 9])); F(1:2) = parallel.FevalFuture; F(2) = f(2);
        fprintf('%s %d %d %d %s %s', c{:}, i, x, F.State)"""
    assert execute(code) == "ab 3 1 9 unavailable finished"


def test_queues_call_back():
    code = """
        q = parallel.pool.DataQueue; afterEach(q, @(x) fprintf('%d,', x));
        parfor k = 1:3, send(q, 10 * k); end
        p = parallel.pool.PollableDataQueue; send(p, 7); [a, b] = poll(p); [c, d] = poll(p, 0.1);
        fprintf('%d %d %d %d', a, b, isempty(c), d)"""
    assert execute(code) == "10,20,30,7 1 1 0"


def test_pools():
    code = """
        warning('off', 'RunMat:parpool:noWorkers'); if isempty(gcp('nocreate')), parpool(4); end
        p = gcp; fprintf('%d%d', p.NumWorkers, isvalid(p)); delete(gcp('nocreate'));
        fprintf('%d%d', isvalid(p), isempty(gcp('nocreate')))"""
    assert execute(code) == "1101"
