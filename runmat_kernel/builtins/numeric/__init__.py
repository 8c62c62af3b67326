"""Computations on arrays that several chapters need: sums over windows, neighbourhoods, special functions, test matrices."""
