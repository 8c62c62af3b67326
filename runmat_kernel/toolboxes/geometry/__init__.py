"""Computational geometry: triangulations, hulls, polygons, alpha shapes, solids.

Uses SciPy's Qhull.
"""
