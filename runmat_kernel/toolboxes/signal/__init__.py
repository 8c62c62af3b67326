"""Signals: Fourier transforms, filters and their design, spectra, windows, waves.

Uses SciPy's transforms and filters.
"""
