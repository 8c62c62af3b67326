"""Figures: the tree of graphics objects behind handles, and its drawing by matplotlib."""
