"""Loops that run as kernels or replays: which ones, how an iteration is traced, and how what was traced runs."""
