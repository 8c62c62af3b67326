"""Tables and timetables: making, reading, joining, grouping, pivoting and changing them; time series.

``column_rows`` takes rows of columns, ``stacking`` puts tables together, ``methods`` has the functions of arrays that tables take.
"""
