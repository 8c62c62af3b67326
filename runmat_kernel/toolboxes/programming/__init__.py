"""What programs ask of the language: errors and warnings, evaluation of text, classes, checks of arguments, the workspace, help."""
