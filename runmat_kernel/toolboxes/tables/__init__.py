"""Tables and timetables: making, reading, joining, grouping, pivoting and changing them; time series."""
