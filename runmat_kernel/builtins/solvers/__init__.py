"""What solvers of equations share: steps, events, constraints, options, and what they report."""
