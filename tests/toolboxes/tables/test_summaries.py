"""``summary``: the lines that it prints, and the structure that it gives."""

import pytest

from runmat_kernel import Session, execute

MADE = "T = table([13;13;14],[56.5;69;NaN],[true;false;true],categorical({'a';'b';'a'}),'VariableNames',{'Age','H','Sm','C'});"


def run(code):
    return execute(code)


def test_a_table_tells_classes_and_then_statistics():
    text = run(MADE + "T.Properties.VariableUnits = {'yr','','',''}; T.Properties.Description = 'demo'; summary(T)")
    assert text == (
        "T: 3×4 table\n"
        "\n"
        "Description: demo\n"
        "\n"
        "Variables:\n"
        "\n"
        "    Age: double (yr)\n"
        "    H: double\n"
        "    Sm: logical (2 true)\n"
        "    C: categorical (2 categories)\n"
        "\n"
        "Statistics for applicable variables:\n"
        "\n"
        "           NumMissing        Min          Median        Max         Mean           Std    \n"
        "\n"
        "    Age        0                13             13        14        13.3333        0.5774  \n"
        "    H          1           56.5000        62.7500        69        62.7500        8.8388  \n"
        "    C          0                                                                          \n"
        "\n"
    )


def test_an_array_tells_the_statistics_of_its_columns():
    assert run("A = [0.5 0.25; 1 2]; summary(A, 'Statistics', {'min', 'sum'})") == (
        "A: 2×2 double\n\n    Min      0.5000        0.2500  \n    Sum      1.5000        2.2500  \n\n"
    )
    assert run("A = [0.5 0.25; 1 2]; summary(A, 2, 'Statistics', 'max')") == "A: 2×2 double\n\n    Max\n\n    0.5\n      2\n\n"


@pytest.mark.parametrize(("code", "text"), [
    ("s = summary(T); fprintf('%s,', string(fieldnames(s.Age)))",
     "Size,Type,Description,Units,Continuity,NumMissing,Min,Median,Max,Mean,Std,"),
    ("s = summary(T); fprintf('%g ', s.H.NumMissing, s.H.Mean, s.C.Counts, s.Sm.True, s.Sm.False)", "1 62.75 2 1 2 1 "),
    ("s = summary(T); fprintf('%s', s.C.Categories{:})", "ab"),
    ("s = summary(T,'DataVariables','Age','Statistics',{'default',@numel}); fprintf('%d %d', numel(fieldnames(s)), s.Age.fun1)", "1 3"),
    ("s = summary(datetime(2020,1,[1;2;NaN])); fprintf('%s %d', string(s.Max), s.NumMissing)", "02-Jan-2020 1"),
    ("s = summary(int8([1;2;5])); fprintf('%s %g', class(s.Max), s.Mean)", "int8 2.66667"),
    ("s = summary(seconds([1 3])); disp(s.Mean)", "   2 sec\n"),
    ("s = summary([\"a\";missing]); fprintf('%d', s.NumMissing)", "1"),
    ("s = summary([1 4;2 4],'Statistics','numunique'); fprintf('%d', s.NumUnique)", "21"),
])  # fmt: skip
def test_a_structure_holds_what_is_known(code, text):
    assert run("format compact\n" + MADE + code) == text


@pytest.mark.parametrize(("code", "identifier"), [
    ("summary([1;2],'Statistics','middle')", "MATLAB:summary:InvalidStatistics"),
    ("summary([1;2],'DataVariables',1)", "MATLAB:summary:DataVariablesArray"),
    ("summary(T,'DataVariables','Z')", "MATLAB:table:UnrecognizedVarName"),
])  # fmt: skip
def test_options_that_are_none(code, identifier):
    assert Session().run(MADE + code).error.identifier == identifier
