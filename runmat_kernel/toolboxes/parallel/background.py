"""parfeval and its futures, data queues and pools.  There are no workers: the program itself makes all calls at once."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values.containers import CellArray
from ...values.convert import is_text, numel_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.tables.columns import joined_values
from ...values.tensor import Tensor
from .future import DataQueue, Future, Job, Pool, PoolConstant

_FAILED = "One or more futures resulted in an error."
_FAILED_ID = "parallel:fevalqueue:ExecutionErrored"


def _run(call: Any, function: Any, nargout: int, inputs: tuple[Any, ...]) -> Future:
    """Call a function, and keep its outputs, its text, or its error."""
    session = call.session
    session.futures_made += 1
    future = Future()
    job: Job = future.jobs[0, 0]
    job.number, job.inputs, job.nargout, job.start = session.futures_made, inputs, nargout, call.feval("datetime", to_value("now"))[0]
    job.function = function if type(function) is FunctionHandle else call.feval("str2func", function)[0]
    begin = time.perf_counter()
    try:
        with session.capture() as printed:
            job.outputs = tuple(call.feval(job.function, *inputs, nargout=nargout))[:nargout]
    except MatlabError as error:
        job.error = error
    job.diary, job.state = printed.getvalue(), "finished"
    job.span = call.feval("seconds", time.perf_counter() - begin)[0]
    return future


@builtin(
    "parfeval", "F = parfeval(fcn, numout)", "F = parfeval(fcn, numout, in1, ..., inM)", "F = parfeval(pool, fcn, numout, in1, ..., inM)",
    summary="Call a function for a future: here at once, in the program itself.",
    examples=(
        Example("f = parfeval(@max, 2, [1 7 3]); [m, i] = fetchOutputs(f); [m i]", "[7 2]"),
        Example("for k = 1:3, f(k) = parfeval(backgroundPool, @(x) x^2, 1, k); end, fetchOutputs(f)", "[1;4;9]"),
    ),
    errors=(
        ErrorCase("f = parfeval(@() error('a:b','c'), 0); fetchOutputs(f)", _FAILED_ID, _FAILED),
        ErrorCase("parfeval(5, 1)", "parallel:fevalqueue:InvalidFunction"),
    ),
    see_also=("fetchOutputs", "backgroundPool", "afterEach"),
)  # fmt: skip
def parfeval(call: Any, first: Any, second: Any, *inputs: Any) -> Any:
    function, count = first, second
    if isinstance(first, Pool):
        if not inputs:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        function, count, inputs = second, inputs[0], inputs[1:]
    if type(function) is not FunctionHandle and not is_text(function):
        raise call.error("The function to evaluate must be a function handle or a name.", "parallel:fevalqueue:InvalidFunction")
    return _run(call, function, arg.integer(count), inputs)


def _futures(call: Any, value: Any) -> Future:
    if not isinstance(value, Future):
        raise call.undefined(value)
    return value


def _check_jobs(call: Any, jobs: list[Any]) -> None:
    """Errors for futures that have not finished, or have failed."""
    if any(job.state != "finished" for job in jobs):
        raise call.error("A future that is unavailable has no outputs.", "parallel:fevalqueue:UnavailableFuture")
    failed = [job.error for job in jobs if job.error is not None]
    if failed:
        error = MatlabError(_FAILED, _FAILED_ID, function=call.name)
        error.causes = tuple(failed)
        raise error


@builtin(
    "fetchOutputs", "[X1, ..., Xm] = fetchOutputs(F)", "[X1, ..., Xm] = fetchOutputs(F, 'UniformOutput', tf)",
    summary="The outputs of functions that parfeval called, one below the other.",
    examples=(Example("f(1) = parfeval(@() 'ab', 1); f(2) = parfeval(@() 5, 1); fetchOutputs(f, 'UniformOutput', false)", "{'ab';5}"),),
    errors=(ErrorCase("fetchOutputs(5)", "MATLAB:UndefinedFunction"),),
    see_also=("parfeval", "fetchNext"),
)  # fmt: skip
def fetch_outputs(call: Any, futures: Any, *options: Any) -> Any:
    jobs = list(_futures(call, futures).jobs.ravel(order="F"))
    uniform = arg.name_values(options, "fetchOutputs", "uniformoutput").switch("uniformoutput", True)
    _check_jobs(call, jobs)
    count = max(call.nargout, 1 if jobs and jobs[0].nargout else 0)
    if any(job.nargout < count for job in jobs):
        raise call.error("Too many output arguments.", "MATLAB:maxlhs")
    columns = []
    for k in range(count):
        values = [job.outputs[k] for job in jobs]
        columns.append(joined_values(values, "vertcat") if uniform else CellArray.of(values, (len(values), 1)))
    for job in jobs:
        job.read = True
    return tuple(columns)


@builtin(
    "fetchNext", "[idx, X1, ..., Xm] = fetchNext(F)", "[idx, X1, ..., Xm] = fetchNext(F, timeout)",
    summary="The next future whose outputs were not read, and its outputs; [] where all were.",
    examples=(Example("for k = 1:2, f(k) = parfeval(@(x) 10*x, 1, k); end, [i, x] = fetchNext(f); [j, y] = fetchNext(f); [i x j y]", "[1 10 2 20]"),),
    errors=(ErrorCase("f = parfeval(@() 1, 1); fetchNext(f); fetchNext(f)", "parallel:fevalqueue:AllRead"),),
    see_also=("fetchOutputs",),
)  # fmt: skip
def fetch_next(call: Any, futures: Any, timeout: Any = None) -> Any:
    jobs = list(_futures(call, futures).jobs.ravel(order="F"))
    position = next((k for k, job in enumerate(jobs) if job.state == "finished" and not job.read), None)
    if position is None:
        raise call.error("All futures were read already, or are unavailable.", "parallel:fevalqueue:AllRead")
    job = jobs[position]
    job.read = True
    if job.error is not None:
        error = MatlabError(_FAILED, _FAILED_ID, function=call.name)
        error.causes = (job.error,)
        raise error
    return (float(position + 1), *job.outputs)


@builtin(
    "afterEach", "B = afterEach(F, fcn, numout)", "listener = afterEach(queue, fcn)",
    summary="Call a function with the outputs of each future, or with data that is sent to a queue.",
    examples=(
        Example("for k = 1:2, f(k) = parfeval(@(x) 10*x, 1, k); end, fetchOutputs(afterEach(f, @(x) x+1, 1))", "[11;21]"),
        Example("q = parallel.pool.DataQueue; m = containers.Map; afterEach(q, @(x) setfield(struct('m', m), 'x', x)); send(q, 3); q.QueueLength", "0"),
    ),
    see_also=("afterAll", "parfeval"),
)  # fmt: skip
def after_each(call: Any, target: Any, function: Any, numout: Any = 0.0, *options: Any) -> Any:
    if isinstance(target, DataQueue):
        target.callbacks.append(lambda data: call.feval(function, data, nargout=0))
        return None
    jobs = list(_futures(call, target).jobs.ravel(order="F"))
    futures = [_run(call, function, arg.integer(numout), job.outputs) for job in jobs if job.error is None]
    items = np.empty((len(futures), 1), object)
    items[:, 0] = [m.jobs.flat[0] for m in futures]
    return Future(items)


@builtin(
    "afterAll", "B = afterAll(F, fcn, numout)",
    summary="Call a function with the outputs of all futures, one below the other.",
    examples=(Example("for k = 1:3, f(k) = parfeval(@(x) 10*x, 1, k); end, fetchOutputs(afterAll(f, @sum, 1))", "60"),),
    see_also=("afterEach", "parfeval"),
)  # fmt: skip
def after_all(call: Any, target: Any, function: Any, numout: Any = 0.0, *options: Any) -> Any:
    jobs = [job for job in _futures(call, target).jobs.ravel(order="F") if job.error is None]
    count = min((job.nargout for job in jobs), default=0)
    joined = tuple(joined_values([job.outputs[k] for job in jobs], "vertcat") for k in range(count))
    return _run(call, function, arg.integer(numout), joined)


@builtin(
    "backgroundPool", "pool = backgroundPool",
    summary="The pool for calls in the background, which run at once here.",
    examples=(Example("p = backgroundPool; p.NumWorkers", "1"),),
)  # fmt: skip
def background_pool(call: Any) -> Pool:
    return Pool(True)


@builtin(
    "parpool", "parpool", "pool = parpool(poolsize)", "pool = parpool(resources, poolsize)", "pool = parpool(..., Name, Value)",
    summary="A pool without workers: parfor and parfeval run in the program itself.",
    examples=(Example("p = parpool('local', 4); c = p.Connected; delete(p); {c, isempty(gcp('nocreate'))}", "{true, true}"),),
    see_also=("gcp", "parfeval"),
)  # fmt: skip
def parpool(call: Any, *arguments: Any) -> Pool:
    pool = call.session.pool = Pool(False)
    call.warning("There are no workers here: parfor and parfeval run in the program itself.", "RunMat:parpool:noWorkers")
    return pool


@builtin(
    "gcp", "p = gcp", "p = gcp(nocreate)",
    summary="The current pool; [] where there is none and none shall be created.",
    examples=(Example("isempty(gcp('nocreate'))", "true"), Example("p = gcp; n = p.NumWorkers; delete(p); n", "1")),
    errors=(ErrorCase("gcp('create')", "parallel:convenience:InvalidArgument"),),
    see_also=("parpool",),
)  # fmt: skip
def gcp(call: Any, word: Any = None) -> Any:
    if word is not None and text_of(word).lower() != "nocreate":
        raise call.error("The only argument that gcp takes is 'nocreate'.", "parallel:convenience:InvalidArgument")
    pool = call.session.pool
    if pool is not None and pool.open:
        return pool
    if word is not None:
        return Tensor(np.zeros((0, 0)))
    call.session.pool = current = Pool(False)
    return current


def _one(name: str, summary: str) -> Any:
    @builtin(name, f"n = {name}", summary=summary, examples=(Example(name, "1"),))
    def function(call: Any) -> float:
        return 1.0

    return function


WORKERS = (
    _one("numlabs", "Number of workers of a spmd block: one, the program itself."),
    _one("labindex", "Number of this worker of a spmd block: the first and only one."),
    _one("spmdSize", "Number of workers of a spmd block: one, the program itself."),
    _one("spmdIndex", "Number of this worker of a spmd block: the first and only one."),
)


@builtin(
    "canUseParallelPool", "tf = canUseParallelPool",
    summary="Whether a pool has workers: never here.", examples=(Example("canUseParallelPool", "false"),),
)  # fmt: skip
def can_use_parallel_pool(call: Any) -> bool:
    return False


@builtin(
    "parallel.pool.DataQueue", "q = parallel.pool.DataQueue",
    summary="A queue that passes data to the functions of afterEach.",
    examples=(Example("q = parallel.pool.DataQueue; class(q)", "'parallel.pool.DataQueue'"),),
    see_also=("afterEach",),
)  # fmt: skip
def data_queue(call: Any) -> DataQueue:
    return DataQueue(False)


@builtin(
    "parallel.pool.PollableDataQueue", "q = parallel.pool.PollableDataQueue",
    summary="A queue whose data is fetched with poll.",
    examples=(Example("q = parallel.pool.PollableDataQueue; send(q, 4); send(q, 'a'); {poll(q), q.QueueLength}", "{4, 1}"),),
)  # fmt: skip
def pollable_data_queue(call: Any) -> DataQueue:
    return DataQueue(True)


@builtin(
    "parallel.pool.Constant", "C = parallel.pool.Constant(X)", "C = parallel.pool.Constant(fcn)",
    summary="A value that is copied to workers once; a function may create it.",
    examples=(Example("c = parallel.pool.Constant([1 2]); c.Value", "[1 2]"), Example("c = parallel.pool.Constant(@() 5); c.Value", "5")),
)  # fmt: skip
def pool_constant(call: Any, value: Any, cleanup: Any = None) -> PoolConstant:
    return PoolConstant(call.feval(value)[0] if type(value) is FunctionHandle else value)


@builtin(
    "parallel.FevalFuture", "F = parallel.FevalFuture",
    summary="A future without a call, as a place for those of parfeval.",
    examples=(Example("f(1:3) = parallel.FevalFuture; f(2) = parfeval(@() 8, 1); {size(f), f(1).State, f(2).State}", "{[1 3], 'unavailable', 'finished'}"),),
    see_also=("parfeval",),
)  # fmt: skip
def feval_future(call: Any) -> Future:
    return Future()


def _wait(call: Any, future: Future, *arguments: Any) -> Any:
    return all(job.state == "finished" for job in future.jobs.flat) if call.nargout else None


def _joined(axis: str) -> Any:
    def join(call: Any, *items: Any) -> Future:
        items_known = [item for item in items if not arg.is_empty_matrix(item)]
        if any(not isinstance(item, Future) for item in items_known):
            raise call.undefined(next(item for item in items_known if not isinstance(item, Future)))
        cells = [CellArray(item.each_element()) for item in items_known]
        return Future().of_elements(joined_values(cells, axis).array)

    return join


def _send(call: Any, queue: DataQueue, data: Any) -> None:
    if queue.polled:
        queue.kept.append(data)
    for callback in list(queue.callbacks):
        callback(data)


def _poll(call: Any, queue: DataQueue, timeout: Any = 0.0) -> Any:
    if queue.kept:
        return queue.kept.pop(0), True
    return Tensor(np.zeros((0, 0))), False


QUEUES = (
    method_only("send", "send(queue, data)", "Send data to the functions that wait for a queue, or to be polled.",
                Example("q = parallel.pool.PollableDataQueue; send(q, [1 2]); poll(q)", "[1 2]")),
    method_only("poll", ("data = poll(queue)", "[data, tf] = poll(queue, timeout)"), "Data that was sent to a queue, and whether there was any.",
                Example("q = parallel.pool.PollableDataQueue; [d, tf] = poll(q, 1); {d, tf}", "{[], false}")),
    method_only("cancel", "cancel(F)", "End a future; those here have ended already.", Example("f = parfeval(@() 2, 1); cancel(f); f.State", "'finished'")),
)  # fmt: skip


def _closed(call: Any, pool: Pool) -> None:
    pool.open = False


FUTURE_METHODS = methods(Future, {
    "wait": _wait, "cancel": lambda call, future: None, "horzcat": _joined("horzcat"), "vertcat": _joined("vertcat"),
    "isvalid": lambda call, future: Tensor(np.full(future.shape, True, order="F")) if numel_of(future) != 1 else True,
})  # fmt: skip
DATA_QUEUE_METHODS = methods(DataQueue, {"send": _send, "poll": _poll})
POOL_METHODS = methods(Pool, {"delete": _closed, "isvalid": lambda call, pool: pool.open})
