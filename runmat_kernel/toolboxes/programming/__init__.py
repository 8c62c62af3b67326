"""Functions of the language itself: errors and warnings, evaluation of text, classes, checks of arguments, the workspace, help."""
