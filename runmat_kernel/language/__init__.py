"""Running programs: from the Ast to Python code objects, what names mean, calls, reads and writes, loops and classes."""
