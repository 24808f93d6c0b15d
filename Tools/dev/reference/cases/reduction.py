"""MEAN, REDUCE_MAX, REDUCE_MIN, SUM, REDUCE_PROD, REDUCE_ANY, REDUCE_ALL, ARG_MAX, ARG_MIN, CUMSUM."""
import numpy as np

from model_writer import options

NAMES = ("MEAN", "REDUCE_MAX", "REDUCE_MIN", "SUM", "REDUCE_PROD")
BOOLEAN = ("REDUCE_ANY", "REDUCE_ALL")


def reduce(m, name, x, axes, keep=False):
    return m.operator(name, [x, m.constant(np.asarray(axes, np.int32))], options("ReducerOptions", keepDims=keep))


CASES = {
    "pixels": ((1, 5, 4, 7), [1, 2]), "pixels_channels_33": ((1, 3, 3, 33), [1, 2]), "pixels_batch_2": ((2, 4, 3, 5), [1, 2]),
    "channels": ((1, 3, 4, 9), [3]), "rows": ((1, 21, 3), [1]), "last_axis": ((1, 21, 3), [2]), "last_two": ((2, 5, 3), [1, 2]),
    "first_axis": ((4, 3, 5), [0]), "first_and_last": ((3, 4, 5), [0, 2]), "every_axis": ((2, 3, 4), [0, 1, 2]),
    "negative_axis": ((1, 6, 17), [-1]), "negative_axes": ((1, 4, 5, 3), [-3, -2]), "scalar_axis": ((3, 7), 1),
    "rank_1": ((33,), [0]), "axis_of_one_element": ((1, 1, 1, 5), [1, 2]), "repeated_axis": ((2, 3, 4), [1, 1]),
}


INTEGER_CASES = {kind: CASES[kind] for kind in ("pixels", "channels", "first_axis", "first_and_last", "every_axis", "rank_1")}


def search(m, name, x, axis, index="INT32"):
    code = dict(INT32=2, INT64=4)[index]
    return m.operator(name, [x, m.constant(np.int32(axis))], options(f"{name.title().replace('_', '')}Options", outputType=code),
                      dtype=index.lower())


def cumsum(m, x, axis, exclusive=False, reverse=False):
    return m.operator("CUMSUM", [x, m.constant(np.int32(axis))], options("CumsumOptions", exclusive=exclusive, reverse=reverse))


AXES = {"vector": ((17,), 0), "rows": ((3, 9), 1), "columns": ((3, 9), 0), "channels": ((1, 3, 4, 7), 3),
        "pixels": ((2, 3, 4, 5), 1), "negative_axis": ((2, 5, 3), -2), "one_element": ((1, 1), 1), "extent_1": ((3, 1, 5), 1),
        "long": ((1, 501), 1)}


def good_searches(case):
    for name in ("ARG_MAX", "ARG_MIN"):
        for kind, (shape, axis) in AXES.items():
            m = case(name.lower(), kind)
            m.output(search(m, name, m.input(m.values(*shape)), axis))
            m = case(name.lower(), f"equal_values_{kind}")
            m.output(search(m, name, m.input(m.integers(*shape, low=0, high=3, dtype=np.float32)), axis, "INT64"))
        for dtype in (np.int32, np.int8, np.uint8):
            m = case(name.lower(), np.dtype(dtype).name)
            m.output(search(m, name, m.input(m.integers(3, 5, 4, low=0, high=9, dtype=dtype)), 1))
        m = case(name.lower(), "no_lines")
        m.output(search(m, name, m.input(m.values(0, 5)), 1))


def good_sums(case):
    for kind, (shape, axis) in (AXES | {"empty": ((2, 0, 3), 1)}).items():
        for exclusive in (False, True):
            m = case("cumsum", kind + ("_exclusive" if exclusive else ""))
            m.output(cumsum(m, m.input(m.values(*shape)), axis, exclusive))
            m = case("cumsum", kind + ("_exclusive" if exclusive else "") + "_reverse")
            m.output(cumsum(m, m.input(m.values(*shape)), axis, exclusive, True))
    for dtype in (np.int32, np.int64):
        m = case("cumsum", np.dtype(dtype).name)
        m.output(cumsum(m, m.input(m.integers(3, 5, dtype=dtype)), 1))


def good(case):
    good_searches(case)
    good_sums(case)
    for name in BOOLEAN:
        for kind, (shape, axes) in CASES.items():
            m = case(name.lower(), kind)
            m.output(reduce(m, name, m.input(m.random.random(shape) < (0.1 if name == "REDUCE_ANY" else 0.9)), axes))
            m = case(name.lower(), kind + "_kept")
            m.output(reduce(m, name, m.input(m.random.random(shape) < (0.1 if name == "REDUCE_ANY" else 0.9)), axes, True))
    # LiteRT takes the mean and the sum of small integers without a scale, but its results are all the same number.
    for name in ("REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD"):
        for dtype in (np.int8, np.uint8, np.int16):
            m = case(name.lower(), np.dtype(dtype).name)
            m.output(reduce(m, name, m.input(m.elements(np.dtype(dtype).name, 3, 2, 5)), [1]))
    for name in NAMES:
        for dtype in (np.int32, np.int64):
            for kind, (shape, axes) in INTEGER_CASES.items():
                m = case(name.lower(), f"{np.dtype(dtype).name}_{kind}")
                m.output(reduce(m, name, m.input(m.integers(*shape, dtype=dtype)), axes))
    for name in NAMES:
        for kind, (shape, axes) in CASES.items():
            for keep in (False, True):
                m = case(name.lower(), kind + ("_kept" if keep else ""))
                m.output(reduce(m, name, m.input(m.values(*shape, low=-2, high=2)), axes, keep))
        m = case(name.lower(), "tiny")
        m.output(reduce(m, name, m.input(np.float32([[1, 2, 6], [-1, 0, 4]])), [1]))


def bad(case):
    for name in ("ARG_MAX", "ARG_MIN"):
        for kind, axis in (("axis_too_large", 2), ("axis_too_small", -3)):
            m = case(name.lower(), kind)
            m.output(search(m, name, m.input(m.values(2, 3)), axis))
        m = case(name.lower(), "several_axes")
        m.output(search(m, name, m.input(m.values(2, 3)), [0, 1]))
        m = case(name.lower(), "empty_axis")
        m.output(search(m, name, m.input(m.values(2, 0)), 1))
        m = case(name.lower(), "no_options")
        m.output(m.operator(name, [m.input(m.values(2, 3)), m.constant(np.int32(1))]))
        m = case(name.lower(), "scalar_input")
        m.output(search(m, name, m.input(np.float32(1)), 0))
    for kind, axis in (("axis_too_large", 2), ("axis_too_small", -3), ("several_axes", [0, 1])):
        m = case("cumsum", kind)
        m.output(cumsum(m, m.input(m.values(2, 3)), axis))
    m = case("cumsum", "boolean_input")
    m.output(cumsum(m, m.input(m.booleans(2, 3)), 1))
    for name in BOOLEAN:
        m = case(name.lower(), "axis_too_large")
        m.output(reduce(m, name, m.input(m.booleans(2, 3)), [2]))
        m = case(name.lower(), "float_input")
        m.output(reduce(m, name, m.input(m.values(2, 3)), [1]))
        m = case(name.lower(), "no_axes")
        m.output(m.operator(name, [m.input(m.booleans(2, 3))], options("ReducerOptions")))
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
