"""Who executes kernels: the host, or a GPU."""
