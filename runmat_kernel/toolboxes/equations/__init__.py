"""Differential equations (ordinary, implicit, delay, partial, boundary values) and integrals of functions."""
