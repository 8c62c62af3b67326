"""Data preprocessing and descriptive statistics: bins, groups, moments, moving statistics, missing values, outliers, trends."""
