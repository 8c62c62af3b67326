"""Documents of XML as trees of nodes: xmlread, xmlwrite, and new ones."""

from __future__ import annotations

import os
from typing import Any

from ...base.stored import store
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import text_of
from .formats.damage import check_memory, reading
from .formats.xml_nodes import XmlNode, document, written

_TREE_BYTES = 50
"""Bytes that a document takes for each byte of its file, about."""
_FILE = "f = [tempname '.xml']; fid = fopen(f,'w'); fprintf(fid,'<a><b k=\"1\">x</b><!-- c --><b k=\"2\"/></a>'); fclose(fid); "


@builtin(
    "xmlread", "DOMnode = xmlread(filename)", summary="An XML file as a tree of nodes with the methods of Java's DOM (getElementsByTagName, item, getAttribute, getFirstChild, getData ...).",
    examples=(
        Example(_FILE + "d = xmlread(f); delete(f); n = d.getElementsByTagName('b'); {n.getLength, char(n.item(1).getAttribute('k')), char(n.item(0).getFirstChild.getData)}", "{2,'2','x'}"),
        Example(_FILE + "d = xmlread(f); delete(f); r = d.getDocumentElement; {char(r.getNodeName), r.hasChildNodes, r.getChildNodes.getLength, r.getFirstChild.getNodeType == r.ELEMENT_NODE, isempty(d.getParentNode)}", "{'a',true,3,true,true}"),
        Example(_FILE + "d = xmlread(f); delete(f); a = d.getElementsByTagName('b').item(0).getAttributes.item(0); {char(a.getName), char(a.getValue)}", "{'k','1'}"),
    ),
    errors=(ErrorCase("xmlread('no such file.xml')", "MATLAB:xml:FileNotFound"), ErrorCase("f = tempname; fid = fopen(f,'w'); fprintf(fid,'<a>'); fclose(fid); xmlread(f)", "MATLAB:Java:GenericException")),
    see_also=("xmlwrite", "readstruct"),
)  # fmt: skip
def xmlread(call: Any, name: Any) -> XmlNode:
    from xml.dom import minidom
    from xml.parsers.expat import ExpatError

    path = os.path.expanduser(text_of(name).removeprefix("file://"))
    if not os.path.isfile(path):
        raise call.error(f"The file '{text_of(name)}' could not be found.", "MATLAB:xml:FileNotFound")
    with reading(path, "XML file", "MATLAB:Java:GenericException"):
        check_memory(_TREE_BYTES * os.path.getsize(path))
        try:
            return XmlNode(minidom.parse(path))
        except ExpatError as error:
            message = f"Java exception occurred:\norg.xml.sax.SAXParseException: {path}: {error}."
            raise call.error(message, "MATLAB:Java:GenericException") from None


@builtin(
    "xmlwrite", "xmlwrite(filename, DOMnode)", "str = xmlwrite(DOMnode)", summary="A tree of nodes as an XML file, or as text.",
    examples=(
        Example("d = com.mathworks.xml.XMLUtils.createDocument('r'); e = d.createElement('p'); e.setAttribute('k','v'); e.appendChild(d.createTextNode('a<b')); d.getDocumentElement.appendChild(e); xmlwrite(d)",
                "sprintf('<?xml version=\"1.0\" encoding=\"utf-8\"?>\\n<r>\\n   <p k=\"v\">a&lt;b</p>\\n</r>\\n')"),
        Example("f = [tempname '.xml']; xmlwrite(f, matlab.io.xml.dom.Document('q')); t = fileread(f); delete(f); t", "sprintf('<?xml version=\"1.0\" encoding=\"utf-8\"?>\\n<q/>\\n')"),
    ),
    errors=(ErrorCase("xmlwrite(5)", "MATLAB:xmlwrite:InvalidNode"),), see_also=("xmlread", "writestruct"),
)  # fmt: skip
def xmlwrite(call: Any, first: Any, second: Any = None) -> Any:
    node = first if second is None else second
    if not isinstance(node, XmlNode):
        raise call.error("The node to write must be one of xmlread or of createDocument.", "MATLAB:xmlwrite:InvalidNode")
    text = written(node.node)
    if second is None:
        return text
    try:
        store(os.path.expanduser(text_of(first)), text.encode())
    except OSError:
        raise call.error(f"Unable to write file '{text_of(first)}'.", "MATLAB:xmlwrite:FileWrite") from None
    return None


def _maker(name: str) -> Builtin:
    def function(call: Any, root: Any) -> XmlNode:
        if not text_of(root):
            raise call.error("The root element must have a name.", "MATLAB:xml:InvalidName")
        return document(text_of(root))

    return Builtin(
        name, (f"docNode = {name}(rootName)",), "A new XML document with an empty root element.", function, see_also=("xmlwrite",),
        examples=(Example(f"d = {name}('top'); char(d.getDocumentElement.getTagName)", "'top'"),),
    )  # fmt: skip


MAKERS = (_maker("com.mathworks.xml.XMLUtils.createDocument"), _maker("matlab.io.xml.dom.Document"))
