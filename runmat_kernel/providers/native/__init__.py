"""Machine code for loops of the host, where LLVM is installed."""
