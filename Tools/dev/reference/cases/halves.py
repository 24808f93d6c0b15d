"""Operators of floats in half precision; indices and counts of 8, 16 and 64 bits; elements that are only moved."""
import numpy as np

from cases.shape import gather
from model_writer import options

UNARY = ("COS", "SIN", "TANH", "LOGISTIC", "FLOOR", "NEG", "GELU")
BINARY = {"ADD": "AddOptions", "MUL": "MulOptions", "MAXIMUM": "MaximumMinimumOptions", "MINIMUM": "MaximumMinimumOptions"}
STABLEHLO = ("STABLEHLO_ADD", "STABLEHLO_MULTIPLY", "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM")
COMPARISONS = {"EQUAL": "EqualOptions", "NOT_EQUAL": "NotEqualOptions", "GREATER": "GreaterOptions", "GREATER_EQUAL": "GreaterEqualOptions",
               "LESS": "LessOptions", "LESS_EQUAL": "LessEqualOptions"}
TABLES = {"GELU": options("GeluOptions"), "NEG": options("NegOptions"), "COS": options("CosOptions")}


def halves(m, *shape, low=-4.0, high=4.0):
    return m.values(*shape, low=low, high=high).astype(np.float16)


def unary(m, name, x):
    # The two sets of kernels round differently.
    m.agreement = 2e-3
    return m.operator(name, [x], TABLES.get(name))


def good(case):
    for name in UNARY:
        m = case(name.lower(), "float16")
        m.output(unary(m, name, m.input(halves(m, 3, 5))))
    for name, table in BINARY.items():
        m = case(name.lower(), "float16")
        m.output(m.operator(name, [m.input(halves(m, 2, 3, 5)), m.input(halves(m, 3, 1))], options(table)))
        m = case(name.lower(), "float16_constant_second")
        m.output(m.operator(name, [m.input(halves(m, 4, 6)), m.constant(halves(m, 6))], options(table)))
    for name in STABLEHLO:
        m = case(name.lower(), "float16")
        m.output(m.operator(name, [m.input(halves(m, 2, 7)), m.input(halves(m, 2, 7))]))
    for name, table in COMPARISONS.items():
        m = case(name.lower(), "float16")
        inputs = [m.input(np.round(halves(m, 4, 9))), m.input(np.round(halves(m, 9)))]
        m.output(m.operator(name, inputs, options(table), dtype="bool"))
    m = case("softmax", "float16")
    m.agreement = 2e-3
    m.output(m.operator("SOFTMAX", [m.input(halves(m, 3, 10))], options("SoftmaxOptions", beta=1.0)))
    m = case("atan2", "float16")
    m.output(m.operator("ATAN2", [m.input(halves(m, 20)), m.input(halves(m, 20))]))
    # Halves between operators, some of which only move them.
    m = case("add", "float16_moved_and_added")
    x = m.input(halves(m, 4, 6))
    turned = m.operator("TRANSPOSE", [x, m.constant(np.int32([1, 0]))], options("TransposeOptions"))
    m.output(m.operator("ADD", [unary(m, "TANH", turned), m.constant(halves(m, 4))], options("AddOptions")))

    m = case("gather", "int16_indices")
    m.output(gather(m, m.input(m.values(6, 3)), m.input(m.integers(2, 4, low=0, high=5, dtype=np.int16))))
    m = case("gather", "int16_constant_indices")
    m.output(gather(m, m.input(m.values(6, 3)), m.constant(m.integers(70, low=0, high=5, dtype=np.int16))))
    m = case("gather_nd", "int16_indices")
    indices = m.input(m.integers(5, 2, low=0, high=3, dtype=np.int16))
    m.output(m.operator("GATHER_ND", [m.input(m.values(4, 5, 2)), indices], options("GatherNdOptions")))
    for dtype in (np.int8, np.int16):
        m = case("pad", f"{np.dtype(dtype).name}_amounts")
        m.output(m.operator("PAD", [m.input(m.values(2, 3)), m.constant(dtype([[1, 0], [2, 3]]))], options("PadOptions")))
        m = case("padv2", f"{np.dtype(dtype).name}_amounts")
        inputs = [m.input(m.values(2, 3)), m.constant(dtype([[1, 0], [2, 3]])), m.constant(np.float32(1.5))]
        m.output(m.operator("PADV2", inputs, options("PadV2Options")))
    m = case("topk_v2", "int16_count")
    inputs = [m.input(m.values(3, 9)), m.constant(np.int16(4))]
    m.output(*m.operator("TOPK_V2", inputs, options("TopKV2Options"), outputs=2, dtype=["float32", "int16"]))
    m = case("topk_v2", "int16_indices_of_int8")
    inputs = [m.input(m.random.permutation(18).reshape(2, 9).astype(np.int8)), m.constant(np.int32(3))]
    m.output(*m.operator("TOPK_V2", inputs, options("TopKV2Options"), outputs=2, dtype=["int8", "int16"]))
    m = case("one_hot", "int64_length")
    inputs = [m.input(m.integers(5, low=0, high=6)), m.constant(np.int64(6)), m.constant(np.float32(2)), m.constant(np.float32(-1))]
    m.output(m.operator("ONE_HOT", inputs, options("OneHotOptions", axis=-1), dtype="float32"))
    # Elements that no operator computes with are moved.
    for dtype in ("float64", "uint32"):
        shape = m.elements(dtype, 2, 4, 6)
        for name, numbers, table in (("TRANSPOSE", [np.int32([2, 0, 1])], "TransposeOptions"), ("RESHAPE", [np.int32([8, 6])], "ReshapeOptions"),
                                     ("SPACE_TO_BATCH_ND", [np.int32([2]), np.int32([[0, 0]])], "SpaceToBatchNDOptions")):
            m = case(name.lower(), dtype)
            inputs = [m.input(shape)] + [m.constant(n) for n in numbers]
            m.output(m.operator(name, inputs, options(table)))
        m = case("select_v2", dtype)
        inputs = [m.input(m.booleans(4)), m.input(m.elements(dtype, 3, 4)), m.input(m.elements(dtype, 3, 4))]
        m.output(m.operator("SELECT_V2", inputs, options("SelectV2Options"), dtype=dtype))
    m = case("concatenation", "uint32")
    m.output(m.operator("CONCATENATION", [m.input(m.elements("uint32", 2, 3)) for _ in range(2)], options("ConcatenationOptions", axis=1)))


def bad(case):
    m = case("gather", "int8_indices")
    m.output(gather(m, m.input(m.values(6, 3)), m.input(m.integers(2, 4, low=0, high=5, dtype=np.int8))))
    m = case("topk_v2", "int8_count")
    inputs = [m.input(m.values(3, 9)), m.constant(np.int8(4))]
    m.output(*m.operator("TOPK_V2", inputs, options("TopKV2Options"), outputs=2, dtype=["float32", "int32"]))
    m = case("add", "float16_and_int64")
    inputs = [m.input(halves(m, 4)), m.input(m.integers(4, dtype=np.int64))]
    m.output(m.operator("ADD", inputs, options("AddOptions")))
