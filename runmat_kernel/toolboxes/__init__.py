"""MATLAB's functions, a room for each chapter of MATLAB's documentation.

A room holds its builtins, the value classes that only it needs, their methods, its file formats, and its variants for large arrays on a
device (``device_*``).  ``LOWER_ROOMS`` lists rooms, lowest first: a room imports lower rooms only.  Rooms that are not
listed are above all of them and are imported by none.
"""

LOWER_ROOMS = (
    "arrays", "elementary", "linalg", "sparse", "strings", "interpolation", "signal", "datetime", "data_analysis", "optimization", "equations",
    "programming", "files", "system", "tables", "images", "graphics", "statistics", "geometry", "graphs", "testing", "parallel",
)  # fmt: skip
"""Rooms that others may import, lowest first."""
