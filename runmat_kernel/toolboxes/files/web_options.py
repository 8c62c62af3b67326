"""What weboptions gives: how a server is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Stored
from ...values.convert import as_array, is_text, numel_of, text_of, to_value, word_of
from ...values.objects import HostObject, no_such_member
from ...values.text import CharArray

AGENT = "Mozilla/5.0"
_WORDS = {
    "ContentType": ("auto", "text", "image", "audio", "binary", "table", "json", "xmldom", "raw"),
    "RequestMethod": ("auto", "get", "post", "put", "delete", "patch"),
    "ArrayFormat": ("csv", "json", "repeating", "php"),
}


class WebOptions(HostObject):
    """``values`` are the properties by name."""

    __slots__ = ("values",)
    matlab_class = "weboptions"
    defaults: ClassVar[Mapping[str, Any]] = {
        "CharacterEncoding": "auto", "UserAgent": AGENT, "Timeout": 5.0, "Username": "", "Password": "", "KeyName": "", "KeyValue": "",
        "ContentType": "auto", "ContentReader": None, "MediaType": "auto", "RequestMethod": "auto", "ArrayFormat": "csv",
        "HeaderFields": None, "CertificateFilename": "default",
    }  # fmt: skip

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        usual = {name: to_value(np.zeros((0, 0)) if value is None else value) for name, value in self.defaults.items()}
        self.values: dict[str, Any] = {**usual, **(values or {})}

    def properties(self) -> Mapping[str, Any]:
        """The password is shown as stars, one for each character."""
        return {**self.values, "Password": CharArray.row("*" * len(text_of(self.values["Password"])))}

    def get_property(self, name: str) -> Any:
        return self.values["Password"] if name == "Password" else super().get_property(name)

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in self.defaults:
            raise no_such_member(self, name)
        if name in _WORDS:
            word = word_of(value)
            if word not in _WORDS[name]:
                choices = ", ".join(f"'{choice}'" for choice in _WORDS[name])
                raise MatlabError(
                    f"Expected {name} to match one of these values:\n\n{choices}", "MATLAB:weboptions:unrecognizedStringChoice"
                )
            value = CharArray.row(word)
        elif name == "Timeout":
            if is_text(value) or numel_of(value) != 1 or not as_array(value).flat[0] > 0:
                raise MatlabError("Expected Timeout to be a positive number of seconds.", "MATLAB:weboptions:InvalidTimeout")
        elif isinstance(self.defaults[name], str) and is_text(value):
            value = CharArray.row(text_of(value))
        return WebOptions({**self.values, name: value})

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from ...values.equality import equal

        return isinstance(other, WebOptions) and all(equal(v, other.values[n], nan_equal=nan_equal) for n, v in self.values.items())


STORED = (Stored(WebOptions),)
