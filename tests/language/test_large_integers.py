"""Integers beyond flintmax: literals in int64(...) and uint64(...) are read exactly, and functions keep their digits."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session


def shown(text: str) -> list[str]:
    outcome = Session().run(text)
    assert outcome.error is None, outcome.error
    return outcome.text.split()


@pytest.mark.parametrize(
    ("code", "digits"),
    [
        ("int64(9007199254740993)", "9007199254740993"),
        ("int64(-9007199254740993)", "-9007199254740993"),
        ("int64(+ 9007199254740993)", "9007199254740993"),
        ("int64(-9223372036854775808)", "-9223372036854775808"),
        ("int64(9223372036854775808)", "9223372036854775807"),
        ("uint64(18446744073709551615)", "18446744073709551615"),
        ("uint64(99999999999999999999)", "18446744073709551615"),
        ("uint64(-9007199254740993)", "0"),
        ("uint64(0x20000000000001)", "9007199254740993"),
        # as MATLAB's page of int64 says, numbers in brackets are doubles first
        ("int64([9007199254740993])", "9007199254740992"),
        ("int64(9007199254740993 + 0)", "9007199254740992"),
    ],
)
def test_literals(code, digits):
    assert shown(f"disp({code})") == [digits]
    assert shown(f"f = @() {code}; disp(f()), g = str2func(func2str(f)); disp(g())") == [digits] * 2
    assert shown(f"s = {code}; for k = 1:3, s = min(s, {code}); end, disp(s), disp(eval('{code}'))") == [digits] * 2


def test_text_of_a_handle_keeps_the_literal():
    assert shown("disp(func2str(@() int64(-9007199254740993)))") == ["@()int64(-9007199254740993)"]


def test_a_variable_of_that_name_is_indexed():
    assert shown("int64 = [7 8]; disp(int64(2))") == ["8"]
    error = Session().run("int64 = [7 8]; int64(9007199254740993)").error
    assert error is not None and error.identifier == "MATLAB:badsubscript"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("isprime(x)", "1"),
        ("factor(x - 2)", "3 3 5 97 197 325957 65812583"),
        ("gcd(x, x - 7)", "1"),
        ("mod(x, 10)", "7"),
        ("bitand(x, 255)", "197"),
        ("idivide(x, 3)", "6148914691236517185"),
        ("sum([x - 1, 1], 'native')", "18446744073709551557"),
        ("round(x, -1)", "18446744073709551560"),
        ("x == 18446744073709551616", "0"),
        ("x < 18446744073709551616", "1"),
        ("sprintf('%d', x)", "18446744073709551557"),
    ],
)
def test_functions_keep_digits(code, result):
    assert shown(f"x = uint64(18446744073709551557); disp({code})") == result.split()
