"""LLVM code for the host: loops whose turns run on vectors of elements."""
