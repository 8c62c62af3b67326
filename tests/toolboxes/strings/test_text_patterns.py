"""Patterns in programs: what they match, with every text function that takes them."""

import pytest

from ...builtins.harness import run


def test_display():
    assert run('format compact; p = "a" + digitsPattern(2) | lettersPattern') == (
        'p = \n  pattern\n  Matching:\n    "a" + digitsPattern(2) | lettersPattern\n'
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('fprintf("%s,", extract("tel 555-1234", digitsPattern(3) + "-" + digitsPattern(4)))', "555-1234,"),
        ('fprintf("%d", contains(["a1" "b"], digitsPattern), startsWith("1a", digitsPattern), endsWith("1a", digitsPattern))', "1010"),
        ('fprintf("%d", matches(["12" "1a"], digitsPattern))', "10"),
        ('fprintf("%s,", split("a1b22c", digitsPattern))', "a,b,c,"),
        ('fprintf("%s", replace("a1b22", digitsPattern, "#"), erase("x1y", digitsPattern))', "a#b#xy"),
        ('fprintf("%s,", extractBefore("ab12", digitsPattern), extractAfter("ab12c", digitsPattern))', "ab,c,"),
        ('fprintf("%s,", extractBetween("<a1><b>", "<" , characterListPattern(">")))', "a1,b,"),
        ('fprintf("%s", insertAfter("a1b2", digitsPattern, "!"))', "a1!b2!"),
        ('fprintf("%d", count("one two  three", whitespacePattern))', "2"),
        ('fprintf("%s,", extract("cat dog", ("c"|"d") + lettersPattern))', "cat,dog,"),
        ('p = ["a" "b"] + digitsPattern; fprintf("%d", numel(p), contains("b7", p), ispattern(p(2)))', "211"),
        ('x = extract(["a1";"b2"], digitsPattern); fprintf("%s", x)', "12"),
        ('fprintf("%s,", extract("aXbx", caseInsensitivePattern("x")))', "X,x,"),
        ('fprintf("%d", numel(extract("aaa", lettersPattern(1))))', "3"),
        ("c = extract('ab12', digitsPattern); fprintf(\"%s %s\", class(c), c{1})", "cell 12"),
        ('fprintf("%s", eraseBetween("a(b)c", "(", pattern(")")))', "a()c"),
    ],
)
def test_programs(code, text):
    assert run(code) == text


@pytest.mark.parametrize(("code", "words"), [
    ('("one" | "two") + whitespacePattern + digitsPattern', '("one" | "two") + whitespacePattern + digitsPattern'),
    ('"x | y" + digitsPattern', '"x | y" + digitsPattern'),
    ('asManyOfPattern("a" | "b", 1) + "c"', 'asManyOfPattern("a" | "b",1) + "c"'),
    ('maskedPattern(word) + "c"', 'word + "c"'),
    ('namedPattern("a" + word, "pair") | "c"', 'pair | "c"'),
])  # fmt: skip
def test_parts_of_a_pattern_stand_in_parentheses_only_where_they_must(code, words):
    assert words + "\n" in run(f"word = lettersPattern; p = {code}")
