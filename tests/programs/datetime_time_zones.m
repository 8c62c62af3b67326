% Time zones of datetimes: instants, clock times, conversions, calendar and exact days. Source: MATLAB's documentation, datetime, Specify Time Zones.
format compact
t = datetime(2026, 7, 1, 12, 0, 0, 'TimeZone', 'America/New_York')
t.TimeZone
u = t; u.TimeZone = 'Europe/Berlin'
u == t, u - t
t.TimeZone = 'UTC'
t.Format = 'yyyy-MM-dd''T''HH:mm:ssXXX'; t
u.Format = 'dd-MMM-uuuu HH:mm:ss z'; u
tzoffset(u), isdst(u)
posixtime(t)
d = datetime(2026, 3, 28, 12, 0, 0, 'TimeZone', 'Europe/Berlin');
d + caldays(1), d + hours(24), d + days(1)
dateshift(d, 'start', 'month')
[d d + caldays(1)], hours(diff([d d+caldays(1)]))
try, d == datetime(2026,1,1), catch e, disp(e.message), disp(e.identifier), end
try, [d datetime(2026,1,1)], catch e, disp(e.message), end
datetime('2026-01-02T03:04:05Z', 'InputFormat', 'uuuu-MM-dd''T''HH:mm:ssXXX', 'TimeZone', 'UTC')
datetime('2026-01-02T03:04:05+02:00', 'InputFormat', 'uuuu-MM-dd''T''HH:mm:ssXXX', 'TimeZone', 'UTC')
datetime(1e9, 'ConvertFrom', 'posixtime', 'TimeZone', 'Asia/Kolkata')
x = d; x.TimeZone = ''
hour(d), d.Hour, d.Day, timeofday(d)
between(d, d + calmonths(2))
d > '2026-01-01', d.Year = 2027
x = d; x(3) = d
