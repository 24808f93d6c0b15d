#!/usr/bin/env python3
"""Makes Tests/TensorRuntimeTests/Fixtures/<operator>.zip: small models, seeded inputs and LiteRT's outputs.

    make_operator_fixtures.py [--out FOLDER] [--only OPERATOR …]

Entries of an archive, stored as they are:

  <case>.tflite      one operator (graph: a few), written with LiteRT's schema
  <case>.inputN.npy  value of model input N          (NPY 1.0, little-endian)
  <case>.outputN.npy what LiteRT 2.3.0 made of them  (reference kernels, no delegate)
  bad_<case>.tflite  a model that must be refused by a thrown error

A case of several runs, in which something is kept from run to run, has <case>.runR.inputN.npy and <case>.runR.outputN.npy for
the runs after the first one.

large.zip has models alone: the tests compare thread counts and providers with each other. unanswered.zip has those to which
LiteRT has no answer, or a wrong one.

LiteRT's optimized kernels are run too and must agree, so that no answer rests on one implementation.
The same versions (requirements.txt) make the same bytes on every machine.
"""
import argparse
import importlib
import io
import pathlib
import pkgutil
import sys
import zipfile

import numpy as np
from ai_edge_litert.interpreter import OpResolverType

import cases
from model_writer import ModelWriter, run_litert

# Every module of cases/: `good(case)` and `bad(case)`, or `alone(case)` for models without an answer.
FAMILIES = [importlib.import_module(f"cases.{module.name}") for module in pkgutil.iter_modules(cases.__path__)]
DEFAULT = pathlib.Path(__file__).resolve().parents[3] / "Tests/TensorRuntimeTests/Fixtures"
CASE_LIMIT, TOTAL_LIMIT = 20_000, 8_000_000


def collect():
    """(archive, case) -> model: with an answer, to be refused, and alone; in the order in which they are written down."""
    kinds = {"good": {}, "bad": {}, "alone": {}}

    def starter(kind):
        def start(archive, name):
            key = (archive, "bad_" + name if kind == "bad" else name)
            if key in kinds[kind]:
                raise ValueError(f"two cases are called {key}")
            kinds[kind][key] = ModelWriter("/".join(key))
            return kinds[kind][key]
        return start

    for family in FAMILIES:
        for kind in kinds:
            getattr(family, kind, lambda start: None)(starter(kind))
    return kinds["good"], kinds["bad"], kinds["alone"]


def npy(array):
    # ascontiguousarray would turn a scalar into a vector
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array(array, order="C"), version=(1, 0))
    return file.getvalue()


def disagreement(model, outputs, check):
    """How far apart two answers are, as a share of the largest value; what may differ by more has been said in `model`."""
    worst = 0
    for a, b in zip(outputs, check, strict=True):
        finite = np.isfinite(a) & np.isfinite(b)
        if a.shape != b.shape or not np.array_equal(a[~finite], b[~finite], equal_nan=a.dtype.kind == "f"):
            return float("inf")
        difference = float(np.abs(a[finite].astype(np.float64) - b[finite]).max(initial=0))
        if a.dtype.kind == "f":
            difference /= max(1.0, float(np.abs(a[np.isfinite(a)]).max(initial=0)))
        worst = max(worst, difference)
    return worst


def answered(model):
    """The entries of a case by suffix, and how far LiteRT's two sets of kernels are apart."""
    model_bytes = model.settle_shapes().pack()
    if model.later:
        return answered_runs(model, model_bytes)
    outputs = run_litert(model_bytes, model.feeds, model.resolver)
    check = outputs
    if model.resolver != OpResolverType.AUTO:
        check = run_litert(model_bytes, model.feeds, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
    apart = disagreement(model, outputs, check)
    if not apart <= model.agreement:
        raise ValueError(f"LiteRT's kernels disagree by {apart}")
    entries = {"tflite": model_bytes}
    entries |= {f"input{index}.npy": npy(value) for index, value in enumerate(model.feeds)}
    entries |= {f"output{index}.npy": npy(value) for index, value in enumerate(outputs)}
    return entries, apart


def answered_runs(model, model_bytes):
    """The same for a case of several runs."""
    runs = run_litert(model_bytes, model.feeds, model.resolver, model.later)
    checks = run_litert(model_bytes, model.feeds, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES, model.later)
    entries, worst = {"tflite": model_bytes}, 0
    for number, (feeds, outputs, check) in enumerate(zip([model.feeds] + model.later, runs, checks)):
        apart = disagreement(model, outputs, check)
        if not apart <= model.agreement:
            raise ValueError(f"LiteRT's kernels disagree by {apart} in run {number}")
        worst = max(worst, apart)
        prefix = f"run{number}." if number else ""
        entries |= {f"{prefix}input{index}.npy": npy(value) for index, value in enumerate(feeds)}
        entries |= {f"{prefix}output{index}.npy": npy(value) for index, value in enumerate(outputs)}
    return entries, worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=DEFAULT)
    parser.add_argument("--only", nargs="+")
    arguments = parser.parse_args()
    good, bad, alone = collect()
    total = worst = 0
    for archive in sorted({archive for archive, _ in good | bad | alone}):
        if arguments.only and archive not in arguments.only:
            continue
        counts = [0, 0]
        with zipfile.ZipFile(arguments.out / f"{archive}.zip", "w", zipfile.ZIP_STORED) as file:
            for key, model in (good | bad | alone).items():
                if key[0] != archive:
                    continue
                try:
                    if key in good:
                        entries, apart = answered(model)
                        worst = max(worst, apart)
                    else:
                        entries = {"tflite": model.pack() if key in bad else model.settle_shapes().pack()}
                except Exception as error:
                    sys.exit(f"{archive}/{key[1]}: {error}")
                size = sum(map(len, entries.values()))
                if size > CASE_LIMIT:
                    sys.exit(f"{archive}/{key[1]}: {size} bytes")
                total += size
                counts[key in bad] += 1
                for suffix, content in entries.items():
                    file.writestr(zipfile.ZipInfo(f"{key[1]}.{suffix}"), content)
        print(f"{archive:20} {counts[0]:4} cases {counts[1]:4} refused")
    print(f"{total} bytes; the two sets of LiteRT kernels differ by {worst:.2g} at most")
    if total > TOTAL_LIMIT:
        sys.exit("too large")


if __name__ == "__main__":
    main()
