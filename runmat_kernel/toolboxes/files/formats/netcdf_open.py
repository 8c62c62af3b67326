"""A netCDF file that a program has open by its number: its header in the file, and with the changes that are not written yet."""

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
    """``stored`` is the header in the file, ``header`` the one with all definitions since; the same object where there were none."""

    __slots__ = ("defining", "header", "path", "stored", "writable")

    def __init__(self, path: str, stored: File | None, header: File, writable: bool, defining: bool = False) -> None:
        self.path, self.stored, self.header, self.writable, self.defining = path, stored, header, writable, defining

    def writing(self, call: Any) -> None:
        """Refuse to change a file that was opened to be read."""
        if not self.writable:
            raise failure(call, "Write to read only (NC_EPERM)")

    def changing(self, call: Any) -> None:
        """Before a definition: the header that is in the file stays as it is.  Files of 64-bit data take definitions at any time."""
        self.writing(call)
        if not self.defining and self.header.version != 5:
            raise failure(call, "Operation not allowed in data mode (NC_ENOTINDEFINE)")
        if self.header is self.stored:
            self.header = copy.deepcopy(self.stored)

    def reading(self, call: Any) -> None:
        """Before elements are read or written: definitions are over."""
        if self.defining and self.header.version != 5:
            raise failure(call, "Operation not allowed in define mode (NC_EINDEFINE)")
        self.write(call)

    def write(self, call: Any) -> None:
        """Bring the file to what was defined."""
        if self.header is self.stored:
            return
        try:
            files.rewrite(self.path, self.stored, self.header)
        except OSError as error:
            raise call.error(f"Could not open {self.path} for writing.", "MATLAB:imagesci:netcdf:unableToOpenFileforWrite") from error
        self.stored = self.header

    def put(self, variable: files.Variable, part: tuple[slice, ...], data: np.ndarray, records: int) -> None:
        """Write elements of a variable; the file has at least so many records then."""
        self.stored = self.header = files.write(self.path, self.header, variable, part, data, records)
