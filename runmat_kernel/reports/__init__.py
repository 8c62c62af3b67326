"""What a cell's array math became: kernels, places, reasons, transfers, as text and as HTML."""
