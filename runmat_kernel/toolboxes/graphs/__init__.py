"""Graphs and networks: making, searching, measuring and drawing them."""
