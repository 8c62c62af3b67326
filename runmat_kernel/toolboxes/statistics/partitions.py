"""Data divided for training and testing: cvpartition, training, test, repartition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import Tensor
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ..data_analysis.samples import sample_groups

_TITLES = {
    "kfold": "K-fold cross validation partition", "holdout": "Hold-out cross validation partition",
    "leaveout": "Leave-one-out cross validation partition", "resubstitution": "Resubstitution (no partition of data)",
}  # fmt: skip


class Partition(HostObject):
    """``fold`` says in which test set each observation is, from 0 on; -1: in none, NaN groups are in neither set (-2)."""

    matlab_class = "cvpartition"

    def __init__(self, kind: str, fold: np.ndarray, count: int, again: tuple[Any, ...]) -> None:
        self.kind, self.fold, self.count, self.again = kind, fold, count, again

    def test(self, number: int) -> np.ndarray:
        return self.fold > -2 if self.kind == "resubstitution" else self.fold == number

    def training(self, number: int) -> np.ndarray:
        return self.fold > -2 if self.kind == "resubstitution" else (self.fold != number) & (self.fold > -2)

    def properties(self) -> Mapping[str, Any]:
        sizes = [np.array([[part(k).sum() for k in range(self.count)]], float) for part in (self.training, self.test)]
        return {
            "Type": to_value(self.kind), "NumObservations": float((self.fold > -2).sum()), "NumTestSets": float(self.count),
            "TrainSize": Tensor(sizes[0]), "TestSize": Tensor(sizes[1]),
        }  # fmt: skip

    def disp_text(self, format: DisplayFormat) -> str:
        fields = self.properties()
        lines = [_TITLES[self.kind]]
        for name in ("NumObservations", "NumTestSets", "TrainSize", "TestSize"):
            values = [f"{v:g}" for v in np.ravel(as_array(fields[name]))]
            shown = values[:10] + ["..."] * (len(values) > 10)
            lines.append(f"{name:>18}: {'  '.join(shown)}")
        return "\n".join(lines) + "\n"


def _shuffled(call: Any, count: int) -> np.ndarray:
    return as_array(call.feval("randperm", float(count), nargout=1)[0]).ravel().astype(int) - 1


def _partition(call: Any, group: Any, kind: str, amount: float) -> Partition:
    """A partition of observations.  Groups have the same shares in all sets."""
    if numel_of(group) == 1 and class_of(group) in ("double", "single"):
        n = arg.integer(group)
        classes = np.zeros(max(n, 0), int)
    else:
        classes = sample_groups(group).index
        n = classes.size
    if n < 1:
        raise call.error("The number of observations must be a positive whole number.", "stats:cvpartition:BadN")
    known = int((classes >= 0).sum())
    fold, again = np.where(classes >= 0, -1, -2), (group, kind, amount)
    if kind == "resubstitution":
        return Partition(kind, np.where(classes >= 0, 0, -2), 1, again)
    if kind == "leaveout":
        fold[classes >= 0] = np.arange(known)
        return Partition(kind, fold, known, again)
    if kind == "kfold":
        if not 1 < amount <= known or amount != np.floor(amount):
            raise call.error("The number of folds must be a whole number from 2 to the number of observations.", "stats:cvpartition:BadK")
        begin = 0
        for k in range(int(classes.max()) + 1):
            members = np.flatnonzero(classes == k)
            fold[members[_shuffled(call, members.size)]] = (begin + np.arange(members.size)) % int(amount)
            begin += members.size
        return Partition(kind, fold, int(amount), again)
    count = round(amount * known) if amount < 1 else int(amount)
    if not 0 < count < known:
        raise call.error("The number of observations that are held out must be less than all.", "stats:cvpartition:BadHoldout")
    fold[_held_out(call, classes, count)] = 0
    return Partition(kind, fold, 1, again)


def _held_out(call: Any, classes: np.ndarray, count: int) -> np.ndarray:
    """``count`` observations, drawn from each group by its share."""
    known = np.flatnonzero(classes >= 0)
    sizes = np.bincount(classes[known])
    shares = sizes * count / known.size
    numbers = np.floor(shares).astype(int)
    more = np.argsort(-(shares - numbers), kind="stable")[: count - int(numbers.sum())]
    numbers[more] += 1
    chosen = []
    for k, number in enumerate(numbers):
        members = np.flatnonzero(classes == k)
        chosen.append(members[_shuffled(call, members.size)[:number]])
    return np.concatenate(chosen)


@builtin(
    "cvpartition", "c = cvpartition(n, 'KFold', k)", "c = cvpartition(group, 'KFold', k)", "c = cvpartition(n, 'HoldOut', p)", "c = cvpartition(n, 'LeaveOut')", "c = cvpartition(n, 'resubstitution')",
    summary="Observations divided at random for training and testing: in k folds, with a share or a number held out, one by one; groups have the same shares in all sets.",
    examples=(
        Example("c = cvpartition(10,'KFold',3); {c.NumTestSets, sort(c.TestSize), sort(c.TrainSize)}", "{3,[3 3 4],[6 7 7]}"), Example("c = cvpartition(10,'KFold',5); s = zeros(10,1); for k = 1:5, s = s + test(c,k); end; s'", "ones(1,10)"),
        Example("c = cvpartition({'a';'a';'b';'b';'b';'b'},'HoldOut',0.5); t = test(c); {sum(t(1:2)), sum(t(3:6)), isequal(training(c), ~t)}", "{1,2,true}"),
        Example("c = cvpartition(4,'LeaveOut'); {c.NumTestSets, c.TestSize, training(c,2)'}", "{4,[1 1 1 1],logical([1 0 1 1])}"), Example("c = cvpartition(20,'HoldOut',5); [c.TrainSize c.TestSize]", "[15 5]"),
    ),
    errors=(ErrorCase("cvpartition(5,'KFold',9)", "stats:cvpartition:BadK"), ErrorCase("cvpartition(5,'Halves',2)", "MATLAB:cvpartition:unknownOption")), see_also=("datasample",),
)  # fmt: skip
def cvpartition(call: Any, group: Any, kind: Any, amount: Any = None) -> Any:
    word = text_of(kind).lower() if is_text(kind) else ""
    word = {"k": "kfold", "leave": "leaveout"}.get(word, word)
    arg.check_options(call, [word], "kfold", "holdout", "leaveout", "resubstitution")
    if word == "leaveout" and amount is not None and arg.scalar(amount) != 1:
        raise call.error("One observation is left out at a time.", "stats:cvpartition:UnsupportedLeaveout")
    default = {"kfold": 10.0, "holdout": 0.1}.get(word, 1.0)
    return _partition(call, group, word, arg.scalar(amount) if amount is not None else default)


def _set(name: str) -> Any:
    def method(call: Any, parts: Partition, number: Any = None) -> Any:
        if number is None:
            if parts.kind in ("kfold", "leaveout"):
                raise MatlabError("The number of the set is needed.", "stats:cvpartition:MissingIndex")
            number = 1.0
        at = arg.integer(number)
        if not 1 <= at <= parts.count:
            raise MatlabError("The number of the set must be one of those that there are.", "stats:cvpartition:BadIndex")
        return getattr(parts, name)(at - 1)[:, None]

    return method


PARTITION_METHODS = methods(Partition, {"training": _set("training"), "test": _set("test"), "repartition": lambda call, parts: _partition(call, *parts.again)})

METHODS = (
    method_only("training", ("idx = training(c)", "idx = training(c, i)"), "Which observations are for training, of the i-th division.", Example("sum(training(cvpartition(10,'HoldOut',0.3)))", "7")),
    method_only("test", ("idx = test(c)", "idx = test(c, i)"), "Which observations are for testing, of the i-th division.", Example("test(cvpartition(3,'LeaveOut'),2)'", "logical([0 1 0])")),
    method_only("repartition", "c2 = repartition(c)", "The same partition drawn anew.", Example("c = repartition(cvpartition(9,'KFold',3)); c.TestSize", "[3 3 3]")),
)  # fmt: skip
