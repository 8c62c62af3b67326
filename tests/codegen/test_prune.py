"""Shaders without what cannot run."""

import pytest

from runmat_kernel.codegen.wgsl.prune import pruned

_SHADER = """struct Launch { n: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
fn used(x: f32) -> f32 { return x; }
fn unused(x: f32) -> f32 { return used(x); }
fn road(x: f32) -> f32 {
    // a brace } in a comment
    if false {
        return unused(x);
    }
    let y = x + 1.0f;
    if true { return used(y); } else { return unused(y); }
}
fn middle(x: f32) -> f32 {
    var y = x;
    if true { y = 2.0f; }
    return y;
}
@compute @workgroup_size(64)
fn main() { out[0] = road(1.0f) + middle(1.0f); }
"""


def test_dead_functions_and_branches_go():
    text = pruned(_SHADER)
    assert "unused" not in text and "if true" not in text and "if false" not in text
    assert "fn used" in text and "fn road" in text and "y = 2.0f" in text
    assert text.index("@compute") < text.index("fn main")
    assert text.startswith("struct Launch")


def test_attributes_stay_with_a_text_that_begins_with_them():
    head, main = _SHADER.split("@compute")
    text = pruned(head, ["fn extra() -> f32 { return 2.0f; }"], f"@compute{main}")
    assert "@compute @workgroup_size(64)\nfn main" in text and "fn extra" not in text


def test_nothing_follows_a_return():
    road = pruned(_SHADER).split("fn road")[1].split("fn ")[0]
    assert road.count("return") == 1 and road.rstrip().endswith("}")


@pytest.mark.parametrize("text", ["fn helper() -> f32 { return 1.0f; }"])
def test_a_library_alone_stays(text):
    assert pruned(text).strip() == text


def test_texts_one_after_the_other():
    before, own = _SHADER.split("@compute")
    text = pruned("fn keep(x: f32) -> f32 { return x; }", [before], f"@compute{own.replace('middle(1.0f)', 'keep(1.0f)')}")
    assert "fn middle" not in text and "fn used" in text and text.count("fn keep") == 1
    assert text.index("fn keep") < text.index("@compute @workgroup_size(64)\nfn main")
