"""What jupyter_kernel_test does not cover: counting, silence, errors in a row, interrupts, input, figures, order of output."""

from __future__ import annotations

import base64
import io
import time

from PIL import Image

from .conftest import Client, stream


def kinds(outputs) -> list[str]:
    return [kind for kind, _ in outputs]


def test_result_is_the_last_displayed_value(kernel: Client) -> None:
    reply, outputs = kernel.run("a = 1\nb = 2")
    assert reply["status"] == "ok"
    assert stream(outputs) == "a =\n     1\n"
    assert outputs[-1][0] == "execute_result" and outputs[-1][1]["data"]["text/plain"] == "b =\n     2"


def test_values_displayed_in_loops_and_functions_stream(kernel: Client) -> None:
    _, outputs = kernel.run("for i = 1:2\n i\nend")
    assert kinds(outputs) == ["stream"] and "i =\n     2" in stream(outputs)


def test_output_keeps_its_order(kernel: Client) -> None:
    _, outputs = kernel.run("x = 1\ndisp('between')\nfprintf('%d\\n', 3)")
    assert stream(outputs) == "x =\n     1\nbetween\n3\n"


def test_both_streams_keep_their_order_in_few_messages(kernel: Client) -> None:
    _, outputs = kernel.run("for k = 1:3000, fprintf(2, 'e'); end\nfprintf('o'); fprintf(2, 'x'); disp('end')")
    assert len(outputs) < 100
    joined = [(content["name"], content["text"]) for _, content in outputs]
    assert stream(outputs, "stderr") == "e" * 3000 + "x" and joined[-3:] == [("stdout", "o"), ("stderr", "x"), ("stdout", "end\n")]


def test_numbers_count_stored_cells_only(kernel: Client) -> None:
    first = kernel.run("1;")[0]["execution_count"]
    assert kernel.run("1;", store_history=False)[0]["execution_count"] == first + 1
    assert kernel.run("1;")[0]["execution_count"] == first + 1
    assert kernel.run("1;", silent=True)[0]["execution_count"] == first + 2


def test_silent_cells_say_nothing(kernel: Client) -> None:
    reply, outputs = kernel.run("quiet = 5\ndisp('x'); plot(1:2)", silent=True)
    assert reply["status"] == "ok" and outputs == []
    assert "5" in kernel.run("quiet")[1][0][1]["data"]["text/plain"]


def test_user_expressions(kernel: Client) -> None:
    reply, _ = kernel.run("u = 4;", user_expressions={"twice": "2*u", "bad": "nosuchname_"})
    assert reply["user_expressions"]["twice"]["data"]["text/plain"].split()[-1] == "8"
    assert reply["user_expressions"]["bad"]["status"] == "error"


def test_errors_of_user_expressions_are_not_the_last_error(kernel: Client) -> None:
    kernel.run("error('my:own', 'of the cell')")
    kernel.run("1;", user_expressions={"bad": "nosuchname_"})
    assert stream(kernel.run("e_ = MException.last; disp(e_.identifier), disp(lasterr)")[1]) == "my:own\nof the cell\n"


def test_error_names_identifier_and_marks_the_line(kernel: Client) -> None:
    reply, outputs = kernel.run("x = 1;\nerror('my:id', 'bad value %d', 3);\ny = 2;")
    assert (reply["status"], reply["ename"], reply["evalue"]) == ("error", "my:id", "bad value 3")
    assert kinds(outputs) == ["error"] and "line 2" in "\n".join(reply["traceback"])


def test_syntax_error_shows_a_caret(kernel: Client) -> None:
    reply, _ = kernel.run("x = (1 + ;")
    assert reply["ename"] == "MATLAB:m_invalid_syntax" and "^" in "\n".join(reply["traceback"])


def test_output_before_an_error_is_kept(kernel: Client) -> None:
    reply, outputs = kernel.run("before = 7\nerror('stop')")
    assert "before" in stream(outputs) and reply["status"] == "error"


def test_an_error_stops_queued_cells(kernel: Client) -> None:
    first = kernel.client.execute("pause(0.3); error('stop here')")
    second = kernel.client.execute("after_error = 1;")
    assert kernel.collect(first)[0]["status"] == "error"
    assert kernel.collect(second)[0]["status"] == "aborted"
    time.sleep(0.2)
    assert kernel.run("exist('after_error')")[1][0][1]["data"]["text/plain"].split()[-1] == "0"


def test_interrupt_keeps_the_workspace(kernel: Client) -> None:
    identifier = kernel.client.execute("kept = 11;\nk = 0;\nwhile true\n k = k + 1;\nend")
    time.sleep(1.0)
    kernel.manager.interrupt_kernel()
    reply, _ = kernel.collect(identifier, timeout=30)
    assert (reply["status"], reply["ename"]) == ("error", "KeyboardInterrupt")
    _, outputs = kernel.run("kept + (k > 0)")
    assert outputs[0][1]["data"]["text/plain"].split()[-1] == "12"


def test_input_asks_the_front_end(kernel: Client) -> None:
    identifier = kernel.client.execute("n = input('how many? ');\ns = input('name? ', 's');", allow_stdin=True)
    for answer in ("3 + 4", "Ada"):
        request = kernel.client.get_stdin_msg(timeout=20)
        assert request["content"]["prompt"] in ("how many? ", "name? ")
        kernel.client.input(answer)
    assert kernel.collect(identifier)[0]["status"] == "ok"
    assert kernel.run("n")[1][0][1]["data"]["text/plain"].split()[-1] == "7"
    assert "Ada" in kernel.run("s")[1][0][1]["data"]["text/plain"]


def test_input_without_a_front_end_is_an_error(kernel: Client) -> None:
    assert kernel.run("input('? ')", allow_stdin=False)[0]["status"] == "error"


def answer(kernel: Client, code: str, *answers: str):
    """Run a cell that asks; the prompts, and what came of it."""
    identifier, prompts = kernel.client.execute(code, allow_stdin=True), []
    for text in answers:
        prompts.append(kernel.client.get_stdin_msg(timeout=20)["content"]["prompt"])
        kernel.client.input(text)
    return prompts, *kernel.collect(identifier)


def test_input_asks_again_after_a_mistake(kernel: Client) -> None:
    prompts, reply, outputs = answer(kernel, "v_ = input('first\\nsecond ');", "1 +", "[4 5]")
    assert prompts == ["first\nsecond "] * 2 and reply["status"] == "ok" and "Error" in stream(outputs, "stderr")
    assert kernel.run("v_(2)")[1][0][1]["data"]["text/plain"].split()[-1] == "5"


def test_keyboard_sees_and_changes_variables_of_the_function(kernel: Client) -> None:
    kernel.run("function y = asking_(a)\nb = 2;\nkeyboard\ny = a + b;\nend")
    prompts, reply, outputs = answer(kernel, "asking_(1)", "a", "nosuch_", "for k = 1:3", "b = b * 10;", "end", "dbcont")
    assert prompts == ["K>> ", "K>> ", "K>> ", "", "", "K>> "] and reply["status"] == "ok"
    assert "a =\n     1" in stream(outputs) and "nosuch_" in stream(outputs, "stderr")
    assert outputs[-1][1]["data"]["text/plain"].split()[-1] == "2001"


def test_keyboard_and_eval_are_no_functions_of_their_own_to_dbstack(kernel: Client) -> None:
    kernel.run("function stacked_\nkeyboard\neval('dbstack')\nend")
    _, _, outputs = answer(kernel, "stacked_", "dbstack", "return")
    assert stream(outputs) == "In stacked_ (line 2)\nIn stacked_ (line 3)\n"


def test_keyboard_ends_the_program(kernel: Client) -> None:
    _, reply, outputs = answer(kernel, "q_ = 1; keyboard; disp('after')", "q_ = 7;", "dbquit")
    assert reply["status"] == "error" and stream(outputs) == ""
    assert kernel.run("q_")[1][0][1]["data"]["text/plain"].split()[-1] == "7"


def test_pause_waits_where_somebody_can_answer(kernel: Client) -> None:
    assert answer(kernel, "pause; disp('on')", "")[0] == ["Press Enter to continue "]
    assert stream(kernel.run("pause; disp('on')", allow_stdin=False)[1]) == "on\n"


def test_functions_live_on_in_later_cells(kernel: Client) -> None:
    kernel.run("function y = doubled_(x)\n% DOUBLED_ twice the input\ny = 2 * x;\nend")
    assert kernel.run("doubled_(21)")[1][0][1]["data"]["text/plain"].split()[-1] == "42"


def test_figures_come_once_at_the_end_of_the_cell(kernel: Client) -> None:
    _, outputs = kernel.run("figure(1); plot(1:10); title('A'); figure(2); bar([1 2 3]); disp('done')")
    assert kinds(outputs) == ["stream", "display_data", "display_data"]
    data, metadata = outputs[1][1]["data"], outputs[1][1]["metadata"]
    picture = base64.b64decode(data["image/png"])
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and metadata["image/png"] == {"width": 560, "height": 420, "alt": "Figure 1: A"}
    assert int.from_bytes(picture[16:20], "big") == 1120
    assert kernel.run("x = 1;")[1] == []
    assert kernel.run("figure(1); xlabel('t'); close(2)")[1][0][0] == "display_data"


def test_waitbar_is_one_bar_below_the_cell(kernel: Client) -> None:
    _, outputs = kernel.run("w = waitbar(0, 'busy'); for k = 1:1000, waitbar(k/2000, w); end, close(w)")
    assert len({content["transient"]["display_id"] for _, content in outputs}) == 1 and len(outputs) == 51
    assert outputs[0][0] == "display_data" and outputs[-1][1]["data"]["text/plain"].endswith("50 %")
    shown = [
        content["data"] for _, content in kernel.run("w = waitbar(0, 'first'); waitbar(0.2, w, 'a < b'); waitbar(0.3, w); close(w)")[1]
    ]
    assert [data["text/plain"].partition(" [")[0] for data in shown] == ["first", "a < b", "a < b"]
    assert 'a &lt; b <progress value="20" max="100">' in shown[1]["text/html"]


def test_svg_figures(kernel: Client) -> None:
    _, outputs = kernel.run("%plot svg\nfigure(1); clf; plot(1:3)")
    assert outputs[0][1]["data"]["image/svg+xml"].lstrip().startswith("<?xml")
    kernel.run("%plot png")


def test_fusion_report_has_text_and_html(kernel: Client) -> None:
    kernel.run("t = linspace(0, 1, 200000); y = sin(t) .* exp(-t) + 1; m = mean(y);")
    _, outputs = kernel.run("%fusion_report --wgsl")
    data = outputs[0][1]["data"]
    assert "sin" in data["text/plain"] and "<svg" in data["text/html"] and "@compute" in data["text/html"]


def test_residency_lists_variables(kernel: Client) -> None:
    kernel.run("big = rand(300, 300); word = 'abc';")
    plain = kernel.run("%residency")[1][0][1]["data"]["text/plain"]
    assert "300×300" in plain and "720 kB" in plain and "word" in plain


def test_completion_tells_types(kernel: Client) -> None:
    kernel.run("myvariable_ = 1;")
    reply = kernel.request(kernel.client.complete, "myvari", 6)
    assert reply["matches"] == ["myvariable_"] and (reply["cursor_start"], reply["cursor_end"]) == (0, 6)
    assert reply["metadata"]["_jupyter_types_experimental"][0]["type"] == "variable"


def test_inspection(kernel: Client) -> None:
    kernel.run("matrix_ = ones(3, 4);")
    assert "3×4 double" in kernel.request(kernel.client.inspect, "matrix_", 3)["data"]["text/plain"]
    assert not kernel.request(kernel.client.inspect, "nosuchname_", 4)["found"]
    assert "otherwise" in kernel.request(kernel.client.inspect, "switch matrix_", 3)["data"]["text/plain"]


def test_incomplete_code_is_indented(kernel: Client) -> None:
    reply = kernel.request(kernel.client.is_complete, "for i = 1:3")
    assert reply["status"] == "incomplete" and reply["indent"].strip() == "" and reply["indent"]


def test_kernel_says_what_it_supports(kernel: Client) -> None:
    info = kernel.request(kernel.client.kernel_info)
    assert info["supported_features"] == ["debugger"] and info["language_info"]["codemirror_mode"]["mime"] == "text/x-octave"


def test_sounds_are_players(kernel: Client) -> None:
    code = "sound(sin(1:800), 8000); p = audioplayer(ones(400, 2) * 2, 4000); p.StartFcn = @(varargin) disp('on'); play(p)"
    _, outputs = kernel.run(code)
    assert kinds(outputs) == ["display_data", "stream", "display_data"]
    data = [content["data"] for kind, content in outputs if kind == "display_data"]
    assert [d["text/plain"] for d in data] == ["<sound of 0.1 s at 8000 Hz>", "<sound of 0.1 s at 4000 Hz>"]
    sound = base64.b64decode(data[1]["text/html"].split("base64,")[1].split('"')[0])
    assert sound[:4] == b"RIFF" and len(sound) == 44 + 400 * 2 * 2 and sound[-2:] == b"\xff\x7f"
    assert kernel.run("sound(1:3)", silent=True)[1] == []


def test_movies_are_moving_pictures(kernel: Client) -> None:
    code = "figure('Visible', 'off'); for k = 1:3, plot(1:k); M(k) = getframe(gcf); end; movie(M, [2 1 3 2], 5); movie(gcf, M(1:2), -1)"
    _, outputs = kernel.run(code)
    data = [content["data"] for kind, content in outputs if kind == "display_data"]
    assert [d["text/plain"] for d in data] == ["<movie of 3 frames, 5 in a second>", "<movie of 4 frames, 12 in a second>"]
    with Image.open(io.BytesIO(base64.b64decode(data[0]["image/png"]))) as picture:
        assert (picture.n_frames, picture.size, picture.info["loop"], picture.info["duration"]) == (3, (560, 420), 2, 200)
    reply, _ = kernel.run("movie(M, [1 7])")
    assert reply["ename"] == "MATLAB:movie:InvalidFrame"
