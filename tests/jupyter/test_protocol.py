"""The kernel against jupyter_kernel_test, every hook set."""

from __future__ import annotations

from typing import ClassVar

import pytest
from jupyter_kernel_test import IopubWelcomeTests, KernelTests

from .conftest import KERNEL

KernelTests.__test__ = False
IopubWelcomeTests.__test__ = False


@pytest.mark.usefixtures("kernelspec")
class TestKernel(KernelTests):
    __test__ = True
    kernel_name = KERNEL
    language_name = "matlab"
    file_extension = ".m"
    code_hello_world = "disp('hello, world')"
    code_stderr = "fprintf(2, 'to the error stream\\n')"
    completion_samples: ClassVar = [
        {"text": "cumpr", "matches": {"cumprod"}},
        {"text": "quiver", "matches": {"quiver", "quiver3"}},
        {"text": "%fusion", "matches": {"%fusion_report"}},
    ]
    complete_code_samples: ClassVar = ["x = 1;", "for i = 1:3, disp(i), end", "% a comment", "A = [1 2\n3 4];"]
    incomplete_code_samples: ClassVar = ["for i = 1:3", "A = [1 2", "x = 1 + ...", "if x\ny = 2;", "%{\nopen block"]
    invalid_code_samples: ClassVar = ["x = )", "end", "a = 'text"]
    code_page_something = "sin?"
    code_generate_error = "error('my:identifier', 'no good')"
    code_execute_result: ClassVar = [
        {"code": "6*7", "result": "ans =\n    42"},
        {"code": "x = [1 2; 3 4]", "result": "x =\n     1     2\n     3     4"},
        {"code": "name = 'RunMat'", "result": "name =\n    'RunMat'"},
    ]
    code_display_data: ClassVar = [
        {"code": "plot(1:3)", "mime": "image/png"},
        {"code": "x = 1;\n%residency", "mime": "text/html"},
        {"code": "x = 1;\n%fusion_report", "mime": "text/html"},
    ]
    code_history_pattern = "6*?7*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "cumsum"
    code_clear_output = "clc"


@pytest.mark.usefixtures("kernelspec")
class TestWelcome(IopubWelcomeTests):
    __test__ = True
    kernel_name = KERNEL
    support_iopub_welcome = True
