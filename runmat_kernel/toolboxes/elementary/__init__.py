"""Elementary mathematics: operators, rounding, trigonometry, special functions, whole numbers, sums and running sums, random numbers.

Uses SciPy for special functions whose error stays below 4 ulp; the erf and gamma families are our own (``erf_gamma``).
"""
