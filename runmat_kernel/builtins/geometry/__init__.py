"""Regions of the plane, neighbours of points, and volumes."""
