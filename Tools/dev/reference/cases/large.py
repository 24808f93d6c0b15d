"""One model of each operator that divides its work among threads, large enough that it does. No answers are stored:
the tests compare thread counts and providers with each other, on inputs made by the rule of make_network_fixtures.py."""
import numpy as np

from cases.activation import prelu
from cases.conversion import cast
from cases.convolution import conv, dense, depthwise
from cases.elementwise import binary
from cases.pooling import pool
from cases.quantized import conv_options, depthwise_options, weights
from cases.reduction import reduce
from cases.resize import resize
from cases.selection import top
from cases.shape import concatenate, pad
from model_writer import options

SHAPE = (1, 31, 29, 24)


def alone(case):
    def start(name, shape=SHAPE):
        m = case("large", name)
        return m, m.input(np.zeros(shape, np.float32))

    for name, build in {
        "conv_1x1": lambda m, x: conv(m, x, m.constant(m.values(17, 1, 1, 24)), m.constant(m.values(17))),
        "conv_3x3_stride_2": lambda m, x: conv(m, x, m.constant(m.values(9, 3, 3, 24)), m.constant(m.values(9)),
                                               stride=(2, 2), activation="RELU6"),
        "depthwise_3x3": lambda m, x: depthwise(m, x, m.constant(m.values(1, 3, 3, 24)), m.constant(m.values(24))),
        "depthwise_5x5_stride_2": lambda m, x: depthwise(m, x, m.constant(m.values(1, 5, 5, 24)),
                                                         m.constant(m.values(24)), stride=(2, 2)),
        "add_channels": lambda m, x: binary(m, "ADD", x, m.constant(m.values(24))),
        "mul_pixels": lambda m, x: binary(m, "MUL", x, m.constant(m.values(1, 31, 29, 1))),
        "div_channels": lambda m, x: binary(m, "DIV", x, m.constant(m.values(24, low=0.5))),
        "prelu": lambda m, x: prelu(m, x, m.constant(m.values(1, 1, 24))),
        "logistic": lambda m, x: m.operator("LOGISTIC", [x]),
        "relu6": lambda m, x: m.operator("RELU6", [x]),
        "tanh": lambda m, x: m.operator("TANH", [x]),
        "less_than_channels": lambda m, x: m.operator("LESS", [x, m.constant(m.values(24))], dtype="bool"),
        "floor_mod": lambda m, x: binary(m, "FLOOR_MOD", x, m.constant(m.values(24, low=0.5))),
        "cast": lambda m, x: cast(m, x, "float32", "int32"),
        "top_5": lambda m, x: top(m, x, 5)[0],
        "l2_normalization": lambda m, x: m.operator("L2_NORMALIZATION", [x], options("L2NormOptions")),
        "l2_pool": lambda m, x: pool(m, "L2_POOL_2D", x),
        "softmax": lambda m, x: m.operator("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0)),
        "max_pool": lambda m, x: pool(m, "MAX_POOL_2D", x),
        "average_pool": lambda m, x: pool(m, "AVERAGE_POOL_2D", x, size=(3, 3), stride=(1, 1)),
        "mean_pixels": lambda m, x: reduce(m, "MEAN", x, [1, 2], True),
        "reduce_max_channels": lambda m, x: reduce(m, "REDUCE_MAX", x, [3]),
        "resize": lambda m, x: resize(m, x, (62, 58), half=True),
        "pad": lambda m, x: pad(m, x, np.int32([[0, 0], [1, 2], [2, 1], [0, 5]])),
        "concatenation": lambda m, x: concatenate(m, [x, x], 3),
    }.items():
        m, x = start(name)
        m.output(build(m, x))
    m, x = start("dense_rows", (899, 24))
    m.output(dense(m, x, m.constant(m.values(13, 24)), m.constant(m.values(13))))
    m, x = start("dense_wide", (1, 300))
    m.output(dense(m, x, m.constant(m.values(13, 300)), m.constant(m.values(13))))
    # Large enough that the range of a picture is found in blocks.
    for operator, filter_shape, axis, opts in (("CONV_2D", (9, 1, 1, 24), 0, conv_options()),
                                               ("DEPTHWISE_CONV_2D", (1, 3, 3, 24), 3, depthwise_options())):
        m, x = start(f"dynamic_{operator.lower()}", (1, 47, 45, 24))
        filter_, scales = weights(m, "int8", filter_shape, axis, True)
        m.output(m.operator(operator, [x, filter_, m.constant(m.values(len(scales)))], opts, version=5))
    m, x = start("residual_block")
    y = conv(m, depthwise(m, x, m.constant(m.values(1, 3, 3, 24)), m.constant(m.values(24))),
             m.constant(m.values(24, 1, 1, 24)), m.constant(m.values(24)))
    m.output(prelu(m, binary(m, "ADD", y, x), m.constant(m.values(1, 1, 24))))

