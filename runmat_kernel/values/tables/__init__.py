"""Tables and timetables, their columns and texts, and what chooses rows and variables."""
