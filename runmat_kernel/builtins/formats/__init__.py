"""Formats of files and texts, read and written: what the chapters about files are made of."""
