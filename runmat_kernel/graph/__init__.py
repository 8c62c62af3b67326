"""Recorded array math: nodes, shapes, value ranges, rewrite rules, and the operations they are made of."""
