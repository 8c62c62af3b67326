"""Loops of the host as machine code, where LLVM is installed."""
