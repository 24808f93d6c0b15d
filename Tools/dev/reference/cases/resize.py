"""RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR."""
import numpy as np

from model_writer import options


def resize(m, x, size, align=False, half=False):
    version = 3 if half else 1
    return m.operator("RESIZE_BILINEAR", [x, m.constant(np.asarray(size, np.int32))],
                      options("ResizeBilinearOptions", alignCorners=align, halfPixelCenters=half), version=version)


def nearest(m, x, size, align=False, half=False, dtype="float32"):
    return m.operator("RESIZE_NEAREST_NEIGHBOR", [x, m.constant(np.asarray(size, np.int32))], options(
        "ResizeNearestNeighborOptions", alignCorners=align, halfPixelCenters=half), dtype=dtype)


SHAPES = {
    "double": ((1, 4, 5, 3), (8, 10)), "double_channels_8": ((1, 3, 3, 8), (6, 6)), "up_uneven": ((1, 3, 4, 5), (7, 9)),
    "half": ((1, 8, 6, 3), (4, 3)), "down_uneven": ((1, 9, 7, 5), (4, 3)), "up_and_down": ((1, 4, 9, 7), (9, 4)),
    "same_size": ((1, 4, 3, 9), (4, 3)), "one_pixel_up": ((1, 1, 1, 17), (3, 2)), "to_one_pixel": ((1, 5, 5, 3), (1, 1)),
    "batch_2_channels_33": ((2, 2, 2, 33), (3, 4)), "one_row": ((1, 1, 6, 1), (3, 12)), "third": ((1, 9, 9, 2), (3, 3)),
}
MODES = {"": {}, "_align_corners": dict(align=True), "_half_pixel_centers": dict(half=True)}


def good(case):
    for kind, (shape, size) in SHAPES.items():
        for suffix, fields in MODES.items():
            m = case("resize_bilinear", kind + suffix)
            m.output(resize(m, m.input(m.values(*shape)), size, **fields))
    for suffix, fields in MODES.items():
        m = case("resize_bilinear", "tiny" + suffix)
        m.output(resize(m, m.input(np.float32([0, 8]).reshape(1, 1, 2, 1)), (1, 4), **fields))


    for kind, (shape, size) in SHAPES.items():
        for suffix, fields in MODES.items():
            m = case("resize_nearest_neighbor", kind + suffix)
            m.output(nearest(m, m.input(m.values(*shape)), size, **fields))
    for dtype in ("int8", "uint8", "int16"):
        m = case("resize_nearest_neighbor", dtype)
        m.output(nearest(m, m.input(m.elements(dtype, 1, 2, 3, 5)), (3, 7), dtype=dtype))
    for suffix, fields in MODES.items():
        m = case("resize_nearest_neighbor", "tiny" + suffix)
        m.output(nearest(m, m.input(np.float32([0, 8, 4]).reshape(1, 1, 3, 1)), (1, 5), **fields))


def bad(case):
    for name, size in (("zero_size", (0, 4)), ("negative_size", (4, -4)), ("three_sizes", (4, 4, 4)),
                       ("size_beyond_any_memory", (2**31 - 1, 2**31 - 1))):
        m = case("resize_nearest_neighbor", name)
        m.output(nearest(m, m.input(m.values(1, 3, 3, 2)), size))
    m = case("resize_nearest_neighbor", "input_of_rank_3")
    m.output(nearest(m, m.input(m.values(3, 3, 2)), (6, 6)))
    m = case("resize_nearest_neighbor", "no_pixels")
    m.output(nearest(m, m.input(m.values(1, 0, 3, 2)), (6, 6)))
    for name, size in (("zero_size", (0, 4)), ("negative_size", (4, -4)), ("three_sizes", (4, 4, 4)),
                       ("size_beyond_any_memory", (2**31 - 1, 2**31 - 1))):
        m = case("resize_bilinear", name)
        m.output(resize(m, m.input(m.values(1, 3, 3, 2)), size))
    m = case("resize_bilinear", "both_modes")
    m.output(resize(m, m.input(m.values(1, 3, 3, 2)), (6, 6), align=True, half=True))
    m = case("resize_bilinear", "input_of_rank_3")
    m.output(resize(m, m.input(m.values(3, 3, 2)), (6, 6)))
    m = case("resize_bilinear", "size_of_floats")
    m.output(m.operator("RESIZE_BILINEAR", [m.input(m.values(1, 3, 3, 2)), m.constant(np.float32([6, 6]))],
                        options("ResizeBilinearOptions")))
    m = case("resize_bilinear", "no_size")
    m.output(m.operator("RESIZE_BILINEAR", [m.input(m.values(1, 3, 3, 2))], options("ResizeBilinearOptions")))
    m = case("resize_bilinear", "integer_input")
    m.output(m.operator("RESIZE_BILINEAR", [m.input(np.zeros((1, 3, 3, 2), np.int32)), m.constant(np.int32([6, 6]))],
                        options("ResizeBilinearOptions"), dtype="int32"))
