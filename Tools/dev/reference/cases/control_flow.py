"""IF, WHILE, STABLEHLO_COMPOSITE: operators that run other subgraphs."""
import numpy as np
from flatbuffers import flexbuffers

from cases.variables import add, assign, handle, initialized, read
from model_writer import options

INT = np.int32


def binary(m, name, a, b, shape, dtype=None):
    table = {"ADD": "AddOptions", "MUL": "MulOptions", "SUB": "SubOptions", "LESS": "LessOptions", "GREATER": "GreaterOptions"}[name]
    return m.operator(name, [a, b], options(table), shape=shape, dtype=dtype)


def branch(m, condition, inputs, first, second, shape, outputs=1, dtype="float32"):
    return m.operator("IF", [condition, *inputs], options("IfOptions", thenSubgraphIndex=first, elseSubgraphIndex=second),
                      outputs=outputs, dtype=dtype, shape=shape)


def loop(m, inputs, condition, body, dtypes, shapes):
    made = m.operator("WHILE", inputs, options("WhileOptions", condSubgraphIndex=condition, bodySubgraphIndex=body), outputs=len(inputs) + (len(inputs) == 1),
                      dtype=dtypes + dtypes[:1] * (len(inputs) == 1))
    if len(inputs) == 1:
        m.tensors.pop()
        m.operators[-1][2].pop()
        made = made[:1]
    for index, shape in zip(made, shapes):
        m.tensors[index][2] = list(shape)
        m.settled.add(index)
    return made


def composite(m, inputs, subgraph, shape, outputs=1, dtype="float32"):
    opts = options("StableHLOCompositeOptions", name="a.composite", decompositionSubgraphIndex=subgraph,
                   compositeAttributes=np.frombuffer(flexbuffers.Dumps({}), np.uint8))
    return m.operator("STABLEHLO_COMPOSITE", inputs, opts, outputs=outputs, dtype=dtype, shape=shape)


def below(m, dtypes, shapes, limit):
    """A condition: the first tensor of the state, a number, is below a limit."""
    child, index = m.subgraph()
    state = [child.argument(dtype, *shape) for dtype, shape in zip(dtypes, shapes)]
    limit = state[limit] if isinstance(limit, str) else child.constant(np.asarray(limit, dtypes[0]))
    child.output(binary(child, "LESS", state[0], limit, (), "bool"))
    return index


def counted(m, count, dtypes, shapes, body, start=None):
    """A loop of some iterations over tensors, whose next values are those of `body`; returns the last ones."""
    dtypes, shapes = ["int32"] + dtypes, [()] + shapes
    condition = below(m, dtypes, shapes, count)
    child, index = m.subgraph()
    state = [child.argument(dtype, *shape) for dtype, shape in zip(dtypes, shapes)]
    child.output(binary(child, "ADD", state[0], child.constant(INT(1)), ()), *body(child, *state[1:]))
    return lambda *inputs: loop(m, [m.constant(INT(0)), *inputs], condition, index, dtypes, shapes)[1:]


def ifs(case):
    for value in (True, False):
        m = case("if", f"add_or_multiply_{value}".lower())
        condition, x, y = m.input(np.array(value)), m.input(m.values(2, 3)), m.input(m.values(2, 3))
        branches = []
        for name in ("ADD", "MUL"):
            child, index = m.subgraph()
            child.output(binary(child, name, child.argument("float32", 2, 3), child.argument("float32", 2, 3), (2, 3)))
            branches.append(index)
        m.output(branch(m, condition, [x, y], *branches, (2, 3)))

    m = case("if", "computed_condition")
    x = m.input(m.values(4, low=-3, high=3))
    total = m.operator("SUM", [x, m.constant(INT([0]))], options("ReducerOptions"))
    positive = binary(m, "GREATER", total, m.constant(np.float32(0)), (), "bool")
    branches = []
    for sign in (1, -1):
        child, index = m.subgraph()
        child.output(binary(child, "MUL", child.argument("float32", 4), child.constant(np.float32([sign])), (4,)))
        branches.append(index)
    m.output(branch(m, positive, [x], *branches, (4,)))
    for _ in range(5):
        m.then(m.values(4, low=-3, high=3))

    m = case("if", "passed_on_and_constant")
    x = m.input(m.values(2, 3))
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    one.output(one.argument("float32", 2, 3))
    two.argument("float32", 2, 3)
    two.output(two.constant(m.values(2, 3)))
    m.output(branch(m, m.constant(np.array(True)), [x], first, second, (2, 3)))
    m.output(branch(m, m.constant(np.array(False)), [x], first, second, (2, 3)))

    m = case("if", "two_outputs")
    x, y = m.input(m.values(2)), m.input(m.values(3))
    branches = []
    for factor in (2, 3):
        child, index = m.subgraph()
        a, b = child.argument("float32", 2), child.argument("float32", 3)
        scale = child.constant(np.float32([factor]))
        child.output(binary(child, "MUL", a, scale, (2,)), binary(child, "MUL", b, scale, (3,)))
        branches.append(index)
    flag = m.input(np.array([True]))
    made = branch(m, flag, [x, y], *branches, None, outputs=2)
    for index, shape in zip(made, ((2,), (3,))):
        m.tensors[index][2] = list(shape)
        m.settled.add(index)
    m.output(*made)

    m = case("if", "nested")
    flags = [m.input(np.array(True)), m.input(np.array(False))]
    x = m.input(m.values(3))
    inner = []
    for value in (1, 2):
        child, index = m.subgraph()
        child.output(add(child, child.argument("float32", 3), child.constant(np.float32([value])), (3,)))
        inner.append(index)
    outer, first = m.subgraph()
    flag, y = outer.argument("bool"), outer.argument("float32", 3)
    outer.output(branch(outer, flag, [y], *inner, (3,)))
    child, second = m.subgraph()
    child.argument("bool")
    child.output(binary(child, "MUL", child.argument("float32", 3), child.constant(np.float32([7])), (3,)))
    m.output(branch(m, flags[0], [flags[1], x], first, second, (3,)))
    for one in (True, False):
        for two in (True, False):
            m.then(np.array(one), np.array(two), m.values(3))

    m = case("if", "a_branch_assigns_a_variable")
    initialized(m, a=np.float32([1, 2]))
    flag, x = m.input(np.array(True)), m.input(m.values(2))
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    y = one.argument("float32", 2)
    assign(one, handle(one, "a"), y)
    one.output(add(one, y, y, (2,)))
    z = two.argument("float32", 2)
    two.output(add(two, z, read(two, handle(two, "a"), (2,)), (2,)))
    made = branch(m, flag, [x], first, second, (2,))
    m.output(made, add(m, read(m, handle(m, "a"), (2,)), x))
    for value in (False, True, False, False):
        m.then(np.array(value), m.values(2))

    m = case("if", "convolutions")
    flag, x = m.input(np.array(True)), m.input(m.values(1, 6, 5, 3))
    branches = []
    for size in (1, 3):
        child, index = m.subgraph()
        conv = options("Conv2DOptions", strideW=1, strideH=1, padding="SAME", fusedActivationFunction="RELU")
        inputs = [child.argument("float32", 1, 6, 5, 3), child.constant(m.values(4, size, size, 3)), child.constant(m.values(4))]
        child.output(child.operator("CONV_2D", inputs, conv, shape=(1, 6, 5, 4)))
        branches.append(index)
    m.output(branch(m, flag, [x], *branches, (1, 6, 5, 4)))
    m.then(np.array(False), m.values(1, 6, 5, 3))



def whiles(case):
    m = case("while", "sum_of_numbers")
    total = counted(m, 10, ["float32"], [(3,)], lambda c, x: [add(c, x, c.constant(np.float32([1, 2, 3])), (3,))])(m.input(m.values(3)))
    m.output(*total)

    m = case("while", "no_iteration")
    m.output(*counted(m, 0, ["float32"], [(3,)], lambda c, x: [add(c, x, x, (3,))])(m.input(m.values(3))))

    m = case("while", "fibonacci")
    inputs = m.input(np.float32([0, 1])), m.input(np.float32([1, 1]))
    m.output(*counted(m, 9, ["float32"] * 2, [(2,)] * 2, lambda c, a, b: [b, add(c, a, b, (2,))])(*inputs))

    m = case("while", "count_from_the_input")
    condition, body = m.subgraph(), m.subgraph()
    for child in (condition[0], body[0]):
        child.argument("int32"), child.argument("int32"), child.argument("float32", 2)
    condition[0].output(binary(condition[0], "LESS", 0, 1, (), "bool"))
    one = body[0].constant(INT(1))
    two = body[0].constant(np.float32([2]))
    body[0].output(binary(body[0], "ADD", 0, one, ()), 1, binary(body[0], "MUL", 2, two, (2,)))
    inputs = [m.constant(INT(0)), m.input(INT(5)), m.input(m.values(2))]
    made = loop(m, inputs, condition[1], body[1], ["int32", "int32", "float32"], [(), (), (2,)])
    m.output(*made)
    for count in (0, 1, 7, -3):
        m.then(INT(count), m.values(2))

    m = case("while", "weights_are_passed_on")
    weights, bias = m.constant(m.values(4, 4) / 2), m.constant(m.values(4))

    def dense(c, x, w, b):
        return [c.operator("FULLY_CONNECTED", [x, w, b], options("FullyConnectedOptions", fusedActivationFunction="RELU"), shape=(2, 4)), w, b]
    m.output(counted(m, 5, ["float32"] * 3, [(2, 4), (4, 4), (4,)], dense)(m.input(m.values(2, 4)), weights, bias)[0])

    m = case("while", "in_a_loop")

    def inner(c, x):
        return list(counted_in(c, m, 3, x))

    def counted_in(c, m, count, x):
        condition = below(m, ["int32", "float32"], [(), (2,)], count)
        child, index = m.subgraph()
        n, y = child.argument("int32"), child.argument("float32", 2)
        child.output(binary(child, "ADD", n, child.constant(INT(1)), ()), add(child, y, child.constant(np.float32([1, 0.5])), (2,)))
        return loop(c, [c.constant(INT(0)), x], condition, index, ["int32", "float32"], [(), (2,)])[1:]
    m.output(*counted(m, 4, ["float32"], [(2,)], inner)(m.input(m.values(2))))

    m = case("while", "state_of_64_bits")
    condition = below(m, ["int64"], [()], 1000)
    child, index = m.subgraph()
    n = child.argument("int64")
    child.output(binary(child, "ADD", n, n, ()))
    m.output(*loop(m, [m.input(np.int64(3))], condition, index, ["int64"], [()]))

    m = case("while", "a_variable_counts_iterations")
    initialized(m, a=np.float32([0]))

    def counting(c, x):
        value = add(c, read(c, handle(c, "a"), (1,)), c.constant(np.float32([1])), (1,))
        assign(c, handle(c, "a"), value)
        return [add(c, x, value, (1,))]
    made = counted(m, 3, ["float32"], [(1,)], counting)(m.input(m.values(1)))
    m.output(*made, add(m, read(m, handle(m, "a"), (1,)), made[0]))
    m.then(m.values(1)).then(m.values(1))

    m = case("while", "a_branch_in_the_body")
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    one.output(add(one, one.argument("float32", 2), one.constant(np.float32([1])), (2,)))
    two.output(binary(two, "MUL", two.argument("float32", 2), two.constant(np.float32([2])), (2,)))

    def alternating(c, x):
        total = c.operator("SUM", [x, c.constant(INT([0]))], options("ReducerOptions"), shape=())
        small = binary(c, "LESS", total, c.constant(np.float32(10)), (), "bool")
        return [branch(c, small, [x], second, first, (2,))]
    m.output(*counted(m, 8, ["float32"], [(2,)], alternating)(m.input(m.values(2, low=0.5))))


def vector(c, *numbers):
    """Integers of which some are computed."""
    scalars = [c.constant(INT(n[0])) if isinstance(n, list) else n for n in numbers]
    return c.operator("PACK", scalars, options("PackOptions", valuesCount=len(scalars), axis=0), dtype="int32", shape=(len(scalars),))


def joined(c, parts, shape):
    return c.operator("CONCATENATION", parts, options("ConcatenationOptions", axis=0), shape=shape)


def computed_shapes(case):
    """Shapes in subgraphs that depend on values computed at run time."""
    # What the converter makes of TensorListSetItem.
    m = case("while", "an_element_of_a_list_is_set")
    condition = below(m, ["int32", "float32", "float32"], [(), (5, 1, 3), (1, 3)], 5)
    c, index = m.subgraph()
    n, items, x = c.argument("int32"), c.argument("float32", 5, 1, 3), c.argument("float32", 1, 3)
    after = binary(c, "ADD", n, c.constant(INT(1)), ())
    zeros = c.constant(INT([0, 0, 0]))
    before = c.operator("SLICE", [items, zeros, vector(c, n, [-1], [-1])], options("SliceOptions"), shape=(-1, 1, 3))
    rest = c.operator("SLICE", [items, vector(c, after, [0], [0]), c.constant(INT([-1, -1, -1]))], options("SliceOptions"), shape=(-1, 1, 3))
    item = c.operator("EXPAND_DIMS", [x, c.constant(INT(0))], options("ExpandDimsOptions"), shape=(1, 1, 3))
    c.output(after, joined(c, [before, item, rest], (5, 1, 3)), binary(c, "MUL", x, c.constant(np.float32([[2, 3, -1]])), (1, 3)))
    made = loop(m, [m.constant(INT(0)), m.input(m.values(5, 1, 3)), m.input(m.values(1, 3))], condition, index,
                ["int32", "float32", "float32"], [(), (5, 1, 3), (1, 3)])
    m.output(*made[1:])
    m.then(m.values(5, 1, 3), m.values(1, 3))

    m = case("while", "a_shape_of_the_state")
    condition = below(m, ["int32", "float32"], [(), (6,)], 4)
    c, index = m.subgraph()
    n, x = c.argument("int32"), c.argument("float32", 6)
    rows = c.operator("RESHAPE", [x, vector(c, n, [-1])], shape=(-1, -1))
    columns = c.operator("TRANSPOSE", [rows, c.constant(INT([1, 0]))], options("TransposeOptions"), shape=(-1, -1))
    flat = c.operator("RESHAPE", [columns, c.constant(INT([6]))], shape=(6,))
    c.output(binary(c, "ADD", n, c.constant(INT(1)), ()), add(c, flat, c.constant(np.float32([1])), (6,)))
    m.output(*loop(m, [m.input(INT(1)), m.input(m.values(6))], condition, index, ["int32", "float32"], [(), (6,)]))
    for start in (2, 3, 1, 4):
        m.then(INT(start), m.values(6))

    m = case("while", "a_condition_at_a_computed_place")
    (one, condition), (two, body) = m.subgraph(), m.subgraph()
    n, x = one.argument("int32"), one.argument("float32", 6)
    number = one.operator("SLICE", [x, vector(one, n), one.constant(INT([1]))], options("SliceOptions"), shape=(1,))
    one.output(binary(one, "LESS", number, one.constant(np.float32([0.5])), (1,), "bool"))
    n, x = two.argument("int32"), two.argument("float32", 6)
    two.output(binary(two, "ADD", n, two.constant(INT(1)), ()), x)
    start = np.float32([0, 0.25, -1, 0.75, 0, 2])
    m.output(loop(m, [m.input(INT(0)), m.input(start)], condition, body, ["int32", "float32"], [(), (6,)])[0])
    m.then(INT(1), start).then(INT(4), start).then(INT(3), start)

    m = case("while", "computed_sizes_in_a_loop_in_a_loop")
    condition = below(m, ["int32", "float32"], [(), (4,)], 3)
    c, index = m.subgraph()
    n, x = c.argument("int32"), c.argument("float32", 4)
    left = c.operator("SLICE", [x, c.constant(INT([0])), vector(c, n)], options("SliceOptions"), shape=(-1,))
    right = c.operator("SLICE", [x, vector(c, n), c.constant(INT([-1]))], options("SliceOptions"), shape=(-1,))
    c.output(binary(c, "ADD", n, c.constant(INT(1)), ()), add(c, joined(c, [right, left], (4,)), c.constant(np.float32([1])), (4,)))

    def inner(c, x):
        return loop(c, [c.constant(INT(1)), x], condition, index, ["int32", "float32"], [(), (4,)])[1:]
    m.output(*counted(m, 3, ["float32"], [(4,)], inner)(m.input(m.values(4))))

    m = case("if", "a_size_that_is_computed")
    flag, n, x = m.input(np.array(True)), m.input(INT(2)), m.input(m.values(5))
    branches = []
    for name in ("SUM", "REDUCE_MAX"):
        c, index = m.subgraph()
        count, values = c.argument("int32"), c.argument("float32", 5)
        part = c.operator("SLICE", [values, c.constant(INT([0])), vector(c, count)], options("SliceOptions"), shape=(-1,))
        c.output(c.operator(name, [part, c.constant(INT([0]))], options("ReducerOptions"), shape=()))
        branches.append(index)
    m.output(branch(m, flag, [n, x], *branches, ()))
    for one, count in ((False, 4), (True, 5), (True, 1), (False, 1)):
        m.then(np.array(one), INT(count), m.values(5))


def open_shapes(m, made, shapes):
    """Results whose shapes only a run tells."""
    for index, shape in zip(made, shapes):
        m.tensors[index][2] = list(shape)
        m.settled.add(index)
    return made


def growing(m, dtypes, shapes, limit, step):
    """A loop with a counter whose state changes its shape: `step` makes the next one of (child, counter, state)."""
    # The converter leaves the extents of such a state open.
    dtypes, shapes = ["int32"] + dtypes, [()] + [(-1,) * len(shape) for shape in shapes]
    condition = below(m, dtypes, shapes, limit)
    child, index = m.subgraph()
    state = [child.argument(dtype, *shape) for dtype, shape in zip(dtypes, shapes)]
    child.output(binary(child, "ADD", state[0], child.constant(INT(1)), ()), *step(child, *state))
    return lambda *inputs: loop(m, list(inputs), condition, index, dtypes, shapes)


def changing_shapes(case):
    """Results whose shapes depend on a condition, or on the number of iterations."""
    def doubled(m, *shape):
        child, index = m.subgraph()
        x = child.argument("float32", *shape)
        child.output(joined(child, [x, x], (2 * shape[0], *shape[1:])))
        return index

    def scaled(m, factor, *shape):
        child, index = m.subgraph()
        child.output(binary(child, "MUL", child.argument("float32", *shape), child.constant(np.float32([factor])), shape))
        return index

    m = case("if", "outputs_of_other_shapes")
    made = branch(m, m.input(np.array(True)), [m.input(m.values(2))], scaled(m, 3, 2), doubled(m, 2), (-1,))
    m.output(*open_shapes(m, [made], [(-1,)]))
    for value in (False, False, True):
        m.then(np.array(value), m.values(2))

    m = case("if", "other_shapes_are_used")
    flag, x = m.input(np.array(True)), m.input(m.values(2, 3))
    made = open_shapes(m, [branch(m, flag, [x], scaled(m, 3, 2, 3), doubled(m, 2, 3), (-1, 3))], [(-1, 3)])[0]
    dense = m.operator("FULLY_CONNECTED", [made, m.constant(m.values(4, 3)), m.constant(m.values(4))], options("FullyConnectedOptions"), shape=(-1, 4))
    m.output(*open_shapes(m, [m.operator("TANH", [dense], shape=(-1, 4))], [(-1, 4)]), x)
    for value in (False, True, False):
        m.then(np.array(value), m.values(2, 3))

    m = case("if", "other_shapes_by_a_computed_condition")
    x = m.input(m.values(4, low=-3, high=3))
    positive = binary(m, "GREATER", m.operator("SUM", [x, m.constant(INT([0]))], options("ReducerOptions")), m.constant(np.float32(0)), (), "bool")
    child, first = m.subgraph()
    y = child.argument("float32", 4)
    child.output(child.operator("EXPAND_DIMS", [y, child.constant(INT(0))], options("ExpandDimsOptions"), shape=(1, 4)), y)
    child, second = m.subgraph()
    y = child.argument("float32", 4)
    child.output(child.operator("RESHAPE", [y, child.constant(INT([4, 1]))], shape=(4, 1)), doubled_in(child, y, 4))
    made = open_shapes(m, branch(m, positive, [x], first, second, None, outputs=2), [(-1, -1), (-1,)])
    m.output(*made)
    for _ in range(5):
        m.then(m.values(4, low=-3, high=3))

    m = case("if", "a_branch_counts_what_is_true")
    flag, x = m.input(np.array(True)), m.input(m.values(6))
    child, first = m.subgraph()
    y = child.argument("float32", 6)
    positive = binary(child, "GREATER", y, child.constant(np.float32(0)), (6,), "bool")
    child.output(child.operator("WHERE", [positive], options("WhereOptions"), dtype="int64", shape=(-1, 1)))
    child, second = m.subgraph()
    child.argument("float32", 6)
    child.output(child.constant(np.int64([[7], [9]])))
    m.output(*open_shapes(m, [branch(m, flag, [x], first, second, (-1, 1), dtype="int64")], [(-1, 1)]))
    for value in (False, True, True):
        m.then(np.array(value), m.values(6))

    m = case("if", "other_shapes_one_in_the_other")
    flags, x = [m.input(np.array(True)), m.input(np.array(False))], m.input(m.values(2))
    inner = scaled(m, 5, 2), doubled(m, 2)
    outer, first = m.subgraph()
    flag, y = outer.argument("bool"), outer.argument("float32", 2)
    outer.output(open_shapes(outer, [branch(outer, flag, [y], *inner, (-1,))], [(-1,)])[0])
    child, second = m.subgraph()
    child.argument("bool")
    child.output(doubled_in(child, doubled_in(child, child.argument("float32", 2), 2), 4))
    m.output(*open_shapes(m, [branch(m, flags[0], [flags[1], x], first, second, (-1,))], [(-1,)]))
    for one in (True, False):
        for two in (True, False):
            m.then(np.array(one), np.array(two), m.values(2))

    m = case("while", "a_state_that_grows")
    made = growing(m, ["float32"], [(2,)], 3, lambda c, n, x: [doubled_in(c, x, 2)])(m.input(INT(0)), m.input(m.values(2)))
    m.output(*made)
    for start in (2, 1, 3, 7):
        m.then(INT(start), m.values(2))

    m = case("while", "a_state_that_grows_by_a_known_count")
    made = growing(m, ["float32"], [(1, 2)], 4, lambda c, n, x: [joined(c, [x, c.constant(np.float32([[1, 2]]))], (-1, 2))])
    made = made(m.constant(INT(0)), m.input(m.values(1, 2)))
    m.output(m.operator("EXP", [made[1]], shape=(5, 2)))
    m.then(m.values(1, 2))

    m = case("while", "a_state_that_is_cut")

    def step(c, n, x):
        count = vector(c, binary(c, "SUB", c.constant(INT(6)), n, ()))
        return [c.operator("SLICE", [x, c.constant(INT([0])), count], options("SliceOptions"), shape=(-1,))]
    m.output(*growing(m, ["float32"], [(6,)], 5, step)(m.input(INT(3)), m.input(m.values(6))))
    for start in (4, 1, 5):
        m.then(INT(start), m.values(6))

    # Greedy decoding: each token from all that there are.
    m = case("while", "tokens_are_appended")
    table, weights, bias = m.values(7, 4), m.values(7, 4), m.values(7)

    def step(c, n, tokens):
        rows = c.operator("GATHER", [c.constant(table), tokens], options("GatherOptions"), shape=(-1, 4))
        mean = c.operator("MEAN", [rows, c.constant(INT([0]))], options("ReducerOptions", keepDims=True), shape=(1, 4))
        scores = c.operator("FULLY_CONNECTED", [mean, c.constant(weights), c.constant(bias)], options("FullyConnectedOptions"), shape=(1, 7))
        best = c.operator("ARG_MAX", [scores, c.constant(INT(1))], options("ArgMaxOptions", outputType=2), dtype="int32", shape=(1,))
        return [c.operator("CONCATENATION", [tokens, best], options("ConcatenationOptions", axis=0), dtype="int32", shape=(-1,))]
    m.output(*growing(m, ["int32"], [(2,)], 8, step)(m.input(INT(2)), m.input(INT([3, 5]))))
    for tokens in ([0, 1], [6, 6]):
        m.then(INT(4), INT(tokens))

    m = case("while", "a_branch_makes_the_state_grow")
    first, second = scaled(m, -1, 2), doubled(m, 2)

    def step(c, n, x):
        odd = binary(c, "GREATER", n, c.constant(INT(1)), (), "bool")
        return [open_shapes(c, [branch(c, odd, [x], first, second, (-1,))], [(-1,)])[0]]
    m.output(*growing(m, ["float32"], [(2,)], 4, step)(m.input(INT(0)), m.input(m.values(2))))
    for start in (1, 2, 4):
        m.then(INT(start), m.values(2))

    m = case("while", "a_growing_state_in_a_branch")
    child, first = m.subgraph()
    n, x = child.argument("int32"), child.argument("float32", 2)
    condition = below(m, ["int32", "float32"], [(), (2,)], 3)
    body, index = m.subgraph()
    a, b = body.argument("int32"), body.argument("float32", 2)
    body.output(binary(body, "ADD", a, body.constant(INT(1)), ()), doubled_in(body, b, 2))
    child.output(open_shapes(child, loop(child, [n, x], condition, index, ["int32", "float32"], [(), (-1,)])[1:], [(-1,)])[0])
    child, second = m.subgraph()
    child.argument("int32")
    child.output(child.argument("float32", 2))
    m.output(*open_shapes(m, [branch(m, m.input(np.array(True)), [m.input(INT(1)), m.input(m.values(2))], first, second, (-1,))], [(-1,)]))
    for value, start in ((False, 1), (True, 0), (True, 3), (False, 0)):
        m.then(np.array(value), INT(start), m.values(2))

    m = case("while", "a_variable_counts_growing_iterations")
    initialized(m, a=np.float32([0]))

    def step(c, n, x):
        value = add(c, read(c, handle(c, "a"), (1,)), c.constant(np.float32([1])), (1,))
        assign(c, handle(c, "a"), value)
        return [joined(c, [x, value], (-1,))]
    m.output(*growing(m, ["float32"], [(1,)], 3, step)(m.input(INT(0)), m.input(m.values(1))))
    m.then(INT(1), m.values(1)).then(INT(0), m.values(1))


def variables_of_the_caller(case):
    """Handles of variables among the operands, as the converter passes them to loops."""
    m = case("while", "a_variable_of_the_caller")
    initialized(m, a=np.float32([1, 2]))
    kinds, shapes = ["int32", "resource", "float32"], [(), (), (2,)]
    condition = below(m, kinds, shapes, 3)
    c, index = m.subgraph()
    n, a, x = [c.argument(kind, *shape) for kind, shape in zip(kinds, shapes)]
    value = add(c, read(c, a, (2,)), x, (2,))
    assign(c, a, value)
    c.output(binary(c, "ADD", n, c.constant(INT(1)), ()), a, binary(c, "MUL", value, c.constant(np.float32([0.5])), (2,)))
    made = loop(m, [m.input(INT(0)), handle(m, "a"), m.input(m.values(2))], condition, index, kinds, shapes)
    m.output(made[0], made[2], read(m, made[1], (2,)))
    for start in (1, 3, 0):
        m.then(INT(start), m.values(2))

    m = case("while", "a_variable_of_the_caller_and_a_state_that_grows")
    initialized(m, a=np.float32([1, 2]))
    kinds, shapes = ["int32", "resource", "float32"], [(), (), (2,)]
    condition = below(m, kinds, shapes, 3)
    c, index = m.subgraph()
    n, a, x = [c.argument(kind, *shape) for kind, shape in zip(kinds, shapes)]
    value = binary(c, "MUL", read(c, a, (2,)), c.constant(np.float32([2])), (2,))
    assign(c, a, value)
    c.output(binary(c, "ADD", n, c.constant(INT(1)), ()), a, joined(c, [x, value], (-1,)))
    made = loop(m, [m.input(INT(0)), handle(m, "a"), m.input(m.values(2))], condition, index, kinds, [(), (), (-1,)])
    m.output(made[0], made[2], read(m, handle(m, "a"), (2,)))
    for start in (1, 3, 0):
        m.then(INT(start), m.values(2))

    for archive, other in (("if", False), ("if", True)):
        m = case(archive, "a_variable_of_the_caller" + ("_and_other_shapes" if other else ""))
        initialized(m, a=np.float32([1, 2]))
        branches = []
        for name in ("ADD", "MUL"):
            c, index = m.subgraph()
            a, x = c.argument("resource"), c.argument("float32", 2)
            value = binary(c, name, read(c, a, (2,)), x, (2,))
            assign(c, a, value)
            c.output(doubled_in(c, value, 2) if other and name == "MUL" else value)
            branches.append(index)
        made = branch(m, m.input(np.array(True)), [handle(m, "a"), m.input(m.values(2))], *branches, (-1,) if other else (2,))
        m.output(*(open_shapes(m, [made], [(-1,)]) if other else [made]), read(m, handle(m, "a"), (2,)))
        for value in (False, True, False):
            m.then(np.array(value), m.values(2))


def doubled_in(c, x, count):
    return joined(c, [x, x], (2 * count,))


def composites(case):
    def half(m):
        child, index = m.subgraph()
        x = child.argument("float32", 2, 3)
        child.output(binary(child, "MUL", x, child.constant(np.float32([0.5])), (2, 3)))
        return index

    m = case("stablehlo_composite", "one_operator")
    m.output(composite(m, [m.input(m.values(2, 3))], half(m), (2, 3)))

    m = case("stablehlo_composite", "twice_among_others")
    index, x = half(m), m.input(m.values(2, 3))
    y = composite(m, [add(m, x, x)], index, (2, 3))
    m.output(add(m, composite(m, [add(m, y, x)], index, (2, 3)), y))

    m = case("stablehlo_composite", "two_inputs_two_outputs")
    child, index = m.subgraph()
    a, b = child.argument("float32", 2, 3), child.argument("float32", 2, 3)
    child.output(binary(child, "SUB", a, b, (2, 3)), add(child, a, b, (2, 3)))
    made = composite(m, [m.input(m.values(2, 3)), m.input(m.values(2, 3))], index, (2, 3), outputs=2)
    m.output(*made, add(m, *made))

    m = case("stablehlo_composite", "nested")
    child, index = m.subgraph()
    x = child.argument("float32", 2, 3)
    y = composite(child, [add(child, x, x, (2, 3))], half(m), (2, 3))
    child.output(add(child, y, x, (2, 3)))
    m.output(composite(m, [m.input(m.values(2, 3))], index, (2, 3)))

    m = case("stablehlo_composite", "normalization")
    child, index = m.subgraph()
    x = child.argument("float32", 2, 8)
    axis = child.constant(INT([1]))
    mean = child.operator("MEAN", [x, axis], options("ReducerOptions", keepDims=True), shape=(2, 1))
    difference = binary(child, "SUB", x, mean, (2, 8))
    square = binary(child, "MUL", difference, difference, (2, 8))
    variance = child.operator("MEAN", [square, axis], options("ReducerOptions", keepDims=True), shape=(2, 1))
    factor = child.operator("RSQRT", [add(child, variance, child.constant(np.float32([1e-5])), (2, 1))], shape=(2, 1))
    child.output(binary(child, "MUL", difference, factor, (2, 8)))
    m.output(composite(m, [m.input(m.values(2, 8))], index, (2, 8)))

    m = case("stablehlo_composite", "convolution")
    child, index = m.subgraph()
    conv = options("Conv2DOptions", strideW=1, strideH=1, padding="SAME")
    filter_, bias = child.constant(m.values(4, 3, 3, 2)), child.constant(m.values(4))
    child.output(child.operator("CONV_2D", [child.argument("float32", 1, 5, 6, 2), filter_, bias], conv, shape=(1, 5, 6, 4)))
    m.output(m.operator("RELU", [composite(m, [m.input(m.values(1, 5, 6, 2))], index, (1, 5, 6, 4))]))

    m = case("stablehlo_composite", "bytes")
    child, index = m.subgraph()
    x = child.quantized(child.argument("int8", 2, 3), 0.1, 5)
    child.output(child.quantized(child.operator("RELU", [x], shape=(2, 3)), 0.1, 5))
    x = m.quantized(m.input(m.elements("int8", 2, 3)), 0.1, 5)
    m.output(m.quantized(composite(m, [x], index, (2, 3), dtype="int8"), 0.1, 5))

    m = case("stablehlo_composite", "in_a_branch")
    index = half(m)
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    one.output(composite(one, [one.argument("float32", 2, 3)], index, (2, 3)))
    two.output(two.argument("float32", 2, 3))
    m.output(branch(m, m.input(np.array(True)), [m.input(m.values(2, 3))], first, second, (2, 3)))
    m.then(np.array(False), m.values(2, 3))


def good(case):
    ifs(case)
    whiles(case)
    computed_shapes(case)
    changing_shapes(case)
    variables_of_the_caller(case)
    composites(case)


def alone(case):
    # LiteRT copies the next state over the one that it still reads.
    m = case("unanswered", "places_are_changed")
    inputs = [m.input(m.values(2)) for _ in range(3)]
    m.output(*counted(m, 4, ["float32"] * 3, [(2,)] * 3, lambda c, a, b, d: [b, d, a])(*inputs))


    # The file says that the state keeps its shape, which LiteRT changes.
    m = case("unanswered", "a_state_that_is_cut")
    condition = below(m, ["int32", "float32"], [(), (4,)], 9)
    c, index = m.subgraph()
    n, x = c.argument("int32"), c.argument("float32", 4)
    part = c.operator("SLICE", [x, c.constant(INT([0])), vector(c, n)], options("SliceOptions"), shape=(4,))
    c.output(binary(c, "ADD", n, c.constant(INT(1)), ()), part)
    m.output(*loop(m, [m.input(INT(4)), m.input(m.values(4))], condition, index, ["int32", "float32"], [(), (4,)]))


def bad(case):
    def identity(m, *shape):
        child, index = m.subgraph()
        child.output(child.argument("float32", *shape))
        return index

    def start(archive, name):
        m = case(archive, name)
        return m, m.input(np.array(True)), m.input(m.values(2))

    for archive in ("if", "while", "stablehlo_composite"):
        for name, index in (("itself", 0), ("missing", 7), ("negative", -1)):
            m, flag, x = start(archive, name)
            if archive == "if":
                m.output(branch(m, flag, [x], index, index, (2,)))
            elif archive == "while":
                m.output(*loop(m, [x], index, index, ["float32"], [(2,)]))
            else:
                m.output(composite(m, [x], index, (2,)))
    m, flag, x = start("if", "no_inputs")
    m.output(branch(m, x, [], identity(m, 2), identity(m, 2), (2,)))
    m, flag, x = start("if", "condition_of_floats")
    m.output(branch(m, x, [x], identity(m, 2), identity(m, 2), (2,)))
    m, flag, x = start("if", "condition_of_two")
    m.output(branch(m, m.input(np.array([True, False])), [x], identity(m, 2), identity(m, 2), (2,)))
    m, flag, x = start("if", "too_many_inputs")
    m.output(branch(m, flag, [x, x], identity(m, 2), identity(m, 2), (2,)))
    m, flag, x = start("if", "outputs_of_other_types")
    child, index = m.subgraph()
    child.output(child.operator("CAST", [child.argument("float32", 2)], options("CastOptions"), dtype="int32", shape=(2,)))
    m.output(branch(m, flag, [x], identity(m, 2), index, (2,)))
    m, flag, x = start("if", "input_of_another_type")
    child, index = m.subgraph()
    child.output(child.argument("int32", 2))
    m.output(branch(m, flag, [x], index, index, (2,)))
    m, flag, x = start("if", "no_outputs_in_one")
    child, index = m.subgraph()
    child.argument("float32", 2)
    m.output(branch(m, flag, [x], index, identity(m, 2), (2,)))
    m, flag, x = start("if", "more_outputs_than_the_operator_has")
    child, index = m.subgraph()
    child.output(*[child.argument("float32", 2)] * 2)
    m.output(branch(m, flag, [x], index, index, (2,)))

    def body(m):
        child, index = m.subgraph()
        child.argument("float32", 2)
        return child, index
    m, flag, x = start("while", "no_condition")
    m.output(*loop(m, [x], identity(m, 2), identity(m, 2), ["float32"], [(2,)]))
    m, flag, x = start("while", "condition_of_two")
    child, index = body(m)
    child.output(binary(child, "LESS", 0, 0, (2,), "bool"))
    m.output(*loop(m, [x], index, identity(m, 2), ["float32"], [(2,)]))

    def always(m):
        child, index = body(m)
        child.output(child.constant(np.array(True)))
        return index
    m, flag, x = start("while", "state_that_grows")
    child, index = body(m)
    child.output(child.operator("CONCATENATION", [0, 0], options("ConcatenationOptions"), shape=(4,)))
    m.output(*loop(m, [x], always(m), index, ["float32"], [(2,)]))
    m, flag, x = start("while", "state_of_another_type")
    child, index = body(m)
    child.output(child.operator("CAST", [0], options("CastOptions"), dtype="int32", shape=(2,)))
    m.output(*loop(m, [x], always(m), index, ["float32"], [(2,)]))
    m, flag, x = start("while", "no_state_after_the_body")
    m.output(*loop(m, [x], always(m), body(m)[1], ["float32"], [(2,)]))
    m = case("while", "a_variable_that_is_not_passed_on")
    initialized(m, a=np.float32([1]), b=np.float32([2]))
    condition = below(m, ["int32", "resource", "resource"], [(), (), ()], 3)
    child, index = m.subgraph()
    n, a, b = child.argument("int32"), child.argument("resource"), child.argument("resource")
    child.output(binary(child, "ADD", n, child.constant(INT(1)), ()), b, a)
    made = loop(m, [m.input(INT(0)), handle(m, "a"), handle(m, "b")], condition, index, ["int32", "resource", "resource"], [(), (), ()])
    m.output(made[0], read(m, made[1], (1,)))
    m, flag, x = start("while", "of_each_other")
    (one, first), (two, second) = body(m), body(m)
    one.output(*loop(one, [0], always(m), second, ["float32"], [(2,)]))
    two.output(*loop(two, [0], always(m), first, ["float32"], [(2,)]))
    m.output(*loop(m, [x], always(m), first, ["float32"], [(2,)]))
    m, flag, x = start("stablehlo_composite", "too_many_inputs")
    m.output(composite(m, [x, x], identity(m, 2), (2,)))
    m, flag, x = start("stablehlo_composite", "too_few_outputs")
    m.output(*composite(m, [x], identity(m, 2), (2,), outputs=2))
    m, flag, x = start("stablehlo_composite", "an_absent_input_is_passed_on")
    m.output(composite(m, [-1], identity(m, 2), (2,)))
    m, flag, x = start("stablehlo_composite", "of_each_other")
    (one, first), (two, second) = body(m), body(m)
    one.output(composite(one, [0], second, (2,)))
    two.output(composite(two, [0], first, (2,)))
    m.output(composite(m, [x], first, (2,)))
    m, flag, x = start("stablehlo_composite", "a_wrong_operator_inside")
    child, index = body(m)
    child.output(child.operator("SOFTMAX", [-1], options("SoftmaxOptions"), dtype="float32", shape=(2,)))
    m.output(composite(m, [x], index, (2,)))
    # Each of ten subgraphs uses the next one ten times.
    m, flag, x = start("stablehlo_composite", "very_many_operands")
    (one, first), (two, second) = m.subgraph(), m.subgraph()
    two.output(two.operator("ADD_N", [two.argument("float32", 2)] * 3000, shape=(2,)))
    value = one.argument("float32", 2)
    for _ in range(10):
        value = composite(one, [value], second, (2,))
    one.output(value)
    for _ in range(10):
        x = composite(m, [x], first, (2,))
    m.output(x)
    m, flag, x = start("stablehlo_composite", "very_many_operators")
    children = [body(m) for _ in range(10)]
    for place, (child, index) in enumerate(children):
        value = 0
        for _ in range(10):
            value = composite(child, [value], children[place + 1][1], (2,)) if place < 9 else add(child, value, value, (2,))
        child.output(value)
    m.output(composite(m, [x], children[0][1], (2,)))
    m, flag, x = start("while", "very_many_subgraphs")
    children = [body(m) for _ in range(10)]
    condition = always(m)
    for place, (child, index) in enumerate(children):
        value = 0
        for _ in range(10):
            value = loop(child, [value], condition, children[place + 1][1], ["float32"], [(2,)])[0] if place < 9 else add(child, value, value, (2,))
        child.output(value)
    m.output(*loop(m, [x], condition, children[0][1], ["float32"], [(2,)]))
    m, flag, x = start("if", "called_too_deeply")
    children = [body(m) for _ in range(20)]
    for place, (child, index) in enumerate(children):
        if place == 19:
            child.output(add(child, 0, 0, (2,)))
            break
        next_ = children[place + 1][1]
        child.output(branch(child, child.constant(np.array(True)), [0], next_, next_, (2,)))
    m.output(branch(m, flag, [x], children[0][1], children[0][1], (2,)))
