% Source: https://www.mathworks.com/help/matlab/date-and-time-operations.html
t = datetime(2024, 2, 28, 13, 45, 30)
t + days(2), t - hours(1.5), t - datetime(2024, 1, 1), year(t), month(t), day(t), hour(t), minute(t), second(t)
d = hours(1) + minutes(30), seconds(90), days(1.5), minutes(d), hours(d), duration(1, 2, 3), d * 2, d / minutes(15), d > hours(1)
t.Year, t.Month, t.Format = 'yyyy-MM-dd'; t, char(t), string(t)
[datetime(2024, 1, 1), datetime(2023, 6, 15)], sort([datetime(2024, 1, 1), datetime(2023, 6, 15)])
datetime(2024, 1, 1) < datetime(2024, 1, 2), isdatetime(t), isduration(d), class(d), NaT, isnat(NaT)
datestr(datenum(2024, 2, 29, 12, 0, 0)), datestr(738000, 'yyyy-mm-dd'), datestr(738000.75, 31), datestr(738000, 1), datestr(738000, 'mmm dd, yyyy HH:MM')
datenum(2000, 1, 1), datenum([2000 1 1 12 0 0]), datevec(730486.5), weekday(738000), [n, s] = weekday(738000), eomday(2024, 2), addtodate(738000, 1, 'month') - 738000
datetime('2024-03-05'), datetime('05/03/2024', 'InputFormat', 'dd/MM/yyyy'), dateshift(datetime(2024, 3, 15), 'start', 'month'), between_ = days(datetime(2024, 3, 1) - datetime(2024, 2, 1))
a = datetime(2024, 1, 1):datetime(2024, 1, 3), diff(a), a(2)
milliseconds(1500), sum([hours(1) minutes(30)])
