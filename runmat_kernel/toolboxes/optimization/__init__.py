"""Zeros, minima, linear and quadratic programs, least squares, and the options of solvers.

Uses SciPy's linear programming.
"""
