"""The engine: it records array math, decides where it runs, runs it, and knows where elements are."""
