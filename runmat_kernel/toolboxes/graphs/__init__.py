"""Graphs and networks: making, searching, measuring and drawing them.

Uses SciPy's csgraph for distances, components and what reaches what.  Paths and cycles are searched by own code, since MATLAB lists them in
lexicographic order.
"""
