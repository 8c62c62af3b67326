"""Types of a native library by name: the same ones, found without reading all other declarations again."""

from __future__ import annotations

import pytest

cffi = pytest.importorskip("cffi")

from runmat_kernel.providers.gpu.cffi_types import read_only_what_is_named  # noqa: E402

HEADER = """
typedef struct Point { int x; int y; } Point;
typedef struct Line { Point a; Point b; struct Line * next; } Line;
typedef struct Hidden * Handle;
typedef enum Kind { Kind_A = 1, Kind_B = 4 } Kind;
typedef void (*Callback)(Kind kind, Handle handle, void * data);
typedef uint32_t Flags;
"""
NAMES = ("Point *", "Line[]", "Line[3]", "Handle", "Handle const *", "Kind", "Callback", "Flags *", "uint8_t []", "uintptr_t", "char *",
         "void(Kind, Handle, Point, void *)", "struct Line *", "int(*)(Point const *, size_t)")  # fmt: skip


def declared() -> cffi.FFI:
    ffi = cffi.FFI()
    ffi.cdef(HEADER)
    return ffi


def found(ffi: cffi.FFI, name: str) -> object:
    return ffi._typeof(name, consider_function_as_funcptr=True)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_types(name: str) -> None:
    plain, quick = declared(), declared()
    read_only_what_is_named(quick)
    before = dict(quick._parser._declarations)
    one, two = found(plain, name), found(quick, name)
    assert (one.cname, one.kind) == (two.cname, two.kind)
    assert quick._parser._declarations == before
    if one.kind in ("struct", "primitive", "pointer"):
        assert plain.sizeof(one) == quick.sizeof(two)


def test_only_what_is_named_is_read(monkeypatch) -> None:
    ffi, texts = declared(), []
    read_only_what_is_named(ffi)
    read_only_what_is_named(ffi)
    parser = cffi.cparser._get_parser()
    parse = parser.parse
    monkeypatch.setattr(parser, "parse", lambda text, *more: texts.append(text) or parse(text, *more))
    found(ffi, "Point *")
    assert len(texts) == 1 and "typedef int Point;" in texts[0] and "Line" not in texts[0]


def test_errors_are_the_same() -> None:
    for text in ("Nothing *", "Point *)", "7"):
        errors = []
        for ffi in (declared(), declared()):
            if errors:
                read_only_what_is_named(ffi)
            with pytest.raises(Exception) as error:
                found(ffi, text)
            errors.append((error.type, str(error.value)))
        assert errors[0] == errors[1]


def test_declarations_may_follow() -> None:
    ffi = declared()
    read_only_what_is_named(ffi)
    ffi.cdef("typedef struct More { Line line; Flags flags; } More;")
    made = ffi.new("More *")
    made.line.a.x, made.flags = 3, 7
    assert (made.line.a.x, made.flags) == (3, 7)


def test_other_parsers_are_left_alone() -> None:
    read_only_what_is_named(object())
    read_only_what_is_named(type("Other", (), {"_parser": object()})())
