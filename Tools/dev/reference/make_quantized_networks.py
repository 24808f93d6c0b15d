#!/usr/bin/env python3
"""Makes whole quantized networks with Google's AI Edge Quantizer, and LiteRT's answers, for QuantizedNetworkTests.swift.

    make_quantized_networks.py                                   the small ones built here, into the tests' fixtures
    make_quantized_networks.py --models FOLDER --out OUT         those of a folder (make_wheel_outputs.py), into another
    MUDRA_QUANTIZED_MODELS=OUT swift test -c release --filter QuantizedNetworkTests

Each network is quantized twice: `int8`, weights and activations, and `dynamic`, weights only. Beside <network>.tflite
lie <network>.input0.npy; <network>.outputN.npy by LiteRT's reference kernels; <network>.nearN.npy by its optimized ones,
which tell how near to the reference an answer can be expected to come.
"""
import argparse
import contextlib
import os
import pathlib
import tempfile

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import OpResolverType
from ai_edge_quantizer import quantizer, recipe

from cases.convolution import conv, dense, depthwise
from cases.elementwise import binary
from cases.pooling import pool
from cases.reduction import reduce
from cases.resize import resize
from make_network_fixtures import network_input
from make_operator_fixtures import npy
from model_writer import ModelWriter, litert, options, run_litert

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEFAULT = ROOT / "Tests/TensorRuntimeTests/Fixtures/quantized"
RECIPES = {"int8": recipe.static_wi8_ai8, "dynamic": recipe.dynamic_wi8_afp32, "int4": recipe.dynamic_wi4_afp32}


def layer(m, x, inputs, outputs, size=1, **fields):
    """A convolution of random weights, small enough that values neither grow nor fade."""
    reach = (3 / (size * size * inputs)) ** 0.5
    filter = m.constant(m.values(outputs, size, size, inputs, low=-reach, high=reach))
    return conv(m, x, filter, m.constant(m.values(outputs, low=-0.1, high=0.1)), **fields)


def depthwise_layer(m, x, channels, size=3, **fields):
    filter = m.constant(m.values(1, size, size, channels, low=-0.6, high=0.6))
    return depthwise(m, x, filter, m.constant(m.values(channels, low=-0.1, high=0.1)), **fields)


def classifier(m):
    """Inverted residuals, a mean, a dense layer, probabilities."""
    x = layer(m, m.input(network_input((1, 32, 32, 3), 0)), 3, 16, 3, stride=(2, 2), activation="RELU6")
    x = layer(m, depthwise_layer(m, x, 16, activation="RELU6"), 16, 24)
    for _ in range(2):
        inner = depthwise_layer(m, layer(m, x, 24, 72, activation="RELU6"), 72, activation="RELU6")
        x = binary(m, "ADD", layer(m, inner, 72, 24), x)
    x = layer(m, depthwise_layer(m, x, 24, 5, stride=(2, 2)), 24, 40, activation="RELU")
    x = reduce(m, "MEAN", x, [1, 2])
    x = dense(m, x, m.constant(m.values(10, 40)), m.constant(m.values(10)))
    m.output(m.operator("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0)))


def detector(m):
    """Two heads on two sizes of feature map, as single-shot detectors have them."""
    x = layer(m, m.input(network_input((1, 48, 40, 3), 0)), 3, 16, 5, stride=(2, 2), activation="RELU")
    narrow = pool(m, "MAX_POOL_2D", x)
    wide = layer(m, depthwise_layer(m, x, 16, stride=(2, 2)), 16, 24)
    zeros = m.constant(np.int32([[0, 0], [0, 0], [0, 0], [0, 8]]))
    near = binary(m, "ADD", m.operator("PAD", [narrow, zeros], options("PadOptions")), wide, activation="RELU")
    far = layer(m, depthwise_layer(m, near, 24, 5, stride=(2, 2)), 24, 32, activation="RELU")
    for outputs, function in ((2, "LOGISTIC"), (8, None)):
        heads = [m.operator("RESHAPE", [layer(m, features, channels, outputs), m.constant(np.int32([1, -1, outputs // 2]))],
                            options("ReshapeOptions")) for features, channels in ((near, 24), (far, 32))]
        joined = m.operator("CONCATENATION", heads, options("ConcatenationOptions", axis=1))
        m.output(m.operator(function, [joined]) if function else joined)


def segmenter(m):
    """Down and up again, with the early features beside the late ones."""
    x = layer(m, m.input(network_input((1, 32, 48, 3), 0)), 3, 16, 3, stride=(2, 2), activation="RELU")
    inner = layer(m, pool(m, "AVERAGE_POOL_2D", x), 16, 32, 3, activation="RELU6")
    inner = binary(m, "MUL", inner, m.operator("LOGISTIC", [layer(m, inner, 32, 32)]))
    inner = resize(m, layer(m, inner, 32, 16), [16, 24], half=True)
    x = m.operator("CONCATENATION", [x, inner], options("ConcatenationOptions", axis=3))
    filter = m.constant(m.values(2, 2, 2, 32, low=-0.3, high=0.3))
    x = m.operator("TRANSPOSE_CONV", [m.constant(np.int32([1, 32, 48, 2])), filter, x, m.constant(m.values(2))],
                   options("TransposeConvOptions", padding="VALID", strideH=2, strideW=2), dtype="float32", version=3)
    m.output(m.operator("TANH", [x]))


def built():
    for make in (classifier, detector, segmenter):
        m = ModelWriter(make.__name__)
        make(m)
        yield make.__name__, m.settle_shapes().pack()


def plain(model):
    """The model as the quantizer takes it: float32 weights instead of float16 behind DEQUANTIZE, and one signature."""
    model = schema.ModelT.InitFromPackedBuf(model, 0)
    graph, kept = model.subgraphs[0], []
    for code in model.operatorCodes:  # files older than operator 127 fill in the deprecated field alone
        code.builtinCode = max(code.builtinCode, code.deprecatedBuiltinCode)
    for operator in graph.operators:
        source = graph.tensors[operator.inputs[0]]
        half = model.buffers[source.buffer].data
        if (model.operatorCodes[operator.opcodeIndex].builtinCode == schema.BuiltinOperator.DEQUANTIZE
                and source.type == schema.TensorType.FLOAT16 and half is not None and len(half)):
            single = schema.BufferT()
            single.data = np.frombuffer(half.tobytes(), np.float16).astype(np.float32).view(np.uint8)
            graph.tensors[operator.outputs[0]].buffer = len(model.buffers)
            model.buffers.append(single)
        else:
            kept.append(operator)
    graph.operators = kept
    signature = schema.SignatureDefT()
    signature.signatureKey, signature.subgraphIndex = "serve", 0
    for field, prefix in (("inputs", "in"), ("outputs", "out")):
        maps = []
        for index, tensor in enumerate(getattr(graph, field)):
            maps.append(schema.TensorMapT())
            maps[-1].name, maps[-1].tensorIndex = f"{prefix}{index}", int(tensor)
        setattr(signature, field, maps)
    model.signatureDefs = [signature]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def quantize(model, kind, sample=None):
    """The quantized model; activations have the ranges that they have for a sample, by default noise."""
    shapes = [d["shape"] for d in litert(model, OpResolverType.BUILTIN_REF).get_input_details()]
    with tempfile.TemporaryDirectory() as scratch, contextlib.redirect_stdout(open(os.devnull, "w")):
        path = pathlib.Path(scratch) / "model.tflite"
        path.write_bytes(model)
        work = quantizer.Quantizer(str(path))
        work.load_quantization_recipe(RECIPES[kind]())
        seen = None
        if work.need_calibration:
            sample = sample or [network_input(s, i) for i, s in enumerate(shapes)]
            seen = work.calibrate({"serve": [{f"in{i}": value for i, value in enumerate(sample)}]})
        return bytes(work.quantize(seen).quantized_model)


def feeds(model):
    for index, detail in enumerate(litert(model, OpResolverType.BUILTIN_REF).get_input_details()):
        value = network_input(detail["shape"], index)
        if detail["dtype"] != np.float32:
            scale, zero_point = detail["quantization"]
            limits = np.iinfo(detail["dtype"])
            value = np.clip(np.round(value / scale) + zero_point, limits.min, limits.max).astype(detail["dtype"])
        yield value


def write(folder, name, model):
    values = list(feeds(model))
    files = {f"input{i}": value for i, value in enumerate(values)}
    expected = run_litert(model, values)
    near = run_litert(model, values, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
    for index, (a, b) in enumerate(zip(expected, near, strict=True)):
        files |= {f"output{index}": a, f"near{index}": b}
        apart = np.abs(a.astype(float) - b.astype(float)).max()
        print(f"{name} output {index}: {a.dtype} {a.shape}, LiteRT's kernels are {apart:.4g} apart")
    (folder / f"{name}.tflite").write_bytes(model)
    for suffix, array in files.items():
        (folder / f"{name}.{suffix}.npy").write_bytes(npy(array))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--models", type=pathlib.Path)
    arguments.add_argument("--out", type=pathlib.Path, default=DEFAULT)
    arguments = arguments.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    sources = built()
    if arguments.models:
        sources = ((path.stem, path.read_bytes()) for path in sorted(arguments.models.glob("*.tflite")))
    for name, model in sources:
        for kind in ("int8", "dynamic"):
            try:
                write(arguments.out, f"{name}_{kind}", quantize(plain(model), kind))
            except (RuntimeError, ValueError) as error:  # operators that LiteRT or the quantizer does not have
                print(f"{name} {kind}: left out: {str(error).splitlines()[0][:120]}")


if __name__ == "__main__":
    main()
