"""The chapters: modules whose builtins ``registry`` finds."""
