"""Reports of a cell's array math: kernels, places, reasons, transfers, as text and as HTML."""
