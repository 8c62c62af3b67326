"""Sparse matrices in compressed columns."""
