"""ABS, NEG, SIGN, EXP, LOG, SQRT, RSQRT, SQUARE, SIN, COS, FLOOR, CEIL, ROUND, FAKE_QUANT."""
import numpy as np

from cases.activation import SHAPES
from model_writer import options

# Where arguments are taken from.
DOMAINS = {"ABS": (-8, 8), "NEG": (-8, 8), "SIGN": (-1, 1), "EXP": (-9, 9), "LOG": (0.01, 50), "SQRT": (0, 50),
           "RSQRT": (0.01, 50), "SQUARE": (-8, 8), "SIN": (-9, 9), "COS": (-9, 9), "FLOOR": (-8, 8), "CEIL": (-8, 8),
           "ROUND": (-8, 8)}
TABLES = {"ABS": "AbsOptions", "NEG": "NegOptions", "SIGN": "SignOptions", "EXP": "ExpOptions", "SQUARE": "SquareOptions",
          "COS": "CosOptions"}
INTEGERS = {"ABS": (np.int32,), "NEG": (np.int32, np.int64, np.int8, np.int16), "SIGN": (np.int32,)}
ZEROS = np.float32([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3.5, 0.49999997, 1e-6, -1e-6, 8388609, -8388609,
                    1e9, -1e9])
EXTREMES = np.float32([np.inf, -np.inf, np.nan, 1e-38, -1e-38, 3e38, -3e38])
EXTREME = {"ABS": EXTREMES, "NEG": EXTREMES, "EXP": np.float32([np.inf, -np.inf, 88, -86, 89, -110, 0, -0.0, 1e-8]),
           "LOG": np.float32([0, np.inf, -1, 1e-38, 3e38, 1]), "SQRT": np.float32([0, np.inf, -1, 1e-38, 3e38, -0.0]),
           "RSQRT": np.float32([np.inf, 1e-37, 3e38, 1, 4]), "SQUARE": np.float32([np.inf, -np.inf, 1e19, -1e19, 2e19]),
           "SIN": np.float32([0, -0.0, 100, -1000, 3.1415927]), "COS": np.float32([0, -0.0, 100, -1000, 3.1415927])}


# LiteRT has no reference kernels of these.
OPTIMIZED_ONLY = ("CEIL", "ROUND")


# least, greatest, bits
QUANTIZED = {"signed": (-1, 1, 8), "unsigned": (0, 6, 8), "asymmetric": (-0.1, 0.3, 4), "two_bits": (-1, 1, 2), "one_bit": (-1, 1, 1),
             "sixteen_bits": (-1, 1, 16), "above_zero": (1, 2, 8), "below_zero": (-2, -1, 8), "reversed": (2, 1, 8), "no_range": (0, 0, 8),
             "infinite": (-np.inf, 1, 8)}


def fake_quant(m, x, least, greatest, bits, narrow=False):
    return m.operator("FAKE_QUANT", [x], options("FakeQuantOptions", min=least, max=greatest, numBits=bits, narrowRange=narrow))


def good(start):
    def case(folder, name):
        m = start(folder, name)
        return m.without_reference_kernels() if folder.upper() in OPTIMIZED_ONLY else m

    for name, (low, high) in DOMAINS.items():
        folder = name.lower()
        for kind, shape in SHAPES.items() | {"scalar": (), "empty": (3, 0, 2)}.items():
            m = case(folder, kind)
            m.output(m.operator(name, [m.input(np.asarray(m.values(*shape, low=low, high=high), np.float32))]))
        m = case(folder, "extreme_values")
        m.output(m.operator(name, [m.input(EXTREME.get(name, ZEROS))]))
        if low < 0:
            m = case(folder, "zeros_and_halves")
            m.output(m.operator(name, [m.input(ZEROS[:14])]))
        for dtype in INTEGERS.get(name, ()):
            for kind, shape in {"vector": (17,), "rank_4": (1, 3, 4, 5), "empty": (0,), "scalar": ()}.items():
                m = case(folder, f"{np.dtype(dtype).name}_{kind}")
                m.output(m.operator(name, [m.input(m.integers(*shape, dtype=dtype))]))
            m = case(folder, f"{np.dtype(dtype).name}_extreme_values")
            limits = np.iinfo(dtype)
            # The negative of the least one does not exist; LiteRT's own is the same number, where C defines it.
            least = limits.min if limits.bits < 32 else limits.min + 1
            m.output(m.operator(name, [m.input(np.array([limits.max, least, 0, 1, -1], dtype))]))


    for kind, shape in SHAPES.items() | {"scalar": (), "empty": (3, 0, 2)}.items():
        m = case("fake_quant", kind)
        m.output(fake_quant(m, m.input(np.asarray(m.values(*shape, low=-3, high=3), np.float32)), -1.5, 2, 8))
    for kind, numbers in QUANTIZED.items():
        m = case("fake_quant", kind)
        m.output(fake_quant(m, m.input(np.concatenate([EXTREMES, ZEROS, m.values(40, low=-2.5, high=6.5)])), *numbers))


def bad(case):
    for kind, bits, narrow in (("narrow_range", 8, True), ("no_bits", 0, False), ("negative_bits", -1, False), ("too_many_bits", 17, False)):
        m = case("fake_quant", kind)
        m.output(fake_quant(m, m.input(m.values(3)), -1, 1, bits, narrow))
    m = case("fake_quant", "no_options")
    m.output(m.operator("FAKE_QUANT", [m.input(m.values(3))]))
    m = case("fake_quant", "integers")
    m.output(fake_quant(m, m.input(m.integers(3)), -1, 1, 8))
    for name in DOMAINS:
        folder = name.lower()
        m = case(folder, "boolean_input")
        m.output(m.operator(name, [m.input(np.zeros((1, 4), np.bool_))]))
        m = case(folder, "no_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, []))
        m = case(folder, "absent_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, [-1]))
        m = case(folder, "two_outputs")
        m.output(*m.operator(name, [m.input(m.values(1, 4))], outputs=2))
