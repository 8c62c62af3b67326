"""The files a session has open, by MATLAB file identifier."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .errors import MatlabError
from .stored import unwritten

_MODES = {"r": "rb", "w": "wb", "a": "ab", "r+": "r+b", "w+": "w+b", "a+": "a+b"}
_BYTE_ORDERS = {
    "n": "=",
    "native": "=",
    "l": "<",
    "ieee-le": "<",
    "a": "<",
    "ieee-le.l64": "<",
    "b": ">",
    "ieee-be": ">",
    "s": ">",
    "ieee-be.l64": ">",
}


@dataclass(slots=True)
class OpenFile:
    """One open file: its stream of bytes, how it was opened, and whether a read has met its end."""

    fid: int
    name: str
    permission: str
    machine: str
    encoding: str
    stream: BinaryIO
    at_end: bool = False
    failure: str = ""
    """Why the last write failed."""

    @property
    def byte_order(self) -> str:
        """NumPy's sign for the order of bytes: ``<``, ``>`` or ``=``."""
        return _BYTE_ORDERS[self.machine]

    def read(self, count: int = -1) -> bytes:
        """``count`` bytes, all when negative; the end counts as met when there are fewer."""
        data = self.stream.read(count)
        if count < 0 or len(data) < count:
            self.at_end = True
        return data

    def read_line(self, limit: int = -1) -> bytes:
        """The next line with its line end, at most ``limit`` bytes.  The end counts as met when nothing comes after it."""
        line = self.stream.readline(limit)
        position = self.stream.tell()
        self.at_end = not self.stream.read(1)
        self.stream.seek(position)
        return line

    def seek(self, offset: int, origin: int) -> bool:
        """Move to a byte; False (and no move) when that is outside the file.  ``origin`` is 0 start, 1 here, 2 end."""
        here = self.stream.tell()
        end = self.stream.seek(0, 2)
        target = offset + (0, here, end)[origin]
        inside = 0 <= target <= end
        self.stream.seek(target if inside else here)
        if inside:
            self.at_end = False
        return inside


class FileTable:
    """Open files of one session.  0, 1 and 2 are standard input, output and error; the latter two go to the callbacks."""

    def __init__(self, write: Callable[[str], object], write_error: Callable[[str], object]) -> None:
        self._write, self._write_error = write, write_error
        self._open: dict[int, OpenFile] = {}

    def open(self, name: str, permission: str = "r", machine: str = "n", encoding: str = "UTF-8") -> tuple[int, str]:
        """The identifier of a newly opened file and no message, or -1 and the system's message."""
        mode = permission.lower().replace("b", "").replace("t", "")
        if mode not in _MODES:
            raise MatlabError("Invalid permission.", "MATLAB:FileIO:InvalidPermission")
        if machine.lower() not in _BYTE_ORDERS:
            raise MatlabError("Invalid machine format.", "MATLAB:FileIO:InvalidMachineFormat")
        encoding = "UTF-8" if encoding.lower() in ("", "system", "auto") else encoding
        try:
            codecs.lookup(encoding)
        except LookupError:
            raise MatlabError(f"The encoding '{encoding}' is not valid.", "MATLAB:iofun:InvalidEncoding") from None
        try:
            stream = open(Path(name).expanduser(), _MODES[mode])
        except OSError as error:
            return -1, error.strerror or str(error)
        fid = next(n for n in range(3, len(self._open) + 4) if n not in self._open)
        self._open[fid] = OpenFile(fid, name, permission, machine.lower(), encoding, stream)  # type: ignore[arg-type]
        return fid, ""

    def get(self, fid: float) -> OpenFile:
        """The open file; MATLAB's error for an identifier that is not open."""
        file = self._open.get(int(fid)) if fid == int(fid) else None
        if file is None:
            raise MatlabError("Invalid file identifier. Use fopen to generate a valid file identifier.", "MATLAB:FileIO:InvalidFid")
        return file

    def write(self, fid: float, text: str) -> None:
        """Text to a file, encoded as it was opened; 1 is standard output, 2 standard error."""
        if fid == 1:
            self._write(text)
        elif fid == 2:
            self._write_error(text)
        else:
            file = self.get(fid)
            self.put(file, text.encode(file.encoding, "surrogatepass" if file.encoding.upper() == "UTF-8" else "replace"))

    def put(self, file: OpenFile, data: bytes) -> None:
        """Bytes to a file that is open for writing."""
        try:
            file.stream.write(data)
            file.stream.flush()
        except ValueError:  # io.UnsupportedOperation, which is an OSError too
            raise MatlabError("Operation is not supported on a file that is not open for writing.", "MATLAB:FileIO:BadWrite") from None
        except OSError as error:
            file.failure = error.strerror or str(error)
            raise MatlabError(unwritten(error, file.name), "MATLAB:FileIO:WriteFailed") from None

    def close(self, fid: float) -> bool:
        """Close a file; False where not all that was written to it reached the disk."""
        if fid in (0, 1, 2):
            return True
        file = self.get(fid)
        del self._open[file.fid]
        try:
            file.stream.close()
        except OSError:
            return False
        return not file.failure

    def identifiers(self) -> list[int]:
        return sorted(self._open)
