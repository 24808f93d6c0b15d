"""EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, LOGICAL_AND, LOGICAL_OR, LOGICAL_NOT."""
import numpy as np

QUESTIONS = ("EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL")
SHAPES = {
    "same_shape": ((1, 3, 4, 5), (1, 3, 4, 5)), "channels_second": ((1, 3, 4, 9), (9,)),
    "channels_first": ((9,), (1, 3, 4, 9)), "scalar_second": ((2, 3, 5), ()), "scalar_first": ((), (2, 3, 5)),
    "row_against_column": ((1, 5), (7, 1)), "inner_axis_rank_4": ((2, 1, 3, 4), (1, 5, 1, 4)),
    "one_element": ((1, 1), (1, 1)), "long": ((133,), (133,)), "empty": ((2, 0, 3), (1, 3)),
}
SPECIAL = np.float32([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40])


def operand(m, shape, dtype):
    # Few different values, so that some are equal.
    return np.asarray(m.booleans(*shape) if dtype == np.bool_ else m.integers(*shape, low=0, high=4, dtype=dtype), dtype)


def good(case):
    for name in QUESTIONS + ("LOGICAL_AND", "LOGICAL_OR"):
        folder = name.lower()
        types = [np.float32, np.int32, np.int64] if name in QUESTIONS else [np.bool_]
        if name in ("EQUAL", "NOT_EQUAL"):
            types.append(np.bool_)
        for dtype in types:
            for kind, (a, b) in SHAPES.items():
                m = case(folder, f"{np.dtype(dtype).name}_{kind}")
                m.output(m.operator(name, [m.input(operand(m, a, dtype)), m.input(operand(m, b, dtype))], dtype="bool"))
        if name in ("EQUAL", "LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"):
            m = case(folder, "plain_int16")
            m.output(m.operator(name, [m.input(operand(m, (3, 4, 9), np.int16)), m.input(operand(m, (9,), np.int16))], dtype="bool"))
        if name in QUESTIONS:
            m = case(folder, "special_values")
            a, b = np.meshgrid(SPECIAL, SPECIAL)
            m.output(m.operator(name, [m.input(a), m.input(b)], dtype="bool"))
    for kind, shape in {"vector": (17,), "rank_4": (1, 3, 4, 5), "rank_2": (3, 7), "one_element": (1,), "scalar": (),
                        "empty": (0, 3), "long": (133,), "batch_2": (2, 2, 3, 3)}.items():
        m = case("logical_not", kind)
        m.output(m.operator("LOGICAL_NOT", [m.input(np.asarray(m.booleans(*shape), np.bool_))], dtype="bool"))


def bad(case):
    for name in QUESTIONS + ("LOGICAL_AND", "LOGICAL_OR"):
        folder = name.lower()
        right = np.float32 if name in QUESTIONS else np.bool_
        m = case(folder, "shapes_that_do_not_broadcast")
        m.output(m.operator(name, [m.input(np.zeros((2, 3), right)), m.input(np.zeros((2, 4), right))], dtype="bool"))
        m = case(folder, "mixed_element_types")
        m.output(m.operator(name, [m.input(np.zeros((2, 3), right)), m.input(np.zeros((2, 3), np.int32))], dtype="bool"))
        if name not in QUESTIONS:
            m = case(folder, "half_precision")
            m.output(m.operator(name, [m.input(np.zeros(3, np.float16)), m.input(np.zeros(3, np.float16))], dtype="bool"))
        m = case(folder, "one_operand")
        m.output(m.operator(name, [m.input(np.zeros((2, 3), right))], dtype="bool"))
    for kind, value in {"float_input": np.float32([1]), "integer_input": np.int32([1])}.items():
        m = case("logical_not", kind)
        m.output(m.operator("LOGICAL_NOT", [m.input(value)], dtype="bool"))
    m = case("logical_not", "no_input")
    m.input(np.float32([1]))
    m.output(m.operator("LOGICAL_NOT", [], dtype="bool"))
