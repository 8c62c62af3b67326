"""Data sets under the names that MATLAB's documentation uses: ``load patients``, ``imread('peppers.png')``.

The files are in ``files``; ``make.m`` writes them, and ``contents.tsv`` says what each holds and where its numbers come from.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

_HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(_HERE, "files")
_ORIGINS = {"published": "The numbers were published: ", "synthetic": "The data are synthetic: "}


@dataclass(frozen=True, slots=True)
class Sample:
    """One file: what reads it, what it holds (``name size class``, separated by semicolons), what it is about and where it comes from."""

    file: str
    reader: str
    contents: str
    about: str
    kind: str
    origin: str

    @property
    def name(self) -> str:
        return self.file.partition(".")[0]


def file(name: str) -> str:
    """Where the file of this name lies; empty where there is none."""
    path = os.path.join(FOLDER, name)
    return path if name and os.path.basename(name) == name and os.path.isfile(path) else ""


def samples() -> Iterator[Sample]:
    """All files, in the order of their names."""
    with open(os.path.join(_HERE, "contents.tsv"), encoding="utf-8") as stream:
        next(stream)
        for line in stream:
            yield Sample(*line.rstrip("\n").split("\t"))


def help_text(name: str) -> str:
    """What ``help`` says of a data set or of one of its files; empty where there is none."""
    matches = [sample for sample in samples() if name in (sample.file, sample.name)]
    return "\n".join(_described(sample) for sample in matches)


def _described(sample: Sample) -> str:
    contents = "".join(f"    {item}\n" for item in sample.contents.split("; "))
    origin = _ORIGINS[sample.kind] + sample.origin
    return f" {sample.file} - {sample.about}.\n\n    {sample.reader}\n\n{contents}\n {origin}.\n"


def page() -> str:
    """The page of the documentation."""
    head = """# Sample data

The kernel brings data sets under the names, sizes and variables that MATLAB's documentation uses, so that its examples run. They are
look-alikes: MathWorks' own files are not among them. *Published* numbers are those of the source. *Synthetic* ones are made up, and results
differ from those in the documentation. Files of your own of the same name come first. `help patients` tells what a set holds.

`python -m runmat_kernel.sample_data > docs/sample-data.md` writes this page, `runmat runmat_kernel/sample_data/make.m` makes the files.

| file | read by | holds | about | origin |
|---|---|---|---|---|
"""
    rows = (f"| `{s.file}` | `{s.reader}` | {s.contents} | {s.about} | {s.kind}: {s.origin} |\n" for s in samples())
    return head + "".join(rows)
