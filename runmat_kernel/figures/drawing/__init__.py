"""The tree of graphics objects drawn by matplotlib: axes, series, surfaces, texts, lights, and what hides what."""
