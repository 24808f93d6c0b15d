"""VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE, CALL_ONCE: values that are kept from run to run."""
import numpy as np

from model_writer import options

INT = np.int32


def handle(m, name, container=""):
    return m.operator("VAR_HANDLE", [], options("VarHandleOptions", container=container, sharedName=name), dtype="resource", shape=())


def read(m, resource, shape, dtype="float32"):
    return m.operator("READ_VARIABLE", [resource], options("ReadVariableOptions"), dtype=dtype, shape=shape)


def assign(m, resource, value):
    m.operator("ASSIGN_VARIABLE", [resource, value], options("AssignVariableOptions"), outputs=0)


def call_once(m, subgraph):
    m.operator("CALL_ONCE", [], options("CallOnceOptions", initSubgraphIndex=subgraph), outputs=0)


def initialized(m, **values):
    """Gives variables their first values."""
    child, index = m.subgraph()
    for name, value in values.items():
        constant = child.constant(value)
        if value.dtype == np.int8:
            child.quantized(constant, 0.5, 3)
        assign(child, handle(child, name), constant)
    call_once(m, index)


def add(m, a, b, shape=None):
    return m.operator("ADD", [a, b], options("AddOptions"), shape=shape)


def window(m, variable, kept, new, axis=1):
    """The kept rows followed by the new ones; keeps the last of them."""
    joined = m.operator("CONCATENATION", [kept, new], options("ConcatenationOptions", axis=axis))
    start, size = m.constant(INT([0, 1, 0])), m.constant(INT([-1, -1, -1]))
    assign(m, variable, m.operator("SLICE", [joined, start, size], options("SliceOptions")))
    return joined


def feeds(m, count, *shape):
    for _ in range(count):
        m.then(m.values(*shape))
    return m


# The operators are used together; each has the cases that are about it.
ARCHIVES = {
    "call_once": ["counter", "first_values_are_computed", "called_twice", "call_"],
    "read_variable": ["window", "two_variables_change_places", "read_as", "read_into", "no_handle"],
    "assign_variable": ["assigned_", "delay_", "nothing_assigned"],
    "var_handle": ["containers", "read_before_and_after", "a_"],
}


def archive(name):
    return next(archive for archive, starts in ARCHIVES.items() if name.startswith(tuple(starts)))


def good(case):
    def start(name):
        return case(archive(name), name)

    m = start("counter")
    initialized(m, count=np.float32([10, 20]))
    variable, x = handle(m, "count"), m.input(m.values(2))
    total = add(m, read(m, variable, (2,)), x)
    assign(m, variable, total)
    feeds(m.output(total), 4, 2)

    m = start("window")
    initialized(m, rows=np.zeros((1, 3, 4), np.float32))
    variable, x = handle(m, "rows"), m.input(m.values(1, 1, 4))
    joined = window(m, variable, read(m, variable, (1, 3, 4)), x)
    feeds(m.output(m.operator("SUM", [joined, m.constant(INT([1]))], options("ReducerOptions"))), 5, 1, 1, 4)

    m = start("window_of_bytes")
    initialized(m, rows=np.full((1, 3, 4), 3, np.int8))
    variable = handle(m, "rows")
    x = m.quantized(m.input(m.elements("int8", 1, 1, 4)), 0.5, 3)
    kept = m.quantized(read(m, variable, (1, 3, 4), "int8"), 0.5, 3)
    joined = m.quantized(m.operator("CONCATENATION", [kept, x], options("ConcatenationOptions", axis=1)), 0.5, 3)
    rest = m.quantized(m.operator("SLICE", [joined, m.constant(INT([0, 1, 0])), m.constant(INT([-1, -1, -1]))], options("SliceOptions")), 0.5, 3)
    assign(m, variable, rest)
    m.output(joined)
    for _ in range(4):
        m.then(m.elements("int8", 1, 1, 4))

    m = start("two_variables_change_places")
    initialized(m, a=np.float32([1, 2, 3]), b=np.float32([-1, 0.5, 7]))
    a, b, x = handle(m, "a"), handle(m, "b"), m.input(m.values(3))
    old_a, old_b = read(m, a, (3,)), read(m, b, (3,))
    assign(m, a, add(m, old_b, x))
    assign(m, b, old_a)
    feeds(m.output(old_a, old_b), 4, 3)

    m = start("read_before_and_after")
    initialized(m, a=np.float32([1, 2, 3]))
    x = m.input(m.values(3))
    before = read(m, handle(m, "a"), (3,))
    assign(m, handle(m, "a"), add(m, before, x))
    after = read(m, handle(m, "a"), (3,))
    feeds(m.output(before, after, add(m, after, before)), 3, 3)

    m = start("containers")
    child, index = m.subgraph()
    for container, value in (("", 1), ("one", 2), ("two", 3)):
        assign(child, handle(child, "a", container), child.constant(np.float32([value])))
    call_once(m, index)
    x = m.input(m.values(1))
    variables = [handle(m, "a", container) for container in ("", "one", "two")]
    values = [read(m, variable, (1,)) for variable in variables]
    assign(m, variables[1], add(m, values[2], x))
    feeds(m.output(*values), 2, 1)

    m = start("assigned_first")
    variable, x = handle(m, "a"), m.input(m.values(2, 3))
    assign(m, variable, x)
    feeds(m.output(add(m, read(m, variable, (2, 3)), x)), 2, 2, 3)

    m = start("first_values_are_computed")
    child, index = m.subgraph()
    value = add(child, child.constant(np.float32([1, 2])), child.constant(np.float32([10, 20])), shape=(2,))
    assign(child, handle(child, "a"), value)
    call_once(m, index)
    variable, x = handle(m, "a"), m.input(m.values(2))
    total = add(m, read(m, variable, (2,)), x)
    assign(m, variable, total)
    feeds(m.output(total), 3, 2)

    m = start("called_twice")
    child, index = m.subgraph()
    assign(child, handle(child, "a"), child.constant(np.float32([5, 6])))
    call_once(m, index)
    variable, x = handle(m, "a"), m.input(m.values(2))
    total = add(m, read(m, variable, (2,)), x)
    assign(m, variable, total)
    call_once(m, index)
    feeds(m.output(read(m, variable, (2,)), total), 3, 2)

    for dtype in ("int32", "int64", "bool"):
        m = start(f"delay_{dtype}")
        initialized(m, a=m.elements(dtype, 2, 3))
        variable, x = handle(m, "a"), m.input(m.elements(dtype, 2, 3))
        before = read(m, variable, (2, 3), dtype)
        assign(m, variable, x)
        m.output(before)
        for _ in range(3):
            m.then(m.elements(dtype, 2, 3))


def alone(case):
    # LiteRT's run fails.
    m = case("unanswered", "variable_without_a_value")
    variable, x = handle(m, "a"), m.input(m.values(2))
    m.output(add(m, read(m, variable, (2,)), x, (2,)))
    assign(m, variable, x)


def bad(case):
    def start(name):
        m = case(archive(name), name)
        return m, m.input(m.values(2)), handle(m, "a")

    m, x, variable = start("assigned_with_another_shape")
    assign(m, variable, x)
    assign(m, variable, m.constant(m.values(3)))
    m.output(read(m, variable, (2,)))
    m, x, variable = start("assigned_with_another_type")
    assign(m, variable, x)
    assign(m, variable, m.constant(m.integers(2)))
    m.output(read(m, variable, (2,)))
    m, x, variable = start("read_as_another_type")
    assign(m, variable, x)
    m.output(read(m, variable, (2,), "int32"))
    m, x, variable = start("read_as_another_shape_first")
    m.output(read(m, variable, (3,)))
    assign(m, variable, x)
    m, x, variable = start("no_handle")
    m.output(read(m, x, (2,)))
    m, x, variable = start("a_handle_is_no_number")
    m.output(add(m, x, variable))
    m, x, variable = start("a_handle_is_no_output")
    m.output(variable)
    m, x, variable = start("nothing_assigned")
    m.operator("ASSIGN_VARIABLE", [variable], options("AssignVariableOptions"), outputs=0)
    m.output(add(m, x, x))
    m, x, variable = start("read_into_nothing")
    m.operator("READ_VARIABLE", [variable], options("ReadVariableOptions"), outputs=0)
    m.output(add(m, x, x))
    m, x, variable = start("a_handle_as_input")
    m.inputs.append(m.tensor("resource"))
    m.output(read(m, m.inputs[-1], (2,)))
    m, x, variable = start("a_long_name")
    m.output(read(m, handle(m, "n" * 2000), (2,)))
    for name, subgraph in (("itself", 0), ("missing", 7), ("negative", -1)):
        m, x, variable = start("call_" + name)
        call_once(m, subgraph)
        m.output(add(m, x, x))
    m, x, variable = start("call_with_outputs")
    child, index = m.subgraph()
    child.output(child.constant(np.float32([1])))
    call_once(m, index)
    m.output(add(m, x, x))
    m, x, variable = start("call_of_each_other")
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    call_once(one, second)
    call_once(two, first)
    call_once(m, first)
    m.output(add(m, x, x))
