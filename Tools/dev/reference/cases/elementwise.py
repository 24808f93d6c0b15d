"""ADD, SUB, MUL, DIV, MAXIMUM, MINIMUM, POW, SQUARED_DIFFERENCE, FLOOR_DIV, FLOOR_MOD."""
import numpy as np

from model_writer import options

TABLES = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions", "DIV": "DivOptions",
          "MAXIMUM": "MaximumMinimumOptions", "MINIMUM": "MaximumMinimumOptions", "POW": "PowOptions",
          "SQUARED_DIFFERENCE": "SquaredDifferenceOptions", "FLOOR_DIV": "FloorDivOptions",
          "FLOOR_MOD": "FloorModOptions"}
WITH_ACTIVATION = ("ADD", "SUB", "MUL", "DIV")
QUOTIENTS = ("DIV", "FLOOR_DIV", "FLOOR_MOD")
# The integers that LiteRT's kernels support.
INTEGERS = {"ADD": (np.int32, np.int64), "SUB": (np.int32, np.int64), "MUL": (np.int32, np.int64), "DIV": (np.int32,),
            "MAXIMUM": (np.int32, np.int64), "MINIMUM": (np.int32, np.int64), "POW": (np.int32,),
            "SQUARED_DIFFERENCE": (np.int32,), "FLOOR_DIV": (np.int32,), "FLOOR_MOD": (np.int32, np.int64)}


def binary(m, name, a, b, activation="NONE"):
    fields = dict(fusedActivationFunction=activation) if name in WITH_ACTIVATION else {}
    return m.operator(name, [a, b], options(TABLES[name], **fields))


SHAPES = {
    "same_shape": ((1, 3, 4, 5), (1, 3, 4, 5)),
    "same_shape_rank_1": ((33,), (33,)),
    "same_shape_batch_2": ((2, 3, 3, 7), (2, 3, 3, 7)),
    "channels_second": ((1, 3, 4, 9), (9,)),
    "channels_first": ((9,), (1, 3, 4, 9)),
    "channels_rank_4_second": ((2, 3, 2, 17), (1, 1, 1, 17)),
    "scalar_second": ((1, 2, 3, 5), ()),
    "scalar_first": ((), (1, 2, 3, 5)),
    "one_element_second": ((1, 21, 3), (1,)),
    "one_element_first": ((1, 1), (3, 7)),
    "column_second": ((1, 21, 3), (1, 21, 1)),
    "column_first": ((1, 21, 1), (1, 21, 3)),
    "row_against_column": ((1, 5), (7, 1)),
    "pixels_against_channels": ((1, 3, 4, 1), (1, 1, 1, 5)),
    "inner_axis_rank_4": ((2, 1, 3, 4), (1, 5, 1, 4)),
    "lower_rank_second": ((2, 3, 5), (3, 5)),
    "lower_rank_first": ((3, 1), (2, 1, 5)),
    "one_pixel": ((1, 1, 1, 33), (1, 1, 1, 33)),
}
INTEGER_SHAPES = {
    "same_shape": ((2, 3, 7), (2, 3, 7)), "channels_second": ((3, 4, 9), (9,)), "channels_first": ((9,), (3, 4, 9)),
    "scalar_second": ((2, 3, 5), ()), "column_against_row": ((7, 1), (1, 5)),
    "inner_axis_rank_4": ((2, 1, 3, 4), (1, 5, 1, 4)), "empty": ((2, 0, 3), (1, 3)),
}


def good(case):
    for name, (shape, count) in {"two": ((5,), 2), "seven": ((1, 3, 4, 5), 7), "scalars": ((), 3), "empty": ((0, 2), 2),
                                  "batch_2": ((2, 2, 3, 7), 4), "long": ((301,), 3), "one_pixel": ((1, 1, 1, 9), 5)}.items():
        m = case("add_n", name)
        m.output(m.operator("ADD_N", [m.input(np.asarray(m.values(*shape), np.float32)) for _ in range(count)], options("AddNOptions")))
    m = case("add_n", "integers")
    m.output(m.operator("ADD_N", [m.input(m.integers(3, 4)) for _ in range(3)], options("AddNOptions")))
    # Plain integers of 8 and 16 bits, of which sums and products wrap around.
    for name, dtype in (("ADD", "int16"), ("MUL", "int16"), ("MAXIMUM", "uint8"), ("MAXIMUM", "int16"), ("MINIMUM", "int16"),
                        ("FLOOR_DIV", "int8"), ("FLOOR_DIV", "int16"), ("FLOOR_MOD", "int8"), ("FLOOR_MOD", "int16")):
        m = case(name.lower(), f"plain_{dtype}")
        a, b = m.elements(dtype, 3, 4, 9), m.elements(dtype, 9)
        m.output(m.operator(name, [m.input(a), m.input(np.where(b == 0, 3, b).astype(dtype) if name in QUOTIENTS else b)],
                            options(TABLES[name]), dtype=dtype))
    for name in TABLES:
        folder = name.lower()

        def operand(m, shape, second):
            if name in QUOTIENTS and second:  # away from zero
                return (m.values(*shape, low=0.25, high=2) * np.where(m.values(*shape) < 0, -1, 1)).astype(np.float32)
            if name == "POW":  # roots of negative numbers are not numbers
                return np.asarray(m.values(*shape, low=-2 if second else 0.25, high=3), np.float32)
            return np.asarray(m.values(*shape, low=-4, high=4), np.float32)

        def integers(m, shape, second, dtype):
            values = m.integers(*shape, dtype=dtype)
            if name == "POW":
                return m.integers(*shape, low=0 if second else -5, high=6, dtype=dtype)
            return np.asarray(np.where(values == 0, 7, values) if second else values, dtype)

        for kind, (a, b) in SHAPES.items():
            m = case(folder, kind)
            m.output(binary(m, name, m.input(operand(m, a, False)), m.input(operand(m, b, True))))
        m = case(folder, "constant_channels_second")
        m.output(binary(m, name, m.input(operand(m, (1, 3, 3, 5), False)), m.constant(operand(m, (5,), True))))
        m = case(folder, "constant_first")
        m.output(binary(m, name, m.constant(operand(m, (1, 1), False)), m.input(operand(m, (1, 7), True))))
        m = case(folder, "same_tensor_twice")
        x = m.input(operand(m, (1, 2, 3, 5), True))
        m.output(binary(m, name, x, x))
        if name in WITH_ACTIVATION:
            for activation in ("RELU", "RELU6", "RELU_N1_TO_1"):
                m = case(folder, activation.lower())
                a, b = m.input(operand(m, (1, 3, 3, 7), False)), m.input(operand(m, (1, 3, 3, 7), True))
                m.output(binary(m, name, a, b, activation))
            m = case(folder, "relu6_channels")
            m.output(binary(m, name, m.input(operand(m, (1, 2, 2, 17), False)), m.input(operand(m, (17,), True)),
                            "RELU6"))
            m = case(folder, "no_options")
            m.output(m.operator(name, [m.input(operand(m, (2, 3), False)), m.input(operand(m, (2, 3), True))]))
        m = case(folder, "tiny")
        m.output(binary(m, name, m.input(np.float32([[1, -2, 6]])), m.input(np.float32([2, 4, -3]))))
        m = case(folder, "empty")
        m.output(binary(m, name, m.input(operand(m, (2, 0, 3), False)), m.input(operand(m, (3,), True))))
        for dtype in INTEGERS[name]:
            for kind, (a, b) in INTEGER_SHAPES.items():
                m = case(folder, f"{np.dtype(dtype).name}_{kind}")
                m.output(binary(m, name, m.input(integers(m, a, False, dtype)), m.input(integers(m, b, True, dtype))))
        if name in WITH_ACTIVATION:
            for activation in ("RELU", "RELU6", "RELU_N1_TO_1"):
                m = case(folder, f"int32_{activation.lower()}")
                m.output(binary(m, name, m.input(integers(m, (3, 7), False, np.int32)),
                                m.input(integers(m, (7,), True, np.int32)), activation))
        if name in QUOTIENTS:
            m = case(folder, "every_sign")
            a, b = np.meshgrid(np.arange(-7, 8), [-7, -3, -1, 1, 2, 5])
            m.output(binary(m, name, m.input(a.astype(np.int32)), m.input(b.astype(np.int32))))
            m = case(folder, "every_sign_of_floats")
            m.output(binary(m, name, m.input((a / 2).astype(np.float32)), m.input((b / 4).astype(np.float32))))


def bad(case):
    for name, shapes in {"one_input": [(2,)], "shapes_that_broadcast": [(2, 3), (3,)], "shapes_that_differ": [(2,), (2,), (3,)]}.items():
        m = case("add_n", name)
        m.input(m.values(2))
        m.output(m.operator("ADD_N", [m.input(m.values(*shape)) for shape in shapes], options("AddNOptions")))
    m = case("add_n", "types_that_differ")
    m.output(m.operator("ADD_N", [m.input(m.values(2)), m.input(m.integers(2))], options("AddNOptions")))
    for name in TABLES:
        folder = name.lower()
        for kind, a, b in (
            ("shapes_that_do_not_broadcast", np.zeros((2, 3)), np.zeros((2, 4))),
            ("mixed_element_types", np.zeros((2, 3)), np.zeros((2, 3), np.int32)),
            ("boolean_operands", np.zeros((2, 3), np.bool_), np.zeros((2, 3), np.bool_)),
        ):
            a, b = (v.astype(np.float32) if v.dtype == np.float64 else v for v in (a, b))
            m = case(folder, kind)
            m.output(binary(m, name, m.input(a), m.input(b)))
        m = case(folder, "one_operand")
        m.output(m.operator(name, [m.input(m.values(2, 3))], options(TABLES[name])))
        m = case(folder, "absent_operand")
        m.output(binary(m, name, m.input(m.values(2, 3)), -1))
        if name in QUOTIENTS:
            m = case(folder, "constant_divisor_of_zero")
            m.output(binary(m, name, m.input(m.integers(2, 3)), m.constant(np.int32([1, 0, 2]))))
        if name in WITH_ACTIVATION:
            m = case(folder, "unknown_activation")
            m.output(binary(m, name, m.input(m.values(2, 3)), m.input(m.values(2, 3)), 99))
