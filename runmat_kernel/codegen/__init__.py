"""Kernels: what one computes (Body), what that means (interpret), and its shader (wgsl)."""
