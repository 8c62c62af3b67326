"""spparms: the parameters of sparse orderings and solvers.

They are kept and handed back, as programs set and restore them.  The solvers here choose for themselves and read none."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, text_of
from ...values.text import CharArray

# Key, default setting, tight setting, and what the key means, in the order of the vector of settings.
_PARAMETERS = (
    ("spumoni", 0.0, 0.0, "How much the solvers report"),
    ("thr_rel", 1.1, 1.0, "Minimum degree threshold, relative part"),
    ("thr_abs", 1.0, 0.0, "Minimum degree threshold, absolute part"),
    ("exact_d", 0.0, 1.0, "Exact degrees in minimum degree"),
    ("supernd", 3.0, 1.0, "Stages between amalgamations of supernodes"),
    ("rreduce", 3.0, 1.0, "Stages between reductions of rows"),
    ("wh_frac", 0.5, 0.5, "Density of rows that minimum degree ignores"),
    ("autommd", 1.0, 1.0, "Minimum degree ordering with QR-based \\ and /"),
    ("autoamd", 1.0, 1.0, "AMD and COLAMD orderings with \\ and /"),
    ("piv_tol", 0.1, 0.1, "Pivot tolerance of LU-based \\ and /"),
    ("bandden", 0.5, 0.5, "Band density from which \\ and / use a band solver"),
    ("umfpack", 1.0, 1.0, "UMFPACK in LU-based \\ and /"),
    ("sym_tol", 0.001, 0.001, "Symmetric pivot tolerance"),
)
_KEYS = tuple(key for key, *_ in _PARAMETERS)


def _settings(session: Any) -> list[float]:
    if session.sparse_parameters is None:
        session.sparse_parameters = [default for _, default, *_ in _PARAMETERS]
    return session.sparse_parameters


def _place(key: str) -> int:
    matches = [i for i, known in enumerate(_KEYS) if known.startswith(key.lower())] if key else []
    if len(matches) != 1:
        raise MatlabError(f"Unrecognized parameter key '{key}'.", "MATLAB:spparms:UnknownKey")
    return matches[0]


def _set_all(settings: list[float], values: Any) -> None:
    numbers = arg.flat(values)
    if len(numbers) > len(settings):
        # Older releases had other parameters; what lies behind the last known one is passed over only where it is zero.
        if np.any(numbers[len(settings) :]):
            raise MatlabError("Too many parameter values.", "MATLAB:spparms:TooManyValues")
        numbers = numbers[: len(settings)]
    settings[: len(numbers)] = (float(value) for value in numbers)


@builtin(
    "spparms",
    "spparms",
    "spparms(key, value)",
    "spparms('default')",
    "spparms('tight')",
    "spparms(values)",
    "values = spparms",
    "[keys, values] = spparms",
    "value = spparms(key)",
    summary="Parameters of sparse orderings and solvers; they are kept, and the solvers choose for themselves.",
    examples=(
        Example("spparms('default'); spparms('piv_tol')", "0.1"),
        Example("spparms('tight'); v = spparms; spparms('default'); v(2:6)'", "[1 0 1 1 1]"),
        Example("old = spparms; spparms('spumoni', 2); a = spparms('spumoni'); spparms(old); [a spparms('spumoni')]", "[2 0]"),
        Example("[k, v] = spparms; {k(1,:), numel(v)}", "{'spumoni', 13}"),
    ),
    errors=(ErrorCase("spparms('nothing')", "MATLAB:spparms:UnknownKey"),),
    see_also=("colamd", "amd", "lu", "mldivide"),
)
def spparms(call, key=None, value=None):
    settings = _settings(call.session)
    if key is None:
        if call.nargout > 1:
            return CharArray.rows(list(_KEYS)), np.array(settings).reshape(-1, 1)
        if call.nargout == 1:
            return np.array(settings).reshape(-1, 1)
        width = max(len(meaning) for *_, meaning in _PARAMETERS)
        for (name, _, _, meaning), setting in zip(_PARAMETERS, settings, strict=True):
            call.write(f"{meaning + ':':<{width + 2}}{name} = {setting:g}\n")
        return None
    if not is_text(key) and value is None:
        _set_all(settings, key)
        return None
    word = text_of(key, "key")
    if value is not None:
        settings[_place(word)] = arg.scalar(value, "value")
        return None
    if word.lower() in ("default", "tight"):
        settings[:] = (parameter[1 if word.lower() == "default" else 2] for parameter in _PARAMETERS)
        return None
    return settings[_place(word)]
