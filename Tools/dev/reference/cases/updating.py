"""EMBEDDING_LOOKUP, DYNAMIC_UPDATE_SLICE, BROADCAST_ARGS, ATAN2."""
import numpy as np

from model_writer import options

INT = np.int32


def lookup(m, indices, table, dtype="float32"):
    return m.operator("EMBEDDING_LOOKUP", [indices, table], dtype=dtype)


def update(m, whole, block, start, dtype="float32"):
    return m.operator("DYNAMIC_UPDATE_SLICE", [whole, block, start], options("DynamicUpdateSliceOptions"), dtype=dtype)


def broadcast(m, left, right, dtype="int32"):
    return m.operator("BROADCAST_ARGS", [left, right], dtype=dtype)


def angle(m, y, x):
    return m.operator("ATAN2", [y, x], None)


# whole, block, start
UPDATES = {
    "row": ((5, 3), (1, 3), (2, 0)), "block": ((4, 6), (2, 3), (1, 2)), "beyond_the_end": ((4, 6), (2, 3), (9, 5)),
    "before_the_start": ((4, 6), (2, 3), (-2, -1)), "whole": ((3, 4), (3, 4), (0, 0)), "rank_1": ((9,), (4,), (3,)),
    "cache": ((1, 8, 2, 4), (1, 1, 2, 4), (0, 5, 0, 0)), "rank_4": ((2, 3, 4, 5), (1, 2, 3, 2), (1, 1, 0, 3)),
}


def good(case):
    for name, indices, table in (("rows", (4,), (6, 3)), ("tables", (3,), (5, 2, 3)), ("one", (1,), (4, 7)), ("nothing", (0,), (3, 2))):
        for at_run_time in (False, True):
            m = case("embedding_lookup", name + ("_at_run_time" if at_run_time else ""))
            picked = m.integers(*indices, low=0, high=table[0] - 1)
            values = m.values(*table)
            # The table must be a constant, or everything would be.
            m.output(lookup(m, m.input(picked) if at_run_time else m.constant(picked), m.constant(values) if at_run_time else m.input(values)))
    m = case("embedding_lookup", "bytes_to_floats")
    table = m.quantized(m.constant(m.elements("int8", 7, 4)), 0.03, 0)
    m.output(lookup(m, m.input(INT([6, 0, 3])), table))

    for name, (whole, block, start) in UPDATES.items():
        for at_run_time in (False, True):
            m = case("dynamic_update_slice", name + ("_at_run_time" if at_run_time else ""))
            x, y = m.input(m.values(*whole)), m.input(m.values(*block))
            m.output(update(m, x, y, m.input(INT(start)) if at_run_time else m.constant(INT(start))))
    for dtype in ("int8", "int32", "int64", "bool"):
        m = case("dynamic_update_slice", dtype)
        m.output(update(m, m.input(m.elements(dtype, 4, 5)), m.input(m.elements(dtype, 2, 2)), m.input(INT([1, 3])), dtype=dtype))
    m = case("dynamic_update_slice", "indices_of_64_bits")
    m.output(update(m, m.input(m.values(4, 5)), m.input(m.values(2, 2)), m.input(np.int64([2, 0]))))

    for name, left, right in (
        ("same", (2, 3), (2, 3)), ("one_extent", (2, 1), (2, 3)), ("lower_rank", (4, 2, 3), (2, 3)), ("scalar", (), (2, 3)), ("both", (1, 5), (4, 1)),
    ):
        for dtype in (np.int32, np.int64):
            m = case("broadcast_args", f"{name}_{np.dtype(dtype).name}")
            m.output(broadcast(m, m.input(np.asarray(left, dtype)), m.input(np.asarray(right, dtype)), np.dtype(dtype).name))
    m = case("broadcast_args", "one_constant")
    m.output(broadcast(m, m.constant(INT([3, 1])), m.input(INT([1, 4]))))
    m = case("broadcast_args", "constants")
    shape = broadcast(m, m.constant(INT([3, 1])), m.constant(INT([1, 4])))
    m.output(m.operator("BROADCAST_TO", [m.input(m.values(3, 1)), shape], options("BroadcastToOptions"), version=2))

    # LiteRT's kernel does not broadcast.
    for name, shape in (
        ("rank_1", (33,)), ("rank_2", (3, 7)), ("rank_3", (2, 3, 5)), ("rank_4", (1, 3, 2, 9)), ("one_pixel", (1, 1, 1, 17)), ("scalar", ()),
        ("rank_5", (2, 1, 3, 2, 2)),
    ):
        m = case("atan2", name)
        m.output(angle(m, *(m.input(np.asarray(m.values(*shape, low=-3, high=3), np.float32)) for _ in range(2))))
    m = case("atan2", "axes")
    edges = np.float32([0.0, -0.0, 1, -1, np.inf, -np.inf, 2])
    y, x = np.meshgrid(edges, edges)
    m.output(angle(m, m.input(np.ascontiguousarray(y)), m.input(np.ascontiguousarray(x))))


def bad(case):
    m = case("embedding_lookup", "index_too_large")
    m.output(lookup(m, m.constant(INT([0, 5])), m.input(m.values(5, 2))))
    m = case("embedding_lookup", "index_negative")
    m.output(lookup(m, m.constant(INT([-1])), m.input(m.values(5, 2))))
    m = case("embedding_lookup", "indices_of_floats")
    m.output(lookup(m, m.input(m.values(2)), m.input(m.values(5, 2))))
    m = case("embedding_lookup", "indices_of_rank_2")
    m.output(lookup(m, m.input(INT([[0]])), m.input(m.values(5, 2))))
    m = case("embedding_lookup", "table_of_rank_1")
    m.output(lookup(m, m.input(INT([0])), m.input(m.values(3))))
    m = case("dynamic_update_slice", "block_too_large")
    m.output(update(m, m.input(m.values(2, 3)), m.input(m.values(3, 3)), m.constant(INT([0, 0]))))
    m = case("dynamic_update_slice", "block_of_another_rank")
    m.output(update(m, m.input(m.values(2, 3)), m.input(m.values(3)), m.constant(INT([0, 0]))))
    m = case("dynamic_update_slice", "too_few_indices")
    m.output(update(m, m.input(m.values(2, 3)), m.input(m.values(1, 1)), m.constant(INT([0]))))
    m = case("dynamic_update_slice", "block_of_another_type")
    m.output(update(m, m.input(m.values(2, 3)), m.input(m.integers(1, 1)), m.constant(INT([0, 0]))))
    m = case("dynamic_update_slice", "indices_of_floats")
    m.output(update(m, m.input(m.values(2, 3)), m.input(m.values(1, 1)), m.input(m.values(2))))
    m = case("broadcast_args", "do_not_broadcast")
    m.output(broadcast(m, m.constant(INT([2, 3])), m.constant(INT([4, 3]))))
    m = case("broadcast_args", "floats")
    m.output(broadcast(m, m.input(m.values(2)), m.input(m.values(2)), "float32"))
    m = case("broadcast_args", "rank_2")
    m.output(broadcast(m, m.input(INT([[2, 3]])), m.input(INT([4, 3]))))
    m = case("broadcast_args", "too_many_extents")
    m.output(broadcast(m, m.input(np.ones(9, INT)), m.input(INT([4, 3]))))
    m = case("atan2", "one_operand")
    m.output(m.operator("ATAN2", [m.input(m.values(4))]))
    m = case("atan2", "integers")
    m.output(angle(m, m.input(m.integers(4)), m.input(m.integers(4))))
    m = case("atan2", "shapes_that_differ")
    m.output(angle(m, m.input(m.values(2, 3)), m.input(m.values(2, 4))))
