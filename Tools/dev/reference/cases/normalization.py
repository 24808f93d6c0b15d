"""LOG_SOFTMAX, L2_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION."""
import numpy as np

from cases.activation import SHAPES
from model_writer import options

RESPONSES = {"radius_2": dict(radius=2, bias=1.0, alpha=0.5, beta=0.5), "radius_0": dict(radius=0, bias=2.0, alpha=1.0, beta=0.75),
             "wider_than_the_row": dict(radius=20, bias=1.0, alpha=0.1, beta=1.0)}


def response(m, x, **fields):
    return m.operator("LOCAL_RESPONSE_NORMALIZATION", [x], options("LocalResponseNormalizationOptions", **fields))


def good(case):
    for kind, shape in (SHAPES | {"empty": (0, 3)}).items():
        m = case("log_softmax", kind)
        m.output(m.operator("LOG_SOFTMAX", [m.input(m.values(*shape, low=-8, high=8))], options("LogSoftmaxOptions")))
        m = case("l2_normalization", kind)
        m.output(m.operator("L2_NORMALIZATION", [m.input(m.values(*shape, low=-8, high=8))], options("L2NormOptions")))
    m = case("log_softmax", "large_values")
    m.output(m.operator("LOG_SOFTMAX", [m.input(m.values(2, 5, low=900, high=1100))], options("LogSoftmaxOptions")))
    m = case("l2_normalization", "row_of_zeros")
    m.output(m.operator("L2_NORMALIZATION", [m.input(np.float32([[0, 0], [3, 4]]))], options("L2NormOptions")))
    for kind, shape in {"rank_4": (1, 3, 4, 5), "batch_2": (2, 2, 3, 7), "one_pixel": (1, 1, 1, 33), "one_channel": (1, 2, 3, 1),
                        "empty": (1, 0, 3, 5)}.items():
        for size, fields in RESPONSES.items():
            # The reference kernel leaves the last neighbor out, against TensorFlow's definition.
            m = case("local_response_normalization", f"{kind}_{size}").without_reference_kernels()
            m.output(response(m, m.input(m.values(*shape, low=-2, high=2)), **fields))


def bad(case):
    for name, table in (("LOG_SOFTMAX", "LogSoftmaxOptions"), ("L2_NORMALIZATION", "L2NormOptions"),
                        ("LOCAL_RESPONSE_NORMALIZATION", "LocalResponseNormalizationOptions")):
        m = case(name.lower(), "integer_input")
        m.output(m.operator(name, [m.input(np.zeros((1, 2, 2, 4), np.int32))], options(table)))
        m = case(name.lower(), "scalar_input")
        m.output(m.operator(name, [m.input(np.float32(1))], options(table)))
        m = case(name.lower(), "no_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, [], options(table)))
    m = case("local_response_normalization", "negative_radius")
    m.output(response(m, m.input(m.values(1, 2, 2, 3)), radius=-1, bias=1.0, alpha=1.0, beta=0.5))
    m = case("l2_normalization", "fused_activation")
    m.output(m.operator("L2_NORMALIZATION", [m.input(m.values(2, 3))], options("L2NormOptions", fusedActivationFunction="RELU")))
