"""Tests of functions and classes, qualifications, profiling, checks of code."""
