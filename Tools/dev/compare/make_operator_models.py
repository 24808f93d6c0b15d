#!/usr/bin/env python3
"""Makes models of a single operator each, in sizes that networks have, for measuring speed operator by operator.

    make_operator_models.py FOLDER           in the environment of Tools/dev/reference/requirements.txt
"""
import argparse
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tools/dev/reference"))

from cases import recurrent as layers  # noqa: E402
from model_writer import ModelWriter, options  # noqa: E402

random = np.random.default_rng(1)
POINT = (0.02, 3)


def floats(*shape):
    return random.normal(0, 1, shape).astype("f4")


def signed(*shape):
    return random.integers(-128, 127, shape).astype("i1")


def strides(stride=1, **more):
    return dict(strideH=stride, strideW=stride, padding="SAME", dilationHFactor=1, dilationWFactor=1, **more)


def operator(name, x, settings=None, constants=(), quantized=None, result=None, **more):
    """An operator of one input that varies; a quantized one has the scale and zero point of `result`, or its input's."""
    m = ModelWriter(name)
    inputs = [m.input(x)] + [m.constant(value) for value in constants]
    if quantized:
        m.quantized(inputs[0], *quantized)
    output = m.operator(name, inputs, settings, more.pop("outputs", 1), **more)
    outputs = output if isinstance(output, list) else [output]
    if quantized and "dtype" not in more:
        m.quantized(outputs[0], *(result or quantized))
    m.output(*outputs)
    return m


def convolution(inputs, outputs, kernel, side, stride=1, depthwise=False):
    m = ModelWriter("convolution")
    x = m.input(floats(1, side, side, inputs))
    shape = (1, kernel, kernel, outputs) if depthwise else (outputs, kernel, kernel, inputs)
    operands = [x, m.constant(floats(*shape)), m.constant(floats(outputs))]
    if depthwise:
        settings = options("DepthwiseConv2DOptions", depthMultiplier=outputs // inputs, **strides(stride))
        m.output(m.operator("DEPTHWISE_CONV_2D", operands, settings, version=2))
    else:
        m.output(m.operator("CONV_2D", operands, options("Conv2DOptions", **strides(stride))))
    return m


def byte_convolution(inputs, outputs, kernel, side, stride=1, kind="CONV_2D"):
    m = ModelWriter("convolution")
    x = m.quantized(m.input(signed(1, side, side, inputs)), *POINT)
    depthwise = kind == "DEPTHWISE_CONV_2D"
    shape = (1, kernel, kernel, outputs) if depthwise else (outputs, kernel, kernel, inputs)
    scales = np.full(outputs, 0.01, "f4")
    weights = m.quantized(m.constant(signed(*shape)), scales, [0] * outputs, 3 if depthwise else 0)
    bias = m.quantized(m.constant(np.zeros(outputs, "i4")), np.full(outputs, 0.0002, "f4"), [0] * outputs)
    if kind == "TRANSPOSE_CONV":
        size = m.constant(np.int32([1, side * stride, side * stride, outputs]))
        settings = options("TransposeConvOptions", strideH=stride, strideW=stride, padding="SAME")
        y = m.operator(kind, [size, weights, x, bias], settings, dtype="int8", version=3)
    elif depthwise:
        settings = options("DepthwiseConv2DOptions", depthMultiplier=outputs // inputs, **strides(stride))
        y = m.operator(kind, [x, weights, bias], settings, version=3)
    else:
        y = m.operator(kind, [x, weights, bias], options("Conv2DOptions", **strides(stride)), version=3)
    m.output(m.quantized(y, 0.1, 0))
    return m


def dynamic(kind, x, shape):
    """A layer of int8 weights, scaled by channel, between floats."""
    m = ModelWriter("dynamic")
    depthwise, dense = kind == "DEPTHWISE_CONV_2D", kind == "FULLY_CONNECTED"
    count = shape[-1] if depthwise else shape[0]
    weights = m.quantized(m.constant(signed(*shape)), np.full(count, 0.01, "f4"), [0] * count, 3 if depthwise else 0)
    operands = [m.input(x), weights, m.constant(np.zeros(count, "f4"))]
    if dense:
        settings, version = options("FullyConnectedOptions", asymmetricQuantizeInputs=True), 9
    elif depthwise:
        settings, version = options("DepthwiseConv2DOptions", depthMultiplier=1, **strides()), 6
    else:
        settings, version = options("Conv2DOptions", **strides()), 5
    m.output(m.operator(kind, operands, settings, version=version))
    return m


def silu(values, quantized=True):
    """x * logistic(x), as quantized networks have it."""
    m = ModelWriter("silu")
    x = m.input(values)
    if not quantized:
        m.output(m.operator("MUL", [x, m.operator("LOGISTIC", [x])], options("MulOptions")))
        return m
    m.quantized(x, 0.05, 3)
    factor = m.quantized(m.operator("LOGISTIC", [x], version=2), 1 / 256, -128)
    m.output(m.quantized(m.operator("MUL", [x, factor], options("MulOptions"), version=2), 0.05, -120))
    return m


def byte_sum(kind, x, y, version=2):
    m = ModelWriter("sum")
    a = m.quantized(m.input(x), *POINT)
    b = m.quantized(m.constant(y), 0.03, -5)
    m.output(m.quantized(m.operator(kind, [a, b], options(kind.capitalize() + "Options"), version=version), 0.05, 1))
    return m


def fourier(rows, length):
    return operator("RFFT2D", floats(rows, 1, length), options("Rfft2dOptions"), [np.int32([1, length])], dtype="complex64")


def pool(side, stride):
    return options("Pool2DOptions", strideH=stride, strideW=stride, filterHeight=side, filterWidth=side, padding="VALID")


def reducer():
    return options("ReducerOptions", keepDims=True)


def models():
    for channels, side in (8, 96), (16, 96), (24, 96), (32, 96), (40, 48), (48, 48), (64, 48), (80, 32), (128, 28):
        yield f"float conv 3x3 {channels}", convolution(channels, channels, 3, side)
    for inputs, outputs, side in (32, 9, 96), (32, 3, 96), (3, 32, 192), (64, 1, 96):
        yield f"float conv 3x3 {inputs} to {outputs}", convolution(inputs, outputs, 3, side)
    for inputs, outputs in (32, 192), (32, 64), (3, 48), (3, 3), (19, 19):
        yield f"float depthwise {inputs} to {outputs}", convolution(inputs, outputs, 3, 56, depthwise=True)
        yield f"int8 depthwise {inputs} to {outputs}", byte_convolution(inputs, outputs, 3, 56, kind="DEPTHWISE_CONV_2D")
    for channels in 4, 8, 12, 16, 24, 32, 64:
        yield f"int8 conv 3x3 {channels}", byte_convolution(channels, channels, 3, 64)
        yield f"int8 conv 1x1 {channels}", byte_convolution(channels, channels, 1, 96)
    for inputs, outputs, side, stride in (3, 16, 32, 1), (3, 32, 224, 2), (1, 16, 28, 1), (32, 3, 96, 1):
        yield f"int8 conv 3x3 {inputs} to {outputs}", byte_convolution(inputs, outputs, 3, side, stride)
    for kernel in 2, 3, 4:
        yield f"int8 transposed {kernel}x{kernel}", byte_convolution(32, 16, kernel, 64, 2, "TRANSPOSE_CONV")
    yield "int8 transposed 3x3 128 to 64", byte_convolution(128, 64, 3, 16, 2, "TRANSPOSE_CONV")
    for shape, weights in ((1, 512), 512), ((64, 256), 1024), ((128, 768), 768), ((1, 4096), 4096):
        yield f"dynamic dense {shape[0]}x{shape[1]} to {weights}", dynamic("FULLY_CONNECTED", floats(*shape), (weights, shape[1]))
    yield "dynamic conv 1x1 64", dynamic("CONV_2D", floats(1, 56, 56, 64), (64, 1, 1, 64))
    yield "dynamic conv 3x3 64", dynamic("CONV_2D", floats(1, 28, 28, 64), (64, 3, 3, 64))
    yield "dynamic depthwise 64", dynamic("DEPTHWISE_CONV_2D", floats(1, 56, 56, 64), (1, 3, 3, 64))

    yield "int8 average pool 8x8", operator("AVERAGE_POOL_2D", signed(1, 8, 8, 64), pool(8, 1), quantized=POINT, version=2)
    yield "int8 average pool 3x3", operator("AVERAGE_POOL_2D", signed(1, 28, 28, 128), pool(3, 1), quantized=POINT, version=2)
    yield "int8 max pool 2x2", operator("MAX_POOL_2D", signed(1, 112, 112, 64), pool(2, 2), quantized=POINT, version=2)
    yield "float average pool 3x3 of 19 channels", operator("AVERAGE_POOL_2D", floats(1, 64, 64, 19), pool(3, 2))
    yield "float average pool 2x2", operator("AVERAGE_POOL_2D", floats(1, 112, 112, 64), pool(2, 2))
    yield "float max pool 2x2", operator("MAX_POOL_2D", floats(1, 112, 112, 64), pool(2, 2))
    for name in "REDUCE_ANY", "REDUCE_ALL":
        for axis in 1, 3:
            yield f"{name.lower()} of axis {axis}", operator(
                name, floats(1, 64, 64, 64) > 3, reducer(), [np.int32([axis])])
    for name in "REDUCE_MAX", "REDUCE_PROD":
        for kind in "i2", "i4", "i8":
            yield f"{name.lower()} of {kind}", operator(
                name, random.integers(0, 99, (256, 256)).astype(kind), reducer(), [np.int32([0])])
    yield "int8 mean", operator("MEAN", signed(1, 14, 14, 512), reducer(), [np.int32([1, 2])], POINT, version=2)
    yield "float mean", operator("MEAN", floats(1, 14, 14, 512), reducer(), [np.int32([1, 2])])
    yield "float mean of the last", operator("MEAN", floats(1, 128, 768), reducer(), [np.int32([2])])
    yield "float sum", operator("SUM", floats(1, 14, 14, 512), reducer(), [np.int32([1, 2])])
    yield "float arg max", operator("ARG_MAX", floats(1, 256, 256, 19), options("ArgMaxOptions", outputType=2), [np.int32([-1])],
                                    dtype="int32")
    yield "int8 arg max", operator("ARG_MAX", signed(1, 256, 256, 19), options("ArgMaxOptions", outputType=2), [np.int32([-1])],
                                   POINT, dtype="int32")
    yield "int8 softmax", operator("SOFTMAX", signed(1000, 64), options("SoftmaxOptions", beta=1.0), (), (0.1, 0), (1 / 256, -128),
                                   version=2)
    yield "float softmax", operator("SOFTMAX", floats(1000, 64), options("SoftmaxOptions", beta=1.0))
    yield "int8 logistic", operator("LOGISTIC", signed(1024, 1024), quantized=(0.05, 0), result=(1 / 256, -128), version=2)
    yield "int8 silu", silu(signed(1, 112, 112, 96))
    yield "float silu", silu(floats(1, 112, 112, 96), quantized=False)
    for name in "ABS", "EXP", "LOG", "SQRT", "RSQRT", "SIN", "COS", "TANH", "LOGISTIC", "HARD_SWISH", "GELU", "FLOOR", "NEG", "SQUARE":
        settings = options("GeluOptions", approximate=False) if name == "GELU" else None
        yield f"float {name.lower()}", operator(name, np.abs(floats(1024, 256)), settings)
    for source, target, number in ("f4", "int32", 2), ("i4", "float32", 0), ("i1", "float32", 0), ("f4", "int8", 9), ("i4", "int64", 4):
        types = {"f4": 0, "i4": 2, "i1": 9}
        values = (floats(1024, 1024) * 40).astype(source)
        yield f"cast {source} to {target}", operator(
            "CAST", values, options("CastOptions", inDataType=types[source], outDataType=number), dtype=target)
    yield "float greater", operator("GREATER", floats(1024, 1024), None, [np.float32(0)], dtype="bool")
    yield "float pow", operator("POW", np.abs(floats(1024, 256)), None, [np.float32(1.7)])
    yield "float maximum", operator("MAXIMUM", floats(1024, 1024), options("MaximumMinimumOptions"), [np.float32(0.1)])
    yield "float squared difference", operator("SQUARED_DIFFERENCE", floats(128, 768), None, [floats(128, 1)])
    yield "float add of a channel", operator("ADD", floats(1, 64, 64, 64), options("AddOptions"), [floats(64)])
    yield "int8 add of a channel", byte_sum("ADD", signed(1, 64, 64, 64), signed(64))
    yield "int8 add", byte_sum("ADD", signed(1, 64, 64, 64), signed(1, 64, 64, 64))
    yield "int8 add of rows of 72", byte_sum("ADD", signed(1, 56, 56, 72), signed(72))
    yield "int8 mul of a channel", byte_sum("MUL", signed(1, 64, 64, 64), signed(64))
    yield "int8 mul of a place", byte_sum("MUL", signed(1, 64, 64, 64), signed(1, 64, 64, 1))
    yield "int8 sub", byte_sum("SUB", signed(1, 64, 64, 64), signed(1, 64, 64, 64))
    yield "float mul of a place", operator("MUL", floats(1, 64, 64, 64), options("MulOptions"), [floats(1, 64, 64, 1)])

    yield "float transpose heads", operator("TRANSPOSE", floats(1, 128, 12, 64), None, [np.int32([0, 2, 1, 3])])
    yield "float transpose to planes", operator("TRANSPOSE", floats(1, 64, 64, 64), None, [np.int32([0, 3, 1, 2])])
    yield "float transpose matrix", operator("TRANSPOSE", floats(512, 512), None, [np.int32([1, 0])])
    yield "int8 transpose of all axes", operator("TRANSPOSE", signed(1, 64, 64, 64), None, [np.int32([3, 2, 1, 0])], POINT, version=2)
    yield "int16 reverse", operator("REVERSE_V2", random.integers(-99, 99, (64, 64, 64)).astype("i2"), None, [np.int32([2])])
    yield "gather bytes", operator("GATHER", signed(64, 1000), options("GatherOptions", axis=1),
                                   [np.int32(random.integers(0, 1000, 3000))], POINT, version=2)
    yield "int8 transpose to planes", operator("TRANSPOSE", signed(1, 64, 64, 64), None, [np.int32([0, 3, 1, 2])], POINT, version=2)
    yield "int8 transpose from planes", operator("TRANSPOSE", signed(1, 64, 64, 64), None, [np.int32([0, 2, 3, 1])], POINT, version=2)
    yield "int8 transpose heads", operator("TRANSPOSE", signed(1, 128, 12, 64), None, [np.int32([0, 2, 1, 3])], POINT, version=2)
    yield "gather rows", operator("GATHER", floats(1000, 128), options("GatherOptions"), [np.int32(random.integers(0, 1000, 5000))], version=2)
    yield "gather numbers", operator("GATHER", floats(64, 4096), options("GatherOptions", axis=1), [np.int32(random.integers(0, 4096, 2000))], version=2)
    yield "gather_nd", operator("GATHER_ND", floats(256, 256, 8), options("GatherNdOptions"), [np.int32(random.integers(0, 256, (5000, 2)))])
    yield "scatter_nd of rows", operator(
        "SCATTER_ND", np.int32(random.integers(0, 1000, (500, 1))), None, [floats(500, 64), np.int32([1000, 64])], dtype="float32")
    yield "scatter_nd of numbers", operator(
        "SCATTER_ND", np.int32(random.integers(0, 10000, (5000, 1))), None, [floats(5000), np.int32([10000])], dtype="float32")
    for name in "SUM", "PROD", "MAX", "MIN":
        yield f"segment {name.lower()}", operator(
            f"UNSORTED_SEGMENT_{name}", floats(1000, 64), None, [np.int32(random.integers(0, 50, 1000)), np.int32(50)])
    yield "pad int8", operator("PAD", signed(1, 112, 112, 32), None, [np.int32([[0, 0], [1, 1], [1, 1], [0, 0]])], POINT, version=2)
    yield "pad float", operator("PAD", floats(1, 112, 112, 32), None, [np.int32([[0, 0], [1, 1], [1, 1], [0, 0]])])
    yield "mirror pad", operator("MIRROR_PAD", floats(1, 128, 128, 32), options("MirrorPadOptions", mode=0),
                                 [np.int32([[0, 0], [4, 4], [4, 4], [0, 0]])])
    yield "strided slice", operator("STRIDED_SLICE", floats(1, 128, 128, 32), options("StridedSliceOptions"),
                                    [np.int32([0, 0, 0, 0]), np.int32([1, 128, 128, 32]), np.int32([1, 2, 2, 1])])
    yield "space to depth", operator("SPACE_TO_DEPTH", floats(1, 128, 128, 16), options("SpaceToDepthOptions", blockSize=2))
    yield "depth to space", operator("DEPTH_TO_SPACE", floats(1, 64, 64, 64), options("DepthToSpaceOptions", blockSize=2))
    yield "float resize bilinear", operator("RESIZE_BILINEAR", floats(1, 32, 32, 64), options("ResizeBilinearOptions"),
                                            [np.int32([64, 64])], version=3)
    yield "int8 resize bilinear", operator("RESIZE_BILINEAR", signed(1, 32, 32, 64), options("ResizeBilinearOptions"),
                                           [np.int32([64, 64])], POINT, version=3)
    yield "resize nearest", operator("RESIZE_NEAREST_NEIGHBOR", floats(1, 32, 32, 64), options("ResizeNearestNeighborOptions"),
                                     [np.int32([64, 64])], version=3)
    yield "top k", operator("TOPK_V2", floats(1, 10000), None, [np.int32(100)], dtype=["float32", "int32"], outputs=2)
    yield "cumulative sum", operator("CUMSUM", floats(64, 1000), options("CumsumOptions"), [np.int32(1)])
    yield "l2 normalization", operator("L2_NORMALIZATION", floats(1000, 128), options("L2NormOptions"))
    yield "rfft of 512", fourier(96, 512)
    yield "rfft of 2048", fourier(64, 2048)
    quantize = operator("QUANTIZE", floats(1024, 1024), dtype="int8")
    quantize.quantized(quantize.outputs[0], *POINT)
    yield "quantize", quantize
    dequantize = ModelWriter("dequantize")
    x = dequantize.quantized(dequantize.input(signed(1024, 1024)), *POINT)
    dequantize.output(dequantize.operator("DEQUANTIZE", [x], dtype="float32", version=2))
    yield "dequantize", dequantize


def recurrent():
    for times, depth, cells in ((64, 128, 128), (16, 256, 512)):
        size = f"{times}x{depth} to {cells}"
        for kind in ("float", "dynamic"):
            m = ModelWriter("lstm")
            m.output(layers.lstm(m, m.input(m.values(1, times, depth)), 1, cells, hybrid=kind == "dynamic"))
            yield f"{kind} lstm {size}", m
            m = ModelWriter("rnn")
            layers.rnn(m, 1, times, depth, cells, hybrid=kind == "dynamic")
            yield f"{kind} rnn {size}", m
        m = ModelWriter("lstm")
        m.output(layers.integer_lstm(m, m.quantized(m.input(signed(1, times, depth)), *POINT), 1, cells))
        yield f"int8 lstm {size}", m


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in (*models(), *recurrent()):
        model.settle_shapes()
        (folder / f"{name.replace(' ', '_')}.tflite").write_bytes(model.pack())


if __name__ == "__main__":
    main()
