"""Moments and lengths of time, categories: arrays of numbers with a meaning."""
