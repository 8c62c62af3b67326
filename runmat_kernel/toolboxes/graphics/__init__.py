"""Plots and handles of graphics objects; ``plots`` has charts in a plane, ``space`` surfaces and volumes.

Drawing is done by the package ``figures``.
"""
