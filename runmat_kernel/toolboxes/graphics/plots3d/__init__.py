"""Surfaces, contours, volumes and flows in space; the camera and the lights."""
