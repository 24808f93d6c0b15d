"""BITWISE_XOR, RIGHT_SHIFT."""
import numpy as np

from model_writer import options

NAMES = ("BITWISE_XOR", "RIGHT_SHIFT")
TYPES = ("int8", "uint8", "int16", "int32", "uint16", "uint32")
SHAPES = {
    "same_shape": ((2, 3, 7), (2, 3, 7)), "channels_second": ((3, 4, 9), (9,)), "channels_first": ((9,), (3, 4, 9)),
    "scalar_second": ((2, 3, 5), ()), "scalars": ((), ()), "column_against_row": ((7, 1), (1, 5)),
    "inner_axis_rank_4": ((2, 1, 3, 4), (1, 5, 1, 4)), "rank_5": ((2, 1, 3, 1, 2), (2, 1, 3, 1, 2)), "empty": ((2, 0, 3), (1, 3)),
}


def binary(m, name, a, b):
    return m.operator(name, [a, b], options("RightShiftOptions") if name == "RIGHT_SHIFT" else None)


def good(case):
    for name in NAMES:
        def second(m, *shape, dtype="int32"):
            return np.asarray(m.integers(*shape, low=0, high=9, dtype=dtype) if name == "RIGHT_SHIFT" else m.elements(dtype, *shape), dtype)

        for kind, (a, b) in SHAPES.items():
            m = case(name.lower(), kind)
            m.output(binary(m, name, m.input(np.asarray(m.elements("int32", *a), np.int32)), m.input(second(m, *b))))
        for dtype in TYPES:
            m = case(name.lower(), dtype)
            m.output(binary(m, name, m.input(m.elements(dtype, 3, 4, 9)), m.input(second(m, 9, dtype=dtype))))
        m = case(name.lower(), "constant_second")
        m.output(binary(m, name, m.input(m.elements("int32", 3, 5)), m.constant(second(m, 5))))
    for dtype in TYPES:
        m = case("right_shift", f"every_shift_of_{dtype}")
        limits = np.iinfo(dtype)
        shifts = np.array([max(limits.min, -9), *range(0, 70), limits.max], dtype)
        numbers = np.array([[limits.min], [limits.max], [-100 if limits.min else 100], [77]], dtype)
        m.output(binary(m, "RIGHT_SHIFT", m.input(numbers), m.input(shifts)))


def bad(case):
    for name in NAMES:
        for kind, a, b in (("floats", np.zeros(3, np.float32), np.zeros(3, np.float32)),
                           ("booleans", np.zeros(3, np.bool_), np.zeros(3, np.bool_)),
                           ("mixed_types", np.zeros(3, np.int32), np.zeros(3, np.int8)),
                           ("shapes_that_do_not_broadcast", np.zeros((2, 3), np.int32), np.zeros((2, 4), np.int32))):
            m = case(name.lower(), kind)
            m.output(binary(m, name, m.input(a), m.input(b)))
        m = case(name.lower(), "one_operand")
        m.output(m.operator(name, [m.input(m.integers(2))]))
