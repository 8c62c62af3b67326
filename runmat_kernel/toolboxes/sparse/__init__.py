"""Sparse matrices: making them, their operators and methods, factors, orderings.

Uses the compiled loops of SciPy's sparse matrices.
"""
