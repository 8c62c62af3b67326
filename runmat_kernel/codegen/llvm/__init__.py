"""LLVM code for the host: loops whose iterations run on vectors of elements."""
