"""Formats of files, read and written.  Nothing here is a builtin."""
