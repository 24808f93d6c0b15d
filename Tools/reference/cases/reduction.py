"""MEAN, REDUCE_MAX, REDUCE_MIN, SUM."""
import numpy as np

from model_writer import options

NAMES = ("MEAN", "REDUCE_MAX", "REDUCE_MIN", "SUM")


def reduce(m, name, x, axes, keep=False):
    return m.operator(name, [x, m.constant(np.asarray(axes, np.int32))], options("ReducerOptions", keepDims=keep))


CASES = {
    "pixels": ((1, 5, 4, 7), [1, 2]), "pixels_channels_33": ((1, 3, 3, 33), [1, 2]), "pixels_batch_2": ((2, 4, 3, 5), [1, 2]),
    "channels": ((1, 3, 4, 9), [3]), "rows": ((1, 21, 3), [1]), "last_axis": ((1, 21, 3), [2]), "last_two": ((2, 5, 3), [1, 2]),
    "first_axis": ((4, 3, 5), [0]), "first_and_last": ((3, 4, 5), [0, 2]), "every_axis": ((2, 3, 4), [0, 1, 2]),
    "negative_axis": ((1, 6, 17), [-1]), "negative_axes": ((1, 4, 5, 3), [-3, -2]), "scalar_axis": ((3, 7), 1),
    "rank_1": ((33,), [0]), "axis_of_one_element": ((1, 1, 1, 5), [1, 2]), "repeated_axis": ((2, 3, 4), [1, 1]),
}


def good(case):
    for name in NAMES:
        for kind, (shape, axes) in CASES.items():
            for keep in (False, True):
                m = case(name.lower(), kind + ("_kept" if keep else ""))
                m.output(reduce(m, name, m.input(m.values(*shape, low=-2, high=2)), axes, keep))
        m = case(name.lower(), "tiny")
        m.output(reduce(m, name, m.input(np.float32([[1, 2, 6], [-1, 0, 4]])), [1]))


def bad(case):
    for name in NAMES:
        for kind, axes in (("axis_too_large", [2]), ("axis_too_small", [-3]), ("axis_far_too_small", [-2**31])):
            m = case(name.lower(), kind)
            m.output(reduce(m, name, m.input(m.values(2, 3)), axes))
        m = case(name.lower(), "axes_of_floats")
        m.output(m.operator(name, [m.input(m.values(2, 3)), m.constant(np.float32([1]))], options("ReducerOptions")))
        m = case(name.lower(), "no_axes")
        m.output(m.operator(name, [m.input(m.values(2, 3))], options("ReducerOptions")))
        m = case(name.lower(), "boolean_input")
        m.output(reduce(m, name, m.input(np.zeros((2, 3), np.bool_)), [1]))
