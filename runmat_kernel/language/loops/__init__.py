"""Loops that run as kernels or replays: which ones, how a turn is traced, and how what was traced runs."""
