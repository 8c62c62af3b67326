"""Functions of MATLAB that cannot be here, and say so: Java, libraries of C, devices, windows with controls, the editor, breakpoints."""

from __future__ import annotations

from typing import Any

from ...builtins.spec import Builtin, ErrorCase, builtin


def _absent(name: str, why: str) -> Builtin:
    @builtin(
        name, f"[...] = {name}(...)", summary=f"Not available: {why}", hidden=True,
        errors=(ErrorCase(f"{name}('a')", f"RunMat:{name}:notAvailable", f"'{name}' is not available"),),
    )  # fmt: skip
    def function(call: Any, *arguments: Any) -> None:
        raise call.error(f"'{name}' is not available: {why}", f"RunMat:{name}:notAvailable")

    return function


_CONTROLS = "a notebook has no windows with controls that call programs back; use input, or set values in a cell."
_JAVA = "there is no Java here."
_LIBRARY = "libraries of C functions cannot be called from here; system runs other programs."
_DEVICE = "there is no access to such devices here."
ABSENT = (
    *(
        _absent(name, _JAVA)
        for name in ("javaObject", "javaObjectEDT", "javaMethod", "javaMethodEDT", "javaArray", "javaaddpath", "javarmpath")
    ),
    *(_absent(name, _LIBRARY) for name in ("loadlibrary", "unloadlibrary", "calllib", "libpointer", "libstruct", "libfunctions")),
    *(
        _absent(name, _DEVICE)
        for name in ("serialport", "serial", "tcpclient", "tcpserver", "udpport", "audiorecorder", "webcam", "actxserver")
    ),
    *(
        _absent(name, _CONTROLS)
        for name in (
            "uicontrol",
            "uipanel",
            "uibuttongroup",
            "uitable",
            "uitab",
            "uitabgroup",
            "uitoolbar",
            "uipushtool",
            "uitoggletool",
            "uifigure",
            "uigridlayout",
            "uibutton",
            "uislider",
            "uidropdown",
            "uieditfield",
            "uicheckbox",
            "uilabel",
            "uiaxes",
            "uispinner",
            "uitextarea",
            "uilistbox",
            "uiswitch",
            "guide",
            "appdesigner",
            "uialert",
            "uiconfirm",
            "uiprogressdlg",
            "uisetcolor",
            "uisetfont",
            "dialog",
            "inspect",
            "propedit",
            "colormapeditor",
            "printdlg",
            "printpreview",
            "rbbox",
            "dragrect",
            "selectmoveresize",
        )
    ),
    *(
        _absent(name, "there are no maps of the earth; plot longitudes and latitudes with plot or scatter.")
        for name in ("geoplot", "geoscatter", "geobubble", "geodensityplot", "geoaxes", "geobasemap", "geolimits")
    ),
    _absent("copygraphics", "a kernel has no clipboard; exportgraphics writes files."),
    _absent("openvar", "show a variable in a cell, by its name."),
    _absent("mex", "programs in C and Fortran cannot be compiled into functions here."),
    _absent("edit", "files are edited in the notebook's own editor."),
)
