"""ADD, SUB, MUL, DIV, MAXIMUM, MINIMUM."""
import numpy as np

from model_writer import options

TABLES = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions", "DIV": "DivOptions",
          "MAXIMUM": "MaximumMinimumOptions", "MINIMUM": "MaximumMinimumOptions"}
WITH_ACTIVATION = ("ADD", "SUB", "MUL", "DIV")


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


def good(case):
    for name in TABLES:
        folder = name.lower()

        def operand(m, shape, second):
            if name == "DIV" and second:  # away from zero
                return (m.values(*shape, low=0.25, high=2) * np.where(m.values(*shape) < 0, -1, 1)).astype(np.float32)
            return np.asarray(m.values(*shape, low=-4, high=4), np.float32)

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


def bad(case):
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
        if name in WITH_ACTIVATION:
            m = case(folder, "unknown_activation")
            m.output(binary(m, name, m.input(m.values(2, 3)), m.input(m.values(2, 3)), 99))
