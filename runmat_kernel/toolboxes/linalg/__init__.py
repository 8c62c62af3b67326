"""Linear algebra of full matrices: products, systems, factors, eigenvalues, functions of matrices, famous matrices.

Uses LAPACK through SciPy.
"""
