"""The notebook kernel: Jupyter's messages answered by a Session."""
