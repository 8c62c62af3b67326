"""Computational geometry: triangulations, hulls, polygons, alpha shapes, solids.

Uses SciPy's Qhull, and Shapely (the extra ``geometry``) for sets of polygons and what lies around them.  Own code of polygons is what
MATLAB rules otherwise: loops that cross count by even and odd, corners that agree but for rounding are one, corners are squared at the
distance of a buffer, and a line that a polygon cuts keeps its order.
"""
