"""Text: comparing, searching, joining, cutting, converting and printing it; regular expressions and patterns.

Uses the regex package, whose syntax ``expression_translation`` writes.
"""
