"""Interpolation on lines, on grids and between scattered points; polynomials.

Uses SciPy's Delaunay triangulations.
"""
