"""The machine, the release, the environment, help texts, and commands of the operating system."""

from __future__ import annotations

import codecs
import os
import platform
import re
import subprocess
import sys
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.release import RELEASE, VERSION
from ...builtins.arguments import scalar
from ...builtins.element_values import cellstr_column
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import StringArray, StructArray
from ...values.convert import is_text, text_of


def _platform() -> str:
    return "windows" if sys.platform == "win32" else "mac" if sys.platform == "darwin" else "unix"


@builtin("ispc", "tf = ispc", summary="Whether this is Windows.", examples=(Example("ispc + isunix", "1"),))
def ispc(call):
    return _platform() == "windows"


@builtin("isunix", "tf = isunix", summary="Whether this is Linux or macOS.", examples=(Example("isunix + ispc", "1"),))
def isunix(call):
    return _platform() != "windows"


@builtin("ismac", "tf = ismac", summary="Whether this is macOS.", examples=(Example("class(ismac)", "'logical'"),))
def ismac(call):
    return _platform() == "mac"


@builtin(
    "isdeployed",
    "tf = isdeployed",
    summary="Whether this is a compiled application; it never is.",
    examples=(Example("isdeployed", "false"),),
)
def isdeployed(call):
    return False


@builtin(
    "isstudent", "tf = isstudent", summary="Whether this is a student version; it never is.", examples=(Example("isstudent", "false"),)
)
def isstudent(call):
    return False


_DATE = "August 22, 2024"
"""When the release came out whose language is followed."""


@builtin(
    "computer",
    "str = computer",
    "[str, maxsize, endian] = computer",
    "arch = computer('arch')",
    summary="Kind of computer.",
    examples=(Example("[c, m, e] = computer; e", "'L'"),),
)
def computer(call, what=None):
    arm = platform.machine().lower() in ("arm64", "aarch64")
    names = {"windows": ("PCWIN64", "win64"), "mac": ("MACA64", "maca64") if arm else ("MACI64", "maci64"), "unix": ("GLNXA64", "glnxa64")}
    name, arch = names[_platform()]
    if what is not None:
        return arch
    return name, float(2**48 - 1), "L" if sys.byteorder == "little" else "B"


@builtin(
    "version",
    "v = version",
    "[v, d] = version",
    "v = version('-release')",
    "d = version('-date')",
    "d = version('-description')",
    "v = version('-java')",
    "v = version('-blas')",
    "v = version('-lapack')",
    summary="Version of the language that is followed.",
    examples=(Example("ischar(version)", "true"), Example("datenum(version('-date')) > datenum(2024,1,1)", "true")),
)
def version(call, option=None):
    if option is not None:
        named = {"-release": RELEASE[1:], "-date": _DATE, "-description": ""}.get(text_of(option).lower())
        if named is not None:
            return named
    return f"{VERSION}.0.0 ({RELEASE})", _DATE


@builtin("ver", "ver", "info = ver", "info = ver(product)", summary="Name and version of the product.")
def ver(call, product=None):
    known = product is None or text_of(product).lower() in ("matlab", "runmat")
    if call.nargout == 0:
        call.write(f"RunMat Kernel, MATLAB syntax of {RELEASE} (version {VERSION})\n" if known else "")
        return None
    fields = ("Name", "Version", "Release", "Date")
    if not known:
        return StructArray(np.empty((1, 0), object), fields)
    return {"Name": "MATLAB", "Version": VERSION, "Release": f"({RELEASE})", "Date": "01-Sep-2024"}


def _numbers(text: str) -> list[int]:
    numbers = [int(part) for part in re.findall(r"\d+", text)[:3]]
    return numbers + [0] * (3 - len(numbers))


@builtin(
    "verLessThan",
    "tf = verLessThan(product, version)",
    summary="Whether the product's version is older than another.",
    examples=(Example("verLessThan('matlab', '7.0')", "false"), Example("verLessThan('matlab', '99.1')", "true")),
    errors=(ErrorCase("verLessThan('nosuchproduct', '1')", "MATLAB:verLessThan:missingToolbox"),),
)
def ver_less_than(call, product, other):
    if text_of(product).lower() != "matlab":
        raise call.error(f"Product '{text_of(product)}' is not installed.", "MATLAB:verLessThan:missingToolbox")
    return _numbers(VERSION) < _numbers(text_of(other))


@builtin(
    "isMATLABReleaseOlderThan",
    "tf = isMATLABReleaseOlderThan(release)",
    "tf = isMATLABReleaseOlderThan(release, stage, update)",
    summary="Whether the release is older than another.",
    examples=(
        Example("isMATLABReleaseOlderThan('R2020a')", "false"),
        Example("isMATLABReleaseOlderThan('R2099b')", "true"),
        Example("isMATLABReleaseOlderThan(matlabRelease.Release,'release',1)", "true"),
    ),
    errors=(ErrorCase("isMATLABReleaseOlderThan('2020')", "MATLAB:isMATLABReleaseOlderThan:invalidRelease"),),
)
def is_release_older_than(call, release, stage=None, update=None):
    name = text_of(release, "release")
    if not re.fullmatch(r"[Rr]\d{4}[ab]", name):
        raise call.error("Release must be of the form 'R2020a'.", "MATLAB:isMATLABReleaseOlderThan:invalidRelease")
    if stage is not None and text_of(stage).lower() not in ("release", "prerelease"):
        raise call.error("Stage must be 'release' or 'prerelease'.", "MATLAB:isMATLABReleaseOlderThan:invalidStage")
    later = stage is not None and text_of(stage).lower() == "release" and update is not None and scalar(update) > 0
    return RELEASE.lower() < name.lower() or (RELEASE.lower() == name.lower() and later)


@builtin(
    "matlabRelease",
    "info = matlabRelease",
    summary="The release that is followed.",
    examples=(Example("r = matlabRelease; r.Stage", '"release"'),),
)
def matlab_release(call):
    return {"Release": StringArray.scalar(RELEASE), "Stage": StringArray.scalar("release"), "Update": 0.0}


@builtin(
    "matlabroot",
    "folder = matlabroot",
    summary="Folder this software is installed in.",
    examples=(Example("isfolder(matlabroot)", "true"),),
)
def matlabroot(call):
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@builtin(
    "compare_versions",
    "tf = compare_versions(v1, v2, operator)",
    summary="Compare two version texts.",
    examples=(Example("compare_versions('1.10.0', '1.9.0', '>')", "true"),),
)
def compare_versions(call, left, right, operator):
    a, b, sign = _numbers(text_of(left)), _numbers(text_of(right)), text_of(operator)
    tests = {"==": a == b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "!=": a != b, "~=": a != b}
    if sign not in tests:
        raise call.error(f'compare_versions: the operator "{sign}" is not a comparison.', "MATLAB:compare_versions:operator")
    return tests[sign]


@builtin(
    "license",
    "license",
    "n = license",
    "tf = license('test', feature)",
    "tf = license('inuse', feature)",
    "[tf, message] = license('checkout', feature)",
    summary="Licence of the product; toolboxes are not licensed products here.",
)
def license_(call, action=None, *feature):
    if action is None:
        return "Apache-2.0"
    return 1.0 if feature and text_of(feature[0]).lower() == "matlab" else 0.0


@builtin(
    "usejava", "tf = usejava(feature)", summary="Whether a Java feature is available; none is.", examples=(Example("usejava('jvm')", "false"),)
)
def usejava(call, feature):
    return False


@builtin(
    "javachk", "msg = javachk(feature)", "msg = javachk(feature, component)",
    summary="The error for a Java feature that is not available, as a structure for error.",
    examples=(Example("m = javachk('jvm'); m.identifier", "'MATLAB:javachk:thisFeatureNotAvailable'"),),
    errors=(ErrorCase("error(javachk('desktop','Printing'))", "MATLAB:javachk:thisFeatureNotAvailable", "Printing is not supported"),),
    see_also=("usejava",),
)  # fmt: skip
def javachk(call, feature, component=None):
    text_of(feature, "feature")
    what = text_of(component) if component is not None else "This feature"
    message = f"{what} is not supported because Java is not currently available."
    return {"message": message, "identifier": "MATLAB:javachk:thisFeatureNotAvailable"}


@builtin(
    "prefdir", "folder = prefdir", "folder = prefdir(1)", summary="The folder of settings; with 1 it is created where it is missing.",
    examples=(Example("ischar(prefdir)", "true"),),
)  # fmt: skip
def prefdir(call, make=None):
    folder = os.path.join(os.path.expanduser("~"), ".config", "runmat")
    if make is not None:
        os.makedirs(folder, exist_ok=True)
    return folder


_CHUNK = 1 << 16


def _run_command(call: Any, command: Any, echo: bool) -> Any:
    """Status and output of a command; where the output is shown, it is shown as it comes."""
    shown, parts, decode = call.nargout < 2 or echo, [], codecs.getincrementaldecoder("utf-8")("replace").decode
    with subprocess.Popen(
        text_of(command, "command"), shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
    ) as process:
        assert process.stdout is not None
        try:
            while chunk := process.stdout.read(_CHUNK):
                parts.append(decode(chunk))
                if shown:
                    call.write(parts[-1])
        except BaseException:  # an interrupt ends the command as well
            process.kill()
            raise
    parts.append(decode(b"", True))
    if shown and parts[-1]:
        call.write(parts[-1])
    return float(process.returncode), "".join(parts)


_SYSTEM = "Run a command of the operating system; its exit status, and its output when that is asked for."


@builtin(
    "system",
    "status = system(command)",
    "[status, output] = system(command)",
    "[status, output] = system(command, '-echo')",
    summary=_SYSTEM,
    examples=(Example("[s, t] = system('echo hi'); strtrim(t)", "'hi'"), Example("[s, t] = system('exit 3'); s", "3")),
)
def system(call, command, echo=None):
    return _run_command(call, command, echo is not None and is_text(echo))


@builtin("_shell", "_shell(command)", summary="Run a command of the operating system, as an exclamation mark does.", hidden=True)
def shell(call, command):
    _run_command(call, command, True)


@builtin("unix", "status = unix(command)", "[status, output] = unix(command)", "[status, output] = unix(command, '-echo')", summary=_SYSTEM)
def unix(call, command, echo=None):
    return _run_command(call, command, echo is not None)


@builtin("dos", "status = dos(command)", "[status, output] = dos(command)", "[status, output] = dos(command, '-echo')", summary=_SYSTEM)
def dos(call, command, echo=None):
    return _run_command(call, command, echo is not None)


@builtin("getpid", "id = getpid", summary="Number of this process.", examples=(Example("getpid > 0", "true"),))
def getpid(call):
    return float(os.getpid())


@builtin(
    "feature",
    "value = feature(name)",
    "value = feature(name, state)",
    summary="A few undocumented facts: 'getpid', 'numcores'.",
    examples=(Example("feature('numcores') >= 1", "true"),),
)
def feature(call, name, state=None):
    known = {"getpid": float(os.getpid()), "numcores": float(os.cpu_count() or 1), "hotlinks": False}
    return known.get(text_of(name).lower(), 0.0)


@builtin("nproc", "n = nproc", summary="Number of processors.", examples=(Example("nproc >= 1", "true"),))
def nproc(call):
    return float(os.cpu_count() or 1)


@builtin(
    "maxNumCompThreads",
    "n = maxNumCompThreads",
    "n = maxNumCompThreads(n)",
    summary="Most threads that computing uses.",
    examples=(Example("maxNumCompThreads >= 1", "true"),),
)
def max_threads(call, count=None):
    return float(call.settings.threads or os.cpu_count() or 1)


def _memory_bytes() -> tuple[int, int]:
    """Bytes of free memory and of all memory."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_AVPHYS_PAGES"), page * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, AttributeError, OSError):
        return 0, 0


@builtin("memory", "memory", "[user, sys] = memory", summary="Free memory and all memory.")
def memory(call):
    free, total = (float(n) for n in _memory_bytes())
    if call.nargout == 0:
        call.write(f"Maximum possible array:  {free / 2**20:12.0f} MB\nTotal physical memory:   {total / 2**20:12.0f} MB\n")
        return None
    user = {"MaxPossibleArrayBytes": free, "MemAvailableAllArrays": free, "MemUsedMATLAB": total - free}
    return user, {"PhysicalMemory": {"Available": free, "Total": total}}


# --- the console ----------------------------------------------------------------------------------------------------


@builtin("clc", "clc", summary="Clear the output.", facts=Fact.COMPILED, effect=Effect.STATE)
def clc(call):
    clear = getattr(call.session, "clear_output", None)
    if clear is not None:
        clear()


@builtin("home", "home", summary="Move to the top of the output; a notebook has none.")
def home(call):
    return None


@builtin("argv", "args = argv", summary="The arguments of the command line, as a column of cells.", examples=(Example("numel(argv)", "0"),))
def argv(call):
    return cellstr_column(getattr(call.session, "arguments", ()))


@builtin("more", "more on", "more off", "more(state)", "more", summary="Paging of the output; a notebook scrolls.")
def more(call, state=None):
    return None


@builtin("beep", "beep", "beep(state)", summary="A sound; notebooks are silent.")
def beep(call, state=None):
    return None


@builtin(
    "diary", "diary", "diary(name)", "diary(state)",
    summary="Append all output to a file; without a name, begin or end that.",
    examples=(
        Example("f = [tempname '.txt']; diary(f); disp(7); diary off; disp(8); t = fileread(f); delete(f); strtrim(t)", "'7'"),
    ),
    errors=(ErrorCase("diary(fullfile(tempname, 'no', 'folder'))", "MATLAB:diary:cannotOpen"),),
)  # fmt: skip
def diary(call, name=None):
    record = call.session.diary
    state = text_of(name) if name is not None else "off" if record.is_on else "on"
    if state == "off":
        record.end()
        return None
    try:
        record.begin(None if state == "on" else state)
    except OSError as error:
        raise MatlabError(f"Unable to open diary file '{state}': {error.strerror}.", "MATLAB:diary:cannotOpen") from None
    return None


@builtin("echo", "echo on", "echo off", "echo(state)", "echo", summary="Echo of commands; a notebook shows them.")
def echo(call, *state):
    return None


@builtin(
    "mexext", "ext = mexext", summary="The extension of compiled functions on this computer.", examples=(Example("ischar(mexext)", "true"),)
)
def mexext(call):
    if platform.system() == "Windows":
        return "mexw64"
    if platform.system() == "Darwin":
        return "mexmaca64" if platform.machine().lower() == "arm64" else "mexmaci64"
    return "mexa64"
