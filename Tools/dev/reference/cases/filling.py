"""SQUEEZE, EXPAND_DIMS, SHAPE, RANK, TILE, BROADCAST_TO, FILL, RANGE, PADV2, MIRROR_PAD."""
import numpy as np

from model_writer import options

INT = np.int32
TYPES = ("int8", "uint8", "int16", "int32", "int64", "bool")


def squeeze(m, x, axes=(), dtype="float32"):
    return m.operator("SQUEEZE", [x], options("SqueezeOptions", squeezeDims=list(axes)), dtype=dtype)


def expand(m, x, axis, dtype="float32"):
    return m.operator("EXPAND_DIMS", [x, m.constant(np.asarray(axis, INT))], options("ExpandDimsOptions"), dtype=dtype)


def shape_of(m, x, dtype="int32"):
    return m.operator("SHAPE", [x], options("ShapeOptions", outType={"int32": 2, "int64": 4}[dtype]), dtype=dtype)


def tile(m, x, counts, dtype="float32", type=INT):
    return m.operator("TILE", [x, m.constant(np.asarray(counts, type))], options("TileOptions"), dtype=dtype)


def broadcast_to(m, x, shape, dtype="float32", type=INT):
    inputs = [x, m.constant(np.asarray(shape, type))]
    return m.operator("BROADCAST_TO", inputs, options("BroadcastToOptions"), dtype=dtype, version=2)


def fill(m, shape, value, dtype="float32", type=INT):
    return m.operator("FILL", [m.constant(np.asarray(shape, type)), value], options("FillOptions"), dtype=dtype)


def range_(m, start, limit, delta, type):
    inputs = [m.constant(np.asarray(v, type)) for v in (start, limit, delta)]
    return m.operator("RANGE", inputs, options("RangeOptions"), dtype=np.dtype(type).name)


def pad_v2(m, x, paddings, value, dtype="float32", type=INT):
    return m.operator("PADV2", [x, m.constant(np.asarray(paddings, type)), value], options("PadV2Options"), dtype=dtype)


def mirror(m, x, paddings, mode, dtype="float32", type=INT):
    inputs = [x, m.constant(np.asarray(paddings, type))]
    return m.operator("MIRROR_PAD", inputs, options("MirrorPadOptions", mode=mode), dtype=dtype)


SQUEEZE = {
    "all": ((1, 3, 1, 5), ()), "first": ((1, 3, 1), (0,)), "last": ((2, 3, 1), (2,)), "negative": ((2, 1, 3), (-2,)),
    "two": ((1, 1, 4, 1), (0, 3)), "nothing_to_do": ((2, 3), ()), "one_element": ((1, 1, 1), ()), "pixels": ((1, 1, 1, 9), (1, 2)),
    "empty": ((0, 1, 3), (1,)),
}
EXPAND = {
    "first": ((2, 3), 0), "middle": ((2, 3), 1), "last": ((2, 3), 2), "minus_1": ((2, 3), -1), "minus_3": ((2, 3), -3),
    "scalar": ((), 0), "rank_4": ((1, 2, 3, 5), 3), "empty": ((0, 3), 1), "one_pixel": ((1, 1, 1, 7), 4),
}
SHAPES = {
    "rank_1": (7,), "rank_2": (3, 5), "rank_3": (2, 1, 9), "rank_4": (1, 4, 6, 3), "rank_5": (1, 2, 1, 3, 2), "empty": (0, 3),
    "one_pixel": (1, 1, 1, 1), "rank_6": (1, 2, 1, 3, 2, 1),
}
TILE = {
    "columns": ((2, 3), (1, 2)), "rows": ((2, 3), (3, 1)), "both": ((2, 3), (2, 3)), "nothing": ((2, 3), (1, 1)), "rank_1": ((5,), (3,)),
    "rank_3": ((2, 1, 3), (1, 4, 2)), "rank_4": ((1, 2, 2, 3), (2, 1, 3, 2)), "channels": ((1, 2, 2, 1), (1, 1, 1, 9)),
    "one_element": ((1,), (7,)), "to_nothing": ((2, 3), (0, 2)), "empty": ((0, 3), (2, 2)), "one_pixel": ((1, 1, 1, 5), (1, 3, 4, 1)),
}
BROADCAST = {
    "row": ((3,), (4, 3)), "column": ((4, 1), (4, 3)), "scalar": ((), (2, 3)), "one_element": ((1,), (2, 3, 4)), "same": ((2, 3), (2, 3)),
    "middle": ((2, 1, 3), (2, 5, 3)), "rank_4": ((1, 2, 1, 3), (2, 2, 4, 3)), "pixels": ((1, 1, 1, 9), (1, 3, 2, 9)),
    "channels": ((1, 3, 2, 1), (1, 3, 2, 7)), "to_nothing": ((1, 3), (0, 3)),
}
FILL = {
    "rank_1": (7,), "rank_2": (3, 5), "rank_3": (2, 1, 9), "rank_4": (1, 4, 6, 3), "scalar": (), "empty": (0, 3), "one": (1,),
    "one_pixel": (1, 1, 1, 9),
}
RANGE = {
    "upwards": (0, 5, 1), "from_3": (3, 18, 4), "downwards": (7, -4, -3), "exact_end": (2, 10, 4), "one": (5, 6, 9), "two": (4, 6, 1),
    "negative": (-8, -2, 2), "large_step": (0, 100, 60),
}
PAD = {
    "channels": ((1, 3, 3, 5), [[0, 0], [0, 0], [0, 0], [2, 1]]), "pixels": ((1, 4, 5, 3), [[0, 0], [1, 2], [2, 1], [0, 0]]),
    "every_axis": ((2, 2, 3, 3), [[1, 0], [0, 1], [1, 1], [2, 0]]), "nothing": ((1, 3, 3, 4), [[0, 0]] * 4), "rank_1": ((7,), [[2, 3]]),
    "rank_2": ((3, 5), [[0, 1], [2, 0]]), "rank_3": ((2, 3, 4), [[0, 1], [1, 0], [0, 2]]),
    "one_pixel": ((1, 1, 1, 17), [[0, 0], [1, 1], [1, 1], [0, 0]]), "before_only": ((2, 3), [[1, 0], [2, 0]]),
}
MIRROR = {
    "rank_1": ((5,), [[2, 3]]), "rank_2": ((3, 5), [[1, 1], [2, 0]]), "pixels": ((1, 4, 5, 3), [[0, 0], [1, 1], [2, 2], [0, 0]]),
    "after_only": ((4, 3), [[0, 2], [0, 1]]), "nothing": ((2, 3), [[0, 0], [0, 0]]), "every_axis": ((2, 3, 3, 4), [[1, 0], [0, 2], [1, 1], [3, 0]]),
    "as_far_as_it_goes": ((3, 4), [[2, 2], [3, 3]]), "channels_17": ((1, 2, 2, 17), [[0, 0], [1, 1], [0, 1], [0, 0]]),
}


def good(case):
    for name, (shape, axes) in SQUEEZE.items():
        m = case("squeeze", name)
        m.output(squeeze(m, m.input(m.values(*shape)), axes))
    for name, (shape, axis) in EXPAND.items():
        m = case("expand_dims", name)
        m.output(expand(m, m.input(m.values(*shape)), axis))
    for dtype in ("int8", "int32", "int64", "bool"):
        m = case("squeeze", dtype)
        m.output(squeeze(m, m.input(m.elements(dtype, 1, 5)), dtype=dtype))
        m = case("expand_dims", dtype)
        m.output(expand(m, m.input(m.elements(dtype, 5)), 0, dtype=dtype))
    for name, shape in SHAPES.items():
        for dtype in ("int32", "int64"):
            m = case("shape", f"{name}_{dtype}")
            m.output(shape_of(m, m.input(m.values(*shape)), dtype))
        m = case("rank", name)
        m.output(m.operator("RANK", [m.input(m.values(*shape))], options("RankOptions"), dtype="int32"))

    for name, (shape, counts) in TILE.items():
        m = case("tile", name)
        m.output(tile(m, m.input(m.values(*shape)), counts))
    m = case("tile", "counts_of_64_bits")
    m.output(tile(m, m.input(m.values(2, 3)), (2, 1), type=np.int64))
    for dtype in ("uint8", "int8", "int32", "int64", "bool"):
        m = case("tile", dtype)
        m.output(tile(m, m.input(m.elements(dtype, 2, 3)), (2, 3), dtype=dtype))
    m = case("tile", "tiny")
    m.output(tile(m, m.input(np.float32([[1, 2], [3, 4]])), (1, 2)))

    for name, (shape, target) in BROADCAST.items():
        m = case("broadcast_to", name)
        m.output(broadcast_to(m, m.input(m.values(*shape)), target))
    m = case("broadcast_to", "shape_of_64_bits")
    m.output(broadcast_to(m, m.input(m.values(1, 3)), (2, 3), type=np.int64))
    for dtype in TYPES:
        m = case("broadcast_to", dtype)
        m.output(broadcast_to(m, m.input(m.elements(dtype, 2, 1, 3)), (2, 4, 3), dtype=dtype))

    for name, shape in FILL.items():
        m = case("fill", name)
        m.output(fill(m, shape, m.input(m.elements("float32"))))
    m = case("fill", "shape_of_64_bits")
    m.output(fill(m, (2, 3), m.input(m.elements("float32")), type=np.int64))
    for dtype in ("int8", "int16", "int32", "int64", "bool"):
        m = case("fill", dtype)
        m.output(fill(m, (3, 5), m.input(m.elements(dtype)), dtype=dtype))

    for name, numbers in RANGE.items():
        for type in (np.int32, np.int64, np.float32):
            m = case("range", f"{name}_{np.dtype(type).name}")
            m.output(range_(m, *numbers, type))
    for name, numbers in (("tenths", (0, 1, 0.1)), ("fractions_downwards", (1.5, -0.6, -0.25)), ("not_quite_there", (0.5, 2.4, 0.5))):
        m = case("range", name)
        m.output(range_(m, *numbers, np.float32))

    for name, (shape, paddings) in PAD.items():
        m = case("padv2", name)
        m.output(pad_v2(m, m.input(m.values(*shape)), paddings, m.constant(np.float32([2.5]))))
    m = case("padv2", "value_at_run_time")
    m.output(pad_v2(m, m.input(m.values(2, 3)), [[1, 1], [0, 2]], m.input(np.float32([-7]))))
    m = case("padv2", "paddings_of_64_bits")
    m.output(pad_v2(m, m.input(m.values(2, 3)), [[1, 1], [0, 2]], m.constant(np.float32([1])), type=np.int64))
    for dtype in ("int32", "int64"):
        m = case("padv2", dtype)
        m.output(pad_v2(m, m.input(m.elements(dtype, 2, 3)), [[1, 0], [0, 2]], m.constant(np.asarray([5], dtype)), dtype=dtype))
    m = case("padv2", "tiny")
    m.output(pad_v2(m, m.input(np.float32([1, 2])), [[1, 2]], m.constant(np.float32([9]))))
    m = case("pad", "int32")
    m.output(m.operator("PAD", [m.input(m.elements("int32", 2, 3)), m.constant(np.asarray([[1, 0], [0, 2]], INT))],
                        options("PadOptions"), dtype="int32"))
    m = case("pad", "int64")
    m.output(m.operator("PAD", [m.input(m.elements("int64", 2, 3)), m.constant(np.asarray([[1, 0], [0, 2]], INT))],
                        options("PadOptions"), dtype="int64"))

    for name, (shape, paddings) in MIRROR.items():
        for mode, word in enumerate(("reflect", "symmetric")):
            m = case("mirror_pad", f"{name}_{word}")
            m.output(mirror(m, m.input(m.values(*shape)), paddings, mode))
    m = case("mirror_pad", "whole_extent_symmetric")
    m.output(mirror(m, m.input(m.values(2, 3)), [[2, 2], [3, 3]], 1))
    for dtype in ("int8", "uint8", "int32", "int64"):
        m = case("mirror_pad", dtype)
        m.output(mirror(m, m.input(m.elements(dtype, 3, 4)), [[1, 2], [0, 3]], 0, dtype=dtype))
    for word, mode in (("reflect", 0), ("symmetric", 1)):
        m = case("mirror_pad", f"tiny_{word}")
        m.output(mirror(m, m.input(np.float32([1, 2, 3])), [[2, 1]], mode))


def bad(case):
    for name, axes in (("axis_of_more_than_1", (1,)), ("axis_too_large", (3,)), ("axis_too_small", (-4,))):
        m = case("squeeze", name)
        m.output(squeeze(m, m.input(m.values(1, 3, 1)), axes))
    for name, axis in (("axis_too_large", 3), ("axis_too_small", -4), ("two_axes", [0, 1])):
        m = case("expand_dims", name)
        m.output(expand(m, m.input(m.values(2, 3)), axis))
    m = case("expand_dims", "axis_of_floats")
    m.output(m.operator("EXPAND_DIMS", [m.input(m.values(2, 3)), m.constant(np.float32(1))], options("ExpandDimsOptions")))
    m = case("shape", "of_floats")
    m.output(m.operator("SHAPE", [m.input(m.values(2, 3))], options("ShapeOptions", outType=0), dtype="float32"))
    for name, inputs in (("of_nothing", []), ("of_an_absent_tensor", [-1]), ("of_two_tensors", [0, 0])):
        m = case("rank", name)
        m.input(m.values(2))
        m.output(m.operator("RANK", inputs, options("RankOptions"), dtype="int32"))
        m = case("shape", name)
        m.input(m.values(2))
        m.output(m.operator("SHAPE", inputs, options("ShapeOptions", outType=2), dtype="int32"))
    for name, counts in (("negative", (-1, 2)), ("count_missing", (2,)), ("beyond_any_memory", (2**31 - 1, 2**31 - 1))):
        m = case("tile", name)
        m.output(tile(m, m.input(m.values(2, 3)), counts))
    for name, target in (("smaller", (3,)), ("another_extent", (2, 4)), ("lower_rank", (6,)), ("negative", (-2, 3)),
                         ("beyond_any_memory", (2**31 - 1, 2**31 - 1, 2, 3))):
        m = case("broadcast_to", name)
        m.output(broadcast_to(m, m.input(m.values(2, 3)), target))
    for name, shape in (("negative", (-2, 3)), ("beyond_any_memory", (2**31 - 1, 2**31 - 1)), ("shape_of_rank_9", (1,) * 9)):
        m = case("fill", name)
        m.output(fill(m, shape, m.input(m.elements("float32"))))
    m = case("fill", "value_of_two")
    m.output(fill(m, (2, 3), m.input(m.values(2))))
    for name, numbers, type in (
        ("no_step", (0, 5, 0), np.int32), ("wrong_way", (0, 5, -1), np.int32), ("wrong_way_down", (5, 0, 1), np.float32),
        ("no_step_of_floats", (0, 5, 0), np.float32), ("not_a_number", (0, np.nan, 1), np.float32), ("infinite", (0, np.inf, 1), np.float32),
        ("beyond_any_memory", (-2**62, 2**62, 1), np.int64), ("distance_that_overflows", (-2**63, 2**63 - 1, 1), np.int64),
    ):
        m = case("range", name)
        m.output(range_(m, *numbers, type))
    m = case("range", "mixed_element_types")
    m.output(m.operator("RANGE", [m.constant(np.asarray(0, INT)), m.constant(np.float32(3)), m.constant(np.asarray(1, INT))]))
    for name, paddings in {"negative": [[0, 0], [-1, 0]], "row_missing": [[0, 0]], "beyond_any_memory": [[2**31 - 1, 2**31 - 1]] * 2}.items():
        m = case("padv2", f"paddings_{name}")
        m.output(pad_v2(m, m.input(m.values(2, 3)), paddings, m.constant(np.float32([1]))))
        m = case("mirror_pad", f"paddings_{name}")
        m.output(mirror(m, m.input(m.values(2, 3)), paddings, 0))
    m = case("padv2", "value_of_another_type")
    m.output(pad_v2(m, m.input(m.values(2, 3)), [[0, 0], [1, 0]], m.constant(np.asarray([1], INT))))
    m = case("padv2", "two_values")
    m.output(pad_v2(m, m.input(m.values(2, 3)), [[0, 0], [1, 0]], m.constant(np.float32([1, 2]))))
    m = case("mirror_pad", "reflects_the_border")
    m.output(mirror(m, m.input(m.values(2, 3)), [[2, 0], [0, 0]], 0))
    m = case("mirror_pad", "symmetric_beyond_the_extent")
    m.output(mirror(m, m.input(m.values(2, 3)), [[3, 0], [0, 0]], 1))
    m = case("mirror_pad", "unknown_mode")
    m.output(mirror(m, m.input(m.values(2, 3)), [[1, 0], [0, 0]], 7))
    m = case("mirror_pad", "nothing_to_mirror")
    m.output(mirror(m, m.input(m.values(0, 3)), [[1, 0], [0, 0]], 1))
