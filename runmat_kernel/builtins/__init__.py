"""The functions of the language: how they are declared and called; ``library`` has them, a chapter a module."""
