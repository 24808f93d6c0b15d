"""DEQUANTIZE, QUANTIZE, DENSIFY and CAST."""
import itertools

import numpy as np

from model_writer import TYPES, options


def dequantize(m, x):
    return m.operator("DEQUANTIZE", [x], options("DequantizeOptions"), dtype="float32", version=2)


SHAPES = {"rank_1": (33,), "rank_2": (3, 5), "rank_3": (1, 7, 9), "rank_4": (1, 3, 3, 17), "batch_2": (2, 2, 3, 5),
          "one_element": (1,), "one_pixel": (1, 1, 1, 7), "scalar": ()}


NUMBERS = ("float32", "int64", "int32", "int16", "int8", "uint8", "bool")
# Types that only CAST and movements know.
WIDE = ("uint16", "uint32", "float64")


def cast(m, x, source, target):
    return m.operator("CAST", [x], options("CastOptions", inDataType=TYPES[source], outDataType=TYPES[target]), dtype=target)


def pruned(m, *shape, dtype=np.float32):
    """Random values, two thirds of them zero."""
    values = m.values(*shape, low=-8, high=8)
    return np.where(m.random.uniform(size=shape) < 0.67, 0, values).astype(dtype)


def densify_cases(case):
    """Sums with what DENSIFY gives, or that alone for types that ADD does not take."""
    def sum_with(name, shape, order, sparse, blocks=None, index_type="Int32Vector", values=None):
        m = case("densify", name)
        x = m.input(m.values(*shape))
        constant = m.sparse_constant(pruned(m, *shape) if values is None else values, order, sparse, blocks, index_type)
        m.output(m.operator("ADD", [x, m.operator("DENSIFY", [constant], options("DensifyOptions"))],
                            options("AddOptions")))

    sum_with("rows", (5, 7), [0, 1], {1})
    sum_with("columns_first", (5, 7), [1, 0], {1})
    sum_with("both_compressed", (5, 7), [0, 1], {0, 1})
    sum_with("all_dense", (3, 4), [0, 1], {})
    sum_with("one_dimension", (17,), [0], {0}, index_type="Uint8Vector")
    sum_with("blocks_of_4", (8, 6), [0, 1, 2], {1}, {0: 4})
    sum_with("blocks_both_ways", (8, 6), [0, 1, 2, 3], {1}, {0: 4, 1: 2}, "Uint16Vector")
    sum_with("pointwise_filter", (5, 1, 1, 9), [0, 1, 2, 3], {3}, index_type="Uint8Vector")
    sum_with("filter_3x3", (2, 3, 3, 5), [0, 1, 2, 3], {3})
    sum_with("another_order", (2, 3, 4, 5), [3, 1, 0, 2], {1, 3})
    one = np.zeros((3, 5), np.float32)
    one[1, 3] = 4
    sum_with("nearly_nothing", (3, 5), [0, 1], {1}, values=one)
    for dtype in (np.float16, np.int8):
        m = case("densify", np.dtype(dtype).name)
        x = m.input(m.values(2))
        constant = m.sparse_constant(pruned(m, 4, 9, dtype=dtype), [0, 1], {1})
        m.output(m.operator("DENSIFY", [constant], options("DensifyOptions"), dtype=np.dtype(dtype).name),
                 m.operator("ADD", [x, x], options("AddOptions")))


def bad_densify(case):
    def weights(name):
        m = case("densify", name)
        m.input(m.values(5, 7))
        return m, m.sparse_constant(pruned(m, 5, 7), [0, 1], {1})

    m = case("densify", "not_a_constant")
    m.output(m.operator("DENSIFY", [m.input(m.values(5, 7))], options("DensifyOptions")))
    m, constant = weights("truncated_values")
    m.buffers[-1] = m.buffers[-1][:-4]
    m.output(m.operator("DENSIFY", [constant], options("DensifyOptions")))
    m, constant = weights("index_out_of_range")
    m.sparsities[constant].dimMetadata[1].arrayIndices.values[0] = 7
    m.output(m.operator("DENSIFY", [constant], options("DensifyOptions")))
    m, constant = weights("segments_that_fall")
    m.sparsities[constant].dimMetadata[1].arraySegments.values[1] = 1000
    m.output(m.operator("DENSIFY", [constant], options("DensifyOptions")))
    m, constant = weights("two_inputs")
    m.output(m.operator("DENSIFY", [constant, constant], options("DensifyOptions")))


def integers(m, dtype, *shape):
    info = np.iinfo(dtype)
    return m.random.integers(info.min, info.max + 1, shape, dtype)


def quantized_cases(case):
    for dtype, zero_point in (("int8", -7), ("uint8", 131), ("int16", 0)):
        m = case("dequantize", dtype)
        m.output(dequantize(m, m.quantized(m.input(integers(m, dtype, 3, 5, 7)), 0.037, zero_point)))
        m = case("dequantize", "scale_of_zero_" + dtype)
        m.output(dequantize(m, m.quantized(m.input(integers(m, dtype, 3, 5)), 0, zero_point)))
        m = case("quantize", "to_" + dtype)
        m.agreement = 1
        # Steps and halves between them, and values beyond the limits.
        scale = 1 / 64 if dtype == "int16" else 0.25
        x = m.input((m.random.integers(-700, 700, (4, 33)) * np.float32(scale / 2)).astype(np.float32))
        m.output(m.quantized(m.operator("QUANTIZE", [x], options("QuantizeOptions"), dtype=dtype), scale, zero_point))
    for axis, dtype in ((0, "int8"), (3, "int8"), (1, "int8")):
        m = case("dequantize", f"{dtype}_axis_{axis}")
        shape = (3, 2, 5, 4)
        x = m.input(m.values(*shape))
        constant = m.quantized(m.constant(integers(m, dtype, *shape)), m.values(shape[axis], low=0.01, high=1), [0] * shape[axis],
                               axis)
        m.output(m.operator("ADD", [x, dequantize(m, constant)], options("AddOptions")))
    for name, shape in {"scalar": (), "empty": (0, 3), "one_element": (1,), "rank_5": (1, 2, 3, 2, 2)}.items():
        m = case("quantize", name)
        m.agreement = 1
        m.output(m.quantized(m.operator("QUANTIZE", [m.input(m.values(*shape))], options("QuantizeOptions"), dtype="int8"),
                             1 / 128, 3))
    for source, target in (("int8", "int8"), ("uint8", "int8"), ("int8", "uint8"), ("uint8", "uint8")):
        for ratio in (0.71, 1.0, 2.3):
            m = case("quantize", f"{source}_to_{target}_times_{ratio}")
            m.agreement = 1
            x = m.quantized(m.input(integers(m, source, 400)), 0.05, 3)
            m.output(m.quantized(m.operator("QUANTIZE", [x], options("QuantizeOptions"), dtype=target, version=2), 0.05 / ratio,
                                 -1 if target == "int8" else 127))
    for source, target in (("int32", "int8"), ("int32", "int16"), ("int16", "int32"), ("int16", "int16")):
        for ratio in (0.71, 2.3):
            m = case("quantize", f"{source}_to_{target}_times_{ratio}")
            x = m.quantized(m.input(m.integers(400, low=-30000, high=30000, dtype=np.dtype(source))), 0.05, 0)
            m.output(m.quantized(m.operator("QUANTIZE", [x], options("QuantizeOptions"), dtype=target, version=2),
                                 0.05 / ratio * (200 if target == "int8" else 1), -1 if target == "int8" else 0))


def bad_quantized(case):
    m = case("quantize", "to_nibbles")
    m.output(m.quantized(m.operator("QUANTIZE", [m.input(m.values(4))], options("QuantizeOptions"), dtype="int4"), 0.1, 0))
    m = case("quantize", "no_scale")
    m.output(m.operator("QUANTIZE", [m.input(m.values(3))], options("QuantizeOptions"), dtype="int8"))
    m = case("quantize", "zero_scale")
    m.output(m.quantized(m.operator("QUANTIZE", [m.input(m.values(3))], options("QuantizeOptions"), dtype="int8"), 0, 0))
    m = case("quantize", "zero_point_out_of_range")
    m.output(m.quantized(m.operator("QUANTIZE", [m.input(m.values(3))], options("QuantizeOptions"), dtype="int8"), 1, 200))
    m = case("quantize", "to_floats")
    m.output(m.operator("QUANTIZE", [m.input(m.values(3))], options("QuantizeOptions")))
    m = case("dequantize", "bytes_without_a_scale")
    m.output(dequantize(m, m.input(integers(m, "int8", 3, 4))))
    m = case("dequantize", "scales_for_another_axis")
    m.output(dequantize(m, m.quantized(m.input(integers(m, "int8", 3, 4)), [1, 2, 3, 4], [0] * 4, 0)))


def good(case):
    for source in NUMBERS:
        for target in NUMBERS:
            # What C++ leaves undefined is not tested: fractions are lost, but the integers fit.
            small = m_values = np.arange(0, 120, 7) if target == "uint8" or source == "uint8" else np.arange(-120, 120, 13)
            m = case("cast", f"{source}_to_{target}")
            values = m_values + 0.75 * np.sign(small) if source == "float32" else m_values
            m.output(cast(m, m.input(values.astype(source)), source, target))
    # Every kind of half: subnormal, the largest, what rounds to even, to infinity, and to zero.
    edges = np.float32([0, -0.0, 6e-8, 2.98e-8, 2.9802322e-8, 8.95e-8, 6.1e-5, 6.1035156e-5, 1.0004883, 1.0014648, 2049, 2051, 65504, 65519.996, 65520, -1e9, np.inf, -np.inf, 0.1, -1 / 3])
    m = case("cast", "floats_to_halves")
    m.output(cast(m, m.input(edges), "float32", "float16"))
    halves = np.append(edges.astype(np.float16), m.integers(30, low=-32768, high=32767, dtype=np.int16).view(np.float16))
    halves = halves[~np.isnan(halves)]
    m = case("cast", "halves_to_floats")
    m.output(cast(m, m.input(halves), "float16", "float32"))
    for target in ("int64", "int32", "int16", "int8", "uint8", "bool"):
        m = case("cast", f"halves_to_{target}")
        m.output(cast(m, m.input(np.float16([0, -0.5, 0.75, 1.5, -2.25, 100, 17.9])), "float16", target))
        m = case("cast", f"{target}_to_halves")
        m.output(cast(m, m.input(np.asarray([0, 1, 1, 7, 99, 127], target)), target, "float16"))
    m = case("cast", "weights_of_halves")
    factors = cast(m, m.constant(m.values(4, 9).astype(np.float16)), "float16", "float32")
    m.output(m.operator("MUL", [m.input(m.values(4, 9)), factors], options("MulOptions")))
    for kind, shape in {"rank_4": (1, 3, 4, 5), "empty": (2, 0), "scalar": (), "one_element": (1, 1)}.items():
        m = case("cast", kind)
        m.output(cast(m, m.input(np.asarray(m.values(*shape, low=-9, high=9), np.float32)), "float32", "int32"))
    for target in ("int64", "int32", "int16", "int8", "uint8"):
        m = case("cast", f"floats_beyond_{target}")
        m.output(cast(m, m.input(np.float32([np.inf, -np.inf, 1e20, -1e20, 300, -300, 0.5, -0.0])), "float32", target))
    for source, target in itertools.permutations([*NUMBERS, *WIDE], 2):
        if source in WIDE or target in WIDE:
            m = case("cast", f"{source}_to_{target}")
            m.output(cast(m, m.input(np.asarray([0, 1.75, 7, 100], source)), source, target))
    m = case("cast", "unsigned_that_lose_bits")
    m.output(cast(m, m.input(np.uint32([65535, 65536, 2**31, 2**32 - 1])), "uint32", "int16"))
    m = case("cast", "unsigned_that_round")
    m.output(cast(m, m.input(np.uint32([2**24 + 1, 2**31 + 1, 2**32 - 1])), "uint32", "float32"))
    m = case("cast", "negative_to_unsigned")
    m.output(cast(m, m.input(np.int32([-1, -(2**31), 5])), "int32", "uint32"))
    m = case("cast", "doubles_that_round")
    m.output(cast(m, m.input(np.float64([1 / 3, 1e300, -1e-300, 2**53 + 1, np.inf])), "float64", "float32"))
    m = case("cast", "doubles_to_long_integers")
    m.output(cast(m, m.input(np.float64([2**53 - 1, -2.5, 1e300, -1e300])), "float64", "int64"))
    for target in ("uint16", "uint32"):
        m = case("cast", f"floats_beyond_{target}")
        m.output(cast(m, m.input(np.float32([np.inf, -np.inf, 1e20, -1e20, 70000, -300, 0.5, -0.0])), "float32", target))
    m = case("cast", "integers_that_lose_bits")
    m.output(cast(m, m.input(np.int32([0, 255, 256, 257, -1, -129, 70000, 2**31 - 1])), "int32", "uint8"))
    m = case("cast", "integers_that_round")
    m.output(cast(m, m.input(np.int64([2**24 + 1, 2**53 + 1, -(2**62) - 12345, 2**40 + 3])), "int64", "float32"))
    quantized_cases(case)
    densify_cases(case)
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
    m = case("cast", "two_inputs")
    m.output(m.operator("CAST", [m.input(m.values(3)), m.input(m.values(3))], options("CastOptions"), dtype="int32"))
    m = case("cast", "two_outputs")
    m.output(*m.operator("CAST", [m.input(m.values(3))], options("CastOptions"), outputs=2, dtype="int32"))
    m = case("cast", "no_input")
    m.input(m.values(3))
    m.output(m.operator("CAST", [], options("CastOptions", outDataType=2)))
    bad_quantized(case)
    bad_densify(case)
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
