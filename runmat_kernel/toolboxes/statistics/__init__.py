"""Statistics: distributions, tests, models fitted to data, clusters, analysis of variance, samples."""
