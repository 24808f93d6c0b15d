"""GATHER with batches and with indices at run time, GATHER_ND, SCATTER_ND; STRIDED_SLICE with ellipsis and new axes."""
import numpy as np

from cases.shape import gather, strided_slice
from model_writer import options

INT = np.int32


def gather_nd(m, x, indices, dtype="float32"):
    return m.operator("GATHER_ND", [x, indices], options("GatherNdOptions"), dtype=dtype)


def scatter_nd(m, indices, updates, shape, dtype="float32"):
    inputs = [indices, updates, m.constant(np.asarray(shape, INT))]
    return m.operator("SCATTER_ND", inputs, options("ScatterNdOptions"), dtype=dtype)


# tensor, indices, axis, batch_dims
BATCHES = {
    "batch_1_axis_1": ((2, 5, 3), (2, 4), 1, 1), "batch_1_axis_2": ((2, 3, 5, 2), (2, 3), 2, 1),
    "batch_2_axis_2": ((2, 3, 4, 2), (2, 3, 2), 2, 2), "batch_negative": ((2, 5), (2, 3), 1, -1),
    "batch_1_one_index": ((3, 4), (3,), 1, 1), "batch_1_of_one": ((1, 6, 2), (1, 2, 2), 1, 1),
}
# tensor, shape of the indices
PICKED = {
    "rows": ((5, 3), (4, 1)), "elements": ((4, 5), (6, 2)), "rank_3_rows": ((3, 4, 2), (5, 2)), "rank_3_slices": ((3, 4, 2), (2, 1)),
    "grid": ((4, 3, 2), (2, 3, 2)), "one": ((3, 4), (2,)), "rank_4": ((2, 3, 4, 5), (3, 4)), "rank_1": ((9,), (5, 1)),
    "no_indices": ((4, 3), (0, 1)), "channels_17": ((2, 3, 17), (4, 2)),
}
# indices, shape of the output
SCATTERED = {
    "rows": ((2, 1), (5, 3)), "elements": ((4, 2), (3, 4)), "repeated": ((9, 1), (3, 2)), "rank_3": ((3, 2), (2, 3, 4)),
    "grid": ((2, 3, 1), (7, 2)), "rank_1": ((5, 1), (8,)), "scalars_of_rank_3": ((4, 3), (2, 2, 3)), "one_row": ((1, 1), (4, 5)),
    "whole": ((2, 0), (2, 2)),
}
# tensor, begin, end, strides, masks
SLICE = {
    "ellipsis_first": ((2, 3, 4), (0, 1), (0, 3), (1, 1), dict(ellipsisMask=1)),
    "ellipsis_last": ((2, 3, 4), (1, 0), (2, 0), (1, 1), dict(ellipsisMask=2)),
    "ellipsis_middle": ((2, 3, 4, 5), (1, 0, 2), (2, 0, 5), (1, 1, 2), dict(ellipsisMask=2)),
    "new_axis_first": ((3, 4), (0, 1, 0), (0, 3, 2), (1, 1, 1), dict(newAxisMask=1)),
    "new_axis_last": ((3, 4), (1, 0, 0), (3, 4, 0), (1, 1, 1), dict(newAxisMask=4)),
    "new_axis_only": ((3, 4), (0,), (0,), (1,), dict(newAxisMask=1)),
    "two_new_axes": ((3, 4), (0, 0, 1, 1), (0, 0, 3, 3), (1, 1, 1, 1), dict(newAxisMask=3)),
    "new_axis_and_ellipsis": ((2, 3, 4), (0, 0, 1), (0, 0, 3), (1, 1, 1), dict(newAxisMask=1, ellipsisMask=2)),
    "ellipsis_and_new_axis": ((2, 3), (0, 0), (0, 0), (1, 1), dict(newAxisMask=2, ellipsisMask=1)),
    "new_axis_and_shrink": ((3, 4), (0, 1, 0), (0, 2, 4), (1, 1, 1), dict(newAxisMask=1, shrinkAxisMask=2)),
    "ellipsis_and_shrink": ((2, 3, 4), (0, 2), (0, 3), (1, 1), dict(ellipsisMask=1, shrinkAxisMask=2)),
    "rank_5": ((2, 2, 3, 2, 3), (0, 1, 0, 0, 1), (2, 2, 3, 2, 3), (1, 1, 2, 1, 1), {}),
    "negative_stride_of_every_axis": ((3, 4, 2), (0, 0, 0), (0, 0, 0), (-1, -2, -1), dict(beginMask=7, endMask=7)),
    "empty": ((3, 4), (2, 0), (1, 4), (1, 1), {}),
    "offsets": ((3, 6), (1, 2), (2, 3), (1, 1), dict(offset=True)),
}


def in_range(m, shape, count, dtype=INT):
    """Indices [..., n] into the first n axes of a shape, or into one axis of `count`."""
    if isinstance(count, int):
        return m.random.integers(0, count, shape).astype(dtype)
    if shape[-1] == 0:
        return np.zeros(shape, dtype)
    return np.stack([m.random.integers(0, extent, shape[:-1]) for extent in count[:shape[-1]]], -1).astype(dtype)


def good(case):
    for name, (shape, indices, axis, batch) in BATCHES.items():
        for at_run_time in (False, True):
            m = case("gather", name + ("_at_run_time" if at_run_time else ""))
            x = m.input(m.values(*shape))
            picked = in_range(m, indices, shape[axis])
            m.output(gather(m, x, m.input(picked) if at_run_time else m.constant(picked), axis, batch))
    for name, shape, indices, axis in (
        ("rows_at_run_time", (6, 3), (4,), 0), ("columns_at_run_time", (2, 7), (2, 2), 1), ("scalar_at_run_time", (4, 3), (), 0),
        ("nothing_at_run_time", (4, 3), (0,), 0), ("many_constants", (9, 2), (70,), 0), ("one_pixel_at_run_time", (1, 1, 1, 5), (3,), 3),
    ):
        m = case("gather", name)
        x = m.input(m.values(*shape))
        picked = np.asarray(in_range(m, indices, shape[axis]), INT)
        m.output(gather(m, x, m.constant(picked) if name.startswith("many") else m.input(picked), axis))
    for dtype in ("int8", "uint8", "int16", "int64", "bool"):
        m = case("gather", dtype)
        m.output(gather(m, m.input(m.elements(dtype, 4, 3)), m.input(in_range(m, (5,), 4)), 0, dtype=dtype))

    for name, (shape, indices) in PICKED.items():
        for at_run_time in (False, True):
            m = case("gather_nd", name + ("_at_run_time" if at_run_time else ""))
            x = m.input(m.values(*shape))
            picked = in_range(m, indices, shape)
            m.output(gather_nd(m, x, m.input(picked) if at_run_time else m.constant(picked)))
    m = case("gather_nd", "indices_of_64_bits")
    m.output(gather_nd(m, m.input(m.values(3, 4, 2)), m.input(in_range(m, (3, 2), (3, 4), np.int64))))
    for dtype in ("int8", "uint8", "int32", "int64", "bool"):
        m = case("gather_nd", dtype)
        m.output(gather_nd(m, m.input(m.elements(dtype, 4, 3)), m.input(in_range(m, (5, 1), (4,))), dtype=dtype))
    m = case("gather_nd", "tiny")
    m.output(gather_nd(m, m.input(np.float32([[1, 2], [3, 4]])), m.constant(np.asarray([[1, 0], [0, 1]], INT))))

    for name, (indices, shape) in SCATTERED.items():
        for at_run_time in (False, True):
            m = case("scatter_nd", name + ("_at_run_time" if at_run_time else ""))
            picked = in_range(m, indices, shape)
            updates = m.input(m.values(*indices[:-1], *shape[indices[-1]:]))
            m.output(scatter_nd(m, m.input(picked) if at_run_time else m.constant(picked), updates, shape))
    for dtype in ("int8", "uint8", "int32", "int64", "bool"):
        m = case("scatter_nd", dtype)
        updates = m.elements(dtype, 6, 2) if dtype == "bool" else (m.elements(dtype, 6, 2) // 8)
        m.output(scatter_nd(m, m.input(in_range(m, (6, 1), (4,))), m.input(updates), (4, 2), dtype=dtype))
    m = case("scatter_nd", "tiny")
    m.output(scatter_nd(m, m.constant(np.asarray([[3], [1], [3]], INT)), m.input(np.float32([1, 2, 4])), (5,)))

    for name, (shape, begin, end, strides, masks) in SLICE.items():
        m = case("strided_slice", name)
        m.output(strided_slice(m, m.input(m.values(*shape)), begin, end, strides, **masks))
    for dtype in ("int8", "uint8", "int16", "int64", "bool"):
        m = case("strided_slice", dtype)
        m.output(strided_slice(m, m.input(m.elements(dtype, 3, 7)), (0, 6), (3, 0), (2, -2), dtype=dtype))


def bad(case):
    m = case("gather", "batches_that_differ")
    m.output(gather(m, m.input(m.values(2, 5)), m.constant(np.zeros((3, 1), INT)), 1, 1))
    m = case("gather", "batch_axes_beyond_the_axis")
    m.output(gather(m, m.input(m.values(2, 5)), m.constant(np.zeros((2, 5), INT)), 1, 2))
    for name, indices in (("index_too_large", [[0, 3]]), ("index_negative", [[-1, 0]]), ("tuple_too_long", [[0, 0, 0]])):
        m = case("gather_nd", name)
        m.output(gather_nd(m, m.input(m.values(2, 3)), m.constant(np.asarray(indices, INT))))
    m = case("gather_nd", "scalar_index")
    m.output(gather_nd(m, m.input(m.values(2, 3)), m.constant(np.asarray(0, INT))))
    m = case("gather_nd", "indices_of_floats")
    m.output(gather_nd(m, m.input(m.values(2, 3)), m.constant(np.float32([[0, 0]]))))
    for name, indices, updates, shape in (
        ("index_too_large", [[5]], (1,), (5,)), ("index_negative", [[-1]], (1,), (5,)), ("tuple_too_long", [[0, 0]], (1,), (5,)),
        ("updates_that_do_not_fit", [[0], [1]], (3,), (5,)), ("negative_shape", [[0]], (1,), (-5,)),
        ("shape_beyond_any_memory", [[0, 0]], (1,), (2**31 - 1, 2**31 - 1)),
    ):
        m = case("scatter_nd", name)
        m.output(scatter_nd(m, m.constant(np.asarray(indices, INT)), m.input(m.values(*updates)), shape))
    m = case("scatter_nd", "no_shape")
    m.output(m.operator("SCATTER_ND", [m.constant(np.asarray([[0]], INT)), m.input(m.values(1))], options("ScatterNdOptions")))
    m = case("strided_slice", "picks_more_axes_than_there_are")
    m.output(strided_slice(m, m.input(m.values(3, 4)), (0, 0, 0, 0), (1, 1, 1, 1), (1, 1, 1, 1), newAxisMask=1))
