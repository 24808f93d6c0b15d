#!/usr/bin/env python3
"""Makes models of one float operator each, at the sizes of attention networks, and networks of the shapes of a vision
transformer and of a conformer, with random weights, for measuring speed.

    make_attention_models.py FOLDER          in the environment of Tools/dev/reference/requirements.txt
    swift run -c release Benchmarks --compare --models FOLDER --threads 1
"""
import argparse
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tools/dev/reference"))

from cases.convolution import conv, dense, depthwise  # noqa: E402
from cases.elementwise import binary  # noqa: E402
from cases.layout import transpose  # noqa: E402
from cases.matrices import batch_matmul  # noqa: E402
from cases.pooling import pool  # noqa: E402
from cases.reduction import reduce  # noqa: E402
from model_writer import ModelWriter, options  # noqa: E402

TOKENS, WIDTH, HEADS = 197, 768, 12


def reshape(m, x, *shape):
    return m.operator("RESHAPE", [x, m.constant(np.int32(shape))], options("ReshapeOptions"))


def softmax(m, x):
    return m.operator("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0))


def gelu(m, x, approximate=False):
    return m.operator("GELU", [x], options("GeluOptions", approximate=approximate))


def projection(m, x, inputs, outputs):
    reach = (3 / inputs) ** 0.5
    weights = m.constant(m.values(outputs, inputs, low=-reach, high=reach))
    return dense(m, x, weights, m.constant(m.values(outputs, low=-0.1, high=0.1)), keep=True)


def layer_norm(m, x, width):
    """As converters write it: from means of the last axis."""
    difference = binary(m, "SUB", x, reduce(m, "MEAN", x, [-1], keep=True))
    variance = reduce(m, "MEAN", m.operator("SQUARE", [difference]), [-1], keep=True)
    scale = m.operator("RSQRT", [binary(m, "ADD", variance, m.constant(np.float32(1e-5)))])
    normal = binary(m, "MUL", difference, scale)
    return binary(m, "ADD", binary(m, "MUL", normal, m.constant(m.values(width, low=0.8, high=1.2))),
                  m.constant(m.values(width, low=-0.1, high=0.1)))


def attention(m, x, tokens, width, heads):
    def head(adjoint=(0, 2, 1, 3)):
        return transpose(m, reshape(m, projection(m, x, width, width), 1, tokens, heads, width // heads), adjoint)

    queries, keys, values = head(), head((0, 2, 3, 1)), head()
    scale = m.constant(np.float32((width // heads) ** -0.5))
    scores = softmax(m, binary(m, "MUL", batch_matmul(m, queries, keys), scale))
    joined = transpose(m, batch_matmul(m, scores, values), (0, 2, 1, 3))
    return projection(m, reshape(m, joined, 1, tokens, width), width, width)


def swish(m, x):
    return binary(m, "MUL", x, m.operator("LOGISTIC", [x]))


def vision_transformer(m, tokens=197, width=192, heads=3, layers=4):
    """The sizes of ViT-Tiny."""
    x = m.input(m.values(1, tokens, width))
    for _ in range(layers):
        x = binary(m, "ADD", x, attention(m, layer_norm(m, x, width), tokens, width, heads))
        inner = projection(m, layer_norm(m, x, width), width, 4 * width)
        x = binary(m, "ADD", x, projection(m, gelu(m, inner), 4 * width, width))
    m.output(layer_norm(m, x, width))


def bert(m, tokens=128, width=256, heads=4, layers=4):
    """The sizes of BERT Mini."""
    x = m.input(m.values(1, tokens, width))
    for _ in range(layers):
        x = layer_norm(m, binary(m, "ADD", x, attention(m, x, tokens, width, heads)), width)
        inner = gelu(m, projection(m, x, width, 4 * width))
        x = layer_norm(m, binary(m, "ADD", x, projection(m, inner, 4 * width, width)), width)
    m.output(x)


def conformer(m, tokens=200, width=144, heads=4, layers=2, taps=31):
    """The sizes of Conformer S."""
    x = m.input(m.values(1, tokens, width))
    half = m.constant(np.float32(0.5))

    def feed_forward(x):
        inner = swish(m, projection(m, layer_norm(m, x, width), width, 4 * width))
        return binary(m, "ADD", x, binary(m, "MUL", projection(m, inner, 4 * width, width), half))

    def convolution(x):
        inner = layer_norm(m, x, width)
        value, gate = projection(m, inner, width, width), projection(m, inner, width, width)
        gated = reshape(m, binary(m, "MUL", value, m.operator("LOGISTIC", [gate])), 1, 1, tokens, width)
        filter = m.constant(m.values(1, 1, taps, width, low=-0.3, high=0.3))
        sums = depthwise(m, gated, filter, m.constant(m.values(width)))
        return projection(m, swish(m, reshape(m, sums, 1, tokens, width)), width, width)

    for _ in range(layers):
        x = feed_forward(x)
        x = binary(m, "ADD", x, attention(m, layer_norm(m, x, width), tokens, width, heads))
        x = binary(m, "ADD", x, convolution(x))
        x = layer_norm(m, feed_forward(x), width)
    m.output(x)


def on(shape, body, reach=4):
    """A model of one operator on an input."""
    return lambda m: m.output(body(m, m.input(m.values(*shape, low=-reach, high=reach))))


def product(left, right, **fields):
    return lambda m: m.output(batch_matmul(m, m.input(m.values(*left)), m.input(m.values(*right)), **fields))


ROWS, SCORES = (1, 196, WIDTH), (1, HEADS, TOKENS, TOKENS)
OPERATORS = {
    "transpose_heads": on((1, TOKENS, HEADS, 64), lambda m, x: transpose(m, x, (0, 2, 1, 3))),
    "transpose_keys": on((1, HEADS, TOKENS, 64), lambda m, x: transpose(m, x, (0, 1, 3, 2))),
    "transpose_channels": on((10, 335, 160), lambda m, x: transpose(m, x, (0, 2, 1))),
    "softmax_scores": on(SCORES, softmax),
    "softmax_classes": on((64, 1000), softmax),
    "log_softmax": on((64, 1000), lambda m, x: m.operator("LOG_SOFTMAX", [x], options("LogSoftmaxOptions"))),
    "batch_matmul_scores": product((1, HEADS, TOKENS, 64), (1, HEADS, TOKENS, 64), adj_y=True),
    "batch_matmul_keys": product((1, HEADS, TOKENS, 64), (1, HEADS, 64, TOKENS)),
    "batch_matmul_values": product(SCORES, (1, HEADS, TOKENS, 64)),
    "gelu": on(ROWS, gelu),
    "gelu_tanh": on(ROWS, lambda m, x: gelu(m, x, approximate=True)),
    "tanh": on(ROWS, lambda m, x: m.operator("TANH", [x])),
    "logistic": on(ROWS, lambda m, x: m.operator("LOGISTIC", [x])),
    "exp": on(ROWS, lambda m, x: m.operator("EXP", [x])),
    "elu": on(ROWS, lambda m, x: m.operator("ELU", [x])),
    "sin": on(ROWS, lambda m, x: m.operator("SIN", [x])),
    "cos": on(ROWS, lambda m, x: m.operator("COS", [x])),
    "sum_last_axis": on((1, TOKENS, WIDTH), lambda m, x: reduce(m, "SUM", x, [-1], keep=True)),
    "mean_last_axis": on((1, TOKENS, WIDTH), lambda m, x: reduce(m, "MEAN", x, [-1], keep=True)),
    "average_pool_3x3": on((1, 56, 56, 64), lambda m, x: pool(m, "AVERAGE_POOL_2D", x, size=(3, 3))),
    "average_pool_2x2": on((1, 56, 56, 64), lambda m, x: pool(m, "AVERAGE_POOL_2D", x)),
    # What the others are to be compared with: a product whose right side is constant.
    "conv_1x1": on((1, 14, 14, WIDTH), lambda m, x: conv(
        m, x, m.constant(m.values(WIDTH, 1, 1, WIDTH)), m.constant(m.values(WIDTH)))),
}
NETWORKS = {"network_vision_transformer": vision_transformer, "network_conformer": conformer}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in (OPERATORS | NETWORKS).items():
        m = ModelWriter(name).without_reference_kernels()
        make(m)
        (folder / f"{name}.tflite").write_bytes(m.settle_shapes().pack())
        print(name)


if __name__ == "__main__":
    main()
