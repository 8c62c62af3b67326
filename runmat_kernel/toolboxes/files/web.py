"""What lies on the web: reading it, and saving it in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.errors import MatlabError
from ...base.folders import absolute
from ...base.stored import store, unwritten
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray
from ...values.convert import as_array, is_text, text_of
from .web_options import AGENT as _AGENT
from .web_options import WebOptions

_SECONDS = 20.0
_LONGEST = 1e6
"""Seconds to wait at most: the system takes no infinite ones."""


def _fetched(
    call: Any, url: str, data: bytes | None = None, agent: str = _AGENT, seconds: float = _SECONDS, sent: str = ""
) -> tuple[bytes, str]:
    """The body and the content type of an answer that comes within so many seconds."""
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    try:
        headers = {"User-Agent": agent} | ({"Content-Type": sent} if sent else {})
        with urlopen(Request(url, data, headers), timeout=min(seconds, _LONGEST)) as answer:
            return answer.read(), answer.headers.get_content_type()
    except (URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        text = f"Could not access server. {url}: {getattr(reason, 'strerror', None) or reason}."
        raise MatlabError(text, f"MATLAB:{call.name}:UnknownHost", function=call.name) from None


def _query(arguments: Sequence[Any]) -> str:
    from urllib.parse import urlencode

    pairs = [a for a in arguments if not isinstance(a, WebOptions)]
    words = [
        (text_of(pairs[k]), text_of(v) if is_text(v) else f"{as_array(v).flat[0]:g}")
        for k, v in ((k, pairs[k + 1]) for k in range(0, len(pairs) - 1, 2))
    ]
    return urlencode(words)


def _with_query(call: Any, url: Any, arguments: Sequence[Any]) -> tuple[bytes, str]:
    """The answer to a question of ``webread`` or ``websave``: names and values, and options of ``weboptions``."""
    address, query = text_of(url), _query(arguments)
    options = next((a.values for a in arguments if isinstance(a, WebOptions)), None)
    agent, seconds = (_AGENT, _SECONDS) if options is None else (text_of(options["UserAgent"]), arg.scalar(options["Timeout"]))
    body, kind = _fetched(call, f"{address}{'&' if '?' in address else '?'}{query}" if query else address, None, agent, seconds)
    wanted = "auto" if options is None else text_of(options["ContentType"])
    return body, wanted if wanted in ("json", "text") else kind


@builtin(
    "webread",
    "data = webread(url)",
    "data = webread(url, Name, Value, ...)",
    "data = webread(..., options)",
    summary="Content of a web address: text, or the value of JSON.",
)
def webread(call, url, *arguments):
    body, kind = _with_query(call, url, arguments)
    text = CharArray.row(body.decode("utf-8", "replace"))
    return call.feval("jsondecode", text)[0] if kind.endswith("json") else text


@builtin(
    "webwrite",
    "response = webwrite(url, Name, Value, ...)",
    "response = webwrite(url, data)",
    "response = webwrite(..., options)",
    summary="Send names and values, text, or a structure as JSON to a web address (POST), and read the answer.",
    errors=(ErrorCase("webwrite('http://localhost:1', 'a', 1)", "MATLAB:webwrite:UnknownHost"),),
    see_also=("webread", "weboptions"),
)
def webwrite(call, url, *arguments):
    options = next((a.values for a in arguments if isinstance(a, WebOptions)), None)
    data = [a for a in arguments if not isinstance(a, WebOptions)]
    sent = arg.Options(options or {}).text("MediaType", "auto")
    if len(data) == 1 and not is_text(data[0]):
        body, sent = text_of(call.feval("jsonencode", data[0])[0]).encode(), "application/json"
    else:
        body = (text_of(data[0]) if len(data) == 1 else _query(data)).encode()
        sent = "application/x-www-form-urlencoded" if sent == "auto" else sent
    agent, seconds = (_AGENT, _SECONDS) if options is None else (text_of(options["UserAgent"]), arg.scalar(options["Timeout"]))
    answer, kind = _fetched(call, text_of(url), body, agent, seconds, sent)
    text = CharArray.row(answer.decode("utf-8", "replace"))
    return call.feval("jsondecode", text)[0] if kind.endswith("json") else text


def _asked(call: Any, url: Any, arguments: Sequence[Any]) -> bytes:
    """The body of an answer to a question of ``urlread`` or ``urlwrite``: 'Get' and 'Post' have its words in a cell array."""
    named = arg.name_values(arguments, call.name, "get post timeout useragent")
    address, data = text_of(url), None
    if "get" in named:
        address += ("&" if "?" in address else "?") + _query(named["get"].array.ravel(order="F"))
    if "post" in named:
        data = _query(named["post"].array.ravel(order="F")).encode()
    agent = named.text("useragent", _AGENT)
    return _fetched(call, address, data, agent, named.number("timeout", _SECONDS))[0]


@builtin(
    "urlread",
    "str = urlread(url)",
    "str = urlread(url, 'Get', {name, value, ...})",
    "str = urlread(url, 'Post', {name, value, ...})",
    "[str, status] = urlread(...)",
    summary="Text of a web address.",
    errors=(ErrorCase("urlread('http://localhost:1', 'Bogus', 1)", "MATLAB:urlread:NameValueNames"),),
)
def urlread(call, url, *arguments):
    try:
        body = _asked(call, url, arguments)
    except MatlabError:
        if call.nargout < 2:
            raise
        return CharArray.row(""), 0.0
    return CharArray.row(body.decode("utf-8", "replace")), 1.0


def _saver(name: str):
    @builtin(
        name,
        f"file = {name}({'filename, url' if name == 'websave' else 'url, filename'}, ...)",
        summary="Save the content of a web address to a file.",
    )
    def function(call, first, second, *options):
        path, url = (first, second) if name == "websave" else (second, first)
        body = _with_query(call, url, options)[0] if name == "websave" else _asked(call, url, options)
        try:
            store(text_of(path), body)
        except OSError as error:
            raise call.error(unwritten(error, text_of(path)), f"MATLAB:{name}:CannotOpenFile") from None
        return absolute(text_of(path))

    return function


SAVERS = (_saver("websave"), _saver("urlwrite"))


@builtin(
    "weboptions",
    "options = weboptions",
    "options = weboptions(Name, Value, ...)",
    summary="Options of webread and websave: Timeout, UserAgent, and those that are kept for other programs.",
    examples=(
        Example("o = weboptions('Timeout', 5); o.Timeout", "5"),
        Example("o = weboptions; o.UserAgent = 'me'; {class(o), o.UserAgent, o.ArrayFormat}", "{'weboptions', 'me', 'csv'}"),
    ),
    errors=(
        ErrorCase("weboptions('Timeout', -1)", "MATLAB:weboptions:InvalidTimeout"),
        ErrorCase("weboptions('RequestMethod', 'pull')", "MATLAB:weboptions:unrecognizedStringChoice"),
    ),
)
def weboptions(call, *pairs):
    known = {name.lower(): name for name in WebOptions.defaults}
    options: Any = WebOptions()
    for name, value in arg.name_values(pairs, "weboptions", " ".join(known)).items():
        options = options.set_property(known[name], value)
    return options
