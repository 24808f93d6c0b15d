"""STABLEHLO_ADD, STABLEHLO_MULTIPLY, STABLEHLO_MAXIMUM, STABLEHLO_MINIMUM, STABLEHLO_AND, STABLEHLO_SHIFT_LEFT, STABLEHLO_PAD, DILATE."""
import numpy as np

from model_writer import options

INTEGERS = ("int64", "int32", "int16", "int8", "uint8")
NUMBERS = ("float32", "bool") + INTEGERS
TYPES = {"ADD": NUMBERS, "MULTIPLY": NUMBERS, "MAXIMUM": NUMBERS, "MINIMUM": NUMBERS, "AND": ("bool",) + INTEGERS,
         "SHIFT_LEFT": ("int32", "int16", "int8")}
# LiteRT has no reference kernels of these.
OPTIMIZED_ONLY = ("AND", "SHIFT_LEFT")
SHAPES = {"vector": (33,), "rank_4": (2, 3, 4, 5), "rank_6": (1, 2, 1, 3, 1, 2), "scalar": (), "empty": (2, 0, 3)}
# shape, before, after, between
PADDED = {
    "edges": ((2, 3), (1, 0), (0, 2), (0, 0)), "between": ((2, 3), (0, 0), (0, 0), (1, 2)), "all": ((2, 3), (1, 2), (3, 1), (2, 1)),
    "cut": ((4, 5), (-1, 0), (0, -2), (0, 0)), "cut_between": ((3, 4), (-1, -2), (0, -1), (2, 1)), "cut_and_pad": ((4,), (-3,), (2,), (1,)),
    "pad_and_cut": ((4,), (3,), (-5,), (2,)), "nothing_left": ((2, 3), (-3, 0), (3, 0), (0, 0)), "nothing_on_the_grid": ((2, 3), (-2, -4), (1, -1), (3, 2)),
    "no_extent": ((2, 3), (-2, 0), (0, 1), (0, 0)), "empty_input": ((0, 3), (2, 0), (1, 1), (1, 0)), "unchanged": ((3, 4), (0, 0), (0, 0), (0, 0)),
    "rank_1": ((5,), (2,), (1,), (3,)), "rank_3": ((2, 3, 2), (0, 1, 0), (1, 0, 2), (1, 0, 1)), "rank_4": ((1, 2, 3, 4), (1, 0, 1, 0), (0, 1, 0, 1), (5, 1, 0, 2)),
    "rank_6": ((1, 2, 1, 2, 1, 2), (0, 1, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0), (0, 1, 0, 2, 0, 1)), "missing_counts": ((2, 3), (1,), (0,), (2,)),
    "too_many_counts": ((2, 3), (1, 0, 9), (0, 1, 9), (0, 0, 9)), "one_element": ((1, 1), (2, 0), (0, 3), (4, 4)), "cut_to_one": ((9,), (-4,), (-4,), (0,)),
}
DILATED = {"matrix": ((2, 3), (2, 3)), "rows": ((3, 4), (3, 1)), "columns": ((3, 4), (1, 2)), "ones": ((2, 3), (1, 1)), "rank_1": ((5,), (4,)),
           "rank_4": ((2, 1, 3, 2), (2, 5, 1, 3)), "one_element": ((1,), (7,))}
MOVABLE = ("float32", "float16", "bool") + INTEGERS


def binary(m, name, a, b):
    return m.operator("STABLEHLO_" + name, [a, b], options("StablehloShiftLeftOptions") if name == "SHIFT_LEFT" else None)


def pad(m, x, value, low, high, interior):
    return m.operator("STABLEHLO_PAD", [x, value], options("StablehloPadOptions", edgePaddingLow=low, edgePaddingHigh=high, interiorPadding=interior))


def dilate(m, x, counts, value):
    return m.operator("DILATE", [x, m.constant(np.asarray(counts, np.int32)), value], options("DilateOptions"))


def elements(m, dtype, *shape):
    values = m.values(*shape).astype(np.float16) if dtype == "float16" else m.elements(dtype, *shape)
    return np.asarray(values, dtype)


def good(start):
    for name, types in TYPES.items():
        def case(kind):
            m = start("stablehlo_" + name.lower(), kind)
            return m.without_reference_kernels() if name in OPTIMIZED_ONLY else m

        def second(m, dtype, *shape):
            return np.asarray(m.integers(*shape, low=0, high=31, dtype=dtype) if name == "SHIFT_LEFT" else m.elements(dtype, *shape), dtype)

        for kind, shape in SHAPES.items():
            m = case(kind)
            m.output(binary(m, name, m.input(elements(m, types[0], *shape)), m.input(second(m, types[0], *shape))))
        for dtype in types:
            m = case(dtype)
            m.output(binary(m, name, m.input(elements(m, dtype, 5, 17)), m.input(second(m, dtype, 5, 17))))
        m = case("constant_second")
        m.output(binary(m, name, m.input(elements(m, types[0], 3, 7)), m.constant(second(m, types[0], 3, 7))))
    for name in ("MAXIMUM", "MINIMUM"):
        m = start("stablehlo_" + name.lower(), "odd_numbers")
        m.output(binary(m, name, m.input(np.float32([np.nan, 1, 0.0, -0.0, np.inf])), m.input(np.float32([1, np.nan, -0.0, 0.0, -np.inf]))))
    for dtype in ("int32", "int16", "int8"):
        # C++ does not define others.
        m = start("stablehlo_shift_left", f"every_shift_of_{dtype}").without_reference_kernels()
        m.output(binary(m, "SHIFT_LEFT", m.input(np.full(32, 77, dtype)), m.input(np.arange(32, dtype=dtype))))
    for kind, (shape, *counts) in PADDED.items():
        m = start("stablehlo_pad", kind)
        m.output(pad(m, m.input(m.values(*shape)), m.constant(np.float32(9)), *counts))
    for kind, (shape, counts) in DILATED.items():
        m = start("dilate", kind)
        m.output(dilate(m, m.input(m.values(*shape)), counts, m.constant(np.float32(9))))
    for dtype in MOVABLE:
        m = start("stablehlo_pad", dtype)
        m.output(pad(m, m.input(elements(m, dtype, 2, 3)), m.input(elements(m, dtype)), (1, -1), (0, 3), (1, 2)))
        m = start("dilate", dtype)
        m.output(dilate(m, m.input(elements(m, dtype, 2, 3)), (2, 3), m.input(elements(m, dtype))))
    m = start("stablehlo_pad", "value_of_rank_1")
    m.output(pad(m, m.input(m.values(2, 3)), m.input(m.values(1)), (1, 0), (0, 1), (0, 1)))
    m = start("stablehlo_pad", "large")
    m.output(pad(m, m.input(m.values(3, 5, 7)), m.input(np.float32(-1)), (2, 1, 0), (0, 2, 3), (1, 2, 1)))
    m = start("dilate", "computed_counts")
    counts = m.operator("ADD", [m.input(np.int32([0, 1])), m.constant(np.int32(1))])
    m.output(m.operator("DILATE", [m.input(m.values(2, 3)), counts, m.constant(np.float32(9))], options("DilateOptions")))
    windows(start)


# shape, extents of the window, strides, dilations
WINDOWS = {
    "rows": ((2, 9), (1, 3), (1, 1), (1, 1)), "picture": ((1, 7, 6, 3), (1, 3, 2, 1), (1, 2, 2, 1), (1, 1, 1, 1)), "vector": ((11,), (4,), (3,), (2,)),
    "dilated": ((7, 8), (3, 2), (1, 2), (2, 3)), "one_element": ((3, 2), (1, 1), (1, 1), (5, 1)), "everything": ((3, 4), (3, 4), (1, 1), (1, 1)),
    "rank_5": ((2, 3, 4, 3, 2), (1, 2, 2, 2, 1), (1, 1, 2, 1, 1), (1, 1, 1, 1, 1)), "strided": ((9, 4), (1, 1), (4, 3), (1, 1)),
}
REDUCERS = {"ADD": 1, "MUL": 2, "MINIMUM": 3, "MAXIMUM": 4, "ALL": 5, "ANY": 6}


def reduce_window(m, x, first, extents, strides, dilations, function="ADD"):
    numbers = [m.constant(np.asarray(n, np.int64)) for n in (extents, strides, dilations)]
    return m.operator("REDUCE_WINDOW", [x, first] + numbers, options("ReduceWindowOptions", reduceFunction=REDUCERS.get(function, function)))


def windows(start):
    for kind, (shape, *window) in WINDOWS.items():
        m = start("reduce_window", kind)
        m.output(reduce_window(m, m.input(m.values(*shape)), m.constant(np.float32(0.5)), *window))
    for function in ("ADD", "MUL", "MINIMUM", "MAXIMUM"):
        for dtype in ("float32", "int64", "int32", "int16", "int8", "uint8"):
            m = start("reduce_window", f"{function.lower()}_{dtype}")
            first = np.zeros((), dtype) if function == "ADD" else np.ones((), dtype)
            m.output(reduce_window(m, m.input(m.elements(dtype, 3, 7)), m.constant(first), (2, 3), (1, 2), (1, 1), function))
    for function, first in (("ALL", True), ("ANY", False)):
        m = start("reduce_window", function.lower())
        m.output(reduce_window(m, m.input(m.booleans(4, 9)), m.constant(np.bool_(first)), (1, 2), (1, 1), (1, 1), function))
    for function in ("MINIMUM", "MAXIMUM"):
        m = start("reduce_window", f"{function.lower()}_odd_numbers")
        x = m.input(np.float32([np.nan, 1, 2, np.nan, 0.0, -0.0, 3, np.inf, -np.inf]))
        m.output(reduce_window(m, x, m.constant(np.float32(1)), (2,), (1,), (1,), function))
    # Integers are combined as they are, whatever they stand for.
    m = start("reduce_window", "int8_with_other_scales")
    x = m.quantized(m.input(m.elements("int8", 9)), 0.5, 3)
    m.output(m.quantized(reduce_window(m, x, m.constant(np.int8(1)), (2,), (1,), (1,)), 1.0))
    m = start("reduce_window", "first_value_at_run_time")
    m.output(reduce_window(m, m.input(m.values(5)), m.input(m.values()), (2,), (1,), (1,)))


def bad(case):
    for kind, shape, *window in (
        ("scalar", (), (), (), ()), ("window_of_0", (4,), (0,), (1,), (1,)), ("stride_0", (4,), (2,), (0,), (1,)), ("dilation_0", (4,), (2,), (1,), (0,)),
        ("negative_stride", (4,), (2,), (-1,), (1,)), ("absurd_window", (4,), (2**62,), (1,), (1,)), ("absurd_dilation", (4,), (3,), (1,), (2**62,)),
        ("numbers_that_differ", (4, 4), (2,), (1, 1), (1, 1)),
    ):
        m = case("reduce_window", kind)
        m.output(reduce_window(m, m.input(np.asarray(m.values(*shape), np.float32)), m.constant(np.float32(0)), *window))
    for kind, x, first, function in (
        ("no_function", np.float32([1, 2]), np.float32(0), 0), ("unknown_function", np.float32([1, 2]), np.float32(0), 7),
        ("all_of_floats", np.float32([1, 2]), np.float32(0), 5), ("sum_of_booleans", np.bool_([1, 0]), np.bool_(0), 1),
        ("mixed_types", np.float32([1, 2]), np.int32(0), 1), ("two_first_values", np.float32([1, 2]), np.float32([0, 0]), 1),
    ):
        m = case("reduce_window", kind)
        m.output(reduce_window(m, m.input(x), m.constant(first), (1,), (1,), (1,), function))
    for name in TYPES:
        for kind, a, b in (("shapes_that_broadcast", np.ones((2, 3), np.int32), np.ones((3,), np.int32)),
                           ("mixed_types", np.ones(3, np.int32), np.ones(3, np.int8))):
            m = case("stablehlo_" + name.lower(), kind)
            m.output(binary(m, name, m.input(a), m.input(b)))
        if name in ("AND", "SHIFT_LEFT"):
            m = case("stablehlo_" + name.lower(), "half_precision")
            m.output(binary(m, name, *(m.input(np.ones(3, np.float16)) for _ in range(2))))
        m = case("stablehlo_" + name.lower(), "one_operand")
        m.output(m.operator("STABLEHLO_" + name, [m.input(np.ones(3, np.int32))]))
        m = case("stablehlo_" + name.lower(), "with_a_scale")
        a, b = (m.quantized(m.input(m.elements("int8", 3)), 0.5) for _ in range(2))
        m.output(m.quantized(binary(m, name, a, b), 0.5))
    for kind, shape, *counts in (("negative_between", (2, 3), (0, 0), (0, 0), (-1, 0)), ("scalar", (), (), (), ()), ("counts_that_differ", (2, 3), (1,), (0, 1), (0, 0)),
                                 ("far_before", (2, 3), (2**40, 0), (0, 0), (0, 0)), ("far_after", (2, 3), (0, 0), (2**63 - 1, 0), (0, 0)),
                                 ("cut_far", (2, 3), (-2**63, 0), (0, 0), (0, 0)), ("far_between", (2, 3), (0, 0), (0, 0), (2**63 - 1, 0)),
                                 ("too_large", (200, 3), (0, 0), (0, 0), (2**24, 2**24)), ("too_many_counts", (2, 3), *[[0] * 9] * 3)):
        m = case("stablehlo_pad", kind)
        m.output(pad(m, m.input(np.asarray(m.values(*shape), np.float32)), m.constant(np.float32(9)), *counts))
    m = case("stablehlo_pad", "no_options")
    m.output(m.operator("STABLEHLO_PAD", [m.input(m.values(2, 3)), m.constant(np.float32(9))]))
    for kind, value in (("mixed_types", np.int32(9)), ("two_values", np.float32([1, 2]))):
        m = case("stablehlo_pad", kind)
        m.output(pad(m, m.input(m.values(2, 3)), m.constant(value), (0, 0), (0, 0), (0, 0)))
        m = case("dilate", kind)
        m.output(dilate(m, m.input(m.values(2, 3)), (1, 2), m.constant(value)))
    for kind, shape, counts in (("zero", (2, 3), (0, 1)), ("negative", (2, 3), (1, -1)), ("too_few_counts", (2, 3), (2,)), ("scalar", (), ()),
                                ("empty", (0, 2), (2, 2)), ("too_large", (200, 300), (2**31 - 1, 2**31 - 1))):
        m = case("dilate", kind)
        m.output(dilate(m, m.input(np.asarray(m.values(*shape), np.float32)), counts, m.constant(np.float32(9))))
    m = case("dilate", "counts_of_64_bits")
    m.output(m.operator("DILATE", [m.input(m.values(2, 3)), m.constant(np.int64([1, 2])), m.constant(np.float32(9))], options("DilateOptions")))
