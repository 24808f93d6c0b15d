"""PACK, SPLIT, SPLIT_V."""
import numpy as np

from model_writer import options

INT = np.int32


def several(made):
    return made if isinstance(made, list) else [made]


def pack(m, parts, axis, dtype="float32", count=None):
    opts = options("PackOptions", valuesCount=len(parts) if count is None else count, axis=axis)
    return m.operator("PACK", parts, opts, dtype=dtype)


def split(m, axis, x, count, dtype="float32"):
    return several(m.operator("SPLIT", [axis, x], options("SplitOptions", numSplits=count), outputs=count, dtype=dtype))


def split_v(m, x, sizes, axis, dtype="float32"):
    inputs = [x, m.constant(np.asarray(sizes, INT)), m.constant(np.asarray(axis, INT))]
    opts = options("SplitVOptions", numSplits=len(sizes))
    return several(m.operator("SPLIT_V", inputs, opts, outputs=len(sizes), dtype=dtype))


# shape, how many, axis
PACK = {
    "axis_0": ((2, 3), 3, 0), "axis_1": ((2, 3), 2, 1), "axis_last": ((2, 3, 5), 3, 3), "axis_minus_1": ((4, 1), 2, -1),
    "axis_minus_3": ((2, 5), 4, -3), "scalars": ((), 5, 0), "one_input": ((3, 2), 1, 1), "rank_1": ((7,), 2, 0),
    "one_pixel": ((1, 1, 1, 9), 2, 1), "empty": ((0, 3), 2, 1), "batch_2": ((2, 2, 3, 5), 2, 4),
}
# shape, parts, axis
SPLIT = {
    "axis_0": ((4, 3), 2, 0), "axis_1": ((2, 6, 5), 3, 1), "axis_2": ((1, 2, 9), 3, 2), "axis_minus_1": ((3, 8), 4, -1),
    "axis_minus_3": ((4, 2, 3), 4, -3), "one_part": ((2, 5), 1, 1), "rank_1": ((6,), 6, 0),
    "channels": ((1, 3, 4, 14), 2, 3), "batch_2": ((2, 4, 3, 3), 2, 1), "empty": ((0, 4), 2, 1),
}
# shape, sizes, axis
SPLIT_V = {
    "axis_0": ((5, 3), (2, 3), 0), "axis_1": ((2, 7, 3), (1, 4, 2), 1), "axis_minus_1": ((3, 10), (1, 2, 3, 4), -1),
    "rest_first": ((2, 9), (-1, 4, 2), 1), "rest_last": ((2, 9), (3, -1), 1), "rest_of_nothing": ((4, 2), (4, -1), 0),
    "part_of_nothing": ((4, 2), (0, 4), 0), "one_part": ((2, 5), (5,), 1), "rank_1": ((6,), (1, 5), 0),
    "channels": ((1, 2, 3, 17), (16, 1), 3),
}
TYPES = ("int8", "uint8", "int16", "int32")


def good(case):
    for name, (shape, count, axis) in PACK.items():
        m = case("pack", name)
        m.output(pack(m, [m.input(m.values(*shape)) for _ in range(count)], axis))
    for dtype in TYPES + ("int64",):
        m = case("pack", dtype)
        m.output(pack(m, [m.input(m.elements(dtype, 2, 3)) for _ in range(2)], 1, dtype=dtype))
    m = case("pack", "tiny")
    m.output(pack(m, [m.input(np.float32([1, 2])), m.input(np.float32([3, 4]))], 1))

    for name, (shape, count, axis) in SPLIT.items():
        m = case("split", name)
        m.output(*split(m, m.constant(np.asarray(axis, INT)), m.input(m.values(*shape)), count))
    for dtype in TYPES:
        m = case("split", dtype)
        m.output(*split(m, m.constant(np.asarray(1, INT)), m.input(m.elements(dtype, 2, 6)), 3, dtype=dtype))
    m = case("split", "tiny")
    m.output(*split(m, m.constant(np.asarray(1, INT)), m.input(np.float32([[1, 2], [3, 4]])), 2))

    for name, (shape, sizes, axis) in SPLIT_V.items():
        m = case("split_v", name)
        m.output(*split_v(m, m.input(m.values(*shape)), sizes, axis))
    for dtype in TYPES + ("int64",):
        m = case("split_v", dtype)
        m.output(*split_v(m, m.input(m.elements(dtype, 2, 6)), (1, 5), 1, dtype=dtype))
    m = case("split_v", "tiny")
    m.output(*split_v(m, m.input(np.float32([[1, 2, 3]])), (1, 2), 1))


def bad(case):
    for name, count, axis in (("axis_too_large", 2, 3), ("axis_too_small", 2, -4), ("count_that_differs", 3, 0)):
        m = case("pack", name)
        m.output(pack(m, [m.input(m.values(2, 3)), m.input(m.values(2, 3))], axis, count=count))
    m = case("pack", "shapes_that_differ")
    m.output(pack(m, [m.input(m.values(2, 3)), m.input(m.values(3, 2))], 0))
    m = case("pack", "mixed_element_types")
    m.output(pack(m, [m.input(m.values(2)), m.input(m.elements("int32", 2))], 0))
    m = case("pack", "no_inputs")
    m.input(m.values(2, 3))
    m.output(pack(m, [], 0))
    m = case("pack", "absent_part")
    m.output(pack(m, [m.input(m.values(2)), -1], 0))

    for name, count, axis in (("axis_too_large", 2, 2), ("count_that_does_not_divide", 4, 1)):
        m = case("split", name)
        m.output(*split(m, m.constant(np.asarray(axis, INT)), m.input(m.values(2, 6)), count))
    m = case("split", "no_parts")
    m.operator("SPLIT", [m.constant(np.asarray(0, INT)), m.input(m.values(2, 6))], options("SplitOptions"), outputs=0)
    m.output(0)
    m = case("split", "axis_of_floats")
    m.output(*split(m, m.constant(np.float32(1)), m.input(m.values(2, 6)), 2))
    m = case("split", "two_axes")
    m.output(*split(m, m.constant(np.asarray([0, 1], INT)), m.input(m.values(2, 6)), 2))
    m = case("split", "scalar_input")
    m.output(*split(m, m.constant(np.asarray(0, INT)), m.input(np.float32(3).reshape(())), 1))

    for name, sizes, axis in (
        ("axis_too_large", (3, 3), 2), ("sizes_that_are_too_few", (2, 3), 1), ("sizes_that_are_too_many", (4, 3), 1),
        ("two_rests", (-1, -1, 6), 1), ("negative_size", (-2, 8), 1), ("rest_that_is_negative", (7, -1), 1),
        ("size_that_overflows", (2**31 - 1, 2**31 - 1, -1), 1),
    ):
        m = case("split_v", name)
        m.output(*split_v(m, m.input(m.values(2, 6)), sizes, axis))
    m = case("split_v", "no_axis")
    m.output(*several(m.operator("SPLIT_V", [m.input(m.values(2, 6)), m.constant(np.asarray([3, 3], INT))],
                                 options("SplitVOptions", numSplits=2), outputs=2)))
