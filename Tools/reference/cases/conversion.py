"""DEQUANTIZE of float16."""
import numpy as np

from model_writer import options


def dequantize(m, x):
    return m.operator("DEQUANTIZE", [x], options("DequantizeOptions"), version=2)


SHAPES = {"rank_1": (33,), "rank_2": (3, 5), "rank_3": (1, 7, 9), "rank_4": (1, 3, 3, 17), "batch_2": (2, 2, 3, 5),
          "one_element": (1,), "one_pixel": (1, 1, 1, 7), "scalar": ()}


def good(case):
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
    m = case("dequantize", "from_32_bit_integers")
    m.output(dequantize(m, m.input(np.zeros((2, 3), np.int32))))
    m = case("dequantize", "from_booleans")
    m.output(dequantize(m, m.input(np.zeros((2, 3), np.bool_))))
    m = case("dequantize", "no_input")
    m.input(m.values(2, 3))
    m.output(m.operator("DEQUANTIZE", [], options("DequantizeOptions"), version=2))
    m = case("dequantize", "truncated_constant")
    x = m.input(m.values(1, 5))
    half = m.constant(m.values(5).astype(np.float16))
    m.buffers[1] = m.buffers[1][:-2]
    m.output(m.operator("ADD", [x, dequantize(m, half)], options("AddOptions")))
