"""Documents of XML: changed by programs, refused where nodes do not fit, and read again as they were written."""

import pytest

from runmat_kernel.session import Session

MADE = "d = com.mathworks.xml.XMLUtils.createDocument('r'); r = d.getDocumentElement; e = d.createElement('p'); "


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("r.appendChild(e); r.appendChild(d.createComment(' c ')); fprintf('%d ', r.getChildNodes.getLength); r.removeChild(e);"
         " fprintf('%d %s', r.getChildNodes.getLength, char(r.getFirstChild.getNodeName))", "2 1 #comment"),
        ("e.setTextContent('one'); r.appendChild(e); f = e.cloneNode(true); f.setTextContent('two'); r.insertBefore(f, e);"
         " fprintf('%s ', char(r.getTextContent), char(e.getPreviousSibling.getTextContent))", "twoone two "),
        ("e.setAttribute('n', 5); fprintf('%s %d %d', char(e.getAttribute('n')), e.hasAttribute('n'), e.hasAttribute('m'))", "5 1 0"),
        ("r.appendChild(e); e.appendChild(d.createTextNode('a & b')); f = [tempname '.xml']; xmlwrite(f, d); g = xmlread(f); delete(f);"
         " fprintf('%s', char(g.getElementsByTagName('p').item(0).getTextContent))", "a & b"),
        ("fprintf('%d', isempty(r.getFirstChild), isempty(d.getElementsByTagName('none').item(0)))", "11"),
    ],
)  # fmt: skip
def test_documents_are_changed_by_their_methods(code: str, printed: str) -> None:
    outcome = Session().run(MADE + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == printed


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("r.appendChild(5);", "No method 'appendChild'"),
        ("r.removeChild(r);", "NOT_FOUND_ERR"),
        ("d.appendChild(d.createElement('q'));", "HIERARCHY_REQUEST_ERR"),
        ("r.nothing", "Unrecognized method, property, or field 'nothing'"),
    ],
)
def test_refusals_are_told_in_words_of_the_language(code: str, words: str) -> None:
    outcome = Session().run(MADE + code)
    assert outcome.error is not None and words in outcome.error.message and "object has no" not in outcome.error.message
