"""What fuses into one kernel (kinds), and where each kernel runs."""
