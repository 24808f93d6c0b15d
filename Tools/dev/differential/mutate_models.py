#!/usr/bin/env python3
"""Runs the operators' test models with something changed, in Mudra and in LiteRT, and lists what only LiteRT runs.

    mutate_models.py MUDRA COUNT [--first SEED] [--operators NAME …] [--mutations NAME …] [--jobs N] [--keep FOLDER]
    mutate_models.py MUDRA 1 --first 17 --keep /tmp/17                       one seed again, with its files

In the environment of Tools/dev/reference/requirements.txt. A seed picks one of the small models in
Tests/TensorRuntimeTests/Fixtures and a mutation: what other people's models have and cases by hand forget. Each is told with its
seed, its model and what was changed:

- "only LiteRT": it runs there and is refused here; "different": both run, and a result is another type or shape, or farther away
  than BOUND of its range, or than two steps of integers. Some are no faults: LiteRT reads memory that is not its own, or
  ignores a type or a scale that the file states. "ended by LiteRT" is a crash there.
- The rest is counted: the same, refused by both, run only here.
"""
import argparse
import collections
import concurrent.futures
import io
import os
import pathlib
import random
import sys
import tempfile
import zipfile

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

from compare_graphs import Refused, from_process, mudra, npy
from random_graphs import run

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "Tests/TensorRuntimeTests/Fixtures"
BOUND = 1e-5
TYPES = {schema.TensorType.FLOAT32: np.float32, schema.TensorType.FLOAT16: np.float16, schema.TensorType.FLOAT64: np.float64,
         schema.TensorType.INT64: np.int64, schema.TensorType.INT32: np.int32, schema.TensorType.INT16: np.int16,
         schema.TensorType.INT8: np.int8, schema.TensorType.UINT32: np.uint32, schema.TensorType.UINT16: np.uint16,
         schema.TensorType.UINT8: np.uint8, schema.TensorType.BOOL: np.bool_}


class Unchanged(Exception):
    """A model has nothing that the mutation could change."""


class Mutant:
    """A model that is being changed, and what its inputs get."""

    def __init__(self, model, feeds, seed):
        self.model = schema.ModelT.InitFromPackedBuf(model, 0)
        self.graph = self.model.subgraphs[0]
        self.feeds = list(feeds)
        self.random = random.Random(seed)
        # As the command calls the files of outputs.
        for index in self.graph.outputs:
            self.graph.tensors[index].name = f"tensor{index}".encode()

    def pick(self, choices):
        choices = list(choices)
        if not choices:
            raise Unchanged
        return self.random.choice(choices)

    def data(self, tensor):
        """A constant's elements; None for other tensors and types."""
        data = self.model.buffers[tensor.buffer].data
        if data is None or not len(data) or tensor.type not in TYPES:
            return None
        return np.frombuffer(bytes(data), TYPES[tensor.type])

    def set_type(self, index, new):
        """Another element type, with the values of constants and inputs as far as they fit."""
        tensor, kind = self.graph.tensors[index], TYPES[new]
        data = self.data(tensor)
        with np.errstate(all="ignore"):
            if data is not None:
                self.model.buffers.append(schema.BufferT())
                self.model.buffers[-1].data = np.frombuffer(data.astype(kind).tobytes(), np.uint8)
                tensor.buffer = len(self.model.buffers) - 1
            for place, number in enumerate(self.graph.inputs):
                if number == index:
                    self.feeds[place] = self.feeds[place].astype(kind)
        tensor.type = new

    def tensors(self):
        return [index for index, tensor in enumerate(self.graph.tensors) if tensor.type in TYPES]

    def pack(self):
        builder = flatbuffers.Builder(1024)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


# Mutations: each changes a mutant and says how.

def all_of_a_type(m):
    old = m.graph.tensors[m.pick(m.tensors())].type
    new = m.pick(kind for kind in TYPES if kind != old)
    for index in m.tensors():
        if m.graph.tensors[index].type == old:
            m.set_type(index, new)
    return f"all {TYPES[old].__name__} are {TYPES[new].__name__}"


def one_type(m):
    index = m.pick(m.tensors())
    new = m.pick(kind for kind in TYPES if kind != m.graph.tensors[index].type)
    m.set_type(index, new)
    return f"tensor {index} is {TYPES[new].__name__}"


def scale(m):
    tensor = m.graph.tensors[m.pick(m.tensors())]
    details = tensor.quantization
    if details is None or details.scale is None or not len(details.scale):
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = [0.05], [m.pick([0, 3, -7])]
        return f"{tensor.name} has a scale"
    what = m.pick(["none", "factor", "zero point", "one of all"])
    if what == "none":
        tensor.quantization = None
    elif what == "factor":
        details.scale = [value * m.pick([0.3, 2.5]) for value in details.scale]
    elif what == "zero point":
        details.zeroPoint = [int(value) + m.pick([-3, 5]) for value in details.zeroPoint]
    else:
        details.scale, details.zeroPoint = list(details.scale[:1]), list(details.zeroPoint[:1])
    return f"{tensor.name}: scale, {what}"


def option(m):
    operator = m.pick(operator for operator in m.graph.operators if operator.builtinOptions is not None)
    table = operator.builtinOptions
    name = m.pick(name for name, value in vars(table).items() if isinstance(value, (bool, int, float)))
    value = getattr(table, name)
    new = not value if isinstance(value, bool) else m.pick([0, 1, 2, 3, value + 1]) if isinstance(value, int) else value * 1.5
    setattr(table, name, new)
    return f"{name} is {new} and not {value}"


def constant_to_input(m):
    index = m.pick(i for i in m.tensors() if m.data(m.graph.tensors[i]) is not None and i not in list(m.graph.inputs)
                   and m.graph.tensors[i].sparsity is None)
    tensor = m.graph.tensors[index]
    m.feeds.append(m.data(tensor).reshape([int(extent) for extent in tensor.shape] if tensor.shape is not None else []))
    tensor.buffer = 0
    m.graph.inputs = [*m.graph.inputs, index]
    return f"constant {tensor.name} is an input"


def input_to_constant(m):
    place = m.pick(range(len(m.feeds)))
    index = m.graph.inputs[place]
    m.model.buffers.append(schema.BufferT())
    m.model.buffers[-1].data = np.frombuffer(m.feeds.pop(place).tobytes(), np.uint8)
    m.graph.tensors[index].buffer = len(m.model.buffers) - 1
    m.graph.inputs = [number for number in m.graph.inputs if number != index]
    return f"input {place} is a constant"


def shape(m):
    place = m.pick(place for place in range(len(m.feeds)) if m.feeds[place].ndim)
    tensor, array = m.graph.tensors[m.graph.inputs[place]], m.feeds[place]
    axis = m.random.randrange(array.ndim)
    what = m.pick(["empty", "one", "twice", "more axes", "fewer axes", "unknown"])
    if what == "unknown":
        tensor.shapeSignature = [-1 if i == axis else extent for i, extent in enumerate(array.shape)]
    else:
        array = {"empty": lambda: np.take(array, [], axis), "one": lambda: np.take(array, [0], axis) if array.shape[axis] else array,
                 "twice": lambda: np.concatenate([array, array], axis), "more axes": lambda: array[None],
                 "fewer axes": lambda: array.reshape(array.shape[0] * array.shape[1], *array.shape[2:]) if array.ndim > 1 else array}[what]()
        m.feeds[place], tensor.shape, tensor.shapeSignature = np.ascontiguousarray(array), list(array.shape), None
    return f"input {place}: {what}, axis {axis}"


def values(m):
    place = m.pick(place for place, array in enumerate(m.feeds) if array.size)
    array = m.feeds[place].copy().reshape(-1)
    kind = array.dtype
    # Not NaN and infinities: NonFiniteNumbers says what becomes of them.
    extremes = [-0.0, 6e-8, 300, -6e4] if kind.kind in "fc" else [np.iinfo(kind).min, np.iinfo(kind).max] \
        if kind.kind in "iu" else [True, False]
    for _ in range(1 + array.size // 4):
        array[m.random.randrange(array.size)] = m.pick(extremes)
    m.feeds[place] = array.reshape(m.feeds[place].shape)
    return f"input {place} has extremes"


MUTATIONS = {mutation.__name__: mutation for mutation in (
    all_of_a_type, one_type, scale, option, constant_to_input, input_to_constant, shape, values)}


def cases(names):
    """The models that Mudra runs, and where they are."""
    found = []
    for path in sorted(FIXTURES.glob("*.zip")):
        if path.stem in ("random", "large") or names and path.stem not in names:
            continue
        with zipfile.ZipFile(path) as archive:
            files = set(archive.namelist())
            found += [(path, name[:-7]) for name in sorted(files) if name.endswith(".tflite") and f"{name[:-7]}.output0.npy" in files]
    return found


def mutant(case, mutation, seed):
    path, name = case
    with zipfile.ZipFile(path) as archive:
        feeds = []
        while f"{name}.input{len(feeds)}.npy" in archive.namelist():
            feeds.append(np.load(io.BytesIO(archive.read(f"{name}.input{len(feeds)}.npy"))))
        m = Mutant(archive.read(f"{name}.tflite"), feeds, seed)
    return m, MUTATIONS[mutation](m)


def is_far(found, wanted):
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return True
    if wanted.dtype.kind not in "fc":
        return bool(np.abs(found.astype(np.float64) - wanted.astype(np.float64)).max(initial=0) > (0 if wanted.dtype == np.bool_ else 2))
    finite = np.isfinite(wanted)
    if not np.array_equal(np.isfinite(found), finite):
        return True
    bound = {2: 2e-3}.get(wanted.dtype.itemsize, BOUND) * max(1e-6, np.abs(wanted[finite]).max(initial=0))
    return bool(np.abs(found[finite].astype(np.complex128) - wanted[finite]).max(initial=0) > bound)


def check(job, end):
    case, mutation, seed, command, folder = job
    try:
        m, told = mutant(case, mutation, seed)
        model = m.pack()
    except Unchanged:
        return end.send(("unchanged", ""))
    names = [m.graph.tensors[index].name.decode() for index in m.graph.inputs]
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in {"model.tflite": model, **{f"input{i}.npy": npy(feed) for i, feed in enumerate(m.feeds)}}.items():
            (folder / name).write_bytes(content)
    with tempfile.TemporaryDirectory() as place:
        try:
            found = mudra(command, model, m.feeds, list(m.graph.outputs), None, 1, place, names)
        except Refused as error:
            found = str(error).replace("\n", " ")[-160:]
    try:
        wanted = run(model, m.feeds)
    except (ValueError, RuntimeError) as error:
        return end.send(("refused by both" if isinstance(found, str) else "only here", f"{told}: {error}"))
    if isinstance(found, str):
        return end.send(("only LiteRT", f"{told}: {found}"))
    far = any(is_far(*pair) for pair in zip(found, wanted, strict=True))
    end.send(("different" if far else "same", told))


def checked(job):
    """A job and its outcome."""
    return job, *(from_process(check, job) or ("ended by LiteRT", mutant(*job[:3])[1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mudra")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--operators", nargs="+", default=[])
    parser.add_argument("--mutations", nargs="+", default=list(MUTATIONS), choices=MUTATIONS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    known = cases(arguments.operators)
    jobs = []
    for seed in range(arguments.first, arguments.first + arguments.count):
        choice = random.Random(seed)
        jobs.append((choice.choice(known), choice.choice(arguments.mutations), seed, arguments.mudra, arguments.keep))
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (case, mutation, seed, *_), word, told in pool.map(checked, jobs):
            counts[word] += 1
            if word in ("only LiteRT", "different", "ended by LiteRT"):
                print(f"{seed}: {word}: {case[0].stem}/{case[1]}, {mutation}: {told}", flush=True)
    print(dict(counts))


if __name__ == "__main__":
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
    main()
