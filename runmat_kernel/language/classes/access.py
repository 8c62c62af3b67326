"""Access to members: the class whose code is running, access checks and the errors of members."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from ...base.errors import MatlabError
from ...values.classes import DTYPES
from .definition import Access, ClassInfo, Method, Property, allowed


def calling_frame() -> FrameType | None:
    """The innermost frame of MATLAB code."""
    frame = sys._getframe(1)
    while frame is not None and "$unit" not in frame.f_globals:
        frame = frame.f_back  # type: ignore[assignment]
    return frame


def calling_class() -> ClassInfo | None:
    """The class whose method is running, or None."""
    frame = calling_frame()
    return frame.f_globals.get("$class") if frame is not None else None


def within(cls: ClassInfo) -> bool:
    """Whether code of the class or of a superclass is running: code for which its objects are objects of its own class."""
    caller = calling_class()
    return caller is not None and cls.derives_from(caller.name)


def may_set(prop: Property, caller: ClassInfo | None) -> bool:
    if prop.set_access == "immutable":
        frame = calling_frame()
        constructed = frame.f_globals.get("$constructs") if frame is not None else None
        return constructed == prop.owner.name
    return allowed(prop.set_access, prop.owner, caller)


def method_handle(name: str, ordinary: Any) -> Any:
    """The function of a handle ``@name`` that was created in a method, where ``name`` is a method that others may not call: the right to
    call it goes with the handle.  None otherwise; ``found()`` gives what the name means for other arguments."""
    maker = calling_class()
    method = maker.methods.get(name) if maker is not None else None
    if method is None or method.access == "public" or method.static or not allowed(method.access, method.owner, maker):
        return None

    def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
        for argument in arguments:
            cls = getattr(argument, "cls", None)
            if isinstance(cls, ClassInfo) and cls.derives_from(method.owner.name):
                return cls.methods[name].function(nargout, *arguments)
        return ordinary()(nargout, *arguments)

    return call


# --- errors ---------------------------------------------------------------------------------------------------------


def no_member(cls: ClassInfo, name: str) -> MatlabError:
    return MatlabError(f"Unrecognized method, property, or field '{name}' for class '{cls.name}'.", "MATLAB:noSuchMethodOrField")


def no_property(cls: ClassInfo, name: str) -> MatlabError:
    return MatlabError(f"Unrecognized property '{name}' for class '{cls.name}'.", "MATLAB:noPublicFieldForClass")


def get_prohibited(cls: ClassInfo, name: str) -> MatlabError:
    return MatlabError(f"No public property '{name}' for class '{cls.name}'.", "MATLAB:class:GetProhibited")


def set_prohibited(cls: ClassInfo, name: str, read: bool = True) -> MatlabError:
    """The error of a property that may not be set; ``read``: whether it may be read."""
    text = f"Unable to set the '{name}' property of class '{cls.name}' because it is read-only."
    if not read:
        text = f"Setting the '{name}' property of class '{cls.name}' is not supported."
    return MatlabError(text, "MATLAB:class:SetProhibited")


def inherited_secret(access: Access, owner: ClassInfo, cls: ClassInfo) -> bool:
    """Whether a member is a private one of a superclass: for others than that class's own code the subclass does not have it."""
    return access == "private" and owner is not cls


def method_restricted(method: Method) -> MatlabError:
    return MatlabError(f"Cannot access method '{method.name}' in class '{method.owner.name}'.", "MATLAB:class:MethodRestricted")


def invalid_handle() -> MatlabError:
    return MatlabError("Invalid or deleted object.", "MATLAB:class:InvalidHandle")


def check_method(method: Method, cls: ClassInfo, absent: Callable[[], MatlabError] | None = None) -> None:
    """Raise where the running code may not call the method of an object of ``cls``; ``absent()`` is the error where there is none."""
    if method.access != "public" and not allowed(method.access, method.owner, calling_class()):
        raise absent() if absent is not None and inherited_secret(method.access, method.owner, cls) else method_restricted(method)


def undefined_for(name: str, value: Any) -> MatlabError:
    """The error of a function or operator that the class of ``value`` does not have."""
    operator = OPERATORS.get(name)
    kind = value.matlab_class
    if name in DTYPES:
        return MatlabError(f"Conversion to {name} from {kind} is not possible.", "MATLAB:invalidConversion")
    if operator is not None:
        words = (
            f"Unary operator '{operator}' is not supported for operand"
            if name in UNARY
            else f"Operator '{operator}' is not supported for operands"
        )
        return MatlabError(f"{words} of type '{kind}'.", "MATLAB:UndefinedFunction")
    return MatlabError(f"Undefined function '{name}' for input arguments of type '{kind}'.", "MATLAB:UndefinedFunction")


UNARY = ("uminus", "uplus", "not", "transpose", "ctranspose")
OPERATORS = {
    "plus": "+", "minus": "-", "times": ".*", "mtimes": "*", "rdivide": "./", "ldivide": ".\\", "mrdivide": "/", "mldivide": "\\",
    "power": ".^", "mpower": "^", "eq": "==", "ne": "~=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&", "or": "|",
    "not": "~", "uminus": "-", "uplus": "+", "colon": ":",
}  # fmt: skip
