"""Scripts with sections as pages of HTML: comments, code and output (publish)."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

_STYLES = (
    (re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w_])_(\S(?:[^_\n]*\S)?)_(?![\w_])"), r"<i>\1</i>"),
    (re.compile(r"(?<![\w|])\|(\S(?:[^|\n]*\S)?)\|(?![\w|])"), r"<tt>\1</tt>"),
)
_LINK = re.compile(r"&lt;((?:https?|ftp|mailto|file):[^\s&]+(?:&amp;[^\s&]+)*)(?:\s+([^&\n]+))?&gt;")
_PICTURE = re.compile(r"&lt;&lt;([^&\s]+)&gt;&gt;")
_ITEM = re.compile(r"([*#])\s+(.*)")
_CSS = (
    "body{font-family:Arial,Helvetica,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "pre{padding:.6em;overflow:auto}pre.codeinput{background:#f7f7f7;border:1px solid #d3d3d3}"
    "pre.codeoutput{color:#555}pre.error{color:#c00}img{max-width:100%}h1,h2{color:#d55000;font-weight:normal}"
)


@dataclass(slots=True)
class Section:
    """A part of a script: its title, the comment below it, its code, and the output of the code."""

    title: str = ""
    comment: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    output: str = ""
    error: str = ""
    pictures: list[str] = field(default_factory=list)


def sections_of(text: str) -> list[Section]:
    """The sections of a script; the lines before the first title form a section."""
    sections = [Section()]
    for line in text.splitlines():
        stripped = line.strip()
        if stripped == "%%" or stripped.startswith("%% "):
            sections.append(Section(stripped[2:].strip()))
        elif stripped.startswith("%") and not _has_text(sections[-1].code) and len(sections) > 1:
            sections[-1].comment.append(stripped[1:])
        else:
            sections[-1].code.append(line)
    return sections if _has_text(sections[0].code) else sections[1:] or sections


def _inline(text: str) -> str:
    markup = html.escape(text, quote=False)
    markup = _PICTURE.sub(r'<img src="\1">', markup)
    markup = _LINK.sub(lambda m: f'<a href="{m[1]}">{m[2] or m[1]}</a>', markup)
    for pattern, shown in _STYLES:
        markup = pattern.sub(shown, markup)
    return markup


def comment_html(lines: list[str]) -> str:
    """The text of a comment: paragraphs, lists, and preformatted text, which begins with blanks."""
    blocks, paragraph = [], []

    def close() -> None:
        if not paragraph:
            return
        if all(line.startswith("  ") for line in paragraph):
            blocks.append("<pre>" + html.escape("\n".join(line[2:] for line in paragraph), quote=False) + "</pre>")
        elif all(_ITEM.match(line.strip()) for line in paragraph):
            items = [_ITEM.match(line.strip()) for line in paragraph]
            kind = "ol" if items[0] is not None and items[0][1] == "#" else "ul"
            blocks.append(f"<{kind}>" + "".join(f"<li>{_inline(item[2])}</li>" for item in items if item is not None) + f"</{kind}>")
        else:
            blocks.append("<p>" + _inline("\n".join(line.strip() for line in paragraph)) + "</p>")
        paragraph.clear()

    for line in lines:
        if line.strip():
            paragraph.append(line[1:] if line.startswith(" ") else line)
        else:
            close()
    close()
    return "\n".join(blocks)


def page(name: str, sections: list[Section], *, show_code: bool, lines: float) -> str:
    """The whole page of a script."""
    first = sections[0] if sections else None
    is_heading = first is not None and bool(first.title) and not _has_text(first.code)
    title = (first.title if first is not None else "") or name
    entries = [s for s in sections[1:] if s.title]
    blocks = [f"<h1>{_inline(title)}</h1>"]
    if first is not None and is_heading:
        blocks.append(comment_html(first.comment))
    if entries:
        listed = "".join(f'<li><a href="#{k}">{_inline(s.title)}</a></li>' for k, s in enumerate(entries, start=1))
        blocks.append(f"<h2>Contents</h2><ul>{listed}</ul>")
    for section in sections:
        if section in entries:
            blocks.append(f'<h2 id="{entries.index(section) + 1}">{_inline(section.title)}</h2>')
        if section is not first or not is_heading:
            blocks.append(comment_html(section.comment))
        blocks += _code_and_output(section, show_code, lines)
    body = "\n".join(block for block in blocks if block)
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{_CSS}</style>'
    return f"<!DOCTYPE html>\n<html><head>{head}</head><body>\n{body}\n</body></html>\n"


def _has_text(lines: list[str]) -> bool:
    return any(line.strip() for line in lines)


def _code_and_output(section: Section, show_code: bool, lines: float) -> list[str]:
    """The code of a section, at most ``lines`` lines of its output, its error and its figures."""
    code = "\n".join(section.code).strip("\n")
    printed = section.output.splitlines()
    printed = printed if lines == float("inf") else printed[: int(lines)]
    texts = {"codeinput": code if show_code else "", "codeoutput": "\n".join(printed).strip("\n"), "error": section.error}
    blocks = [f'<pre class="{kind}">{html.escape(text, quote=False)}</pre>' for kind, text in texts.items() if text.strip()]
    return blocks + [f'<img src="{html.escape(path)}" alt="">' for path in section.pictures]
