"""SEGMENT_SUM, UNSORTED_SEGMENT_SUM, UNSORTED_SEGMENT_PROD, UNSORTED_SEGMENT_MAX, UNSORTED_SEGMENT_MIN."""
import numpy as np

INT = np.int32
UNSORTED = tuple(f"UNSORTED_SEGMENT_{kind}" for kind in ("SUM", "PROD", "MAX", "MIN"))
# slices, their numbers' shape, segments
SHAPES = {
    "rows": ((6, 3), (6,), 4), "rank_1": ((33,), (33,), 5), "numbers_of_rank_2": ((3, 4, 2), (3, 4), 3), "rank_4": ((5, 2, 1, 3), (5,), 2),
    "scalar": ((), (), 2), "one_number": ((2, 3), (), 2), "no_slices": ((0, 3), (0,), 2), "empty_slices": ((2, 0), (2,), 2),
    "no_segments": ((3, 2), (3,), 0),
}
SORTED = {"rows": ((6, 3), (0, 0, 1, 2, 2, 2)), "one_each": ((3, 2), (0, 1, 2)), "one_segment": ((4, 5), (0, 0, 0, 0)),
          "rank_1": ((5,), (0, 1, 1, 1, 2)), "rank_4": ((3, 2, 1, 4), (0, 0, 1)), "one_slice": ((1, 3), (0,))}
ODD = np.float32([1, np.nan, 3, np.nan, np.inf, -np.inf, 0.0, -0.0, -np.inf])


def segments(m, name, x, numbers, count):
    return m.operator(name, [x, numbers] + ([] if count is None else [m.constant(np.asarray(count, INT))]))


def good(case):
    for name in UNSORTED:
        folder = name.lower()
        for kind, (shape, numbers, count) in SHAPES.items():
            # LiteRT's Python door neither takes nor gives an empty tensor of a shape that is known at run time.
            for at_run_time in (False, True) if shape.count(0) == 0 and count else (False,):
                m = case(folder, kind + ("_at_run_time" if at_run_time else ""))
                x = m.input(np.asarray(m.values(*shape, low=-2, high=2), np.float32))
                value = np.asarray(m.integers(*numbers, low=-1, high=count - 1), INT)
                m.output(segments(m, name, x, m.input(value) if at_run_time else m.constant(value), count))
        m = case(folder, "int32")
        m.output(segments(m, name, m.input(m.elements("int32", 7, 4)), m.input(INT([2, 0, 2, -3, 0, 2, 0])), [4]))
        m = case(folder, "odd_numbers")
        m.output(segments(m, name, m.input(ODD), m.constant(INT([0, 0, 0, 1, 2, 2, 3, 3, 4])), 5))
        m = case(folder, "large_and_small")
        m.output(segments(m, name, m.input(np.float32([1e8, 1, -1e8, 1e-3, 3, 1e8])), m.constant(INT([0, 0, 0, 0, 1, 1])), 2))
        m = case(folder, "computed_count")
        count = m.operator("ADD", [m.constant(INT(2)), m.constant(INT(1))])
        m.output(m.operator(name, [m.input(m.values(4, 2)), m.constant(INT([1, 0, 2, 1])), count]))
    # LiteRT has no reference kernel.
    for kind, (shape, numbers) in SORTED.items():
        for at_run_time in (False, True):
            m = case("segment_sum", kind + ("_at_run_time" if at_run_time else "")).without_reference_kernels()
            x = m.input(m.values(*shape))
            m.output(segments(m, "SEGMENT_SUM", x, m.input(INT(numbers)) if at_run_time else m.constant(INT(numbers)), None))
    m = case("segment_sum", "int32").without_reference_kernels()
    m.output(segments(m, "SEGMENT_SUM", m.input(m.elements("int32", 5, 4)), m.constant(INT([0, 0, 0, 1, 1])), None))
    m = case("segment_sum", "computed_numbers").without_reference_kernels()
    numbers = m.operator("MAXIMUM", [m.input(INT([-1, -1, 1, 2, 3])), m.constant(INT(0))])
    m.output(segments(m, "SEGMENT_SUM", m.input(m.values(5, 4)), numbers, None))


def bad(case):
    for name in UNSORTED:
        folder = name.lower()
        for kind, shape, numbers, count in (("number_too_large", (3, 2), [0, 2, 1], 2), ("negative_count", (3, 2), [-1, -1, -1], -1),
                                            ("numbers_that_do_not_fit", (3, 2), [0, 1], 2), ("two_counts", (2, 2), [0, 1], [2, 2]),
                                            ("numbers_of_higher_rank", (2,), [[0], [1]], 2), ("too_many_segments", (2, 2), [0, 1], 2**31 - 1)):
            m = case(folder, kind)
            m.output(segments(m, name, m.input(m.values(*shape)), m.constant(INT(numbers)), count))
        m = case(folder, "numbers_of_64_bits")
        m.output(segments(m, name, m.input(m.values(2, 3)), m.constant(np.int64([0, 1])), 2))
        m = case(folder, "small_integers")
        m.output(segments(m, name, m.input(m.elements("int8", 2, 3)), m.constant(INT([0, 1])), 2))
        m = case(folder, "no_count")
        m.output(segments(m, name, m.input(m.values(2, 3)), m.constant(INT([0, 1])), None))
    for kind, numbers in (("first_not_0", [1, 1, 2]), ("gap", [0, 0, 2]), ("falling", [0, 1, 0]), ("negative", [-1, 0, 1]), ("too_few", [0, 1]),
                          ("rank_2", [[0], [0], [1]])):
        m = case("segment_sum", kind)
        m.output(segments(m, "SEGMENT_SUM", m.input(m.values(3, 2)), m.constant(INT(numbers)), None))
    m = case("segment_sum", "small_integers")
    m.output(segments(m, "SEGMENT_SUM", m.input(m.elements("int16", 2, 3)), m.constant(INT([0, 1])), None))
    m = case("segment_sum", "scalar")
    m.output(segments(m, "SEGMENT_SUM", m.input(np.float32(3)), m.constant(INT([0])), None))
