"""Reading and saving what lies on the web, from a server of this test's own."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from runmat_kernel.session import Session


class Echo(BaseHTTPRequestHandler):
    """Answers with what it was asked: method, path, agent and body."""

    def _answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        said = f"{self.command} {self.path} {self.headers['User-Agent']} {body}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(said)

    do_GET = do_POST = _answer

    def log_message(self, *_):
        """Nothing is printed."""


@pytest.fixture(scope="module")
def address():
    server = HTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/a"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("t = webread(u, 'x', 2, 'y', 'a b')", "GET /a?x=2&y=a+b Mozilla/5.0 "),
        ("t = webread(u, weboptions('UserAgent', 'me'))", "GET /a me "),
        ("o = weboptions; o.UserAgent = 'you'; o.Timeout = 3; t = webread(u, 'x', 1, o)", "GET /a?x=1 you "),
        ("t = urlread(u, 'get', {'x', 'one'})", "GET /a?x=one Mozilla/5.0 "),
        ("t = urlread(u, 'Post', {'x', 'one', 'y', '2'})", "POST /a Mozilla/5.0 x=one&y=2"),
        ("t = webwrite(u, 'x', 2, 'y', 'a b')", "POST /a Mozilla/5.0 x=2&y=a+b"),
        ("t = webwrite(u, struct('k', [1 2]), weboptions('UserAgent', 'me'))", 'POST /a me {"k":[1,2]}'),
        ("t = webwrite(u, 'plain text')", "POST /a Mozilla/5.0 plain text"),
        ("f = tempname; websave(f, u, 'x', 1); t = fileread(f); delete(f)", "GET /a?x=1 Mozilla/5.0 "),
        ("f = tempname; urlwrite(u, f, 'get', {'x', 'z'}); t = fileread(f); delete(f)", "GET /a?x=z Mozilla/5.0 "),
    ],
)
def test_questions(address, code, said):
    outcome = Session().run(f"u = '{address}'; {code}; fprintf('%s', t)")
    assert outcome.error is None, outcome.error
    assert outcome.text == said


def test_options_are_an_object_that_shows_no_password():
    text = (
        Session().run("o = weboptions('Password', 'abc', 'ContentType', 'JSON'); disp(o), fprintf('%s ', o.Password, o.ContentType)").text
    )
    assert "  weboptions with properties:" in text and "Password: '***'" in text and text.endswith("abc json ")
    assert Session().run("o = weboptions; o.Nothing = 1;").error.identifier == "MATLAB:noSuchMethodOrField"
    assert Session().run("o = weboptions; o.ArrayFormat = 'xml';").error.identifier == "MATLAB:weboptions:unrecognizedStringChoice"
