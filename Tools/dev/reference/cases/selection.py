"""SELECT, SELECT_V2, ONE_HOT, TOPK_V2, WHERE, NON_MAX_SUPPRESSION_V4 and V5."""
import numpy as np

from model_writer import options

# Not three tensors of one element, of which LiteRT makes a scalar whatever their rank.
SAME = {"rank_1": (17,), "rank_2": (3, 5), "rank_4": (1, 3, 4, 5), "one_pixel": (1, 1, 1, 33),
        "batch_2": (2, 3, 2, 7), "long": (301,), "empty": (2, 0, 3)}
ROWS = {"one_boolean_a_row": ((3,), (3, 5)), "one_boolean_a_picture": ((2,), (2, 3, 3, 2)), "scalar": ((), (3, 5)),
        "one_element_vector": ((1,), (1, 5))}
BROADCAST = {
    "condition_by_channels": ((5,), (2, 3, 5), (2, 3, 5)), "condition_by_rows": ((3, 1), (3, 5), (3, 5)),
    "scalar_condition": ((), (3, 5), (3, 5)), "scalars": ((2, 3), (), ()), "scalar_first": ((2, 3), (), (2, 3)),
    "scalar_second": ((2, 3), (2, 3), ()), "all_differ": ((7, 1, 1), (1, 3, 1), (1, 1, 5)),
    "channels_against_pixels": ((1, 3, 4, 1), (1, 1, 1, 5), (1, 3, 4, 5)), "lower_rank_condition": ((3, 1), (2, 1, 5), (5,)),
    "empty_broadcast": ((1, 3), (2, 0, 3), ()),
}
TYPES = (np.float32, np.int32, np.int64, np.int8, np.uint8, np.int16, np.bool_)


def operand(m, shape, dtype):
    if dtype == np.float32:
        return np.asarray(m.values(*shape), np.float32)
    return np.asarray(m.booleans(*shape) if dtype == np.bool_ else m.integers(*shape, low=0, high=9, dtype=dtype), dtype)


def select(m, name, condition, a, b, dtype=np.float32):
    values = [m.input(np.asarray(m.booleans(*condition), np.bool_)), m.input(operand(m, a, dtype)),
              m.input(operand(m, b, dtype))]
    table = "SelectOptions" if name == "SELECT" else "SelectV2Options"
    return m.operator(name, values, options(table), dtype=np.dtype(dtype).name)


TOPK = {"one_of_five": ((5,), 1), "all": ((7,), 7), "rows": ((3, 9), 4), "rank_4": ((1, 3, 2, 17), 5), "none": ((2, 5), 0),
        "one_element": ((1, 1), 1), "long": ((2, 501), 20), "batch": ((2, 2, 3), 2), "empty_rows": ((0, 5), 2)}
ONE_HOT = {"vector": ((5,), 7, -1), "matrix_last": ((2, 3), 4, -1), "matrix_first": ((2, 3), 4, 0),
           "matrix_between": ((2, 3), 4, 1), "scalar": ((), 5, -1), "depth_1": ((3,), 1, -1), "depth_0": ((3,), 0, -1),
           "rank_3": ((2, 3, 2), 3, 2), "empty": ((0,), 3, -1)}


def one_hot(m, shape, depth, axis, dtype=np.float32, index=np.int32):
    indices = m.input(np.asarray(m.integers(*shape, low=-1, high=depth, dtype=index), index))
    on, off = m.constant(np.asarray(5, dtype)), m.constant(np.asarray(0 if dtype == np.bool_ else 2, dtype))
    return m.operator("ONE_HOT", [indices, m.constant(np.int32(depth)), on, off], options("OneHotOptions", axis=axis),
                      dtype=np.dtype(dtype).name)


def top(m, x, k):
    return m.operator("TOPK_V2", [x, m.constant(np.int32(k))], options("TopKV2Options"), outputs=2,
                      dtype=[m.tensors[x][1], "int32"])


def where(m, x):
    return m.operator("WHERE", [x], options("WhereOptions"), dtype="int64")


# boxes, results, overlap, score, width of the soft form
SUPPRESSIONS = {"few": (9, 4, 0.5, 0.1, 0.0), "all": (9, 20, 0.9, -1.0, 0.0), "none": (5, 3, 0.5, 2.0, 0.0), "no_results": (5, 0, 0.5, 0.0, 0.0),
                "two_results": (30, 2, 0.1, 0.0, 0.0), "everything_overlaps": (12, 5, 0.0, 0.0, 0.0), "many": (120, 30, 0.3, 0.2, 0.0), "one_box": (1, 2, 0.5, 0.0, 0.0)}
SOFT = {"soft": (40, 12, 0.6, 0.1, 0.5), "soft_and_narrow": (60, 25, 0.9, 0.05, 0.1), "soft_to_nothing": (20, 15, 1.0, 0.7, 0.2)}


def boxes(m, count):
    """Corners in any order, near each other."""
    corners = m.values(count, 2, low=0, high=2)
    return np.concatenate([corners, corners + m.values(count, 2, low=-1, high=1)], 1)


def suppress(m, name, x, scores, results, overlap, score, sigma):
    numbers = [overlap, score] + ([sigma] if name.endswith("V5") else [])
    inputs = [m.input(x), m.input(scores), m.constant(np.int32(results))] + [m.constant(np.float32(n)) for n in numbers]
    types = ["int32", "float32", "int32"] if name.endswith("V5") else ["int32", "int32"]
    return m.operator(name, inputs, options(f"NonMaxSuppression{name[-2:]}Options"), outputs=len(types), dtype=types)


def good(case):
    for version in ("V4", "V5"):
        for kind, (count, *numbers) in (SUPPRESSIONS | (SOFT if version == "V5" else {})).items():
            m = case(f"non_max_suppression_{version.lower()}", kind)
            m.output(*suppress(m, f"NON_MAX_SUPPRESSION_{version}", boxes(m, count), m.values(count, low=0), *numbers))
    # LiteRT's Python door neither takes an empty condition nor gives an empty output.
    for kind, shape in {"rank_1": (17,), "rank_2": (3, 5), "rank_3": (2, 3, 4), "rank_4": (1, 3, 4, 5)}.items():
        m = case("where", kind)
        m.output(where(m, m.input(m.booleans(*shape))))
    for dtype in (np.float32, np.int32, np.int64):
        m = case("where", np.dtype(dtype).name)
        m.output(where(m, m.input(m.integers(4, 5, low=-1, high=1, dtype=dtype))))
    m = case("where", "all")
    m.output(where(m, m.input(np.full((3, 4), True))))
    m = case("where", "constant")
    m.output(where(m, m.constant(np.int32([[0, 2], [-1, 0]]))), m.operator("NEG", [m.input(m.values(3))]))
    m = case("where", "zeros_of_both_signs")
    m.output(where(m, m.input(np.float32([0.0, -0.0, 1e-40, np.inf, -1]))))
    m = case("where", "computed_condition")
    x = m.input(m.values(3, 7))
    m.output(where(m, m.operator("LESS", [x, m.constant(np.float32(0))], dtype="bool")))
    for name in ("SELECT", "SELECT_V2"):
        for kind, shape in SAME.items():
            m = case(name.lower(), kind)
            m.output(select(m, name, shape, shape, shape))
        for dtype in TYPES[1:]:
            m = case(name.lower(), np.dtype(dtype).name)
            m.output(select(m, name, (3, 4), (3, 4), (3, 4), dtype))
    for kind, (condition, shape) in ROWS.items():
        m = case("select", kind)
        m.output(select(m, "SELECT", condition, shape, shape))
    for kind, (condition, a, b) in BROADCAST.items():
        m = case("select_v2", kind)
        m.output(select(m, "SELECT_V2", condition, a, b))
    for kind, (shape, k) in TOPK.items():
        m = case("topk_v2", kind)
        m.output(*top(m, m.input(m.values(*shape)), k))
    for dtype in (np.int32, np.int64, np.int8, np.uint8):
        m = case("topk_v2", f"{np.dtype(dtype).name}_with_equal_values")
        m.output(*top(m, m.input(m.integers(3, 19, low=0, high=5, dtype=dtype)), 11))
    m = case("topk_v2", "equal_values")
    m.output(*top(m, m.input(np.float32([[1, 2, 2, 1, 2, 0], [0, 0, 0, 0, 0, 0]])), 5))
    for kind, (shape, depth, axis) in ONE_HOT.items():
        m = case("one_hot", kind)
        m.output(one_hot(m, shape, depth, axis))
    for dtype in (np.int32, np.int64, np.int8, np.uint8, np.bool_):
        m = case("one_hot", np.dtype(dtype).name)
        m.output(one_hot(m, (3, 2), 4, -1, dtype))
    m = case("one_hot", "int64_indices")
    m.output(one_hot(m, (2, 3), 4, 1, index=np.int64))


def bad(case):
    for version in ("V4", "V5"):
        folder, name = f"non_max_suppression_{version.lower()}", f"NON_MAX_SUPPRESSION_{version}"
        for kind, shape, scores, results in (("five_sides", (3, 5), 3, 2), ("a_score_missing", (3, 4), 2, 2),
                                             ("negative_count", (3, 4), 3, -1)):
            m = case(folder, kind)
            m.output(*suppress(m, name, m.values(*shape), m.values(scores), results, 0.5, 0.1, 0.0))
    m = case("where", "scalar_input")
    m.output(where(m, m.input(np.bool_(True))))
    m = case("where", "half_precision")
    m.output(where(m, m.input(m.values(3).astype(np.float16))))
    m = case("where", "no_input")
    m.input(m.values(3))
    m.output(m.operator("WHERE", []))
    for name in ("SELECT", "SELECT_V2"):
        folder = name.lower()
        for kind, a, b, c in (("branches_that_do_not_fit", (2, 3), (2, 3), (2, 4)),
                              ("condition_that_does_not_fit", (5,), (2, 3), (2, 3))):
            m = case(folder, kind)
            m.output(select(m, name, a, b, c))
        m = case(folder, "mixed_element_types")
        m.output(m.operator(name, [m.input(m.booleans(2)), m.input(m.values(2)), m.input(m.integers(2))]))
        m = case(folder, "float_condition")
        m.output(m.operator(name, [m.input(m.values(2)), m.input(m.values(2)), m.input(m.values(2))]))
        m = case(folder, "two_inputs")
        m.output(m.operator(name, [m.input(m.booleans(2)), m.input(m.values(2))]))
    for kind, x, k in (("more_than_there_are", (2, 3), 4), ("negative_count", (2, 3), -1), ("scalar_input", (), 1)):
        m = case("topk_v2", kind)
        m.output(*top(m, m.input(np.asarray(m.values(*x), np.float32)), k))
    m = case("topk_v2", "counts_of_several_elements")
    m.output(*m.operator("TOPK_V2", [m.input(m.values(2, 3)), m.constant(np.int32([1, 2]))], outputs=2))
    m = case("topk_v2", "boolean_input")
    m.output(*top(m, m.input(m.booleans(2, 3)), 1))
    for kind, depth, axis in (("negative_depth", -1, -1), ("axis_too_large", 3, 3), ("axis_too_small", 3, -4),
                              ("depth_too_large", 2**31 - 1, -1)):
        m = case("one_hot", kind)
        indices = m.input(m.integers(2000, 3))
        m.output(m.operator("ONE_HOT", [indices, m.constant(np.int32(depth)), m.constant(np.float32(1)),
                                        m.constant(np.float32(0))], options("OneHotOptions", axis=axis)))
    m = case("one_hot", "mixed_values")
    m.output(m.operator("ONE_HOT", [m.input(m.integers(2)), m.constant(np.int32(3)), m.constant(np.float32(1)),
                                    m.constant(np.int32(0))], options("OneHotOptions", axis=-1)))
    m = case("one_hot", "float_indices")
    m.output(m.operator("ONE_HOT", [m.input(m.values(2)), m.constant(np.int32(3)), m.constant(np.float32(1)),
                                    m.constant(np.float32(0))], options("OneHotOptions", axis=-1)))
