"""Listeners of graphics objects and links between their properties."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("h = plot(1:3); l = addlistener(h, 'Color', 'PostSet', @(s, e) disp([s.Name ' ' e.EventName ' ' num2str(e.AffectedObject.Color)])); h.Color = 'r'; set(h, 'Color', 'g');",
         "Color PostSet 1 0 0 Color PostSet 0 1 0"),
        ("h = plot(1:3); addlistener(h, {'LineWidth', 'Marker'}, 'PostSet', @(s, e) fprintf('%s ', s.Name)); h.LineWidth = 2; h.Marker = 'o'; h.Color = 'r';", "LineWidth Marker"),
        ("ax = axes; addlistener(ax, 'XLim', 'PostSet', @(s, e) fprintf('%g ', e.AffectedObject.XLim)); xlim([2 3]); axis([0 1 0 1]);", "2 3 0 1"),
        ("ax = axes; addlistener(ax, 'View', 'PostSet', @(s, e) fprintf('%g ', e.AffectedObject.View)); view(10, 20);", "10 20"),
        ("h = plot(1:3); addlistener(h, 'ObjectBeingDestroyed', @(s, e) fprintf('%s %s ', s.Type, e.EventName)); delete(h);", "line ObjectBeingDestroyed"),
        ("h = plot(1:3); addlistener(h, 'ObjectBeingDestroyed', @(s, e) disp('gone')); close all", "gone"),
        ("h = plot(1:3); l = addlistener(h, 'Color', 'PostSet', @(s, e) disp('x')); l.Enabled = false; h.Color = 'r'; l.Enabled = true; h.Color = 'g'; delete(l); h.Color = 'b'; disp(isvalid(l))", "x 0"),
        ("h = plot(1:3); l = listener(h, 'Color', 'PostSet', @(s, e) disp('x')); h.Color = 'r'; clear l; h.Color = 'g';", "x"),
        ("h = plot(1:3); l = addlistener(h, 'Color', 'PostSet', @(s, e) set(h, 'Color', 'b')); h.Color = 'r'; disp(h.Color)", "0 0 1"),
        ("h = plot(1:3); p = findprop(h, 'Color'); addlistener(h, p, 'PostSet', @(s, e) disp(e.Source.Name)); h.Color = 'r';", "Color"),
        ("h = plot(magic(3)); k = linkprop(h, 'LineWidth'); h(2).LineWidth = 4; disp([h.LineWidth]); removetarget(k, h(3)); h(1).LineWidth = 2; disp([h.LineWidth])", "4 4 4 2 2 4"),
        ("h = plot(magic(3)); k = linkprop(h(1:2), 'LineWidth'); addprop(k, 'Marker'); h(1).Marker = 'o'; addtarget(k, h(3)); fprintf('%s ', h.Marker)", "o o o"),
        ("a = subplot(1,2,1); surf(peaks(5)); b = subplot(1,2,2); surf(peaks(5)); k = linkprop([a b], {'CameraPosition', 'CameraUpVector'}); view(a, 10, 20); [x, y] = view(b); disp(round([x y]))", "10 20"),
        ("a = subplot(1,2,1); b = subplot(1,2,2); k = linkprop([a b], {'XLim', 'YLim'}); xlim(b, [3 4]); disp(a.XLim)", "3 4"),
        ("h = plot(magic(2)); k = linkprop(h, 'Color'); delete(h(1)); h(2).Color = 'r'; disp(numel(k.Targets))", "1"),
    ],
)  # fmt: skip
def test_what_is_heard(program: str, expected: str) -> None:
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)


@pytest.mark.parametrize(
    ("program", "identifier"),
    [
        ("h = plot(1:3); addlistener(h, 'nosuch', 'PostSet', @(s, e) 1);", "MATLAB:hg:InvalidProperty"),
        ("h = plot(1:3); addlistener(h, 'NoSuchEvent', @(s, e) 1);", "MATLAB:class:invalidEvent"),
        ("h = plot(1:3); addlistener(h, 'Color', 'PostSet', 'disp');", "MATLAB:class:InvalidListenerCallback"),
        ("h = plot(1:3); delete(h); addlistener(h, 'Color', 'PostSet', @(s, e) 1);", "MATLAB:class:InvalidHandle"),
    ],
)
def test_refused_listeners(program: str, identifier: str) -> None:
    assert Session(provider="host").run(program).error.identifier == identifier


def test_errors_of_listeners_are_warnings() -> None:
    outcome = Session(provider="host").run(
        "h = plot(1:3); addlistener(h, 'Color', 'PostSet', @(s, e) error('my:id', 'no')); h.Color = 'r'; disp(5)"
    )
    assert outcome.error is None and "5" in outcome.text and "listener callback for event PostSet" in outcome.text


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("h = plot(1:3, 'DeleteFcn', @(s, e) disp([s.Type ' ' s.BeingDeleted ' ' e.EventName])); delete(h); disp(isvalid(h))", "line on DeleteFcn 0"),
        ("plot(1:3, 'DeleteFcn', 'disp(7)'); cla; plot(1:3, 'DeleteFcn', {@(s, e, a) disp(a), 8}); plot(1:2);", "7 8"),
        ("f = figure('DeleteFcn', @(s, e) disp('f')); axes('DeleteFcn', @(s, e) disp('a')); line(1:2, 1:2, 'DeleteFcn', @(s, e) disp('l')); close(f)", "f a l"),
        ("f = figure('DeleteFcn', @(s, e) delete(s)); close(f); disp(isvalid(f))", "0"),
        ("plot(1:3); legend('a', 'DeleteFcn', @(s, e) disp('gone')); delete(gca)", "gone"),
        ("h = plot(1:3); set(h, 'DeleteFcn', @(s, e) disp('x')); g = copyobj(h, gca); delete(g); delete(copyobj(h, gca, 'legacy'))", "x"),
        ("f = figure('CreateFcn', @(s, e) disp([s.Name num2str(gcbo == s)]), 'Name', 'n'); text(0, 0, 'a', 'CreateFcn', @(s, e) disp(s.String));", "n1 a"),
        ("h = plot(1:3); set(h, 'CreateFcn', @(s, e) disp('never')); plot(1:2); disp(isempty(gcbo))", "1"),
        ("set(0, 'DefaultLineCreateFcn', @(s, e) set(s, 'LineWidth', 4)); h = plot(magic(2)); disp([h.LineWidth])", "4 4"),
        ("f = figure('CloseRequestFcn', @(s, e) disp('no')); s = close(f); close all; disp([s isvalid(f)]); close(f, 'force'); disp(isvalid(f))", "no no 0 1 0"),
        ("f = figure('CloseRequestFcn', @(s, e) delete(gcbf)); s = close(f); disp([s isvalid(f)])", "1 0"),
        ("f = figure('CloseRequestFcn', ''); close(f); disp(isvalid(f)); closereq; disp(isvalid(f))", "1 0"),
        ("f = [figure(1) figure(2) figure(3)]; close(f(2), 'force'); disp(isvalid(f)); close force; disp(isvalid(f)); close all; disp(isvalid(f))", "1 0 1 1 0 0 0 0 0"),
        ("f = figure('HandleVisibility', 'off'); close all; disp(isvalid(f)); close all hidden; disp(isvalid(f))", "1 0"),
    ],
)  # fmt: skip
def test_functions_for_the_beginning_and_the_end_of_objects(program: str, expected: str) -> None:
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)


def test_an_error_in_such_a_function_ends_nothing_else() -> None:
    said: list[str] = []
    session = Session(provider="host", write_error=said.append)
    outcome = session.run("h = plot(1:3, 'DeleteFcn', @(s, e) error('oops')); delete(h); disp(isvalid(h))")
    assert outcome.error is None and outcome.text.split() == ["0"]
    assert "Line DeleteFcn" in "".join(said) and "oops" in "".join(said)
