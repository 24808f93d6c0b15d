"""RANDOM_UNIFORM, RANDOM_STANDARD_NORMAL, MULTINOMIAL; random_runs.zip has those of several runs."""
import numpy as np

from model_writer import options

INT = np.int32
SEEDS = {"both_seeds": (1, 2), "first_seed": (7, 0), "second_seed": (0, 9), "large_seeds": (2**63 - 1, 2**40 + 3), "negative_seeds": (-1, -2**63)}
# Rows, classes, samples
DRAWN = {"one_row": (1, 3, 9), "rows": (4, 5, 3), "one_class": (2, 1, 4), "many_classes": (2, 100, 20), "even": (3, 4, 4), "one_sample": (5, 2, 1)}


def random(m, name, shape, seeds=(1, 2)):
    return m.operator(name, [m.constant(np.asarray(shape, INT))], options("RandomOptions", seed=seeds[0], seed2=seeds[1]), dtype="float32")


def multinomial(m, logits, samples, seeds=(1, 2), dtype="int64"):
    return m.operator("MULTINOMIAL", [logits, m.constant(INT(samples))], options("RandomOptions", seed=seeds[0], seed2=seeds[1]), dtype=dtype)


def good(start):
    def case(folder, name):
        # LiteRT has no reference kernels.
        return start(folder, name).without_reference_kernels()

    for name in ("RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"):
        folder = name.lower()
        # The fourth of LiteRT's normal numbers is written beyond the end of a tensor of odd size.
        for kind, shape in {"vector": (18,), "matrix": (6, 7), "rank_4": (2, 1, 3, 4), "two": (2,), "long": (302,)}.items():
            m = case(folder, kind)
            m.output(random(m, name, shape))
        for kind, seeds in SEEDS.items():
            m = case(folder, kind)
            m.output(random(m, name, (8,), seeds))
        m = case("random_runs", folder)
        m.output(m.operator("ADD", [random(m, name, (6,)), m.input(np.zeros(6, np.float32))], options("AddOptions")))
        m.then(np.ones(6, np.float32)).then(np.zeros(6, np.float32)).then(np.zeros(6, np.float32))
        m = case("random_runs", f"two_of_{folder}")
        x = m.input(np.zeros(4, np.float32))
        m.output(m.operator("ADD", [random(m, name, (4,)), x], options("AddOptions")), m.operator("ADD", [random(m, name, (4,)), x], options("AddOptions")))
        m.then(np.zeros(4, np.float32)).then(np.zeros(4, np.float32))
    m = case("random_uniform", "odd")
    m.output(random(m, "RANDOM_UNIFORM", (7,)))
    for kind, (rows, classes, samples) in DRAWN.items():
        for dtype in ("int64", "int32"):
            m = case("multinomial", f"{kind}_{dtype}")
            m.output(multinomial(m, m.input(m.values(rows, classes, low=-2, high=2)), samples, dtype=dtype))
    for kind, seeds in SEEDS.items():
        m = case("multinomial", kind)
        m.output(multinomial(m, m.input(m.values(2, 7, low=-2, high=2)), 20, seeds))
    m = case("multinomial", "odd_numbers")
    m.output(multinomial(m, m.input(np.float32([[np.nan, 1, -np.inf, 1], [np.inf, 0, 0, -90], [np.nan] * 4, [3e38, -3e38, 0, 3e38]])), 6))
    m = case("random_runs", "multinomial")
    logits = m.values(3, 6)
    m.output(multinomial(m, m.input(logits), 5))
    m.then(logits).then(m.values(3, 6)).then(logits)


def bad(case):
    for name in ("RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"):
        for kind, shape, seeds in (("no_seed", (3,), (0, 0)), ("negative_extent", (-3,), (1, 2)), ("too_large", (2**31 - 1, 2**31 - 1), (1, 2)),
                                   ("shape_of_rank_2", [[3]], (1, 2))):
            m = case(name.lower(), kind)
            m.output(random(m, name, shape, seeds))
        m = case(name.lower(), "two_inputs")
        m.output(m.operator(name, [m.constant(INT([3]))] * 2, options("RandomOptions", seed=1), dtype="float32"))
        m = case(name.lower(), "long_extents")
        m.output(m.operator(name, [m.constant(np.int64([3]))], options("RandomOptions", seed=1), dtype="float32"))
    m = case("multinomial", "no_seed")
    m.output(multinomial(m, m.input(m.values(2, 3)), 4, (0, 0)))
    m = case("multinomial", "rank_1")
    m.output(multinomial(m, m.input(m.values(3)), 4))
    m = case("multinomial", "no_classes")
    m.output(multinomial(m, m.input(m.values(3, 0)), 4))
    m = case("multinomial", "negative_count")
    m.output(multinomial(m, m.input(m.values(2, 3)), -1))
    m = case("multinomial", "integers")
    m.output(multinomial(m, m.input(m.integers(2, 3)), 4))
    m = case("multinomial", "float_classes")
    m.output(multinomial(m, m.input(m.values(2, 3)), 4, dtype="float32"))
