"""Documents of XML as trees of nodes, with the methods that programs know from Java's DOM; Python's minidom holds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.dom import DOMException, minidom

import numpy as np

from ....base.errors import MatlabError
from ....builtins.spec import methods
from ....values import CharArray, Tensor
from ....values.convert import as_array, is_text, text_of, to_value
from ....values.numerals import DisplayFormat
from ....values.objects import HostObject, no_such_member

_NAMES = (
    "ELEMENT ATTRIBUTE TEXT CDATA_SECTION ENTITY_REFERENCE ENTITY PROCESSING_INSTRUCTION COMMENT DOCUMENT DOCUMENT_TYPE "
    "DOCUMENT_FRAGMENT NOTATION"
)
_KINDS = {f"{name}_NODE": k for k, name in enumerate(_NAMES.split(), start=1)}
_IMPLEMENTATIONS = {
    1: "Element",
    2: "Attr",
    3: "Text",
    4: "CDATASection",
    7: "ProcessingInstruction",
    8: "Comment",
    9: "Document",
    10: "DocumentType",
}


def _word(text: str | None) -> Any:
    return Tensor(np.zeros((0, 0))) if text is None else CharArray.row(text) if text else CharArray(np.empty((0, 0)))


def _node(node_type: Any) -> Any:
    return Tensor(np.zeros((0, 0))) if node_type is None else XmlNode(node_type)


def _inner_text(node: Any) -> str:
    """All text of a node, without comments."""
    if node.nodeType in (2, 3, 4, 7, 8):
        return str(node.nodeValue or "")
    return "".join(_inner_text(child) for child in node.childNodes if child.nodeType not in (7, 8))


def _owner(node: Any) -> Any:
    return node if node.nodeType == 9 else node.ownerDocument


def _replace_text(node: Any, text: str) -> None:
    if node.nodeType in (2, 3, 4, 7, 8):
        node.nodeValue = text
        return
    while node.childNodes:
        node.removeChild(node.childNodes[0])
    if text:
        node.appendChild(_owner(node).createTextNode(text))


_REFUSALS = {
    "NotFoundErr": "NOT_FOUND_ERR: An attempt is made to reference a node in a context where it does not exist.",
    "HierarchyRequestErr": "HIERARCHY_REQUEST_ERR: An attempt was made to insert a node where it is not permitted.",
    "WrongDocumentErr": "WRONG_DOCUMENT_ERR: A node is used in a different document than the one that created it.",
    "InuseAttributeErr": "INUSE_ATTRIBUTE_ERR: The attribute belongs to another element.",
}
_OF_NODES = frozenset(("appendChild", "removeChild", "insertBefore", "replaceChild", "setAttributeNode"))


def _given(value: Any) -> Any:
    """What a method of the DOM takes: a node, or the text of a value."""
    if isinstance(value, XmlNode):
        return value.node
    if is_text(value):
        return text_of(value)
    number = as_array(value)
    if not number.size:
        return None
    return f"{float(number.flat[0]):g}"


def _calling(name: str, wrap: Callable[[Any], Any]) -> Callable[..., Any]:
    """A method of minidom of the same name."""

    def method(call: Any, target: XmlNode, *arguments: Any) -> Any:
        operation = getattr(target.node, name, None)
        if operation is None:
            raise no_such_member(target, name)
        if not arguments or (name in _OF_NODES and not isinstance(arguments[0], XmlNode)):
            text = f"No method '{name}' with matching signature found for class '{target.matlab_class}'."
            raise MatlabError(text, "MATLAB:UndefinedFunction")
        try:
            return wrap(operation(*(_given(a) for a in arguments)))
        except (DOMException, ValueError, TypeError, AttributeError) as error:
            word = _REFUSALS.get(type(error).__name__, "INVALID_ACCESS_ERR: The object does not take this.")
            raise MatlabError(f"Java exception occurred:\norg.w3c.dom.DOMException: {word}", "MATLAB:Java:GenericException") from None

    return method


def _told(name: str, wrap: Callable[[Any], Any]) -> Callable[..., Any]:
    """A property of minidom's nodes as a method; empty where such nodes have none."""
    return lambda call, target: wrap(getattr(target.node, name, None))


def _changed(change: Callable[[Any, str], None]) -> Callable[..., None]:
    return lambda call, target, value: change(target.node, _given(value) or "")


def _attribute(call: Any, target: XmlNode, name: Any) -> Any:
    node = target.node
    if not hasattr(node, "getAttribute"):
        raise no_such_member(target, "getAttribute")
    return _word(node.getAttribute(text_of(name)))


def _set_attribute(call: Any, target: XmlNode, name: Any, value: Any) -> None:
    if not hasattr(target.node, "setAttribute"):
        raise no_such_member(target, "setAttribute")
    target.node.setAttribute(text_of(name), _given(value) or "")


def _set_node_value(node: Any, text: str) -> None:
    node.nodeValue = text


_TO_NODES = "documentElement firstChild lastChild nextSibling previousSibling parentNode ownerDocument ownerElement"
_TO_TEXTS = "nodeName nodeValue tagName data namespaceURI prefix localName target publicId systemId name value"
_MAKING = (
    "appendChild removeChild insertBefore replaceChild createElement createTextNode createComment createAttribute createCDATASection "
    "createProcessingInstruction getAttributeNode setAttributeNode"
)


def _getter(name: str) -> str:
    """``getFirstChild`` of ``firstChild``."""
    return f"get{name[0].upper()}{name[1:]}"


def _attributes(call: Any, target: XmlNode) -> Any:
    own = target.node.attributes
    if own is None:
        return Tensor(np.zeros((0, 0)))
    return XmlNodes(sorted((own.item(k) for k in range(own.length)), key=lambda attribute: attribute.name))


def _same(call: Any, target: XmlNode, other: Any) -> bool:
    return isinstance(other, XmlNode) and target.node is other.node


class XmlNode(HostObject):
    """A node; copies share it, as Java's do."""

    __slots__ = ("node",)
    is_handle = True

    def __init__(self, node: Any) -> None:
        self.node = node

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return f"org.apache.xerces.dom.{_IMPLEMENTATIONS.get(self.node.nodeType, 'Node')}Impl"

    def description(self) -> str:
        return f"[{self.node.nodeName}: {'null' if self.node.nodeValue is None else self.node.nodeValue}]"

    def get_property(self, name: str) -> Any:
        if name in _KINDS:
            return float(_KINDS[name])
        raise no_such_member(self, name)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return isinstance(other, XmlNode) and self.node is other.node

    def disp_text(self, format: DisplayFormat) -> str:
        return self.description() + "\n"


NODE_METHODS = methods(
    XmlNode,
    {
        **{_getter(name): _told(name, _node) for name in _TO_NODES.split()},
        **{_getter(name): _told(name, _word) for name in _TO_TEXTS.split()},
        **{name: _calling(name, _node) for name in _MAKING.split()},
        **dict.fromkeys(("setNodeValue", "setData", "setValue"), _changed(_set_node_value)),
        "getNodeType": lambda call, t: float(t.node.nodeType),
        "getLength": lambda call, t: float(len(getattr(t.node, "data", ""))),
        "getTextContent": lambda call, t: _word(_inner_text(t.node)),
        "setTextContent": _changed(_replace_text),
        "getChildNodes": lambda call, t: XmlNodes(list(t.node.childNodes)),
        "getChildren": lambda call, t: XmlNodes([c for c in t.node.childNodes if c.nodeType == 1]),
        "getElementsByTagName": lambda call, t, name: XmlNodes(list(t.node.getElementsByTagName(text_of(name)))),
        "getAttributes": _attributes,
        "getAttribute": _attribute,
        "setAttribute": _set_attribute,
        "hasAttribute": lambda call, t, name: bool(t.node.hasAttribute(text_of(name))),
        "hasAttributes": lambda call, t: bool(t.node.attributes is not None and t.node.attributes.length),
        "hasChildNodes": lambda call, t: bool(t.node.hasChildNodes()),
        "removeAttribute": _calling("removeAttribute", lambda value: None),
        "cloneNode": lambda call, t, deep=True: XmlNode(t.node.cloneNode(bool(as_array(deep).any()))),
        "importNode": lambda call, t, node, deep=True: XmlNode(t.node.importNode(node.node, bool(as_array(deep).any()))),
        "normalize": lambda call, t: t.node.normalize(),
        "isSameNode": _same,
        "equals": _same,
        "toString": lambda call, t: CharArray.row(t.description()),
        "char": lambda call, t: CharArray.row(t.description()),
    },
)


def _item(call: Any, nodes: XmlNodes, k: Any) -> Any:
    at = int(as_array(k).flat[0])
    return _node(nodes.nodes[at] if 0 <= at < len(nodes.nodes) else None)


class XmlNodes(HostObject):
    """A list of nodes, whose first is number 0; also the attributes of an element."""

    __slots__ = ("nodes",)
    matlab_class = "org.apache.xerces.dom.DeepNodeListImpl"
    is_handle = True

    def __init__(self, nodes: list[Any]) -> None:
        self.nodes = nodes

    def get_property(self, name: str) -> Any:
        if name == "Length":
            return to_value(float(len(self.nodes)))
        raise no_such_member(self, name)

    def disp_text(self, format: DisplayFormat) -> str:
        return "".join(XmlNode(node).description() + "\n" for node in self.nodes) or "[]\n"


LIST_METHODS = methods(
    XmlNodes,
    {
        "getLength": lambda call, nodes: float(len(nodes.nodes)),
        "item": _item,
        "getNamedItem": lambda call, nodes, name: _node(next((n for n in nodes.nodes if n.nodeName == text_of(name)), None)),
    },
)


def written(node: Any) -> str:
    """The text of a document or node: three blanks for each level, texts as they are."""
    if node.nodeType == 9:
        parts = [_lines(child, 0) for child in node.childNodes]
        return '<?xml version="1.0" encoding="utf-8"?>\n' + "\n".join(parts) + "\n"
    return _lines(node, 0)


def _lines(node: Any, level: int) -> str:
    if node.nodeType != 1 or not node.childNodes:
        return str(node.toxml())
    shell = node.cloneNode(False).toxml()[:-2]
    children = list(node.childNodes)
    if any(child.nodeType in (3, 4) for child in children):  # blanks between texts mean something
        inner = "".join(child.toxml() if child.nodeType != 1 else _lines(child, level + 1) for child in children)
        return f"{shell}>{inner}</{node.tagName}>"
    pad = "   "
    inner = "".join(f"\n{pad * (level + 1)}{_lines(child, level + 1)}" for child in children)
    return f"{shell}>{inner}\n{pad * level}</{node.tagName}>"


def document(root: str) -> XmlNode:
    """A new document with an empty root element."""
    return XmlNode(minidom.getDOMImplementation().createDocument(None, root, None))
