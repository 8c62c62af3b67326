"""A netCDF file that a program has open by its number: its header as it is in the file and as it is to be."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from . import netcdf_files as files
from .netcdf_files import File


def failure(call: Any, reason: str) -> Exception:
    """MATLAB's error for what the netCDF library refuses."""
    name = call.name.rpartition(".")[2]
    message = f"The NetCDF library encountered an error during execution of '{name}' function - '{reason}'."
    return call.error(message, "MATLAB:imagesci:netcdf:libraryFailure")


class OpenDataset:
    """``stored`` is the header in the file, ``made`` the one with what was defined since; the same object where nothing was."""

    __slots__ = ("defining", "made", "path", "stored", "writable")

    def __init__(self, path: str, stored: File | None, made: File, writable: bool, defining: bool = False) -> None:
        self.path, self.stored, self.made, self.writable, self.defining = path, stored, made, writable, defining

    def writing(self, call: Any) -> None:
        """Refuse to change a file that was opened to be read."""
        if not self.writable:
            raise failure(call, "Write to read only (NC_EPERM)")

    def changing(self, call: Any) -> None:
        """Before a definition: the header that is in the file stays as it is.  Files of 64-bit data take definitions at any time."""
        self.writing(call)
        if not self.defining and self.made.version != 5:
            raise failure(call, "Operation not allowed in data mode (NC_ENOTINDEFINE)")
        if self.made is self.stored:
            self.made = copy.deepcopy(self.stored)

    def reading(self, call: Any) -> None:
        """Before elements are read or written: definitions are over."""
        if self.defining and self.made.version != 5:
            raise failure(call, "Operation not allowed in define mode (NC_EINDEFINE)")
        self.write(call)

    def write(self, call: Any) -> None:
        """Bring the file to what was defined."""
        if self.made is self.stored:
            return
        try:
            files.rewrite(self.path, self.stored, self.made)
        except OSError as error:
            raise call.error(f"Could not open {self.path} for writing.", "MATLAB:imagesci:netcdf:unableToOpenFileforWrite") from error
        self.stored = self.made

    def put(self, variable: files.Variable, part: tuple[slice, ...], data: np.ndarray, records: int) -> None:
        """Write elements of a variable; the file has at least so many records then."""
        self.stored = self.made = files.write(self.path, self.made, variable, part, data, records)
