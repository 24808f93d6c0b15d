"""SPARSE_TO_DENSE, MATRIX_DIAG, MATRIX_SET_DIAG, BUCKETIZE."""
import numpy as np

from model_writer import options

INT = np.int32
# indices, shape of the output, elements; None for one element for all
SPARSE = {
    "matrix": ([[0, 1], [1, 2], [0, 2]], (2, 3), 3), "repeated": ([[0, 1], [1, 1], [0, 1]], (2, 3), 3), "vector": ([3, 1, 0], (5,), 3),
    "vector_of_pairs": ([[3], [1]], (5,), 2), "one_element": ([3], (5,), 1), "one_index": (3, (5,), 1), "one_index_and_scalar": (2, (4,), None),
    "one_scalar_for_all": ([[0, 1], [1, 2]], (2, 3), None), "rank_3": ([[0, 1, 1], [1, 0, 0]], (2, 2, 3), 2),
    "rank_4": ([[0, 1, 1, 0], [1, 0, 0, 2]], (2, 2, 2, 3), 2), "no_elements": (np.zeros((0, 2)), (2, 3), 0),
    "empty": (np.zeros((0, 2)), (0, 3), 0),
}
DIAGONALS = {"vector": (4,), "matrix": (3, 5), "one_element": (1,), "rank_3": (2, 1, 3), "rank_5": (1, 2, 1, 2, 2), "empty": (2, 0), "long": (17,)}
MATRICES = {"square": (3, 3), "wide": (2, 5), "tall": (5, 2), "batch": (2, 3, 4), "rank_5": (2, 1, 2, 3, 2), "one_element": (1, 1), "row": (1, 4),
            "column": (4, 1), "batch_of_columns": (3, 2, 1), "empty": (2, 3, 0), "large": (3, 17, 19)}
TYPES = (np.int64, INT, np.int16, np.int8, np.uint8)
BOUNDARIES = [-1.5, 0, 0, 0.25, 2, 10]


def sparse(m, indices, shape, elements, default, index_type=INT, shape_type=INT):
    return m.operator("SPARSE_TO_DENSE", [m.input(np.asarray(indices, index_type)), m.constant(np.asarray(shape, shape_type)), elements, default],
                      options("SparseToDenseOptions"), dtype=m.tensors[elements][1])


def diagonal(m, x):
    return m.operator("MATRIX_DIAG", [x], options("MatrixDiagOptions"))


def set_diagonal(m, x, d):
    return m.operator("MATRIX_SET_DIAG", [x, d], options("MatrixSetDiagOptions"))


def bucketize(m, x, boundaries):
    return m.operator("BUCKETIZE", [x], options("BucketizeOptions", boundaries=boundaries), dtype="int32")


def good(case):
    for kind, (indices, shape, count) in SPARSE.items():
        m = case("sparse_to_dense", kind)
        elements = np.asarray(m.values() if count is None else m.values(count), np.float32)
        m.output(sparse(m, indices, shape, m.input(elements), m.constant(np.float32(0.5))))
    for dtype in (INT, np.int64, np.int8, np.uint8):
        m = case("sparse_to_dense", np.dtype(dtype).name)
        m.output(sparse(m, [[0, 1], [2, 2]], (3, 3), m.input(np.array([5, 6], dtype)), m.input(np.array(7, dtype))))
    m = case("sparse_to_dense", "indices_of_64_bits")
    m.output(sparse(m, [[0, 1], [2, 2]], (3, 3), m.input(m.values(2)), m.constant(np.float32([2])), np.int64, np.int64))
    m = case("sparse_to_dense", "constant_indices")
    m.output(m.operator("SPARSE_TO_DENSE", [m.constant(INT([1, 4])), m.constant(INT([6])), m.input(m.values(2)), m.constant(np.float32(0))], dtype="float32"))

    for kind, shape in DIAGONALS.items():
        m = case("matrix_diag", kind)
        m.output(diagonal(m, m.input(m.values(*shape))))
    for kind, shape in MATRICES.items():
        m = case("matrix_set_diag", kind)
        m.output(set_diagonal(m, m.input(m.values(*shape)), m.input(m.values(*shape[:-2], min(shape[-2:])))))
    for dtype in TYPES:
        m = case("matrix_diag", np.dtype(dtype).name)
        m.output(diagonal(m, m.input(m.elements(np.dtype(dtype).name, 2, 3))))
        m = case("matrix_set_diag", np.dtype(dtype).name)
        m.output(set_diagonal(m, m.input(m.elements(np.dtype(dtype).name, 2, 3, 4)), m.input(m.elements(np.dtype(dtype).name, 2, 3))))
    m = case("matrix_set_diag", "constant_diagonals")
    m.output(set_diagonal(m, m.input(m.values(2, 3, 3)), m.constant(m.values(2, 3))))

    for kind, shape in {"vector": (33,), "rank_4": (2, 3, 1, 4), "scalar": (), "empty": (0, 3), "long": (1001,)}.items():
        m = case("bucketize", kind)
        m.output(bucketize(m, m.input(np.asarray(m.values(*shape, low=-3, high=12), np.float32)), BOUNDARIES))
    m = case("bucketize", "odd_numbers")
    m.output(bucketize(m, m.input(np.float32([np.nan, np.inf, -np.inf, -0.0, 0.0, 0.25, 2, 10, -1.5])), BOUNDARIES))
    m = case("bucketize", "odd_boundaries")
    m.output(bucketize(m, m.input(np.float32([1, 3, 5, np.nan, -np.inf, np.inf])), [-np.inf, 2, np.nan, 4, np.inf]))
    m = case("bucketize", "one_boundary")
    m.output(bucketize(m, m.input(m.values(9)), [0.125]))
    m = case("bucketize", "no_boundaries")
    m.output(bucketize(m, m.input(m.values(9)), []))
    m = case("bucketize", "int32")
    m.output(bucketize(m, m.input(INT([16777217, 16777216, 2**31 - 1, 16777215, -2**31, 0])), [0, 16777216, 2147483648]))
    m = case("bucketize", "int64")
    m.output(bucketize(m, m.input(np.int64([16777217, 2**63 - 1, 2**40 + 1, 2**40 - 1, -2**63, 2**62])), [16777216, 2.0**40, 2.0**63]))


def bad(case):
    for kind, indices, shape, count in (("index_too_large", [[0, 1], [1, 3]], (2, 3), 2), ("negative_index", [[0, 1], [-1, 0]], (2, 3), 2)):
        m = case("sparse_to_dense", kind)
        elements, default = m.input(m.values(count)), m.constant(np.float32(0))
        m.output(m.operator("SPARSE_TO_DENSE", [m.constant(INT(indices)), m.constant(INT(shape)), elements, default], dtype="float32"))
    for kind, indices, shape, count, defaults in (("indices_of_rank_3", [[[0]]], (3,), 1, 1), ("too_few_elements", [[0, 1], [1, 2]], (2, 3), 1, 1),
                                                  ("too_many_elements", [1, 2], (3,), 3, 1), ("two_defaults", [1, 2], (3,), 2, 2),
                                                  ("indices_of_another_rank", [[0, 1]], (2, 3, 4), 1, 1), ("negative_extent", [1, 2], (-3,), 2, 1),
                                                  ("too_large", [[0, 0]], (2**31 - 1, 2**31 - 1), 1, 1)):
        m = case("sparse_to_dense", kind)
        m.output(sparse(m, indices, shape, m.input(m.values(count)), m.constant(m.values(defaults))))
    m = case("sparse_to_dense", "mixed_types")
    m.output(sparse(m, [1, 2], (3,), m.input(m.values(2)), m.constant(INT(0))))
    m = case("sparse_to_dense", "booleans")
    m.output(sparse(m, [1, 2], (3,), m.input(m.booleans(2)), m.constant(np.bool_(False))))

    m = case("matrix_diag", "scalar")
    m.output(diagonal(m, m.input(np.float32(1))))
    m = case("matrix_diag", "booleans")
    m.output(diagonal(m, m.input(m.booleans(3))))
    m = case("matrix_diag", "too_large")
    m.output(diagonal(m, m.operator("FILL", [m.constant(INT([100_000])), m.input(np.float32(1))], options("FillOptions"), dtype="float32")))
    for kind, shape, d in (("rank_1", (3,), (3,)), ("diagonal_too_short", (2, 3, 3), (2, 2)), ("diagonal_too_long", (2, 2), (3,)),
                           ("diagonals_missing", (2, 3, 3), (3,))):
        m = case("matrix_set_diag", kind)
        m.output(set_diagonal(m, m.input(m.values(*shape)), m.input(m.values(*d))))
    m = case("matrix_set_diag", "mixed_types")
    m.output(set_diagonal(m, m.input(m.values(2, 2)), m.input(m.integers(2))))

    m = case("bucketize", "falling_boundaries")
    m.output(bucketize(m, m.input(m.values(3)), [2, 1]))
    m = case("bucketize", "too_many_boundaries")
    m.output(bucketize(m, m.input(m.values(3)), [0] * 1025))
    m = case("bucketize", "small_integers")
    m.output(bucketize(m, m.input(m.elements("int8", 3)), BOUNDARIES))
    m = case("bucketize", "two_inputs")
    m.output(m.operator("BUCKETIZE", [m.input(m.values(3)), m.input(m.values(3))], options("BucketizeOptions", boundaries=[0]), dtype="int32"))
