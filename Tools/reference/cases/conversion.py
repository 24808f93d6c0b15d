"""DEQUANTIZE of float16, CAST."""
import numpy as np

from model_writer import TYPES, options


def dequantize(m, x):
    return m.operator("DEQUANTIZE", [x], options("DequantizeOptions"), dtype="float32", version=2)


SHAPES = {"rank_1": (33,), "rank_2": (3, 5), "rank_3": (1, 7, 9), "rank_4": (1, 3, 3, 17), "batch_2": (2, 2, 3, 5),
          "one_element": (1,), "one_pixel": (1, 1, 1, 7), "scalar": ()}


NUMBERS = ("float32", "int64", "int32", "int16", "int8", "uint8", "bool")


def cast(m, x, source, target):
    return m.operator("CAST", [x], options("CastOptions", inDataType=TYPES[source], outDataType=TYPES[target]), dtype=target)


def good(case):
    for source in NUMBERS:
        for target in NUMBERS:
            # What C++ leaves open is not asked: fractions are lost, but the integers fit.
            small = m_values = np.arange(0, 120, 7) if target == "uint8" or source == "uint8" else np.arange(-120, 120, 13)
            m = case("cast", f"{source}_to_{target}")
            values = m_values + 0.75 * np.sign(small) if source == "float32" else m_values
            m.output(cast(m, m.input(values.astype(source)), source, target))
    for kind, shape in {"rank_4": (1, 3, 4, 5), "empty": (2, 0), "scalar": (), "one_element": (1, 1)}.items():
        m = case("cast", kind)
        m.output(cast(m, m.input(np.asarray(m.values(*shape, low=-9, high=9), np.float32)), "float32", "int32"))
    m = case("cast", "integers_that_lose_bits")
    m.output(cast(m, m.input(np.int32([0, 255, 256, 257, -1, -129, 70000, 2**31 - 1])), "int32", "uint8"))
    m = case("cast", "integers_that_round")
    m.output(cast(m, m.input(np.int64([2**24 + 1, 2**53 + 1, -(2**62) - 12345, 2**40 + 3])), "int64", "float32"))
    for kind, shape in SHAPES.items():
        m = case("dequantize", kind)
        m.output(dequantize(m, m.input(np.asarray(m.values(*shape, low=-8, high=8), np.float16))))
    m = case("dequantize", "extreme_values")
    bits = np.uint16([0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x3C00, 0x3555])
    m.output(dequantize(m, m.input(bits.view(np.float16))))
    m = case("dequantize", "constant")
    x = m.input(m.values(1, 5))
    constant = dequantize(m, m.constant(m.values(5).astype(np.float16)))
    m.output(m.operator("ADD", [x, constant], options("AddOptions")))
    m = case("dequantize", "tiny")
    m.output(dequantize(m, m.input(np.float16([0.5, -2, 65504]))))


def bad(case):
    m = case("cast", "to_strings")
    m.output(m.operator("CAST", [m.input(m.values(3))], options("CastOptions", inDataType=0, outDataType=5)))
    m = case("cast", "to_an_unknown_type")
    m.output(m.operator("CAST", [m.input(m.values(3))], options("CastOptions", inDataType=0, outDataType=99)))
    m = case("cast", "no_input")
    m.input(m.values(3))
    m.output(m.operator("CAST", [], options("CastOptions", outDataType=2)))
    m = case("dequantize", "from_32_bit_integers")
    m.output(dequantize(m, m.input(np.zeros((2, 3), np.int32))))
    m = case("dequantize", "from_booleans")
    m.output(dequantize(m, m.input(np.zeros((2, 3), np.bool_))))
    m = case("dequantize", "no_input")
    m.input(m.values(2, 3))
    m.output(m.operator("DEQUANTIZE", [], options("DequantizeOptions"), dtype="float32", version=2))
    m = case("dequantize", "truncated_constant")
    x = m.input(m.values(1, 5))
    half = m.constant(m.values(5).astype(np.float16))
    m.buffers[1] = m.buffers[1][:-2]
    m.output(m.operator("ADD", [x, dequantize(m, half)], options("AddOptions")))
