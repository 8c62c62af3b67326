"""publish: a script, its output and its figures as a page."""

from __future__ import annotations

import os
import re
import tempfile
from typing import Any

from ...base.errors import MatlabError
from ...base.folders import absolute
from ...base.stored import store
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.containers import StructArray
from ...values.convert import is_text, text_of, to_value
from .markup import Section, page, sections_of

_OPTIONS = (
    "format outputdir stylesheet createthumbnail figuresnapmethod imageformat maxheight maxwidth usenewfigure evalcode catcherror "
    "codetoevaluate maxoutputlines showcode"
)
_FILE = "d = tempname; mkdir(d); f = fullfile(d,'demo_page.m'); i = fopen(f,'w'); fprintf(i,'%%%% Numbers\\n%% Some *bold* text.\\nx = 3\\n%%%% More\\ndisp(2*x)\\n'); fclose(i); "


class Publication:
    """A page that is being built: output and figures go to the section that runs."""

    def __init__(self, call: Any, sections: list[Section], folder: str, name: str) -> None:
        self.call, self.sections, self.folder, self.name = call, sections, folder, name
        self.at, self.pictures = 0, 0
        self.printed: Any = None

    def close_section(self) -> None:
        """Keep the output and the figures since the last section, and begin the next one."""
        section = self.sections[min(self.at, len(self.sections) - 1)]
        section.output += self.printed.getvalue()
        self.printed.seek(0)
        self.printed.truncate(0)
        if self.call.session._figures is not None:
            from ...figures.drawing.render import render

            for figure in self.call.session.figures.take_changed():
                self.pictures += 1
                file = f"{self.name}_{self.pictures:02d}.png"
                store(os.path.join(self.folder, file), render(figure, "png").data)
                section.pictures.append(file)
        self.at += 1


@builtin("publishSection__", "publishSection__()", summary="End of a section that is published.", hidden=True)
def publish_section(call: Any) -> None:
    if call.session.publishing is not None:
        call.session.publishing.close_section()


def _evaluated(call: Any, text: str, path: str, publication: Publication, code: str | None, catching: bool) -> None:
    """Run a script section by section, or code that was named for a function."""
    session = call.session
    function = re.match(r"\s*(?:%[^\n]*\n|\s)*(function|classdef)\b", text) is not None
    outer, session.publishing = session.publishing, publication
    try:
        with session.capture() as publication.printed:
            try:
                if function or code is not None:
                    call.feval("evalin", to_value("base"), to_value(code or os.path.splitext(os.path.basename(path))[0]), nargout=0)
                    publication.at = len(publication.sections) - 1
                else:
                    _run_marked(call, text, path, publication)
            except MatlabError as error:
                if not catching:
                    raise
                publication.sections[min(publication.at, len(publication.sections) - 1)].error = f"Error: {error.message}"
            publication.close_section()
    finally:
        session.publishing = outer


def _run_marked(call: Any, text: str, path: str, publication: Publication) -> None:
    """Each title begins with the end of the section before, on its own line, so that lines keep their numbers."""
    lines, seen = text.splitlines(), not _begins_with_title(text)
    for k, line in enumerate(lines):
        if line.strip() == "%%" or line.strip().startswith("%% "):
            lines[k] = f"publishSection__(); {line.strip()}" if seen else line
            seen = True
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, os.path.basename(path))
        store(copy, ("\n".join(lines) + "\n").encode())
        call.session.run_file(copy)


def _begins_with_title(text: str) -> bool:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first == "%%" or first.startswith("%% ")


@builtin(
    "publish", "my_doc = publish(file)", "my_doc = publish(file, format)", "my_doc = publish(file, Name, Value)", "my_doc = publish(file, options)",
    summary="Run a script and make a page (HTML) of its text, its code, its output and its figures.",
    examples=(
        Example(_FILE + "p = publish(f); t = fileread(p); rmdir(d,'s'); {contains(t,'<h1>Numbers</h1>'), contains(t,'<b>bold</b>'), contains(t,'     6')}", "{true,true,true}"),
        Example(_FILE + "p = publish(f,'showCode',false,'evalCode',false); t = fileread(p); rmdir(d,'s'); {contains(t,'disp('), contains(t,'     6')}", "{false,false}"),
    ),
    errors=(
        ErrorCase("publish('no_such_script_at_all')", "MATLAB:publish:FileNotFound"),
        ErrorCase(_FILE + "publish(f,'pdf')", "MATLAB:publish:UnsupportedFormat"),
    ),
)  # fmt: skip
def publish(call: Any, file: Any, *rest: Any) -> str:
    positional = list(rest)
    if len(positional) == 1 and type(positional[0]) is StructArray:
        positional = [v for name, value in positional[0].array.flat[0].items() for v in (to_value(name), value)]
    elif len(positional) % 2:
        positional.insert(0, to_value("format"))
    options = arg.name_values(positional, "publish", _OPTIONS)
    form = options.word("format", "html")
    if form != "html":
        raise call.error(f"Pages are made as 'html' here, not as '{form}'.", "MATLAB:publish:UnsupportedFormat")
    path = _path_of(call, text_of(file, "file name"))
    with open(path, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    name = os.path.splitext(os.path.basename(path))[0]
    folder = options.read("outputdir", lambda v: absolute(os.path.expanduser(text_of(v))), os.path.join(os.path.dirname(path), "html"))
    os.makedirs(folder, exist_ok=True)
    publication = Publication(call, sections_of(text), folder, name)
    if options.switch("evalcode", True):
        code = options.read("codetoevaluate", lambda v: text_of(v) if is_text(v) else None, None)
        _evaluated(call, text, path, publication, code, options.switch("catcherror", True))
    shown = options.switch("showcode", True)
    lines = options.number("maxoutputlines", float("inf"))
    target = os.path.join(folder, f"{name}.html")
    store(target, page(name, publication.sections, show_code=shown, lines=lines).encode())
    return target


def _path_of(call: Any, name: str) -> str:
    path = os.path.expanduser(name)
    for candidate in (path, path + ".m"):
        if os.path.isfile(candidate):
            return absolute(candidate)
    location = text_of(call.feval("which", to_value(name))[0])
    if not os.path.isfile(location):
        raise call.error(f"File '{name}' was not found.", "MATLAB:publish:FileNotFound")
    return absolute(location)
