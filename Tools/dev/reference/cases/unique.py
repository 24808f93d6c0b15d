"""UNIQUE."""
import numpy as np

from model_writer import TYPES, options

INT = np.int32
ODD = {"zeros_of_both_signs": [-0.0, 1, 0.0, -1, -0.0], "first_not_a_number": [np.nan, 1, np.nan, 0.0, 2], "not_a_number": [1, 2, np.nan, 1, 2],
       "several_not_numbers": [5, np.nan, 1, 5, np.nan, -2, 1, np.nan, 7], "infinities": [np.inf, -np.inf, 3, np.inf, np.nan, -np.inf]}


def unique(m, x, index="int32", declared=None):
    return m.operator("UNIQUE", [x], options("UniqueOptions", idxOutType=TYPES[index]), outputs=2, dtype=[m.tensors[x][1], declared or index])


def good(case):
    for dtype in ("float32", "int64", "int32", "int16", "int8", "uint8"):
        m = case("unique", dtype)
        m.output(*unique(m, m.input(m.integers(60, low=0 if dtype == "uint8" else -9, high=9, dtype=dtype))))
        m = case("unique", f"all_{dtype}")
        m.output(*unique(m, m.input(m.elements(dtype, 300)), "int64"))
    for kind, numbers in {"one": [4], "equal": [7] * 9, "different": list(range(20, 0, -1)), "two": [-1, 5, 5, -1]}.items():
        m = case("unique", kind)
        m.output(*unique(m, m.input(INT(numbers))))
    for kind, numbers in ODD.items():
        m = case("unique", kind)
        m.output(*unique(m, m.input(np.float32(numbers))))
    m = case("unique", "constant")
    m.output(*unique(m, m.constant(INT([3, 1, 3, 2]))), m.operator("NEG", [m.input(m.values(3))]))
    m = case("unique", "computed")
    m.output(*unique(m, m.operator("FLOOR", [m.input(m.values(40, low=-3, high=3))])))


def bad(case):
    m = case("unique", "rank_2")
    m.output(*unique(m, m.input(m.values(2, 3))))
    m = case("unique", "scalar")
    m.output(*unique(m, m.input(np.float32(1))))
    m = case("unique", "booleans")
    m.output(*unique(m, m.input(m.booleans(3))))
    m = case("unique", "indices_of_8_bits")
    m.output(*unique(m, m.input(m.values(3)), "int8"))
    m = case("unique", "one_output")
    m.output(m.operator("UNIQUE", [m.input(m.values(3))], options("UniqueOptions", idxOutType=2)))
    m = case("unique", "two_inputs")
    m.output(*m.operator("UNIQUE", [m.input(m.values(3)), m.input(m.values(3))], options("UniqueOptions", idxOutType=2), outputs=2, dtype=["float32", "int32"]))
