"""MATLAB's TeX markup (and LaTeX) as matplotlib's mathtext."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType

SYMBOLS = MappingProxyType(dict(
    zip(
        (
            "alpha beta gamma delta epsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma varsigma tau upsilon phi "
            "chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega infty pm mp times div cdot leq geq le ge neq ne "
            "approx equiv sim cong propto partial nabla int sum prod surd forall exists in ni notin cap cup subset subseteq supset "
            "supseteq emptyset oplus otimes leftarrow rightarrow uparrow downarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow "
            "langle rangle lfloor rfloor lceil rceil ldots bullet circ ast prime aleph Re Im wp angle perp mid clubsuit diamondsuit "
            "heartsuit spadesuit deg copyright neg wedge vee therefore slash o"
        ).split(),
        (
            "α β γ δ ε ζ η θ ϑ ι κ λ μ ν ξ π ρ σ ς τ υ φ χ ψ ω Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω ∞ ± ∓ × ÷ ⋅ ≤ ≥ ≤ ≥ ≠ ≠ ≈ ≡ ∼ ≅ ∝ ∂ ∇ ∫ ∑ ∏ √ ∀ ∃ ∈ ∋ ∉ "
            "∩ ∪ ⊂ ⊆ ⊃ ⊇ ∅ ⊕ ⊗ ← → ↑ ↓ ↔ ⇐ ⇒ ⇔ ⟨ ⟩ ⌊ ⌋ ⌈ ⌉ … • ∘ ∗ ′ ℵ ℜ ℑ ℘ ∠ ⊥ ∣ ♣ ♦ ♥ ♠ ° © ¬ ∧ ∨ ∴ / ø"
        ).split(),
        strict=True,
    )
))  # fmt: skip
_TOKEN = re.compile(
    r"\\(?P<name>[A-Za-z]+)(?P<option>(?:(?<=fontsize)|(?<=fontname)|(?<=color))(?:\[[^\]]*\])?\{[^}]*\})?|\\(?P<escaped>.)|(?P<script>[\^_])|(?P<brace>[{}])|(?P<text>[^\\^_{}]+|.)",
    re.DOTALL,
)
_STYLES = {"bf": "mathbf", "it": "mathit", "sl": "mathit", "rm": "", "tt": "mathtt"}


def convert(text: str, interpreter: str) -> str:
    """``text`` under an interpreter (``tex``, ``latex``, ``none``) as text that matplotlib draws; markup that it cannot read is kept as it is."""
    if interpreter == "none":
        return text.replace("$", r"\$")
    if interpreter == "latex":
        converted = text.replace(r"\(", "$").replace(r"\)", "$").replace(r"\[", "$").replace(r"\]", "$").replace("$$", "$")
        converted = re.sub(r"\\text(rm|bf|it)?\{", lambda m: rf"\math{m[1] or 'rm'}{{", converted)
    else:
        converted = _tex(text)
    return converted if _parses(converted) else text.replace("$", r"\$")


def _tex(text: str) -> str:
    if not any(c in text for c in "\\^_{}$"):
        return text
    tokens = list(_TOKEN.finditer(text))
    out: list[str] = []
    styles, i = [""], 0
    while i < len(tokens):
        token = tokens[i]
        if token["brace"] == "{":
            styles.append(styles[-1])
        elif token["brace"] == "}":
            if len(styles) > 1:
                styles.pop()
        elif token["script"]:
            content, i = _script(tokens, i + 1)
            out.append(f"${token['script']}{{{content}}}$")
        elif token["name"] in _STYLES:
            styles[-1] = _STYLES[token["name"]]
            if i + 1 < len(tokens) and tokens[i + 1]["text"] and tokens[i + 1]["text"].startswith(" "):
                out.append(_styled(tokens[i + 1]["text"][1:], styles[-1]))
                i += 1
        elif token["name"] and token["name"] not in SYMBOLS and token["name"][:2] in _STYLES and token["option"] is None:
            styles[-1] = _STYLES[token["name"][:2]]
            out.append(_styled(token["name"][2:], styles[-1]))
        elif token["name"]:
            if token["option"] is None:
                out.append(_styled(_symbol(token["name"]), styles[-1]))
        else:
            out.append(_styled(token["escaped"] or token["text"], styles[-1]))
        i += 1
    return "".join(out).replace("$$", "")


def _symbol(name: str) -> str:
    """The character of ``\\name``; where the name runs into a word (``\\pir``), of its longest known beginning."""
    if name in SYMBOLS:
        return SYMBOLS[name]
    for end in range(len(name) - 1, 1, -1):
        if name[:end] in SYMBOLS:
            return SYMBOLS[name[:end]] + name[end:]
    return "\\" + name


def _script(tokens: list[re.Match[str]], i: int) -> tuple[str, int]:
    """The content of a sub- or superscript that starts at token ``i``, as mathtext, and the index of its last token."""
    if i >= len(tokens):
        return "", i - 1
    if tokens[i]["brace"] != "{":
        if tokens[i]["text"]:
            word = tokens[i]["text"]
            if len(word) > 1:  # only one character belongs to the script: the rest follows as text
                rest = _TOKEN.match(word[1:])
                assert rest is not None
                tokens[i] = rest
                return _upright(word[0]), i - 1
            return _upright(word), i
        return _upright(_symbol(tokens[i]["name"]) if tokens[i]["name"] else tokens[i]["escaped"] or ""), i
    parts, depth, i = [], 1, i + 1
    while i < len(tokens):
        token = tokens[i]
        depth += {"{": 1, "}": -1}.get(token["brace"] or "", 0)
        if depth == 0:
            break
        if token["name"]:
            parts.append("" if token["name"] in _STYLES else _upright(_symbol(token["name"])))
        elif token["script"]:
            content, i = _script(tokens, i + 1)
            parts.append(f"{token['script']}{{{content}}}")
        elif not token["brace"]:
            parts.append(_upright(token["escaped"] or token["text"]))
        i += 1
    return "".join(parts), i


def _upright(text: str) -> str:
    return f"\\mathregular{{{_escape_math(text)}}}" if text else ""


def _escape_math(text: str) -> str:
    return re.sub(r"([\\{}$%#&_^])", r"\\\1", text).replace(" ", r"\ ").replace("-", "{-}")


def _styled(text: str, style: str) -> str:
    if not style or not text.strip():
        return text.replace("$", r"\$")
    return f"$\\{style}{{{_escape_math(text)}}}$"


@cache
def _parses(text: str) -> bool:
    if "$" not in text.replace(r"\$", ""):
        return True
    from matplotlib.mathtext import MathTextParser

    try:
        MathTextParser("path").parse(text)
    except (ValueError, RuntimeError):
        return False
    return True
