"""Plans: which operations run as one kernel, and where each kernel runs."""
