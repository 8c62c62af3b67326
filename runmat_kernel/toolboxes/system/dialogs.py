"""Dialogs without windows: questions are asked on the console, messages are printed, progress is a figure handle."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.folders import absolute
from ...builtins.element_values import cellstr_column, is_true, texts_of
from ...builtins.spec import Effect, Example, builtin
from ...figures.handles import Handle
from ...figures.tree import Node
from ...values import CellArray, StructArray, Tensor
from ...values.convert import as_array, is_text, numel_of, text_of, to_value

_EMPTY = Tensor(np.zeros((0, 0)))


def _figure(call: Any) -> Any:
    """A hidden figure that does not become the current one."""
    figures = call.session.figures
    before = figures.current
    figure = call.feval("figure", to_value("Visible"), to_value("off"), nargout=1)[0]
    figures.current = before
    return figure


@builtin(
    "waitbar", "f = waitbar(x, msg)", "f = waitbar(x)", "f = waitbar(x, f)", "f = waitbar(x, f, msg)", "f = waitbar(x, msg, Name, Value, ...)",
    summary="A bar of progress below the cell, from 0 to 1; nothing is drawn where no notebook is.",
    examples=(Example("h = waitbar(0,'working'); waitbar(0.5,h); ishandle(h)", "true"),),
)  # fmt: skip
def waitbar(call, fraction, *arguments):
    handles = [a for a in arguments if isinstance(a, Handle)]
    bar = handles[0] if handles else _figure(call)
    words = next((a for a in arguments if not isinstance(a, Handle)), None)
    if type(words) is CellArray or is_text(words):
        bar.node.values["_words"] = " ".join(texts_of(words))
    _tell(call, bar.node, float(as_array(fraction).flat[0]) if numel_of(fraction) else 0.0)
    return bar if call.nargout else None


def _tell(call: Any, bar: Node, fraction: float) -> None:
    """Report the progress to the display, each per cent and each message once."""
    done, words, tell = int(100 * min(max(fraction, 0.0), 1.0)), bar.values.get("_words", ""), call.session.engine.progress
    if tell is not None and bar.values.get("_done") != (done, words):
        bar.values["_done"] = (done, words)
        tell(done, 100, words)


def _message(name: str, label: str, summary: str):
    @builtin(name, f"{name}(message)", f"{name}(message, title)", f"h = {name}(message, title, ...)", summary=summary)
    def show(call, message=None, title=None, *rest):
        lines = (texts_of(message) if message is not None else [label]) or [""]
        call.write("\n".join([f"[{text_of(title) if title is not None and is_text(title) else label}] {lines[0]}", *lines[1:]]) + "\n")
        return _figure(call) if call.nargout else None

    return show


MESSAGES = (
    _message("msgbox", "Message", "Show a message: it is printed."),
    _message("errordlg", "Error", "Show an error message: it is printed."),
    _message("warndlg", "Warning", "Show a warning: it is printed."),
    _message("helpdlg", "Help", "Show help: it is printed."),
)


@builtin(
    "questdlg", "answer = questdlg(question)", "answer = questdlg(question, title)", "answer = questdlg(question, title, btn1, btn2, btn3, default)",
    summary="Ask a question with a few answers on the console; an empty line takes the default.",
)  # fmt: skip
def questdlg(call, question, title=None, *buttons):
    words = [text_of(b) for b in buttons if is_text(b)]
    choices, default = (words[:-1], words[-1]) if len(words) > 1 else (["Yes", "No", "Cancel"], words[0] if words else "Yes")
    answer = call.session.input(f"{' '.join(texts_of(question))} ({'/'.join(choices)}) [{default}] ").strip()
    return next(
        (c for c in choices if c.lower() == answer.lower()),
        next((c for c in choices if answer and c.lower().startswith(answer.lower())), default),
    )


@builtin(
    "inputdlg", "answer = inputdlg(prompt)", "answer = inputdlg(prompt, title, dims, defaults, ...)", summary="Ask for texts on the console; an empty line takes the default.",
)  # fmt: skip
def inputdlg(call, prompt, title=None, dims=None, defaults=None, options=None):
    prompts = texts_of(prompt)
    known = texts_of(defaults) if defaults is not None and numel_of(defaults) else [""] * len(prompts)
    answers = []
    for text, default in zip(prompts, known, strict=True):
        shown = f" [{default}]" if default else ""
        answers.append(call.session.input(f"{text}{shown} ") or default)
    return cellstr_column(answers)


@builtin("listdlg", "[indx, tf] = listdlg('ListString', list, ...)", summary="Ask for positions in a list on the console.")
def listdlg(call, *options):
    named = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
    if "liststring" not in named:
        raise call.error("The list of choices ('ListString') must be given.", "MATLAB:listdlg:NeedParameter")
    items = texts_of(named["liststring"])
    prompt = " ".join(texts_of(named["promptstring"])) if "promptstring" in named else "Select:"
    call.write("".join(f"  {k + 1}: {item}\n" for k, item in enumerate(items)))
    words = call.session.input(f"{prompt} ").replace(",", " ").split()
    chosen = [float(w) for w in words if w.isdigit() and 1 <= int(w) <= len(items)]
    return (Tensor(np.array([chosen])), 1.0) if chosen else (_EMPTY, 0.0)


@builtin(
    "menu",
    "choice = menu(message, options)",
    "choice = menu(message, opt1, ..., optn)",
    summary="Ask for one of several items on the console.",
)
def menu(call, message, *options):
    items = texts_of(options[0]) if len(options) == 1 else [text_of(o) for o in options]
    call.write(f"{text_of(message)}\n" + "".join(f"  {k + 1}: {item}\n" for k, item in enumerate(items)))
    answer = call.session.input("Selection: ").strip()
    return float(answer) if answer.isdigit() and 1 <= int(answer) <= len(items) else 0.0


def _file(name: str, summary: str, folder: bool = False):
    usage = (f"folder = {name}(...)",) if folder else (f"[file, location, indx] = {name}(...)",)

    @builtin(name, *usage, summary=summary)
    def ask(call, *arguments):
        path = call.session.input("Folder: " if folder else "File: ").strip()
        if not path:
            return 0.0 if folder else (0.0, 0.0, 0.0)
        if folder:
            return path
        return os.path.basename(path), os.path.join(os.path.dirname(absolute(path)), ""), 1.0

    return ask


FILES = (
    _file("uigetfile", "Ask for the name of a file on the console; 0 for an empty line."),
    _file("uiputfile", "Ask for the name of a file to write on the console; 0 for an empty line."),
    _file("uigetdir", "Ask for a folder on the console; 0 for an empty line.", folder=True),
)


@builtin(
    "guidata", "guidata(h, data)", "data = guidata(h)", summary="Data kept with the figure of a graphics object.",
    examples=(Example("f = figure; guidata(f,struct('a',5)); d = guidata(f); d.a", "5"),),
)  # fmt: skip
def guidata(call, handle, data=None):
    figure = call.feval("ancestor", handle, to_value("figure"))[0] if is_true(call.feval("ishghandle", handle)[0]) else None
    if figure is None or numel_of(figure) != 1:
        raise call.error("Object must be a figure or one of its child objects.", "MATLAB:guidata:InvalidInput")
    if data is not None:
        call.feval("setappdata", figure, to_value("UsedByGUIData_m"), data, nargout=0)
        return None
    return call.feval("getappdata", figure, to_value("UsedByGUIData_m"))[0]


@builtin("guihandles", "handles = guihandles(h)", summary="Struct of the tagged objects in the figure of a graphics object.",
         examples=(Example("f = figure('Tag','main'); h = guihandles(f); isfield(h,'main')", "true"),))  # fmt: skip
def guihandles(call, handle=None):
    figure = call.feval("gcf")[0] if handle is None else call.feval("ancestor", handle, to_value("figure"))[0]
    handles = call.feval("findall", figure)[0]
    fields: dict[str, Any] = {}
    for k in range(numel_of(handles)):
        one = handles.index((float(k + 1),)) if numel_of(handles) > 1 else handles
        tag = text_of(call.feval("get", one, to_value("Tag"))[0])
        if tag.isidentifier():
            fields[tag] = one
    return StructArray.scalar(fields)


def _no_window(name: str, usage: str, summary: str):
    @builtin(name, usage, summary=summary)
    def function(call, *arguments):
        raise MatlabError(f"{name} needs a window that can be clicked, which is not available here.", f"MATLAB:{name}:NoDisplay")

    return function


CLICKS = (
    _no_window("ginput", "[x, y, button] = ginput(...)", "Points clicked in axes; an error where nothing can be clicked."),
    _no_window("waitforbuttonpress", "k = waitforbuttonpress", "Wait for a click or a key; an error where nothing can be clicked.").stating(
        effect=Effect.CODE
    ),
    _no_window("gtext", "gtext(...)", "Text at a clicked place; an error where nothing can be clicked."),
)


def _nothing(name: str, usage: str, summary: str):
    @builtin(name, usage, summary=summary)
    def function(call, *arguments):
        return None

    return function


QUIET = (
    _nothing("uiwait", "uiwait(...)", "Wait for a figure; goes on at once.").stating(effect=Effect.CODE),
    _nothing("uiresume", "uiresume(...)", "Go on after uiwait; does nothing.").stating(effect=Effect.CODE),
    _nothing("waitfor", "waitfor(...)", "Wait for an object; goes on at once.").stating(effect=Effect.CODE),
    _nothing("hidden", "hidden(...)", "Hide lines behind a mesh; meshes are drawn so already."),
)


@builtin("snapnow", "snapnow", summary="Show the figures as they are now.")
def snapnow(call):
    call.feval("drawnow", nargout=0)


@builtin("web", "web(url, ...)", "stat = web(url, ...)", summary="Show an address: it is printed.")
def web(call, url=None, *options):
    call.write(f"{text_of(url) if url is not None else 'about:blank'}\n")
    return 0.0 if call.nargout else None


@builtin("savepath", "status = savepath", "status = savepath(folder)", summary="Keep the search path for later sessions; it is kept for this one only.",
         examples=(Example("savepath", "1"),))  # fmt: skip
def savepath(call, *arguments):
    return 1.0


_SETTINGS = "RunMatPreferences"


def _preferences(call: Any) -> Any:
    root = call.feval("groot")[0]
    preferences = (
        call.feval("getappdata", root, to_value(_SETTINGS))[0]
        if call.feval("isappdata", root, to_value(_SETTINGS))[0]
        else StructArray.scalar({})
    )
    return root, {group: dict(values.array.flat[0]) for group, values in preferences.array.flat[0].items()}


def _keep(call: Any, root: Any, groups: dict[str, dict[str, Any]]) -> None:
    value = StructArray.scalar({group: StructArray.scalar(values) for group, values in groups.items()})
    call.feval("setappdata", root, to_value(_SETTINGS), value, nargout=0)


def _pairs(names: Any, values: Any) -> list[tuple[str, Any]]:
    if type(names) is CellArray:
        if values is not None and (type(values) is not CellArray or values.numel != names.numel):
            raise MatlabError("The preferences and their values must be cell arrays of the same size.", "MATLAB:setpref:InvalidInput")
        return list(zip(texts_of(names), values.array.ravel(order="F") if values is not None else [None] * numel_of(names), strict=True))
    return [(text_of(names, "preference name"), values)]


def _setter(name: str, new: bool):
    @builtin(name, f"{name}(group, pref, value)", summary="Keep a preference for this session.",
             examples=(Example("setpref('g','p',5); getpref('g','p')", "5"),) if not new else ())  # fmt: skip
    def function(call, group, names, value):
        root, groups = _preferences(call)
        own = groups.setdefault(text_of(group), {})
        for key, item in _pairs(names, value):
            if new and key in own:
                raise call.error(f"Preference {key} already exists in group {text_of(group)}.", "MATLAB:addpref:PreferenceExists")
            own[key] = item
        _keep(call, root, groups)

    return function


SETTERS = (_setter("setpref", False), _setter("addpref", True))


@builtin("getpref", "value = getpref(group, pref)", "value = getpref(group, pref, default)", "s = getpref(group)", summary="A preference of this session.",
         examples=(Example("getpref('none','x',7)", "7"),))  # fmt: skip
def getpref(call, group=None, name=None, default=None):
    root, groups = _preferences(call)
    if group is None:
        return StructArray.scalar({key: StructArray.scalar(values) for key, values in groups.items()})
    own = groups.get(text_of(group), {})
    if name is None:
        return StructArray.scalar(own)
    key = text_of(name)
    if key not in own:
        if default is None:
            raise call.error(f"The preference '{key}' in group '{text_of(group)}' does not exist.", "MATLAB:getpref:DoesNotExist")
        groups.setdefault(text_of(group), {})[key] = default
        _keep(call, root, groups)
        return default
    return own[key]


@builtin(
    "ispref",
    "tf = ispref(group)",
    "tf = ispref(group, pref)",
    summary="Whether a preference is known.",
    examples=(Example("ispref('no group')", "false"),),
)
def ispref(call, group, name=None):
    _, groups = _preferences(call)
    own = groups.get(text_of(group))
    return own is not None and (name is None or text_of(name) in own)


@builtin("rmpref", "rmpref(group)", "rmpref(group, pref)", summary="Forget preferences.")
def rmpref(call, group, name=None):
    root, groups = _preferences(call)
    if name is None:
        groups.pop(text_of(group), None)
    else:
        groups.get(text_of(group), {}).pop(text_of(name), None)
    _keep(call, root, groups)
