"""Bodies as shaders of WGSL: passes have a form and launch values at once; their text is written on demand."""
