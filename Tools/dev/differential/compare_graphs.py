#!/usr/bin/env python3
"""Compares Mudra with LiteRT on random graphs: every kernel provider, emitted code for AVX2 too, one thread and two.

    compare_graphs.py MUDRA COUNT [--first SEED] [--kinds float int8 …] [--keep FOLDER] [--jobs N]
    compare_graphs.py MUDRA 1 --kinds int8 --first 17 --keep /tmp/17      one seed again, with its files
    compare_graphs.py MUDRA --fixtures                          the smoke test's cases, into Tests/TensorRuntimeTests/Fixtures

In the environment of Tools/dev/reference/requirements.txt. The answers are those of LiteRT's reference kernels, which are the path
that the operators' documentation names (TensorRuntime.docc, RunningAnyModel); for packed filters, of its optimized ones.

- Floats must be within FLOAT_BOUND of the largest value that any tensor of the graph has. If an end is farther away, each
  operator runs alone on LiteRT's values of its inputs, within the same bound of its own largest value: softmax and the like
  enlarge the last bits of sums. The bound grows with the root of the number of terms of a layer, from 64 on, as rounding errors
  of either order of additions do. A mean or a sum may be nearer to that of doubles instead, since LiteRT adds one number after
  the other. Graphs without a fault of their operators are counted as "grown".
- Integers must be the same with any number of threads, those of 8 bits on all providers, too. The graph runs once more with
  every tensor as an output, whose end must be the same, and each operator whose inputs are LiteRT's must be as near as steps()
  says: none or one. Behind an operator that goes by way of floats, the next one may turn one step into several; graphs whose
  end is more than one step away for this reason are "grown", too.
- A model that only one of both takes is a refusal.
- Graphs whose end is another one in LiteRT when every tensor is an output are counted as "theirs": some of its kernels read
  memory that is not theirs.

Disagreements and refusals are told with their seed, cut down to the fewest operators that show them.
"""
import argparse
import collections
import concurrent.futures
import copy
import io
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

from random_graphs import KINDS, random_graph, run

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "Tests/TensorRuntimeTests/Fixtures/random.zip"
# The kernels that the command is asked for, and what its environment says. Narrower code is what processors without AVX-512 run.
PROVIDERS = {
    "machineCode": ("machineCode", {}), "avx2": ("machineCode", {"MUDRA_MACHINE_CODE": "avx2"}), "simd": ("simd", {}),
    "blas": ("blas", {}), "reference": ("reference", {})}
FLOAT_BOUND = 4e-6
# Operators whose bytes are LiteRT's to the bit; all others may be a step away.
EXACT = {
    "CONV_2D", "DEPTHWISE_CONV_2D", "TRANSPOSE_CONV", "FULLY_CONNECTED", "ADD", "SUB", "MUL", "AVERAGE_POOL_2D", "MEAN", "MAX_POOL_2D",
    "MAXIMUM", "MINIMUM", "RELU", "RELU6", "RELU_N1_TO_1", "SOFTMAX", "LOGISTIC", "TANH", "LEAKY_RELU", "PRELU", "HARD_SWISH",
    "GELU", "ABS", "QUANTIZE", "RESHAPE", "TRANSPOSE", "PAD", "SLICE",
    "STRIDED_SLICE", "SPLIT", "CONCATENATION", "GATHER", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE", "RESIZE_NEAREST_NEIGHBOR",
    "REDUCE_MAX", "REDUCE_MIN", "BATCH_MATMUL"}
MOVING = {
    "RESHAPE", "TRANSPOSE", "PAD", "SLICE", "STRIDED_SLICE", "SPLIT", "CONCATENATION", "GATHER", "SPACE_TO_DEPTH",
    "DEPTH_TO_SPACE", "RESIZE_NEAREST_NEIGHBOR", "MAX_POOL_2D", "MAXIMUM", "MINIMUM", "REDUCE_MAX", "REDUCE_MIN"}
# Where LiteRT's 16-bit kernels are coarse: they interpolate between the entries of a table.
COARSE = {"LOGISTIC": 4, "TANH": 4, "SOFTMAX": 4}


def steps(kind, name):
    """How many steps an operator may be away from LiteRT's reference kernels."""
    if kind == "int8":
        return 0 if name in EXACT else 1
    return 0 if name in MOVING else COARSE.get(name, 1)


class Refused(Exception):
    """The command does not take a model."""


def mudra(command, model, feeds, outputs, provider, threads, folder, names=None):
    """The command's outputs, in the model's order; `names` are those of the inputs, by default a graph's."""
    folder = pathlib.Path(folder)
    (folder / "m.tflite").write_bytes(model)
    arguments = [command, "run", folder / "m.tflite", "--output-dir", folder / "out", "--threads", str(threads)]
    kernels, environment = PROVIDERS[provider] if provider else (None, {})
    arguments += ["--kernels", kernels] if kernels else []
    for index, value in enumerate(feeds):
        np.save(folder / f"{index}.npy", value)
        arguments += ["--input", f"{names[index] if names else f'input{index}'}={folder / str(index)}.npy"]
    done = subprocess.run(arguments, capture_output=True, text=True, env=os.environ | environment)
    if done.returncode:
        raise Refused(done.stderr.strip() or f"ended with {done.returncode}")
    return [np.load(folder / "out" / f"tensor{index}.npy") for index in outputs]


def distance(kind, found, wanted, reach):
    """How far apart two arrays are: in shares of `reach`, or in steps; infinitely for another shape or type."""
    if found.shape != wanted.shape or found.dtype != wanted.dtype or not np.array_equal(np.isnan(found), np.isnan(wanted)):
        return np.inf
    if kind == "float":
        return float(np.nanmax(np.abs(found.astype(np.float64) - wanted), initial=0) / reach)
    return int(np.abs(found.astype(np.int64) - wanted).max(initial=0))


def fault_of_operators(g, command, provider, folder, ends):
    """The operators that are farther from LiteRT than they may be where their inputs are LiteRT's; None if there is none."""
    kind, model = g.kind, g.pack(every=True)
    made = list(g.writer.outputs)
    theirs = dict(zip(made, run(model, g.writer.feeds)))
    ours = dict(zip(made, mudra(command, model, g.writer.feeds, made, provider, 1, folder)))
    if any(not np.array_equal(ours[index], array) for index, array in ends.items()):
        return "the end is another one when every tensor is an output"
    for name, (_, inputs, outputs, _) in zip(g.names, g.writer.operators):
        if all(index not in ours or np.array_equal(ours[index], theirs[index]) for index in inputs):
            apart = max(distance(kind, ours[index], theirs[index], 1) for index in outputs)
            if apart > steps(kind, name):
                return f"{name} is {apart} steps away"
    return None


def reach_of(arrays):
    return max([1e-6] + [float(np.abs(array).max(initial=0)) for array in arrays])


def layer_terms(name, writer, array, output):
    """The terms of a layer's sums: elements of its largest constant for each channel, in each step of a sequence `array`,
    since the sums of a step are terms of the next one."""
    constants = [writer.tensors[index][2] for index in writer.operators[0][1] if index >= 0 and writer.tensors[index][3] > 0]
    terms = max((int(np.prod(shape)) for shape in constants), default=0) / output.shape[-1]
    return terms * (array.shape[0 if writer.operators[0][3].timeMajor else 1] if "_SEQUENCE_" in name else 1)


def is_nearer(name, writer, array, found, wanted):
    """Whether a mean or a sum is at least as near to that of doubles as LiteRT's."""
    sums = {"MEAN": np.mean, "SUM": np.sum}.get(name)
    if sums is None:
        return False
    axes = np.frombuffer(writer.buffers[writer.tensors[writer.operators[0][1][1]][3]], np.int32)
    exact = sums(array.astype(np.float64), tuple(axes)).reshape(wanted.shape)
    return np.abs(found - exact).max() <= np.abs(wanted - exact).max()


def fault_alone(g, command, provider, threads, folder, known):
    """The operator of floats that is too far from LiteRT's where it runs alone on LiteRT's inputs; None if there is none."""
    for place, (name, operator) in enumerate(zip(g.names, g.writer.operators)):
        writer = copy.copy(g.writer)
        writer.operators, writer.outputs = [operator], list(operator[2])
        writer.intermediates = {0: g.writer.intermediates[place]} if place in g.writer.intermediates else {}
        writer.inputs = [index for index in dict.fromkeys(operator[1]) if index in known]
        feeds = [known[index] for index in writer.inputs]
        model = writer.pack()
        wanted = run(model, feeds, g.resolver)
        names = [writer.tensors[index][0] for index in writer.inputs]
        found = mudra(command, model, feeds, writer.outputs, provider, threads, folder, names)
        reach = reach_of(feeds + wanted)
        apart = max(distance("float", a, b, reach) for a, b in zip(found, wanted, strict=True))
        bound = FLOAT_BOUND * max(1, layer_terms(name, writer, feeds[0], wanted[0]) / 64) ** 0.5
        if apart > bound and not is_nearer(name, writer, feeds[0], found[0], wanted[0]):
            return f"{name} alone is {apart:.1e} of its range away"
    return None


def compare(g, command, folder):
    """A word for what came out, and what there is to tell."""
    kind, feeds = g.kind, g.writer.feeds
    every = run(g.pack(every=True), feeds, g.resolver)
    theirs = dict(zip(g.writer.outputs, every))
    reach = reach_of(every + feeds) if kind == "float" else 1
    model = g.pack()
    outputs = list(g.writer.outputs)
    wanted = run(model, feeds, g.resolver)
    if any(not np.array_equal(theirs[index], array, equal_nan=True) for index, array in zip(outputs, wanted)):
        return "theirs", "LiteRT has another end when every tensor is an output"
    answers, worst, far = {}, 0, []
    for provider in PROVIDERS:
        for threads in (1, 2):
            where = f"{provider}, {threads} threads"
            try:
                found = mudra(command, model, feeds, outputs, provider, threads, folder)
            except Refused as error:
                return "refused", f"{where}: {error}"
            apart = max(distance(kind, a, b, reach) for a, b in zip(found, wanted, strict=True))
            worst = max(worst, apart)
            if apart == np.inf:
                return "different", f"{where}: infinitely far away"
            if kind == "float":
                if apart > FLOAT_BOUND:
                    far.append((provider, threads))
                continue
            # What goes by way of floats depends on the order of the provider's sums, in a step of 16 bits.
            first = answers.setdefault(provider if kind == "int16" else None, found)
            if any(not np.array_equal(a, b) for a, b in zip(found, first)):
                return "different", f"{where}: not the integers of the others"
    for provider, found in answers.items():
        fault = fault_of_operators(g, command, provider, folder, dict(zip(outputs, found)))
        if fault:
            return "different", f"{provider or 'all'}: {fault}"
    known = theirs | dict(zip(g.writer.inputs, feeds))
    for provider, threads in far:
        fault = fault_alone(g, command, provider, threads, folder, known)
        if fault:
            return "different", f"{provider}, {threads} threads: {worst:.1e} of the range; {fault}"
    if kind == "float":
        return "grown" if far else "same", worst
    return ("same" if worst == 0 else "one step" if worst == 1 else "grown"), worst


def outcome(kind, seed, command, limit=None):
    """What came out of a seed, its operators, and what there is to tell."""
    g = random_graph(kind, seed, limit)
    if not g.writer.operators:
        return "empty", g, 0
    with tempfile.TemporaryDirectory() as folder:
        word, told = compare(g, command, folder)
    return word, g, told


def check(kind, seed, command, end):
    """Sends a seed's outcome; of a bad one, that of the fewest operators."""
    word, g, told = outcome(kind, seed, command)
    if word in ("different", "refused"):
        for limit in range(1, len(g.writer.operators)):
            cut = outcome(kind, seed, command, limit)
            if cut[0] == word:
                word, g, told = cut
                break
    end.send((word, g.names, told))


def from_process(work, *arguments):
    """What `work` sends from a process of its own; None if LiteRT ends that, as it does with some models."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=work, args=(*arguments, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return None
    finally:
        process.join()


def checked(job):
    """A seed and its outcome."""
    return *job[:2], *(from_process(check, *job) or ("ended by LiteRT", [], ""))


def keep(kind, seed, folder):
    """Writes a seed's model, its inputs and LiteRT's outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in entries(random_graph(kind, seed), f"{kind}_{seed}").items():
        (folder / name).write_bytes(content)


# The smoke test

def npy(array):
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array(array, order="C"), version=(1, 0))
    return file.getvalue()


def entries(g, name):
    made = {f"{name}.tflite": g.pack()}
    made |= {f"{name}.input{index}.npy": npy(value) for index, value in enumerate(g.writer.feeds)}
    made |= {f"{name}.output{index}.npy": npy(value) for index, value in enumerate(run(made[f"{name}.tflite"], g.writer.feeds, g.resolver))}
    return made


def write_fixtures(path, command, count=12, limit=8000):
    """The first small graphs of each kind that have an operator which those before them lack."""
    with zipfile.ZipFile(path, "w") as archive:
        for kind in ("float", "int8", "int16"):
            seen, taken = collections.Counter(), 0
            for seed in range(600):
                g = random_graph(kind, seed)
                names = set(g.names)
                if len(names) < 2 or all(seen[name] for name in names):
                    continue
                made = entries(g, f"{kind}_{seed}")
                if sum(map(len, made.values())) > limit or outcome(kind, seed, command)[0] not in ("same", "one step"):
                    continue
                for name, content in made.items():
                    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
                seen.update(names)
                taken += 1
                if taken == count:
                    break
            print(f"{kind}: {taken} graphs, {len(seen)} operators")
    print(f"{path.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mudra")
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fixtures", action="store_true")
    arguments = parser.parse_args()
    if arguments.fixtures:
        return write_fixtures(FIXTURES, arguments.mudra)
    jobs = [(arguments.kinds[i % len(arguments.kinds)], arguments.first + i // len(arguments.kinds), arguments.mudra)
            for i in range(arguments.count)]
    if arguments.keep:
        for kind, seed, _ in jobs:
            keep(kind, seed, arguments.keep)
    counts, operators, worst = collections.Counter(), collections.Counter(), 0.0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for number, (kind, seed, word, names, told) in enumerate(pool.map(checked, jobs), 1):
            if number % 100 == 0:
                print(f"{number} graphs: {dict(collections.Counter(word for _, word in counts.elements()))}", flush=True)
            counts[kind, word] += 1
            operators.update(names)
            if word in ("different", "refused"):
                print(f"{kind} {seed}: {word}: {' '.join(names)}: {told}", flush=True)
            elif word == "ended by LiteRT":
                print(f"{kind} {seed}: {word}", flush=True)
            elif word == "same" and kind not in ("int8", "uint8", "int16"):
                worst = max(worst, told)
    for (kind, word), count in sorted(counts.items()):
        print(f"{kind}: {count} {word}")
    print(f"floats at most {worst:.1e} of a graph's range apart; operators:", dict(operators.most_common()))
    sys.exit(any(word in ("different", "refused") for _, word in counts))


if __name__ == "__main__":
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
    main()
