"""Futures, queues and pools, and arrays of a GPU by MATLAB's names."""
