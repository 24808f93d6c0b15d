"""TRANSPOSE, REVERSE_V2, SLICE, DEPTH_TO_SPACE, SPACE_TO_DEPTH, SPACE_TO_BATCH_ND, BATCH_TO_SPACE_ND."""
import numpy as np

from model_writer import options

INT = np.int32


def transpose(m, x, order, dtype="float32"):
    inputs = [x, m.constant(np.asarray(order, INT))]
    return m.operator("TRANSPOSE", inputs, options("TransposeOptions"), dtype=dtype)


def reverse(m, x, axes, dtype="float32"):
    return m.operator("REVERSE_V2", [x, m.constant(np.asarray(axes, INT))], options("ReverseV2Options"), dtype=dtype)


def slice_(m, x, begin, size, dtype="float32", type=INT):
    vectors = [m.constant(np.asarray(v, type)) for v in (begin, size)]
    return m.operator("SLICE", [x] + vectors, options("SliceOptions"), dtype=dtype)


def blocks(m, name, x, block, dtype="float32"):
    table = {"DEPTH_TO_SPACE": "DepthToSpaceOptions", "SPACE_TO_DEPTH": "SpaceToDepthOptions"}[name]
    return m.operator(name, [x], options(table, blockSize=block), dtype=dtype)


def batches(m, name, x, block, margins, dtype="float32"):
    table = {"SPACE_TO_BATCH_ND": "SpaceToBatchNDOptions", "BATCH_TO_SPACE_ND": "BatchToSpaceNDOptions"}[name]
    inputs = [x, m.constant(np.asarray(block, INT)), m.constant(np.asarray(margins, INT).reshape(-1, 2))]
    return m.operator(name, inputs, options(table), dtype=dtype)


TRANSPOSE = {
    "rows_and_columns": ((3, 5), (1, 0)), "to_channels_first": ((1, 3, 4, 5), (0, 3, 1, 2)),
    "to_channels_last": ((2, 5, 3, 4), (0, 2, 3, 1)), "backwards": ((2, 3, 4), (2, 1, 0)), "outer": ((2, 3, 7), (1, 0, 2)),
    "inner": ((2, 3, 5), (0, 2, 1)), "nothing": ((2, 3, 4), (0, 1, 2)), "rank_1": ((7,), (0,)),
    "one_pixel": ((1, 1, 1, 9), (0, 3, 2, 1)), "rank_5": ((2, 1, 3, 2, 3), (4, 2, 0, 1, 3)),
    "rank_6": ((1, 2, 2, 3, 2, 3), (0, 2, 4, 1, 3, 5)), "empty": ((0, 3), (1, 0)), "batch_2": ((2, 4, 3, 17), (0, 2, 1, 3)),
    "negative_axes": ((2, 3, 4), (-1, 0, 1)),
}
REVERSE = {
    "first_axis": ((4, 3), (0,)), "last_axis": ((3, 5), (1,)), "middle_axis": ((2, 3, 5), (1,)),
    "negative_axis": ((2, 3, 5), (-1,)), "two_axes": ((2, 3, 5), (0, 1)), "outer_two": ((1, 4, 5, 3), (1, 2)),
    "rank_1": ((7,), (0,)), "one_pixel": ((1, 1, 1, 9), (3,)), "extent_of_1": ((1, 5), (0,)), "empty": ((0, 3), (1,)),
}
# shape, begin, size
SLICE = {
    "inside": ((4, 5), (1, 2), (2, 3)), "whole": ((3, 4), (0, 0), (3, 4)), "to_the_end": ((4, 5), (1, 2), (-1, -1)),
    "rank_1": ((9,), (3,), (4,)), "rank_3": ((2, 3, 4), (1, 0, 2), (1, 3, 2)), "rank_4": ((2, 3, 4, 7), (0, 1, 1, 2), (2, 2, 2, 5)),
    "rank_5": ((2, 3, 2, 3, 4), (1, 0, 1, 0, 1), (1, 3, 1, 2, 2)), "one_element": ((3, 4), (2, 3), (1, 1)),
    "nothing": ((3, 4), (1, 2), (0, 2)), "from_the_end": ((3, 4), (3, 0), (-1, 4)), "channels": ((1, 2, 3, 17), (0, 0, 0, 16), (-1, -1, -1, 1)),
}
# shape, block
DEPTH = {
    "block_2": ((1, 2, 3, 4), 2), "block_2_channels_3": ((1, 3, 2, 12), 2), "block_3": ((1, 2, 2, 18), 3),
    "block_1": ((1, 3, 4, 5), 1), "one_pixel": ((1, 1, 1, 16), 4), "batch_2": ((2, 2, 3, 8), 2), "one_row": ((1, 1, 5, 4), 2),
    "channels_odd": ((1, 2, 2, 28), 2), "block_5": ((1, 1, 2, 25), 5),
}
# shape, block, paddings
SPACE = {
    "block_2": ((1, 4, 6, 3), (2, 2), (0, 0, 0, 0)), "padded": ((1, 3, 5, 2), (2, 3), (1, 0, 0, 1)),
    "padded_far": ((1, 2, 2, 3), (2, 2), (3, 3, 0, 4)), "block_3_by_1": ((2, 6, 2, 5), (3, 1), (0, 0, 0, 0)),
    "block_1": ((2, 3, 2, 1), (1, 1), (0, 0, 0, 0)), "rank_3": ((1, 6, 3), (2,), (0, 0)),
    "rank_3_padded": ((2, 5, 3), (3,), (1, 0)), "one_pixel": ((1, 1, 1, 9), (2, 2), (0, 1, 1, 0)),
    "dilation_4": ((1, 7, 9, 2), (4, 4), (4, 5, 4, 3)), "channels_17": ((1, 4, 4, 17), (2, 2), (2, 2, 2, 2)),
}
# shape, block, crops
BATCH = {
    "block_2": ((4, 2, 3, 3), (2, 2), (0, 0, 0, 0)), "cropped": ((6, 2, 3, 2), (2, 3), (1, 0, 0, 2)),
    "cropped_far": ((4, 4, 3, 3), (2, 2), (3, 3, 0, 4)), "block_3_by_1": ((6, 2, 2, 5), (3, 1), (0, 0, 0, 0)),
    "block_1": ((2, 3, 2, 1), (1, 1), (0, 0, 0, 0)), "rank_3": ((2, 3, 3), (2,), (0, 0)), "rank_3_cropped": ((6, 2, 3), (3,), (1, 1)),
    "one_pixel": ((4, 1, 1, 9), (2, 2), (0, 1, 1, 0)), "two_pictures": ((8, 2, 2, 3), (2, 2), (0, 1, 1, 0)),
    "channels_17": ((4, 4, 4, 17), (2, 2), (2, 2, 2, 2)),
}
TYPES = ("int8", "uint8", "int32", "int64")


def good(case):
    for name, (shape, order) in TRANSPOSE.items():
        m = case("transpose", name)
        m.output(transpose(m, m.input(m.values(*shape)), order))
    for dtype in TYPES + ("int16", "bool"):
        m = case("transpose", dtype)
        m.output(transpose(m, m.input(m.elements(dtype, 2, 3, 5)), (2, 0, 1), dtype=dtype))
    m = case("transpose", "tiny")
    m.output(transpose(m, m.input(np.float32([[1, 2, 3], [4, 5, 6]])), (1, 0)))

    for name, (shape, axes) in REVERSE.items():
        m = case("reverse_v2", name)
        m.output(reverse(m, m.input(m.values(*shape)), axes))
    for dtype in ("uint8", "int16", "int32", "int64", "bool"):
        m = case("reverse_v2", dtype)
        m.output(reverse(m, m.input(m.elements(dtype, 2, 3, 5)), (1,), dtype=dtype))
    m = case("reverse_v2", "tiny")
    m.output(reverse(m, m.input(np.float32([[1, 2, 3], [4, 5, 6]])), (1,)))

    for name, (shape, begin, size) in SLICE.items():
        m = case("slice", name)
        m.output(slice_(m, m.input(m.values(*shape)), begin, size))
    m = case("slice", "positions_of_64_bits")
    m.output(slice_(m, m.input(m.values(3, 4)), (1, 1), (2, -1), type=np.int64))
    for dtype in TYPES + ("int16", "bool"):
        m = case("slice", dtype)
        m.output(slice_(m, m.input(m.elements(dtype, 2, 3, 5)), (0, 1, 2), (2, 2, 3), dtype=dtype))
    m = case("slice", "tiny")
    m.output(slice_(m, m.input(np.float32([1, 2, 3, 4])), (1,), (2,)))

    for name, (shape, block) in DEPTH.items():
        m = case("depth_to_space", name)
        m.output(blocks(m, "DEPTH_TO_SPACE", m.input(m.values(*shape)), block))
        m = case("space_to_depth", name)
        shape = (shape[0], shape[1] * block, shape[2] * block, shape[3] // block // block)
        m.output(blocks(m, "SPACE_TO_DEPTH", m.input(m.values(*shape)), block))
    for dtype in TYPES:
        m = case("depth_to_space", dtype)
        m.output(blocks(m, "DEPTH_TO_SPACE", m.input(m.elements(dtype, 1, 2, 2, 12)), 2, dtype=dtype))
        m = case("space_to_depth", dtype)
        m.output(blocks(m, "SPACE_TO_DEPTH", m.input(m.elements(dtype, 1, 4, 2, 3)), 2, dtype=dtype))
    m = case("depth_to_space", "tiny")
    m.output(blocks(m, "DEPTH_TO_SPACE", m.input(np.float32([1, 2, 3, 4]).reshape(1, 1, 1, 4)), 2))
    m = case("space_to_depth", "tiny")
    m.output(blocks(m, "SPACE_TO_DEPTH", m.input(np.float32([1, 2, 3, 4]).reshape(1, 2, 2, 1)), 2))

    for operator, table in (("SPACE_TO_BATCH_ND", SPACE), ("BATCH_TO_SPACE_ND", BATCH)):
        for name, (shape, block, margins) in table.items():
            m = case(operator.lower(), name)
            m.output(batches(m, operator, m.input(m.values(*shape)), block, margins))
        for dtype in TYPES:
            m = case(operator.lower(), dtype)
            m.output(batches(m, operator, m.input(m.elements(dtype, 4, 4, 2, 3)), (2, 2), (0, 0, 0, 0), dtype=dtype))
    m = case("space_to_batch_nd", "tiny")
    m.output(batches(m, "SPACE_TO_BATCH_ND", m.input(np.float32([1, 2, 3]).reshape(1, 3, 1)), (2,), (1, 0)))
    m = case("batch_to_space_nd", "tiny")
    m.output(batches(m, "BATCH_TO_SPACE_ND", m.input(np.float32([1, 2, 3, 4]).reshape(2, 2, 1)), (2,), (1, 0)))


def bad(case):
    for name, order in (("axis_twice", (0, 0, 1)), ("axis_missing", (0, 1)), ("axis_too_large", (0, 1, 3)),
                        ("axis_too_small", (0, 1, -4))):
        m = case("transpose", name)
        m.output(transpose(m, m.input(m.values(2, 3, 4)), order))
    m = case("transpose", "order_of_floats")
    m.output(m.operator("TRANSPOSE", [m.input(m.values(2, 3)), m.constant(np.float32([1, 0]))]))
    for name, axes in (("axis_twice", (1, 1)), ("axis_twice_negative", (1, -2)), ("axis_too_large", (3,))):
        m = case("reverse_v2", name)
        m.output(reverse(m, m.input(m.values(2, 3, 4)), axes))
    for name, begin, size in (
        ("begin_too_large", (4, 0), (-1, 1)), ("begin_negative", (-1, 0), (1, 1)), ("size_too_large", (1, 0), (3, 1)),
        ("size_negative", (0, 0), (-2, 1)), ("sum_that_overflows", (1, 0), (2**31 - 1, 1)), ("entry_missing", (1,), (1,)),
        ("entry_too_many", (1, 0, 0), (1, 1, 1)),
    ):
        m = case("slice", name)
        m.output(slice_(m, m.input(m.values(3, 4)), begin, size))
    for name, shape, block in (("channels_that_do_not_fit", (1, 2, 2, 6), 2), ("zero_block", (1, 2, 2, 4), 0),
                               ("negative_block", (1, 2, 2, 4), -2), ("huge_block", (1, 2, 2, 4), 2**31 - 1),
                               ("rank_3", (2, 2, 4), 2)):
        m = case("depth_to_space", name)
        m.output(blocks(m, "DEPTH_TO_SPACE", m.input(m.values(*shape)), block))
    for name, shape, block in (("height_that_does_not_fit", (1, 3, 2, 1), 2), ("zero_block", (1, 2, 2, 4), 0),
                               ("negative_block", (1, 2, 2, 4), -2), ("huge_block", (1, 2, 2, 4), 2**31 - 1),
                               ("rank_3", (2, 2, 4), 2)):
        m = case("space_to_depth", name)
        m.output(blocks(m, "SPACE_TO_DEPTH", m.input(m.values(*shape)), block))
    for operator in ("SPACE_TO_BATCH_ND", "BATCH_TO_SPACE_ND"):
        for name, shape, block, margins in (
            ("zero_block", (4, 2, 2, 1), (0, 2), (0, 0, 0, 0)), ("negative_block", (4, 2, 2, 1), (-2, -2), (0, 0, 0, 0)),
            ("huge_block", (4, 2, 2, 1), (2**31 - 1, 2**31 - 1), (0, 0, 0, 0)), ("block_of_rank_3", (8, 2, 2, 2), (2, 2, 2, 2), (0,) * 8),
            ("negative_margin", (4, 2, 2, 1), (2, 2), (-2, 0, 0, 0)), ("margin_missing", (4, 2, 2, 1), (2, 2), (0, 0)),
            ("rank_2", (4, 2), (2,), (0, 0)), ("rank_5", (4, 2, 2, 2, 2), (2, 2), (0, 0, 0, 0)),
            ("margins_beyond_any_memory", (4, 2, 2, 1), (2, 2), (2**31 - 1,) * 4),
        ):
            m = case(operator.lower(), name)
            m.output(batches(m, operator, m.input(m.values(*shape)), block, margins))
    m = case("space_to_batch_nd", "extent_that_does_not_fit")
    m.output(batches(m, "SPACE_TO_BATCH_ND", m.input(m.values(1, 3, 2, 1)), (2, 2), (0, 0, 0, 0)))
    m = case("batch_to_space_nd", "batches_that_do_not_fit")
    m.output(batches(m, "BATCH_TO_SPACE_ND", m.input(m.values(3, 2, 2, 1)), (2, 2), (0, 0, 0, 0)))
    m = case("batch_to_space_nd", "crops_of_more_than_there_is")
    m.output(batches(m, "BATCH_TO_SPACE_ND", m.input(m.values(4, 2, 2, 1)), (2, 2), (3, 2, 0, 0)))
