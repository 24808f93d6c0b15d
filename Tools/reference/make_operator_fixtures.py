#!/usr/bin/env python3
"""Makes Tests/TensorRuntimeTests/Fixtures/<operator>/: small models, seeded inputs and LiteRT's outputs.

    make_operator_fixtures.py [--out FOLDER] [--only OPERATOR]

  <case>.tflite      one operator (graph/: a few), written with LiteRT's schema
  <case>.inputN.npy  value of model input N          (NPY 1.0, little-endian)
  <case>.outputN.npy what LiteRT 2.3.0 made of them  (reference kernels, no delegate)
  bad_<case>.tflite  a model that must be refused by a thrown error
  large/             models alone: the tests compare thread counts and providers with each other

LiteRT's optimised kernels are run too and must agree, so that no answer rests on one implementation.
The same versions (requirements.txt) make the same bytes on every machine.
"""
import argparse
import pathlib
import shutil
import sys

import numpy as np
from ai_edge_litert.interpreter import OpResolverType

from cases import activation, conversion, convolution, elementwise, graph, large, pooling, reduction, resize, shape
from model_writer import ModelWriter, run_litert

FAMILIES = (convolution, elementwise, activation, pooling, shape, reduction, resize, conversion, graph)
DEFAULT = pathlib.Path(__file__).resolve().parents[2] / "Tests/TensorRuntimeTests/Fixtures"
CASE_LIMIT, TOTAL_LIMIT = 20_000, 3_000_000


def collect():
    """(folder, name) -> model: with an answer, to be refused, and alone; in the order in which they are written down."""
    good, bad, alone = {}, {}, {}

    def starter(into, prefix):
        def start(folder, name):
            key = (folder, prefix + name)
            if key in into:
                raise ValueError(f"two cases are called {key}")
            into[key] = ModelWriter("/".join(key))
            return into[key]
        return start

    for family in FAMILIES:
        family.good(starter(good, ""))
        family.bad(starter(bad, "bad_"))
    large.models(starter(alone, ""))
    return good, bad, alone


def save(path, array):
    array = np.asarray(array)
    with open(path, "wb") as file:
        # ascontiguousarray would turn a scalar into a vector
        np.lib.format.write_array(file, np.array(array, order="C"), version=(1, 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=DEFAULT)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    good, bad, alone = collect()
    folders = {folder for folder, _ in good | bad | alone if arguments.only in (None, folder)}
    for folder in sorted(folders):
        shutil.rmtree(arguments.out / folder, ignore_errors=True)
        (arguments.out / folder).mkdir(parents=True)

    total = worst = 0
    counts = {}
    for (folder, name), model in good.items():
        if folder not in folders:
            continue
        base = arguments.out / folder / name
        try:
            bytes_ = model.settle_shapes().pack()
            outputs = run_litert(bytes_, model.feeds)
            check = run_litert(bytes_, model.feeds, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
        except Exception as error:
            sys.exit(f"{folder}/{name}: {error}")
        for a, b in zip(outputs, check, strict=True):
            scale = max(1.0, float(np.abs(a[np.isfinite(a)]).max(initial=0)))
            finite = np.isfinite(a) & np.isfinite(b)
            difference = float(np.abs(a[finite].astype(np.float64) - b[finite]).max(initial=0)) / scale
            if a.shape != b.shape or difference > 2e-6 or not np.array_equal(a[~finite], b[~finite], equal_nan=True):
                sys.exit(f"{folder}/{name}: LiteRT's kernels disagree by {difference}")
            worst = max(worst, difference)
        base.with_name(name + ".tflite").write_bytes(bytes_)
        for index, value in enumerate(model.feeds):
            save(base.with_name(f"{name}.input{index}.npy"), value)
        for index, value in enumerate(outputs):
            save(base.with_name(f"{name}.output{index}.npy"), value)
        size = sum(f.stat().st_size for f in base.parent.glob(name + ".*"))
        if size > CASE_LIMIT:
            sys.exit(f"{folder}/{name}: {size} bytes")
        total += size
        counts.setdefault(folder, [0, 0])[0] += 1
    for (folder, name), model in (bad | alone).items():
        if folder not in folders:
            continue
        bytes_ = model.pack() if (folder, name) in bad else model.settle_shapes().pack()
        (arguments.out / folder / f"{name}.tflite").write_bytes(bytes_)
        total += len(bytes_)
        counts.setdefault(folder, [0, 0])[1 if (folder, name) in bad else 0] += 1
    for folder, (cases, refused) in sorted(counts.items()):
        print(f"{folder:20} {cases:4} cases {refused:4} refused")
    print(f"{total} bytes; the two sets of LiteRT kernels differ by {worst:.2g} at most")
    if total > TOTAL_LIMIT:
        sys.exit("too large")


if __name__ == "__main__":
    main()
