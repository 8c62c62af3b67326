"""Order and groups: sorting rules, distinct elements, quantiles, bins, and where numbers lie among sorted ones."""
