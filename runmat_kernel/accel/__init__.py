"""Deferring array math and forcing it: what is recorded, when it is computed, and where its elements are."""
