"""Images: files, colours, filters, morphology, regions, edges, geometric transformations.

Uses Pillow for files and SciPy for filters and labels.
"""
