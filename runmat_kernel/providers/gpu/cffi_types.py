"""Finds types of the native library by name without parsing all of its declarations each time.

cffi parses a name like ``WGPUBufferDescriptor *`` behind every type that the library's header declares: 13 ms for each new name, 0.6 s for
the 45 that opening a device and a first kernel need.  Types that a text does not name cannot matter to it.
"""

from __future__ import annotations

import re
from typing import Any

_WORD = re.compile(r"\w+")


def read_only_what_is_named(ffi: Any) -> None:
    """Have the parser of an ``ffi`` put in front of a text only the types that it names.  Nothing changes where cffi works otherwise."""
    parser: Any = getattr(ffi, "_parser", None)
    parse, declared = getattr(parser, "_parse", None), getattr(parser, "_declarations", None)
    if parse is None or type(declared) is not dict or hasattr(parser, "_reads_only_what_is_named"):
        return

    def own(text: str) -> Any:
        # Under the lock of the ffi, as all that looks at the declarations.
        known = parser._declarations
        named = (f"typedef {word}" for word in dict.fromkeys(_WORD.findall(text)))
        parser._declarations = {name: known[name] for name in named if name in known}
        try:
            return parse(text)
        finally:
            parser._declarations = known

    parser._parse, parser._reads_only_what_is_named = own, True
