"""Dates and times: datetime, duration and calendarDuration arrays, serial dates, bins of the calendar."""
