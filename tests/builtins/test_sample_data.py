"""The sample data: names, sizes and classes as MATLAB's documentation gives them, found after the user's own files, with help."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from runmat_kernel import sample_data
from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session

SAMPLES = list(sample_data.samples())
DOCUMENTED = {
    "patients.mat": "Smoker 100x1 logical",
    "carsmall.mat": "Model 100x33 char",
    "carbig.mat": "cyl4 406x5 char",
    "fisheriris.mat": "meas 150x4 double",
    "hald.mat": "ingredients 13x4 double",
    "census.mat": "pop 21x1 double",
    "peppers.png": "384x512x3 uint8",
    "cameraman.tif": "256x256 uint8",
    "coins.png": "246x300 uint8",
    "durer.mat": "X 648x509 double",
    "handel.mat": "y 73113x1 double",
    "seamount.mat": "z 294x1 double",
    "wind.mat": "u 41x35x15 double",
    "topo.mat": "topo 180x360 double",
    "tsunamis.xlsx": "162x20 table",
    "outages.csv": "1468x6 table",
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")

    def run(text: str) -> str:
        outcome = session.run(text)
        if outcome.error is not None:
            raise outcome.error
        return outcome.text

    return run


SHOW = "fprintf('%s %s; ', strjoin(string(size({0})), 'x'), class({0}));"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.file)
def test_files_hold_what_is_said_of_them(run, sample):
    assert DOCUMENTED.get(sample.file, "") in sample.contents
    run(sample.reader)
    if "table: " in sample.contents:
        size, names = sample.contents.split(" table: ")
        assert run(SHOW.format("T") + "fprintf('%s ', T.Properties.VariableNames{:})").strip() == f"{size} table; {names}"
        return
    held = sorted(sample.contents.split("; "), key=lambda item: item.split()[0])
    names = [item.split()[0] for item in held] if sample.reader.startswith("load") else []
    if not names:
        assert run(SHOW.format(sample.reader.partition(" =")[0].strip("[]").split(",")[0])) == sample.contents + "; "
        return
    assert run("all_names = who; fprintf('%s ', all_names{:})").split() == sorted(names)
    assert "".join(f"{name} {run(SHOW.format(name))}" for name in names).rstrip("; ") == "; ".join(held)


def test_every_file_is_described():
    assert sorted(sample.file for sample in SAMPLES) == sorted(os.listdir(sample_data.FOLDER))
    assert {sample.kind for sample in SAMPLES} == {"published", "synthetic"}
    assert sum(os.path.getsize(os.path.join(sample_data.FOLDER, sample.file)) for sample in SAMPLES) < 3_000_000


def test_published_numbers_are_those_of_the_source(run):
    """Sums and moments that the literature gives of these data."""
    text = run(
        "load fisheriris; fprintf('%.3f ', mean(meas(1:50,:)), mean(meas(51:100,:)), mean(meas(101:150,:)), std(meas));"
        "load hald; fprintf('%.4f ', mean(hald(:,[3 5])), regress(heat, [ones(13,1) ingredients]));"
        "load census; fprintf('%g ', pop([1 11 21])); load lawdata; fprintf('%.3f ', corr(lsat, gpa));"
        "load sunspot.dat; fprintf('%.1f %d ', max(sunspot(:,2)), sunspot(sunspot(:,2) == max(sunspot(:,2)), 1));"
    )
    expected = (
        "5.006 3.428 1.462 0.246 5.936 2.770 4.260 1.326 6.588 2.974 5.552 2.026 0.828 0.436 1.765 0.762 "
        "11.7692 95.4231 62.4054 1.5511 0.5102 0.1019 -0.1441 3.9 62.9 248.7 0.776 190.2 1957"
    )
    assert text.split() == expected.split()


def test_square_of_the_engraving_is_magic(run):
    source = (Path(sample_data.__file__).with_name("make.m")).read_text()
    numbers = re.search(r"square = (\[16[^\]]*\])", source)
    assert run(f"s = {numbers[1]}; fprintf('%d', isequal([sum(s) sum(s')], 34*ones(1,8)))") == "1"


def test_own_files_come_first(run, tmp_path):
    run("pop = 7; save census.mat pop; clear; load census")
    assert run("fprintf('%g', pop)") == "7"
    os.makedirs("mine")
    os.rename("census.mat", "mine/census.mat")
    assert run("addpath mine; clear; load census; fprintf('%g', pop)") == "7"
    assert run("rmpath mine; clear; load census; fprintf('%g', numel(pop))") == "21"


def test_names_are_known(run):
    assert run("fprintf('%d', exist('patients.mat'), exist('peppers.png', 'file'), exist('nosuch.mat'), isfile('peppers.png'))") == "2200"
    assert run("fprintf('%s', which('peppers.png'))") == os.path.join(sample_data.FOLDER, "peppers.png")
    assert run("x = imfinfo('peppers.png'); fprintf('%d ', x.Height, x.Width)") == "384 512 "
    assert run("fprintf('%s', fgetl(fopen('outages.csv')))") == "Region,OutageTime,Loss,Customers,RestorationTime,Cause"
    assert run("o = detectImportOptions('outages.csv'); fprintf('%s', o.VariableTypes{2})") == "datetime"


def test_nothing_is_written_among_them(run, tmp_path):
    assert run("fprintf('%d', fopen('count.dat', 'r+'))") == "-1"
    assert run("m = matfile('durer'); fprintf('%d ', size(m, 'X'))") == "648 509 "
    with pytest.raises(MatlabError):
        run("m.X = 1;")
    run("m = matfile('durer', 'Writable', true); m.X = 1; load durer; pop = 1; save census pop")
    assert sorted(os.listdir(tmp_path)) == ["census.mat", "durer.mat"] and run("fprintf('%d', X)") == "1"


@pytest.mark.parametrize("name", ["patients", "fisheriris", "peppers", "peppers.png", "outages.csv"])
def test_help_says_where_the_data_come_from(run, name):
    text = run(f"help {name}")
    assert ("published" if name == "fisheriris" else "synthetic") in text
    assert all(item in text for sample in SAMPLES if name in (sample.file, sample.name) for item in sample.contents.split("; "))


BEGINNINGS = [
    ("I = imread('coins.png'); BW = imfill(imbinarize(I), 'holes'); cc = bwconncomp(BW); fprintf('%d', cc.NumObjects)", "10"),
    (
        "I = imread('rice.png'); J = I - imopen(I, strel('disk', 15)); cc = bwconncomp(imbinarize(J)); fprintf('%d', cc.NumObjects > 50)",
        "1",
    ),
    ("load fisheriris; k = kmeans(meas(1:100,3:4), 2); fprintf('%d', numel(unique(k(1:50))), numel(unique(k(51:100))))", "11"),
    ("load carsmall; boxplot(MPG, Origin); fprintf('%d ', numel(xticklabels) > 3, any(isnan(MPG)), unique(Model_Year))", "1 1 70 76 82 "),
    ("load census; [p, ~, mu] = polyfit(cdate, pop, 2); fprintf('%d', abs(polyval(p, 1990, [], mu) - 248.7) < 5)", "1"),
    ("T = readtable('outages.csv'); fprintf('%d ', numel(categories(categorical(T.Region))), any(ismissing(T)))", "5 0 0 1 1 1 0 "),
    ("load outdoors; load indoors; t = synchronize(indoors, outdoors, 'hourly', 'mean'); fprintf('%d', width(t))", "5"),
    ("load topo; load wind; load mri; fprintf('%d ', min(topo(:)) < 0, isequal(siz, size(squeeze(D))), min(diff(x(1,:,1))) > 0)", "1 1 1 "),
]


@pytest.mark.parametrize(("code", "printed"), BEGINNINGS)
def test_examples_begin_with_them(run, code, printed):
    assert run(code) == printed


@pytest.mark.parametrize("name", ["../contents.tsv", "", ".", "files", "nosuch"])
def test_other_names_find_nothing(name):
    assert sample_data.file(name) == ""


def test_the_page_is_written_anew():
    page = Path(__file__).resolve().parents[2] / "docs" / "sample-data.md"
    assert page.read_text(encoding="utf-8") == sample_data.page(), "run: python -m runmat_kernel.sample_data > docs/sample-data.md"
