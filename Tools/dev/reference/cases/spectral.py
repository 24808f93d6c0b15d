"""RFFT2D, REAL, IMAG, COMPLEX_ABS. The inputs and outputs of cases are floats, since NPY files of complex numbers are not read."""
import numpy as np

from model_writer import TYPES, options

TABLES = {"RFFT2D": "Rfft2dOptions", "REAL": None, "IMAG": None, "COMPLEX_ABS": None}
# picture, transform
SHAPES = {
    "row": ((1, 16), (1, 16)), "rows": ((5, 1, 32), (1, 32)), "picture": ((8, 4), (8, 4)), "pictures": ((2, 3, 4, 8), (4, 8)),
    "filled": ((3, 5), (4, 8)), "cut": ((7, 20), (4, 16)), "filled_and_cut": ((1, 25), (2, 16)), "two_numbers": ((1, 2), (1, 2)),
    "column": ((16, 2), (16, 2)), "long": ((1, 400), (1, 512)),
}


def transform(m, x, lengths):
    return m.operator("RFFT2D", [x, m.constant(np.asarray(lengths, np.int32))], options("Rfft2dOptions"), dtype="complex64")


def part(m, name, x):
    return m.operator(name, [x], dtype="float32")


def good(case):
    for name, (shape, lengths) in SHAPES.items():
        m = case("rfft2d", name)
        found = transform(m, m.input(m.values(*shape)), lengths)
        m.output(part(m, "REAL", found), part(m, "IMAG", found))
        m = case("complex_abs", name)
        m.output(part(m, "COMPLEX_ABS", transform(m, m.input(m.values(*shape)), lengths)))
        for operator in ("REAL", "IMAG"):
            if len(shape) == 2:
                m = case(operator.lower(), name)
                m.output(part(m, operator, transform(m, m.input(m.values(*shape)), lengths)))


    # Complex numbers move like all others, and without their imaginary parts they are of any type.
    for name, numbers, table in (("RESHAPE", ([4, 1, 5],), "ReshapeOptions"), ("SQUEEZE", (), "SqueezeOptions"),
                                 ("SLICE", ([0, 1, 0], [1, 2, 4]), "SliceOptions"), ("TRANSPOSE", ([2, 0, 1],), "TransposeOptions")):
        m = case("complex_abs", f"after_{name.lower()}")
        inputs = [transform(m, m.input(m.values(1, 4, 8)), (4, 8))] + [m.constant(np.int32(n)) for n in numbers]
        m.output(part(m, "COMPLEX_ABS", m.operator(name, inputs, options(table), dtype="complex64")))
    for target in ("float32", "int32"):
        m = case("cast", f"complex64_to_{target}")
        found = transform(m, m.input(m.values(4, 8, low=-9, high=9)), (4, 8))
        m.output(m.operator("CAST", [found], options("CastOptions", inDataType=TYPES["complex64"], outDataType=TYPES[target]), dtype=target))


def bad(case):
    for name, shape, lengths in (
        ("width_that_is_no_power_of_2", (4, 12), (4, 12)), ("height_that_is_no_power_of_2", (3, 8), (3, 8)), ("width_0", (4, 4), (4, 0)),
        ("width_1", (4, 1), (4, 1)), ("negative_height", (4, 4), (-4, 4)), ("three_lengths", (4, 4), (1, 4, 4)), ("rank_1", (8,), (1, 8)),
        ("absurd", (1, 4), (2**30, 2**30)),
    ):
        m = case("rfft2d", name)
        m.output(part(m, "COMPLEX_ABS", transform(m, m.input(m.values(*shape)), lengths)))
    m = case("rfft2d", "integers")
    m.output(part(m, "REAL", transform(m, m.input(m.integers(2, 4)), (2, 4))))
    m = case("rfft2d", "lengths_at_run_time")
    x, lengths = m.input(m.values(4, 4)), m.input(np.int32([4, 4]))
    m.output(part(m, "REAL", m.operator("RFFT2D", [x, lengths], options("Rfft2dOptions"), dtype="complex64")))
    for operator in ("REAL", "IMAG", "COMPLEX_ABS"):
        for dtype in ("float32", "int32"):
            m = case(operator.lower(), dtype)
            m.output(m.operator(operator, [m.input(m.elements(dtype, 3, 4))], dtype="float32"))
        m = case(operator.lower(), "two_operands")
        found = transform(m, m.input(m.values(2, 4)), (2, 4))
        m.output(m.operator(operator, [found, found], dtype="float32"))
