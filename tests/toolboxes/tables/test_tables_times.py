"""Tables, datetimes and durations in programs: display, indexing, assignment."""

import pytest

from runmat_kernel.session import Session

from ...builtins.harness import run

TABLE = "Age = [38; 43]; Name = {'Li'; 'Johnson'}; T = table(Name, Age); "


def test_table_display():
    assert run("format compact; " + TABLE + "T") == (
        "T =\n  2×2 table\n       Name        Age\n    ___________    ___\n    {'Li'     }    38 \n    {'Johnson'}    43 \n"
    )


def test_table_reading():
    assert run(TABLE + "fprintf('%d ', size(T), T.Age(2), T{1, 'Age'}, height(T(T.Age > 40, :)))") == "2 2 43 38 1 "


def test_table_writing():
    assert run(TABLE + "T.Age(1) = 5; T.New = T.Age + 1; T(2, :) = []; T(:, 'Name') = []; fprintf('%d ', size(T), T.New)") == "1 2 6 "


def test_table_is_a_value():
    assert run(TABLE + "U = T; U.Age(1) = 0; fprintf('%d', T.Age(1))") == "38"


def test_table_rows_by_name():
    assert run(TABLE + "T.Properties.RowNames = {'a', 'b'}; disp(T('b', :).Name{1})") == "Johnson\n"


def test_table_file_round_trip(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(TABLE + "writetable(T, 't.csv'); U = readtable('t.csv'); fprintf('%d', isequal(T, U))") == "1"


def test_datetime_display():
    assert run("format compact; t = datetime(2020, 1, 31)") == "t = \n  datetime\n   31-Jan-2020\n"
    assert run("format compact; d = [hours(1) hours(2)]") == "d = \n  1×2 duration array\n   1 hr   2 hr\n"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("t = datetime(2020, 12, 31) + days(1); fprintf('%d', t.Year)", "2021"),
        ("d = datetime(2020, 3, 1) - datetime(2020, 2, 1); fprintf('%g', days(d))", "29"),
        ("t = datetime(2020, 1, 1):datetime(2020, 1, 5); fprintf('%d', numel(t))", "5"),
        ("t = [datetime(2020, 1, 1) datetime(2019, 1, 1)]; s = sort(t); fprintf('%d', year(s(1)))", "2019"),
        ("disp(char(datetime(2020, 1, 2, 3, 4, 5), 'yyyy/MM/dd HH:mm'))", "2020/01/02 03:04\n"),
        ("fprintf('%d', hours(2) > minutes(90))", "1"),
        ("t = NaT; fprintf('%d', isnat(t), t == t)", "10"),
    ],
)
def test_time_arithmetic(code, text):
    assert run(code) == text


def test_adding_two_datetimes_is_an_error():
    assert Session().run("datetime(2020, 1, 1) + datetime(2020, 1, 1)").error.identifier == "MATLAB:datetime:DatetimeAdditionNotDefined"


def test_what_is_no_time_stands_at_the_left():
    code = "format compact; d = [datetime(2021,3,4) NaT; NaT datetime(2021,3,5)], T = table([datetime(2021,3,4);NaT],'VariableNames',{'t'})"
    assert Session().run(code).text == (
        "d = \n  2×2 datetime array\n   04-Mar-2021   NaT        \n   NaT           05-Mar-2021\n"
        "T =\n  2×1 table\n         t     \n    ___________\n    04-Mar-2021\n    NaT        \n"
    )


def test_times_have_no_diagonal_matrix():
    assert Session().run("diag(hours([1 2]))").error.identifier == "MATLAB:UndefinedFunction"


MOMENT = "t = datetime(2020,1,31,10,40,30.5); "


@pytest.mark.parametrize(("code", "text"), [
    ("dateshift(t,'start','month','nearest')", "01-Feb-2020 00:00:00"),
    ("dateshift(t,'end','month','nearest')", "31-Jan-2020 00:00:00"),
    ("dateshift(t,'start','hour','nearest')", "31-Jan-2020 11:00:00"),
    ("dateshift(t,'start','hour',[0 -1])", "31-Jan-2020 10:00:00 31-Jan-2020 09:00:00"),
    ("dateshift(t,'dayofweek','Friday',2)", "07-Feb-2020 00:00:00"),
    ("dateshift(t,'dayofweek','Friday',-2)", "24-Jan-2020 00:00:00"),
    ("dateshift(t,'dayofweek','Tuesday','nearest')", "28-Jan-2020 00:00:00"),
    ("dateshift(t,'dayofweek',[1 6])", "02-Feb-2020 00:00:00 31-Jan-2020 00:00:00"),
    ("dateshift([t NaT],'dayofweek','weekend')", "01-Feb-2020 00:00:00 NaT"),
])  # fmt: skip
def test_shifts_of_dates(code, text):
    assert run(MOMENT + f"x = {code}; x.Format = 'dd-MMM-uuuu HH:mm:ss'; fprintf('%s', strjoin(string(x), ' '))") == text


@pytest.mark.parametrize(("form", "text"), [
    ("yy-DDD QQQ W ww e ee eeeee", "20-031 Q1 5 05 6 06 F"),
    ("y MMMMM D h:mm:ss a", "2020 J 31 10:40:30 AM"),
    ("ss.SSSS aa", "30.5000 AM"),
    ("default", "31-Jan-2020 10:40:30"),
    ("defaultdate", "31-Jan-2020"),
])  # fmt: skip
def test_formats_of_dates(form, text):
    assert run(MOMENT + f"t.Format = '{form}'; fprintf('%s', char(t))") == text
    code = f"c = cellstr(t, '{form}'); fprintf('%s|%s|%s', c{{1}}, char(t, '{form}'), string(t, '{form}'))"
    assert run(MOMENT + code) == "|".join([text] * 3)


def test_what_dates_and_lengths_are_made_of():
    assert run("d = duration([0 1 2;1 0 0]); fprintf('%d ', size(d), seconds(d))") == "2 1 62 3600 "
    assert run("t = datetime('2020-01-05','InputFormat','yyyy-MM-dd','Format','preserveinput'); fprintf('%s', char(t))") == "2020-01-05"
    assert run("t = datetime('1/5/2020 3:04 PM'); fprintf('%d ', t.Month, t.Hour)") == "1 15 "
    assert run("t = datetime('0.123456789','InputFormat','s.SSSSSSSSS'); fprintf('%.6f', t.Second)") == "0.123456"
    assert run("[n,s] = weekday(datetime(2020,1,31),'long'); fprintf('%d %s', n, s)") == "6 Friday"


def test_calendar_lengths_that_are_missing_and_shown():
    assert run("fprintf('%d', ismissing(calmonths([1 NaN])), height(rmmissing(table(calmonths([1;NaN]),[1;2]))))") == "011"
    assert run("fprintf('%s', char(calmonths(1) - hours(2)))") == "1mo -2h 0m 0s"
    assert run("fprintf('%s ', string(calendarDuration([1 Inf -Inf NaN], 2, 3)))") == "1y 2mo 3d Inf -Inf NaN "
    assert run("format compact; s.c = calmonths(1)") == "s = \n  struct with fields:\n    c: 1mo\n"


@pytest.mark.parametrize(("code", "text"), [
    ("x = [mean(t,'omitnat') median(t,'omitnat') max(t,[],1,'omitnat')]; fprintf('%d %d,', day(x), hour(x))", "1 2,2 16,0 0,"),
    ("fprintf('%d', isnat(mean(t,'includenat')), isnat(max(t,[],'includenat')))", "11"),
    ("[m,f,c] = mode(t); fprintf('%d %d %d', day(m), f, day(c{1}))", "2 2 2"),
    ("[s,m] = std(t,'omitnat'); fprintf('%.4f %d', hours(s), hour(m))", "13.8564 16"),
])  # fmt: skip
def test_statistics_of_datetimes_have_flags_and_further_results(code, text):
    assert run("t = datetime(2020,1,[1;2;2;NaN]);" + code) == text


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("[datetime(2024,1,1) 5]", "MATLAB:datetime:cat:InvalidConcatenation"),
        ("[datetime(2024,1,1); true]", "MATLAB:datetime:cat:InvalidConcatenation"),
        ("[datetime(2024,1,1) {1}]", "MATLAB:datetime:cat:InvalidConcatenation"),
        ("[hours(1) datetime(2024,1,1)]", "MATLAB:datetime:cat:InvalidConcatenation"),
        ("[hours(1) 'soon']", "MATLAB:duration:UnrecognizedDurationString"),
        ("[hours(1) {1}]", "MATLAB:duration:cat:InvalidConcatenation"),
        ("d = datetime(2024,1,1); d(2) = {1};", "MATLAB:datetime:InvalidAssignment"),
        ("datetime(5)", "MATLAB:datetime:InvalidNumericData"),
        ("datetime(2024,1,1,1)", "MATLAB:datetime:InvalidNumericData"),
        ("datetime({1})", "MATLAB:datetime:InvalidData"),
        ("datetime(struct())", "MATLAB:datetime:InvalidData"),
    ],
)
def test_times_are_not_joined_with_or_made_of_what_is_no_time(code, identifier):
    assert run(f"try, {code}, disp('no error'), catch e, disp(e.identifier), end") == identifier + "\n"


def test_texts_and_numbers_of_days_are_joined_to_durations():
    assert run("d = [hours(1) '01:30:00' 2 missing]; fprintf('%g ', hours(d))") == "1 1.5 48 NaN "
    assert run("t = [datetime(2024,1,1); {'2024-02-03'}; NaN]; fprintf('%d ', day(t))") == "1 3 NaN "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("hours(1) & true", "Operator '&' is not supported for operands of type 'duration'."),
        ("~NaT", "Unary operator '~' is not supported for operand of type 'datetime'."),
        ("xor(categorical(1), 1)", "Undefined function 'xor' for input arguments of type 'categorical'."),
        ("hours(1) ^ 2", "Operator '^' is not supported for operands of type 'duration'."),
        ("hours(1) .^ 2", "Operator '.^' is not supported for operands of type 'duration'."),
        ("NaT * 2", "Operator '*' is not supported for operands of type 'datetime'."),
        ("categorical(1) \\ 2", "Operator '\\' is not supported for operands of type 'categorical'."),
        ('"a" .^ 2', "Operator '.^' is not supported for operands of type 'string'."),
        ('2 .\\ "a"', "Operator '.\\' is not supported for operands of type 'string'."),
    ],
)
def test_an_operator_that_a_class_lacks_is_named_as_it_was_written(code, expected):
    assert run(f"try, {code}, catch e, disp(e.message), end") == expected + "\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('"due " + datetime(2024,1,5)', '"due 05-Jan-2024"'),
        ('hours([1 2]) + " left"', '["1 hr left" "2 hr left"]'),
        ('"in " + calmonths(2)', '"in 2mo"'),
        ('["a"; "b"] + categorical(["x" "y"])', '["ax" "ay"; "bx" "by"]'),
    ],
)
def test_strings_take_times_behind_them(code, expected):
    assert run(f"disp(isequal({code}, {expected}))") == "   1\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("fprintf('%s;', datetime(2024,1,[2 3]))", "02-Jan-2024;03-Jan-2024;"),
        ("fprintf('%d of %s took %s', 3, datetime(2024,1,2), seconds(1.009))", "3 of 02-Jan-2024 took 1.009 sec"),
        ("fprintf('%s is %s', categorical({'it'}), calmonths(2))", "it is 2mo"),
        ("fprintf('[%7s]', hours([1 NaN]))", "[   1 hr][ NaN hr]"),
        ('fprintf("%s|", compose("%s: %s", datetime(2024,1,[2;3]), hours([1;2])))', "02-Jan-2024: 1 hr|03-Jan-2024: 2 hr|"),
        ("try, error('a:b', 'late by %s', minutes(5)), catch e, fprintf('%s', e.message), end", "late by 5 min"),
        ("try, sprintf('%s', table(1)), catch e, fprintf('%s', e.identifier), end", "MATLAB:printf:invalidInputType"),
    ],
)
def test_formats_print_times_and_categories_as_they_are_shown(code, expected):
    assert run(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("d = seconds(3599.999); d.Format = 'hh:mm:ss'; fprintf('%s', d)", "00:59:59"),
        ("d = seconds(-4.96); d.Format = 'mm:ss.S'; fprintf('%s', d)", "-00:04.9"),
        ("d = 3 * seconds(0.3); d.Format = 'mm:ss.SS'; fprintf('%s', d)", "00:00.90"),
        ("fprintf('%s ', hours([Inf -Inf]), duration(Inf, 0, 0))", "Inf hr -Inf hr Inf "),
    ],
)
def test_digits_of_timers_that_are_not_shown_are_cut(code, expected):
    assert run(code) == expected


def test_forms_of_offsets_from_utc():
    shown = run(
        "d = datetime(2024,3,5,'TimeZone','America/New_York'); for f = {'X' 'XX' 'xxx' 'ZZZZ' 'ZZZZZ'}, fprintf('%s ', char(d, f{1})), end"
    )
    assert shown == "-05 -0500 -05:00 UTC-05:00 -05:00 "
    assert run("d = datetime(2024,3,5,'TimeZone','Asia/Kolkata'); fprintf('%s', char(d, 'x'))") == "+0530"
    assert (
        run("d = datetime(2024,3,5,'TimeZone','UTC'); fprintf('%s %s %s', char(d, 'X'), char(d, 'ZZZZZ'), char(d, 'xxx'))") == "Z Z +00:00"
    )


def test_ranges_of_times():
    """A range of moments in a time zone goes by days of the calendar; one of lengths looks as the first of them."""
    zone = "'TimeZone','Europe/Berlin'"
    ends = f"a = datetime(2024,3,30,12,0,0,{zone}); b = datetime(2024,4,1,12,0,0,{zone}); "
    assert run(ends + "fprintf('%s ', diff(a:b))") == "23:00:00 24:00:00 "
    assert run(ends + "fprintf('%s ', diff(a:days(1):b))") == "24:00:00 "
    assert run("fprintf('%s ', 0:seconds(30):minutes(1))") == "0 sec 30 sec 60 sec "
    assert run("fprintf('%s ', 1:days(2))") == "1 day 2 days "
    assert run(ends + "try, a:datetime(2024,4,1), catch e, fprintf('%s', e.identifier), end") == "MATLAB:datetime:IncompatibleTZ"


def test_what_is_assigned_to_datetimes_is_a_datetime_or_a_text():
    code = "x = NaT(1,2); try, x(1) = duration(0,0,1); catch e, fprintf('%s', e.message), end"
    assert run(code) == "Right hand side of an assignment must be a datetime array or text representing dates and times."


def test_lengths_of_time_are_divided_from_the_left():
    assert run("fprintf('%g ', hours(2 \\ hours(4)), hours(2) \\ hours(5), hours([1 2] .\\ hours(4)))") == "2 2.5 4 2 "
    expected = "Operator '\\' is not supported for operands of type 'duration' and 'double'."
    assert run("try, hours(1) \\ 2, catch e, fprintf('%s', e.message), end") == expected


def test_format_long_shows_more_digits_of_lengths_of_time():
    shown = run("format long; d = seconds(pi); disp(d), disp(table(d)), s.d = d; disp(s), disp({d}), disp(string(d))")
    assert shown.count("3.14159265358979 sec") == 4 and shown.endswith("3.1416 sec\n")


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("d = hours(1:2); d(4) = hours(3); fprintf('%g ', hours(d))", "1 2 0 3 "),
        ("d = hours(1:2); d(2) = 5; fprintf('%g ', hours(d))", "1 120 "),
        ("fprintf('[%s]', char(hours([1 10.25])).')", "[    1 hr10.25 hr]"),
        ("fprintf('[%s]', char(hours(NaN)), char(duration(NaN, 0, 0)))", "[NaN hr][NaN]"),
    ],
)
def test_numbers_and_gaps_in_durations(code: str, printed: str) -> None:
    assert run(code) == printed


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("d = datetime(2020, 1, 1:3); d(2) = 5;", "You cannot assign numeric values to a datetime array."),
        ("d = datetime(2020, 1, 1:3); d(2) = 'garbage';", "Unable to convert the text 'garbage' to a datetime value"),
        ("d = datetime(2020, 1, 1:3); d(2) = true;", "must be a datetime array or text representing dates and times."),
        ("d = hours(1:3); d(2) = 'garbage';", "must be a duration array, numeric array representing days, or text"),
        ("d = hours(1:3); d(2) = datetime(2020, 1, 1);", "must be a duration array, numeric array representing days, or text"),
        ("x = zeros(1, 2); x(2) = datetime(2020, 1, 1);", "value of type 'datetime' is not convertible to 'double'."),
    ],
)
def test_what_cannot_be_written_into_times(code: str, words: str) -> None:
    assert words in Session().run(code).error.message
