"""PAD, RESHAPE, CONCATENATION, GATHER, UNPACK, STRIDED_SLICE."""
import numpy as np

from model_writer import options

INT = np.int32


def pad(m, x, paddings, dtype="float32"):
    return m.operator("PAD", [x, m.constant(np.asarray(paddings))], options("PadOptions"), dtype=dtype)


def reshape(m, x, shape, by, dtype="float32"):
    inputs = [x, m.constant(np.asarray(shape, INT))] if by != "options" else [x]
    opts = options("ReshapeOptions", newShape=list(shape)) if by != "tensor" else None
    return m.operator("RESHAPE", inputs, opts, dtype=dtype)


def concatenate(m, parts, axis, dtype="float32", activation="NONE"):
    return m.operator("CONCATENATION", parts, options("ConcatenationOptions", axis=axis,
                      fusedActivationFunction=activation), dtype=dtype)


def gather(m, x, indices, axis=0, batch=0, dtype="float32"):
    return m.operator("GATHER", [x, indices], options("GatherOptions", axis=axis, batchDims=batch), dtype=dtype)


def unpack(m, x, count, axis, dtype="float32"):
    made = m.operator("UNPACK", [x], options("UnpackOptions", num=count, axis=axis), outputs=count, dtype=dtype)
    return made if isinstance(made, list) else [made]


def strided_slice(m, x, begin, end, strides, dtype="float32", **masks):
    vectors = [m.constant(np.asarray(v, INT)) for v in (begin, end, strides)]
    return m.operator("STRIDED_SLICE", [x] + vectors, options("StridedSliceOptions", **masks), dtype=dtype)


PAD = {
    "channels": ((1, 3, 3, 5), [[0, 0], [0, 0], [0, 0], [0, 7]]),
    "channels_both_sides": ((1, 2, 3, 3), [[0, 0], [0, 0], [0, 0], [2, 1]]),
    "pixels": ((1, 4, 5, 3), [[0, 0], [1, 1], [1, 1], [0, 0]]),
    "pixels_after_only": ((1, 4, 5, 7), [[0, 0], [0, 1], [0, 1], [0, 0]]),
    "pixels_uneven": ((1, 3, 2, 9), [[0, 0], [2, 0], [1, 3], [0, 0]]),
    "batch": ((2, 2, 2, 3), [[1, 2], [0, 0], [0, 0], [0, 0]]),
    "every_axis": ((1, 2, 3, 5), [[1, 0], [0, 2], [1, 1], [3, 0]]),
    "nothing": ((1, 3, 3, 4), [[0, 0]] * 4),
    "rank_1": ((7,), [[2, 3]]),
    "rank_2": ((3, 5), [[0, 1], [2, 0]]),
    "rank_3": ((2, 3, 4), [[0, 1], [1, 0], [0, 2]]),
    "one_pixel": ((1, 1, 1, 17), [[0, 0], [1, 1], [1, 1], [0, 0]]),
}

RESHAPE = {
    "flatten": ((1, 2, 3, 5), (1, 30)), "minus_one_first": ((1, 4, 3, 2), (-1, 6)), "minus_one_last": ((2, 3, 5), (2, -1)),
    "minus_one_middle": ((1, 3, 3, 18), (1, -1, 9)), "to_rank_4": ((1, 12), (1, 2, 2, 3)), "to_rank_1": ((3, 3, 3), (27,)),
    "same_shape": ((2, 3), (2, 3)), "one_element_to_rank_4": ((1,), (1, 1, 1, 1)), "drop_ones": ((1, 7, 1, 9), (7, 9)),
}

CONCATENATION = {
    "axis_0": ([(1, 2, 3, 5), (2, 2, 3, 5)], 0), "axis_1": ([(1, 2, 3, 5), (1, 4, 3, 5)], 1),
    "axis_2": ([(1, 2, 3, 5), (1, 2, 1, 5)], 2), "axis_3": ([(1, 2, 3, 5), (1, 2, 3, 9)], 3),
    "axis_minus_1": ([(2, 3, 1), (2, 3, 7)], -1), "axis_minus_2": ([(2, 3, 4), (2, 5, 4)], -2),
    "axis_minus_4": ([(1, 2, 2, 3), (1, 2, 2, 3)], -4), "three_axis_1": ([(1, 3, 18), (1, 5, 18), (1, 1, 18)], 1),
    "three_axis_3": ([(1, 2, 2, 3), (1, 2, 2, 17), (1, 2, 2, 1)], 3), "rank_1": ([(3,), (5,)], 0),
    "rank_2_axis_1_batch_2": ([(2, 63), (2, 1), (2, 63)], 1), "one_input": ([(1, 3, 4)], 1),
    "five_inputs": ([(1, n) for n in (1, 2, 3, 4, 5)], -1),
}

# input shape, indices, axis
GATHER = {
    "rows": ((5, 3), [4, 0, 2], 0), "axis_1": ((1, 21, 3), [0, 5, 17, 5], 1), "axis_2": ((1, 4, 7), [6, 0], 2),
    "axis_minus_1": ((2, 3, 5), [1, 1, 4], -1), "axis_minus_2": ((1, 21, 3), [9], -2), "rank_1": ((9,), [8, 3, 3, 0], 0),
    "indices_of_rank_2": ((6, 5), [[0, 1], [5, 4]], 0), "indices_of_rank_2_axis_1": ((2, 6, 3), [[5, 0, 1], [2, 2, 3]], 1),
    "scalar_index": ((1, 21, 3), 7, 1), "one_index_keeps_axis": ((1, 21, 3), [0], 1), "axis_3": ((1, 2, 3, 17), [16, 8, 0], 3),
}

UNPACK = {
    "axis_0": ((3, 4, 5), 0), "axis_1": ((2, 3, 5), 1), "axis_2": ((1, 21, 3), 2), "axis_minus_1": ((1, 5, 3), -1),
    "axis_minus_2": ((1, 4, 7), -2), "one_output": ((1, 21, 3), 0), "rank_1": ((5,), 0), "rank_4_axis_3": ((1, 2, 3, 7), 3),
    "rank_2": ((9, 2), 1),
}

# input shape, begin, end, strides, masks
SLICE = {
    "range_of_every_axis": ((2, 5, 4), (0, 1, 1), (1, 4, 3), (1, 1, 1), {}),
    "strides": ((4, 7, 5), (0, 1, 0), (4, 7, 5), (2, 3, 1), {}),
    "begin_mask": ((3, 5), (2, 2), (3, 4), (1, 1), dict(beginMask=1)),
    "end_mask": ((3, 5), (1, 2), (2, 3), (1, 1), dict(endMask=2)),
    "both_masks": ((1, 21, 3), (0, 0, 1), (0, 0, 2), (1, 1, 1), dict(beginMask=3, endMask=3)),
    "shrink_first_axis": ((3, 4, 5), (1, 0, 0), (2, 4, 5), (1, 1, 1), dict(shrinkAxisMask=1)),
    "shrink_middle_axis": ((1, 21, 3), (0, 9, 0), (1, 10, 3), (1, 1, 1), dict(shrinkAxisMask=2, beginMask=5, endMask=5)),
    "shrink_every_axis": ((3, 4), (2, 1), (3, 2), (1, 1), dict(shrinkAxisMask=3)),
    "negative_begin": ((3, 6), (-2, -4), (3, 6), (1, 1), {}),
    "negative_end": ((3, 6), (0, 1), (-1, -2), (1, 1), {}),
    "negative_stride": ((3, 6), (2, 5), (0, 1), (-1, -2), {}),
    "reversed": ((2, 7), (0, 0), (0, 0), (1, -1), dict(beginMask=3, endMask=3)),
    "end_beyond_the_axis": ((3, 5), (1, 2), (99, 99), (1, 2), {}),
    "begin_before_the_axis": ((3, 5), (-99, 1), (2, 4), (1, 1), {}),
    "shrink_negative_index": ((2, 5, 3), (0, -1, 0), (2, 0, 3), (1, 1, 1), dict(shrinkAxisMask=2)),
    "rank_4": ((1, 6, 5, 7), (0, 1, 0, 2), (1, 6, 5, 7), (1, 2, 2, 3), {}),
    "rank_1": ((17,), (3,), (14,), (4,), {}),
    "batch_2": ((2, 4, 3), (1, 0, 0), (2, 4, 3), (1, 1, 1), {}),
    "fewer_entries_than_axes": ((3, 4, 5), (1,), (3,), (1,), {}),
}


def integers(m, shape):
    return m.random.integers(-1000, 1000, shape).astype(INT)


def reverse_sequence(m, x, lengths, time, batch, dtype="float32"):
    return m.operator("REVERSE_SEQUENCE", [x, lengths], options("ReverseSequenceOptions", seqDim=time, batchDim=batch), dtype=dtype)


# shape, lengths, axes of the sequence and of the batch
REVERSED = {
    "times_after_batch": ((3, 5, 2), (5, 1, 3), 1, 0), "times_before_batch": ((4, 2, 3), (2, 4), 0, 1), "last_axis": ((2, 7), (7, 4), 1, 0),
    "apart": ((2, 3, 4, 5), (2, 5), 3, 0), "apart_and_first": ((4, 2, 3, 5), (1, 2, 4), 0, 2), "one_element": ((1, 1), (1,), 1, 0),
}


def good(case):
    for name, (shape, lengths, time, batch) in REVERSED.items():
        m = case("reverse_sequence", name)
        m.output(reverse_sequence(m, m.input(m.values(*shape)), m.constant(np.asarray(lengths, INT)), time, batch))
    m = case("reverse_sequence", "lengths_of_64_bits_from_an_input")
    m.output(reverse_sequence(m, m.input(m.values(2, 6, 3)), m.input(np.asarray([6, 2], np.int64)), 1, 0))
    for dtype in ("int32", "int64", "uint8", "int16"):
        m = case("reverse_sequence", dtype)
        m.output(reverse_sequence(m, m.input(m.elements(dtype, 2, 4)), m.constant(np.asarray([3, 4], INT)), 1, 0, dtype=dtype))
    for dtype in ("float32", "int32", "int64"):
        for name, shape in {"rank_2": (2, 3), "rank_4": (1, 2, 3, 5), "one_element": (1,)}.items():
            m = case("zeros_like", f"{dtype}_{name}")
            m.output(m.operator("ZEROS_LIKE", [m.input(m.elements(dtype, *shape))], options("ZerosLikeOptions"), dtype=dtype))
    for source, target, shape in (("float32", "int32", (2, 3)), ("int32", "int16", (5,)), ("int8", "int32", (3, 4)), ("int64", "float32", (2,)),
                                  ("int32", "uint8", (1, 2, 3)), ("uint8", "int8", (7,)), ("int16", "int64", (2, 4)), ("int32", "float32", (3,))):
        m = case("bitcast", f"{source}_to_{target}")
        m.output(m.operator("BITCAST", [m.input(m.elements(source, *shape))], options("BitcastOptions"), dtype=target))
    for name, (shape, paddings) in PAD.items():
        m = case("pad", name)
        m.output(pad(m, m.input(m.values(*shape)), np.asarray(paddings, INT)))
    m = case("pad", "paddings_of_64_bits")
    m.output(pad(m, m.input(m.values(1, 2, 2, 3)), np.asarray([[0, 0], [1, 0], [0, 1], [0, 0]], np.int64)))
    m = case("pad", "tiny")
    m.output(pad(m, m.input(np.float32([[1, 2]])), np.asarray([[1, 0], [0, 1]], INT)))

    for name, (before, after) in RESHAPE.items():
        for by in ("options", "tensor", "both"):
            m = case("reshape", f"{name}_by_{by}")
            m.output(reshape(m, m.input(m.values(*before)), after, by))
    m = case("reshape", "integers")
    m.output(reshape(m, m.input(integers(m, (2, 3))), (3, -1), "tensor", dtype="int32"))
    for name, before, after in (("nothing_to_any_rows", (0, 4), (-1, 4)), ("nothing_with_a_free_extent", (0, 4), (0, -1)),
                                ("nothing_in_the_middle", (2, 0, 6), (3, 0, -1)), ("nothing_in_one_row", (0,), (-1, 0))):
        m = case("reshape", name)
        m.output(reshape(m, m.input(m.values(*before)), after, "tensor"))
    m = case("reshape", "to_a_scalar_by_old_options")
    m.output(reshape(m, m.input(m.values(1, 1)), (0,), "options"))
    m = case("reshape", "to_a_scalar")
    m.output(reshape(m, m.input(m.values(1, 1)), (), "tensor"))

    for name, (shapes, axis) in CONCATENATION.items():
        m = case("concatenation", name)
        m.output(concatenate(m, [m.input(m.values(*shape)) for shape in shapes], axis))
    m = case("concatenation", "integers")
    m.output(concatenate(m, [m.input(integers(m, (2, 3))), m.input(integers(m, (2, 1)))], 1, dtype="int32"))
    m = case("concatenation", "constant_part")
    m.output(concatenate(m, [m.input(m.values(1, 3)), m.constant(m.values(1, 2))], 1))
    m = case("concatenation", "same_tensor_twice")
    x = m.input(m.values(2, 3))
    m.output(concatenate(m, [x, x], 1))
    m = case("concatenation", "tiny")
    m.output(concatenate(m, [m.input(np.float32([[1, 2], [3, 4]])), m.input(np.float32([[9], [8]]))], 1))

    for name, (shape, indices, axis) in GATHER.items():
        m = case("gather", name)
        m.output(gather(m, m.input(m.values(*shape)), m.constant(np.asarray(indices, INT)), axis))
    m = case("gather", "indices_of_64_bits")
    m.output(gather(m, m.input(m.values(5, 3)), m.constant(np.asarray([3, 0], np.int64))))
    m = case("gather", "integers")
    m.output(gather(m, m.input(integers(m, (4, 3))), m.constant(np.asarray([2, 0], INT)), 1, dtype="int32"))
    m = case("gather", "tiny")
    m.output(gather(m, m.input(np.float32([[1, 2], [3, 4], [5, 6]])), m.constant(np.asarray([2, 0], INT))))

    for name, (shape, axis) in UNPACK.items():
        m = case("unpack", name)
        m.output(*unpack(m, m.input(m.values(*shape)), shape[axis], axis))
    m = case("unpack", "integers")
    m.output(*unpack(m, m.input(integers(m, (2, 3))), 3, 1, dtype="int32"))
    m = case("unpack", "tiny")
    m.output(*unpack(m, m.input(np.float32([[1, 2], [3, 4]])), 2, 1))

    for name, (shape, begin, end, strides, masks) in SLICE.items():
        m = case("strided_slice", name)
        m.output(strided_slice(m, m.input(m.values(*shape)), begin, end, strides, **masks))
    for begin, count, stride in ((-1, 1, 1), (-3, 3, 1), (-3, 2, 1), (1, 4, 2), (4, -3, -1)):
        m = case("strided_slice", f"from_{begin}_by_{count}_in_steps_of_{stride}")
        m.output(strided_slice(m, m.input(m.values(6)), (begin,), (count,), (stride,), offset=True))
    m = case("strided_slice", "integers")
    m.output(strided_slice(m, m.input(integers(m, (3, 4))), (0, 1), (3, 4), (2, 1), dtype="int32"))
    m = case("strided_slice", "tiny")
    m.output(strided_slice(m, m.input(np.float32([10, 11, 12, 13, 14])), (4,), (0,), (-2,)))


def bad(case):
    for name, lengths, time, batch in (("length_beyond_the_axis", [6, 1], 1, 0), ("negative_length", [-1, 1], 1, 0),
                                       ("a_length_missing", [3], 1, 0), ("one_axis_twice", [3, 3], 0, 0), ("axis_too_large", [3, 3], 3, 0)):
        m = case("reverse_sequence", name)
        m.output(reverse_sequence(m, m.input(m.values(2, 5, 3)), m.constant(np.asarray(lengths, INT)), time, batch))
    m = case("zeros_like", "two_inputs")
    m.output(m.operator("ZEROS_LIKE", [m.input(m.values(3)), m.input(m.values(3))], options("ZerosLikeOptions")))
    for dtype in ("bool", "int16"):
        m = case("zeros_like", dtype)
        m.output(m.operator("ZEROS_LIKE", [m.input(m.elements(dtype, 3))], options("ZerosLikeOptions"), dtype=dtype))
    m = case("bitcast", "no_input")
    m.input(m.values(3))
    m.output(m.operator("BITCAST", [], options("BitcastOptions"), dtype="int32"))
    m = case("bitcast", "a_scalar_that_is_too_small")
    m.output(m.operator("BITCAST", [m.input(np.int16(3))], options("BitcastOptions"), dtype="int32"))
    m = case("bitcast", "parts_that_do_not_fill_an_element")
    m.output(m.operator("BITCAST", [m.input(m.elements("int8", 2, 3))], options("BitcastOptions"), dtype="int32"))
    for name, paddings in {
        "negative": [[0, 0], [-1, 0], [0, 0], [0, 0]], "row_missing": [[0, 0], [1, 1], [0, 0]], "flat": [0, 0, 1, 1],
        "three_columns": [[0, 0, 0]] * 4, "beyond_any_memory": [[2**31 - 1, 2**31 - 1]] * 4,
    }.items():
        m = case("pad", f"paddings_{name}")
        m.output(pad(m, m.input(m.values(1, 2, 2, 3)), np.asarray(paddings, INT)))
    m = case("pad", "paddings_of_floats")
    m.output(pad(m, m.input(m.values(1, 2, 2, 3)), np.zeros((4, 2), np.float32)))
    m = case("pad", "no_paddings")
    m.output(m.operator("PAD", [m.input(m.values(1, 2, 2, 3))], options("PadOptions")))

    for name, shape in {"wrong_count": (2, 4), "two_unknowns": (-1, -1), "unknown_that_does_not_divide": (4, -1),
                        "negative_size": (-2, -3), "zero_and_unknown": (0, -1)}.items():
        for by in ("options", "tensor"):
            m = case("reshape", f"{name}_by_{by}")
            m.output(reshape(m, m.input(m.values(2, 3)), shape, by))
    m = case("reshape", "no_shape_at_all")
    m.output(m.operator("RESHAPE", [m.input(m.values(2, 3))]))
    m = case("reshape", "shape_of_floats")
    m.output(m.operator("RESHAPE", [m.input(m.values(2, 3)), m.constant(np.float32([3, 2]))]))
    m = case("reshape", "product_that_overflows")
    m.output(reshape(m, m.input(m.values(2, 3)), (2**31 - 1, 2**31 - 1, 2**31 - 1), "tensor"))

    for name, (shapes, axis) in {
        "axis_too_large": ([(2, 3), (2, 3)], 2), "axis_too_small": ([(2, 3), (2, 3)], -3),
        "sizes_that_differ": ([(2, 3), (3, 3)], 1), "ranks_that_differ": ([(2, 3), (2, 3, 1)], 0),
    }.items():
        m = case("concatenation", name)
        m.output(concatenate(m, [m.input(m.values(*shape)) for shape in shapes], axis))
    m = case("concatenation", "mixed_element_types")
    m.output(concatenate(m, [m.input(m.values(2, 3)), m.input(integers(m, (2, 3)))], 0))
    m = case("concatenation", "absent_part")
    m.output(concatenate(m, [m.input(m.values(2, 3)), -1], 0))
    m = case("concatenation", "no_parts")
    m.input(m.values(2, 3))
    m.output(concatenate(m, [], 0))

    for name, indices, axis in (("axis_too_large", [0], 2), ("axis_too_small", [0], -3), ("index_too_large", [1, 5], 0),
                                ("index_negative", [-1], 0)):
        m = case("gather", name)
        m.output(gather(m, m.input(m.values(5, 3)), m.constant(np.asarray(indices, INT)), axis))
    m = case("gather", "indices_of_floats")
    m.output(gather(m, m.input(m.values(5, 3)), m.constant(np.float32([0, 1]))))
    m = case("gather", "no_indices")
    m.output(m.operator("GATHER", [m.input(m.values(5, 3))], options("GatherOptions")))
    m = case("gather", "batch_axes_beyond_the_rank")
    m.output(gather(m, m.input(m.values(5, 3)), m.constant(np.asarray([0], INT)), 0, batch=9))

    for name, count, axis in (("axis_too_large", 3, 2), ("axis_too_small", 3, -3), ("count_that_differs", 2, 1)):
        m = case("unpack", name)
        m.output(*unpack(m, m.input(m.values(2, 3)), count, axis))
    m = case("unpack", "output_missing")
    made = m.operator("UNPACK", [m.input(m.values(2, 3))], options("UnpackOptions", num=3, axis=1), outputs=2)
    m.output(*made)
    m = case("unpack", "scalar_input")
    m.output(*unpack(m, m.input(np.float32(3).reshape(())), 1, 0))

    m = case("strided_slice", "zero_stride")
    m.output(strided_slice(m, m.input(m.values(3, 4)), (0, 0), (3, 4), (1, 0)))
    m = case("strided_slice", "vectors_of_different_counts")
    m.output(strided_slice(m, m.input(m.values(3, 4)), (0, 0), (3, 4), (1,)))
    m = case("strided_slice", "more_entries_than_axes")
    m.output(strided_slice(m, m.input(m.values(3, 4)), (0, 0, 0), (3, 4, 1), (1, 1, 1)))
    m = case("strided_slice", "shrunk_index_out_of_range")
    m.output(strided_slice(m, m.input(m.values(3, 4)), (7, 0), (8, 4), (1, 1), shrinkAxisMask=1))
    m = case("strided_slice", "no_strides")
    vectors = [m.constant(np.asarray(v, INT)) for v in ((0, 0), (3, 4))]
    m.output(m.operator("STRIDED_SLICE", [m.input(m.values(3, 4))] + vectors, options("StridedSliceOptions")))
    m = case("strided_slice", "begin_of_floats")
    vectors = [m.constant(v) for v in (np.float32([0, 0]), np.asarray([3, 4], INT), np.asarray([1, 1], INT))]
    m.output(m.operator("STRIDED_SLICE", [m.input(m.values(3, 4))] + vectors, options("StridedSliceOptions")))


def alone(case):
    # LiteRT's own kernel refuses the activation, and XNNPACK leaves it out.
    m = case("unanswered", "joined_with_an_activation").by_the_delegate()
    m.output(concatenate(m, [m.input(np.float32([[-2, 8, 1]])), m.input(np.float32([[-1, 3, 0.5]]))], 1, activation="RELU6"))
