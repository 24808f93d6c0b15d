"""Operators on quantized tensors, and layers of which only the weights are quantized.

All cases are in the archive `quantized`. LiteRT's reference and optimized kernels may differ by one step. Cases whose name
begins with `near_` are those that Mudra computes by way of floats, within one step of LiteRT's integer kernels.
"""
import numpy as np

from model_writer import TYPES, options

ZERO = {"int8": -7, "uint8": 131, "int16": 0}


def bytes_(m, dtype, *shape):
    info = np.iinfo(dtype)
    return m.random.integers(info.min, info.max + 1, shape, dtype)


def picture(m, dtype, *shape, scale=0.04):
    return m.quantized(m.input(bytes_(m, dtype, *shape)), scale, ZERO[dtype])


def weights(m, dtype, shape, axis, per_channel):
    """A filter with one scale, or one for each index of `axis`; signed ones have no zero point."""
    if dtype == "uint8":
        return m.quantized(m.constant(bytes_(m, dtype, *shape)), 0.01, 120), np.full(shape[axis], 0.01)
    values = np.maximum(bytes_(m, "int8", *shape), -127)
    scales = m.values(shape[axis], low=0.002, high=0.02) if per_channel else np.float32([0.01])
    filter_ = m.quantized(m.constant(values), scales, [0] * len(scales), axis)
    return filter_, np.broadcast_to(scales, shape[axis])


def biases(m, scales, input_scale=0.04):
    values = m.random.integers(-3000, 3000, len(scales), np.int32)
    if len(set(scales)) > 1:
        return m.quantized(m.constant(values), input_scale * scales, [0] * len(scales))
    return m.quantized(m.constant(values), input_scale * scales[0], 0)


def layer(m, name, opts, dtype, shape, filter_shape, axis, out_scale, per_channel=True):
    x = picture(m, dtype, *shape)
    filter_, scales = weights(m, dtype, filter_shape, axis, per_channel)
    inputs = [x, filter_, biases(m, scales)]
    m.agreement = 1
    return m.quantized(m.operator(name, inputs, opts, dtype=dtype, version=3), out_scale, ZERO[dtype] + 4)


def conv_options(stride=1, padding="SAME", activation="NONE", dilation=1):
    return options("Conv2DOptions", strideH=stride, strideW=stride, padding=padding, dilationHFactor=dilation,
                   dilationWFactor=dilation, fusedActivationFunction=activation)


def depthwise_options(stride=1, padding="SAME", activation="NONE", multiplier=1, dilation=1):
    return options("DepthwiseConv2DOptions", strideH=stride, strideW=stride, padding=padding, depthMultiplier=multiplier,
                   dilationHFactor=dilation, dilationWFactor=dilation, fusedActivationFunction=activation)


def sums(case):
    for dtype in ("int8", "uint8"):
        def conv(name, shape, filter_shape, dtype=dtype, per_channel=True, scale=0.2, **fields):
            m = case("quantized", f"conv_{name}_{dtype}")
            m.output(layer(m, "CONV_2D", conv_options(**fields), dtype, shape, filter_shape, 0, scale, per_channel))

        conv("1x1", (1, 5, 4, 8), (16, 1, 1, 8))
        conv("3x3", (1, 6, 5, 3), (9, 3, 3, 3), activation="RELU")
        conv("3x3_stride_2_valid", (1, 9, 8, 5), (7, 3, 3, 5), stride=2, padding="VALID", activation="RELU6", scale=0.024)
        conv("5x5_dilated", (1, 9, 9, 4), (3, 5, 5, 4), dilation=2, scale=0.3)
        conv("one_scale_batch_2", (2, 4, 4, 6), (4, 2, 2, 6), per_channel=False)
        conv("one_pixel", (1, 1, 1, 33), (5, 1, 1, 33), activation="RELU_N1_TO_1", scale=0.02)
        conv("long_sums", (1, 2, 2, 190), (3, 3, 3, 190), scale=1.5)

        def depthwise(name, shape, kernel, multiplier=1, scale=0.1, dtype=dtype, **fields):
            m = case("quantized", f"depthwise_{name}_{dtype}")
            m.output(layer(m, "DEPTHWISE_CONV_2D", depthwise_options(multiplier=multiplier, **fields), dtype, shape,
                           (1, *kernel, shape[3] * multiplier), 3, scale))

        depthwise("3x3", (1, 6, 7, 8), (3, 3))
        depthwise("5x5_stride_2", (1, 9, 8, 17), (5, 5), stride=2, activation="RELU6", scale=0.03)
        depthwise("valid_multiplier_2", (1, 5, 5, 3), (3, 2), multiplier=2, padding="VALID")
        depthwise("dilated_batch_2", (2, 8, 7, 4), (3, 3), dilation=2, activation="RELU")

        def dense(name, shape, filter_shape, scale=0.2, dtype=dtype, per_channel=False, **fields):
            m = case("quantized", f"dense_{name}_{dtype}")
            m.output(layer(m, "FULLY_CONNECTED", options("FullyConnectedOptions", **fields), dtype, shape, filter_shape, 0,
                           scale, per_channel=per_channel))

        dense("row", (1, 20), (7, 20))
        dense("rows_relu", (5, 33), (10, 33), fusedActivationFunction="RELU")
        dense("long_sums", (2, 1500), (3, 1500), scale=1.1)
    # Channels whose weights are all zero, which converters give a scale of zero.
    for name, opts, shape, filter_shape, axis in (
            ("CONV_2D", conv_options(), (1, 5, 4, 8), (16, 1, 1, 8), 0), ("CONV_2D", conv_options(), (1, 6, 5, 3), (9, 3, 3, 3), 0),
            ("DEPTHWISE_CONV_2D", depthwise_options(), (1, 6, 7, 8), (1, 3, 3, 8), 3), ("FULLY_CONNECTED", options("FullyConnectedOptions"), (5, 33), (10, 33), 0)):
        m = case("quantized", f"{name.lower()}_{filter_shape[1]}_dead_channels_int8")
        m.output(layer(m, name, opts, "int8", shape, filter_shape, axis, 0.2))
        for scales, _, _ in m.quantizations.values():
            if len(scales) > 1:
                scales[1::3] = 0
    m = case("quantized", "dense_channels_int8")
    m.output(layer(m, "FULLY_CONNECTED", options("FullyConnectedOptions", keepNumDims=True), "int8", (2, 3, 16), (5, 16), 0,
                   0.2, per_channel=True))


def elementwise(case):
    for dtype in ("int8", "uint8"):
        for name in ("ADD", "SUB", "MUL"):
            for kind, left, right, activation in (
                    ("same", (1, 3, 4, 9), (1, 3, 4, 9), "NONE"), ("channels", (2, 3, 4, 5), (5,), "RELU"),
                    ("scalar", (3, 7), (), "NONE"), ("both_ways", (4, 1, 6), (3, 1), "RELU6")):
                m = case("quantized", f"{name.lower()}_{kind}_{dtype}")
                x, y = picture(m, dtype, *left), picture(m, dtype, *right, scale=0.013)
                table = {"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions"}[name]
                made = m.operator(name, [x, y], options(table, fusedActivationFunction=activation), dtype=dtype, version=2)
                m.output(m.quantized(made, 0.033, ZERO[dtype] - 20))
                m.agreement = 1


def pooling(case):
    fields = dict(padding="SAME", strideH=2, strideW=2, filterHeight=3, filterWidth=3)
    for dtype in ("int8", "uint8"):
        for name, shape, changes in (
                ("same", (1, 6, 7, 9), {}), ("valid_batch_2", (2, 5, 5, 3), {"padding": "VALID"}),
                ("even", (1, 4, 6, 8), {"filterHeight": 2, "filterWidth": 2, "fusedActivationFunction": "RELU"}),
                ("vectors", (2, 6, 5, 37), {}),
                ("whole", (1, 7, 7, 5), {"filterHeight": 7, "filterWidth": 7, "padding": "VALID"})):
            for operator in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
                m = case("quantized", f"{operator[:3].lower()}_pool_{name}_{dtype}")
                made = m.operator(operator, [picture(m, dtype, *shape)], options("Pool2DOptions", **{**fields, **changes}),
                                  dtype=dtype, version=2)
                m.output(m.quantized(made, 0.04, ZERO[dtype]))


def others(case):
    def start(name, dtype, *shape, near=False):
        m = case("quantized", f"{'near_' if near else ''}{name}_{dtype}")
        m.agreement = 1
        return m, picture(m, dtype, *shape)

    for dtype in ("int8", "uint8"):
        m, x = start("reshape", dtype, 2, 6)
        m.output(m.quantized(m.operator("RESHAPE", [x, m.constant(np.int32([3, 4]))], options("ReshapeOptions"), dtype=dtype),
                             0.04, ZERO[dtype]))
        m, x = start("pad", dtype, 1, 3, 4, 5)
        amounts = m.constant(np.int32([[0, 0], [1, 2], [0, 3], [0, 0]]))
        m.output(m.quantized(m.operator("PAD", [x, amounts], options("PadOptions"), dtype=dtype), 0.04, ZERO[dtype]))
        m, x = start("concatenation", dtype, 1, 3, 4)
        y = picture(m, dtype, 1, 2, 4)
        m.output(m.quantized(m.operator("CONCATENATION", [x, y], options("ConcatenationOptions", axis=1), dtype=dtype), 0.04,
                             ZERO[dtype]))
        m, x = start("maximum", dtype, 3, 17)
        y = picture(m, dtype, 3, 17)
        m.output(m.quantized(m.operator("MAXIMUM", [x, y], options("MaximumMinimumOptions"), dtype=dtype, version=2), 0.04,
                             ZERO[dtype]))
        lowest = int(np.iinfo(dtype).min)
        m, x = start("logistic", dtype, 3, 100, near=True)
        m.output(m.quantized(m.operator("LOGISTIC", [x], dtype=dtype, version=2), 1 / 256, lowest))
        m, x = start("silu", dtype, 3, 100, near=True)
        factor = m.quantized(m.operator("LOGISTIC", [x], dtype=dtype, version=2), 1 / 256, lowest)
        m.output(m.quantized(m.operator("MUL", [x, factor], options("MulOptions"), dtype=dtype, version=2), 0.03,
                             ZERO[dtype] - 7))
        m, x = start("bytes_of_a_byte", dtype, 3, 100, near=True)
        for name, value, scale in ("MUL", 70, 0.03), ("ADD", -40, 0.05):
            number = m.quantized(m.constant(np.array(value + ZERO[dtype], dtype)), 0.02, ZERO[dtype])
            x = m.quantized(m.operator(name, [x, number], options(name.capitalize() + "Options"), dtype=dtype, version=2),
                            scale, ZERO[dtype] + 4)
        m.output(m.quantized(m.operator("HARD_SWISH", [x], dtype=dtype), 0.04, ZERO[dtype]))
        m, x = start("transpose_of_many", dtype, 1, 21, 5, 35)
        m.output(m.quantized(m.operator("TRANSPOSE", [x, m.constant(np.int32([0, 3, 1, 2]))], dtype=dtype, version=2), 0.04,
                             ZERO[dtype]))
        for name, length in ("softmax", 11), ("softmax_of_many", 300):
            m, x = start(name, dtype, 4, length)
            m.output(m.quantized(m.operator("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0), dtype=dtype, version=2), 1 / 256,
                                 lowest))
        m, x = start("mean", dtype, 2, 5, 6, 7)
        m.output(m.quantized(m.operator("MEAN", [x, m.constant(np.int32([1, 2]))], options("ReducerOptions", keepDims=True),
                                        dtype=dtype, version=2), 0.02, ZERO[dtype] + 2))
        m, x = start("prelu", dtype, 1, 3, 4, 5)
        slopes = m.quantized(m.constant(bytes_(m, dtype, 1, 1, 5)), 0.01, ZERO[dtype])
        m.output(m.quantized(m.operator("PRELU", [x, slopes], dtype=dtype), 0.05, ZERO[dtype] - 9))
        m, x = start("resize_bilinear", dtype, 1, 4, 5, 3, near=True)
        m.output(m.quantized(m.operator("RESIZE_BILINEAR", [x, m.constant(np.int32([7, 9]))],
                                        options("ResizeBilinearOptions", halfPixelCenters=True), dtype=dtype, version=3), 0.04,
                             ZERO[dtype]))


def products(case):
    """Products of two computed matrices of signed bytes, whose zero points differ."""
    for name, left, right, table, scale in (
            ("", (2, 27, 33), (2, 33, 29), {}, 0.2), ("_of_scores", (3, 26, 24), (1, 40, 24), dict(adjY=True), 0.1),
            ("_transposed", (2, 20, 9), (2, 17, 20), dict(adjX=True, adjY=True), 0.004),
            ("_of_a_row", (4, 1, 31), (4, 31, 35), {}, 0.15)):
        m = case("quantized", f"batch_matmul{name}_int8")
        x = picture(m, "int8", *left)
        y = m.quantized(m.input(bytes_(m, "int8", *right)), 0.03, 11)
        m.output(m.quantized(m.operator("BATCH_MATMUL", [x, y], options("BatchMatMulOptions", **table), dtype="int8"), scale, 5))


def sixteen(case):
    """Pictures of 16-bit integers, whose zero point is 0, and filters of bytes."""
    def picture16(m, *shape, scale=0.0002):
        return m.quantized(m.input(bytes_(m, "int16", *shape)), scale, 0)

    def layer16(name, operator, opts, shape, filter_shape, axis, bias, scale):
        m = case("quantized", f"near_{name}_int16")
        m.agreement = 1
        filter_, scales = weights(m, "int8", filter_shape, axis, True)
        values = m.random.integers(-300000, 300000, len(scales), bias)
        inputs = [picture16(m, *shape), filter_,
                  m.quantized(m.constant(values), np.float32(0.0002) * scales, [0] * len(scales))]
        m.output(m.quantized(m.operator(operator, inputs, opts, dtype="int16", version=5), scale, 0))

    layer16("conv", "CONV_2D", conv_options(activation="RELU"), (2, 5, 6, 4), (7, 3, 3, 4), 0, np.int64, 0.002)
    layer16("depthwise", "DEPTHWISE_CONV_2D", depthwise_options(), (1, 6, 5, 8), (1, 3, 3, 8), 3, np.int64, 0.001)
    layer16("dense", "FULLY_CONNECTED", options("FullyConnectedOptions"), (3, 21), (6, 21), 0, np.int64, 0.002)
    for name in ("ADD", "SUB", "MUL"):
        m = case("quantized", f"near_{name.lower()}_int16")
        m.agreement = 1
        x, y = picture16(m, 1, 3, 4, 9), picture16(m, 1, 3, 4, 9)
        table = options({"ADD": "AddOptions", "SUB": "SubOptions", "MUL": "MulOptions"}[name])
        m.output(m.quantized(m.operator(name, [x, y], table, dtype="int16", version=4), 0.001, 0))
    for name in ("LOGISTIC", "TANH"):
        m = case("quantized", f"near_{name.lower()}_int16")
        m.agreement = 4
        m.output(m.quantized(m.operator(name, [picture16(m, 3, 100)], dtype="int16", version=3), 1 / 32768, 0))
    m = case("quantized", "reshape_int16")
    m.output(m.quantized(m.operator("RESHAPE", [picture16(m, 2, 6), m.constant(np.int32([3, 4]))],
                                    options("ReshapeOptions"), dtype="int16"), 0.0002, 0))
    m = case("quantized", "quantize_int16_int8")
    m.output(m.quantized(m.operator("QUANTIZE", [picture16(m, 5, 33)], options("QuantizeOptions"), dtype="int8", version=2),
                         0.06, 3))


def scale_of_zero(case):
    """Filters whose only scale is zero, so that all products are zero."""
    for name, opts, shape, filter_shape, axis in (
            ("CONV_2D", conv_options(), (1, 5, 4, 8), (1, 3, 3, 8), 0),
            ("DEPTHWISE_CONV_2D", depthwise_options(), (1, 6, 7, 1), (1, 3, 3, 1), 3),
            ("FULLY_CONNECTED", options("FullyConnectedOptions"), (5, 32), (9, 32), 0)):
        for dtype in ("int8", "int16", "float32"):
            m = case("quantized", f"{name.lower()}_scale_of_zero_{dtype}")
            is_float, channels = dtype == "float32", filter_shape[axis]
            x = m.input(m.values(*shape)) if is_float else m.quantized(m.input(bytes_(m, dtype, *shape)), 0.04, ZERO[dtype])
            filter_ = m.quantized(m.constant(np.maximum(bytes_(m, "int8", *filter_shape), -127)), 0, 0, axis)
            kind = np.int64 if dtype == "int16" else np.int32
            bias = m.constant(m.values(channels)) if is_float else m.quantized(m.constant(np.zeros(channels, kind)), 0, 0)
            y = m.operator(name, [x, filter_, bias], opts, dtype=dtype, version=5)
            m.output(y if is_float else m.quantized(y, 0.1, ZERO[dtype] and 5))
    m = case("quantized", "batch_matmul_scale_of_zero")
    matrix = m.quantized(m.constant(np.maximum(bytes_(m, "int8", 16, 5), -127)), 0, 0)
    m.output(m.operator("BATCH_MATMUL", [m.input(m.values(2, 3, 16)), matrix], options("BatchMatMulOptions"), dtype="float32", version=4))
    m = case("quantized", "prelu_between_bytes_scale_of_zero")
    floats = m.operator("DEQUANTIZE", [m.quantized(m.input(bytes_(m, "int8", 1, 2, 3, 8)), 0, 3)], options("DequantizeOptions"),
                        dtype="float32", version=2)
    slopes = m.operator("PRELU", [floats, m.constant(m.values(1, 1, 8))])
    m.output(m.quantized(m.operator("QUANTIZE", [slopes], options("QuantizeOptions"), dtype="int8", version=2), 0.1, -4))


def negated(case):
    """LiteRT negates the integers, whatever they stand for."""
    for dtype in ("int8", "int16"):
        for name, scale, zero in (("same_scale", 0.04, ZERO[dtype]), ("another_scale", 0.06, ZERO[dtype] and 5)):
            m = case("quantized", f"neg_{name}_{dtype}")
            x = m.input(bytes_(m, dtype, 3, 100) if dtype == "int16" else np.arange(-128, 128, dtype=np.int8).reshape(4, 64))
            made = m.operator("NEG", [m.quantized(x, 0.04, ZERO[dtype])], options("NegOptions"), dtype=dtype)
            m.output(m.quantized(made, scale, zero))


def narrowed(case):
    """Functions of one number, by tables: all 256 bytes, and other scales than the input's."""
    for dtype in ("int8", "uint8"):
        for name, opts in (("RELU", None), ("RELU6", None), ("LEAKY_RELU", options("LeakyReluOptions", alpha=0.3)),
                           ("LOGISTIC", None), ("TANH", None), ("RELU_N1_TO_1", None), ("HARD_SWISH", None),
                           ("GELU", options("GeluOptions")), ("ABS", None), ("EXP", None)):
            # LiteRT has none of these for uint8.
            if dtype == "uint8" and name in ("ABS", "EXP"):
                continue
            m = case("quantized", f"table_{name.lower()}_{dtype}")
            info = np.iinfo(dtype)
            x = m.quantized(m.input(np.arange(info.min, info.max + 1).astype(dtype).reshape(4, 64)), 0.0413, ZERO[dtype])
            scale, zero = {"LOGISTIC": (1 / 256, info.min), "TANH": (1 / 128, 0 if dtype == "int8" else 128)}.get(
                name, (0.0257, ZERO[dtype] + 9))
            m.agreement = 1
            version = 1 if name in ("RELU_N1_TO_1", "HARD_SWISH") else 2
            m.output(m.quantized(m.operator(name, [x], opts, dtype=dtype, version=version), scale, zero))
    # Roots and logarithms of negative numbers are refused.
    for name in ("RSQRT", "LOG"):
        m = case("quantized", f"table_{name.lower()}_int8")
        x = m.quantized(m.input(np.maximum(np.arange(-128, 128), -120).astype(np.int8).reshape(4, 64)), 0.0413, -128)
        m.agreement = 1
        m.output(m.quantized(m.operator(name, [x], dtype="int8", version=2), 0.0257, -100))
    # A product of 75.5 in floats.
    m = case("quantized", "table_relu_of_a_tie_uint8")
    x = m.quantized(m.input(np.arange(256, dtype=np.uint8)), 0.01117279, 0)
    m.output(m.quantized(m.operator("RELU", [x], dtype="uint8", version=2), 0.01139477, 0))
    # 24.4 is rounded to halves first.
    m = case("quantized", "table_abs_rounded_twice_int8")
    x = m.quantized(m.input(np.arange(-128, 128, dtype=np.int8)), 0.02, -3)
    m.agreement = 1
    m.output(m.quantized(m.operator("ABS", [x], dtype="int8", version=2), 0.05, -20))
    # The quotient of the scales' product in floats decides what 61 * 61 becomes.
    m = case("quantized", "mul_of_a_tie_int8")
    x = m.quantized(m.input(np.arange(-128, 128, dtype=np.int8)), 0.0048194695, 0)
    m.agreement = 1
    m.output(m.quantized(m.operator("MUL", [x, x], options("MulOptions"), dtype="int8", version=2), 0.0018198516, -128))
    # The product of the two scales in float32 is more than the product: a tie goes up, or down.
    rng = np.random.default_rng(1)
    while True:
        x_scale, scale = rng.uniform(0.01, 0.1, 2).astype(np.float32)
        if float(x_scale) * float(scale) < float(x_scale * scale) * (1 - 2e-8):
            break
    for dtype in ("int8", "uint8"):
        for operator, opts, shape, axis in (
                ("CONV_2D", conv_options(), (1, 1, 1, 1), 0), ("DEPTHWISE_CONV_2D", depthwise_options(), (1, 1, 1, 1), 3),
                ("FULLY_CONNECTED", options("FullyConnectedOptions"), (1, 1), 0)):
            m = case("quantized", f"ties_{operator.lower()}_{dtype}")
            zero = 0 if dtype == "int8" else 128
            values = (np.arange(-20, 21) + zero).astype(dtype).reshape((41, 1) if len(shape) == 2 else (1, 41, 1, 1))
            x = m.quantized(m.input(values), x_scale, zero)
            filter_ = m.quantized(m.constant(np.full(shape, 1 + zero, dtype)), [scale], [zero], axis)
            bias = m.quantized(m.constant(np.int32([0])), x_scale * scale, 0)
            m.agreement = 1
            made = m.operator(operator, [x, filter_, bias], opts, dtype=dtype, version=4 if len(shape) == 2 else 3)
            m.output(m.quantized(made, np.float32(x_scale * scale) * np.float32(2), zero))


def hybrid(case):
    """Float pictures and quantized filters (dynamic range)."""
    def layer(name, operator, opts, shape, filter_shape, axis, per_channel):
        m = case("quantized", f"hybrid_{name}")
        filter_, scales = weights(m, "int8", filter_shape, axis, per_channel)
        m.output(m.operator(operator, [m.input(m.values(*shape)), filter_, m.constant(m.values(len(scales)))], opts, version=5))
        # Another order of float operations turns an integer of the input here and there.
        m.agreement = 0.02

    layer("conv", "CONV_2D", conv_options(activation="RELU"), (2, 5, 6, 4), (7, 3, 3, 4), 0, True)
    layer("conv_1x1", "CONV_2D", conv_options(stride=2), (1, 4, 4, 9), (5, 1, 1, 9), 0, True)
    # LiteRT's older kernel, without a zero point for the picture.
    layer("conv_of_one_scale", "CONV_2D", conv_options(), (2, 5, 6, 4), (7, 3, 3, 4), 0, False)
    layer("conv_1x1_of_one_scale", "CONV_2D", conv_options(activation="RELU"), (1, 4, 4, 9), (5, 1, 1, 9), 0, False)
    m = case("quantized", "hybrid_conv_of_equal_scales")
    filter_ = m.quantized(m.constant(np.maximum(bytes_(m, "int8", 5, 2, 2, 3), -127)), [0.01] * 5, [0] * 5, 0)
    m.output(m.operator("CONV_2D", [m.input(m.values(1, 4, 5, 3)), filter_, m.constant(m.values(5))], conv_options(), version=5))
    layer("depthwise", "DEPTHWISE_CONV_2D", depthwise_options(), (1, 6, 5, 8), (1, 3, 3, 8), 3, True)
    layer("dense", "FULLY_CONNECTED", options("FullyConnectedOptions"), (3, 21), (6, 21), 0, False)
    layer("dense_asymmetric", "FULLY_CONNECTED", options("FullyConnectedOptions", asymmetricQuantizeInputs=True), (2, 40),
          (5, 40), 0, False)
    # The oldest converters stored signed bytes as unsigned ones; none was -128, which LiteRT's own kernels multiply wrongly.
    for zero in (0, 3):
        m = case("quantized", f"hybrid_dense_of_unsigned_type_{zero}")
        filter_ = m.quantized(m.constant(np.maximum(bytes_(m, "int8", 6, 21), -127).view(np.uint8)), [0.01], [zero])
        m.output(m.operator("FULLY_CONNECTED", [m.input(m.values(3, 21)), filter_, m.constant(m.values(6))],
                            options("FullyConnectedOptions"), dtype="float32", version=5))
        m.agreement = 0.02
    # Sums beyond the integers that floats hold exactly.
    layer("conv_of_many_terms", "CONV_2D", conv_options(activation="RELU6"), (2, 2, 3, 136), (5, 3, 3, 136), 0, True)
    layer("dense_of_many_terms", "FULLY_CONNECTED", options("FullyConnectedOptions"), (2, 1203), (4, 1203), 0, False)
    layer("dense_of_many_terms_asymmetric", "FULLY_CONNECTED",
          options("FullyConnectedOptions", asymmetricQuantizeInputs=True), (1, 1200), (7, 1200), 0, True)
    # A scale of 1 and zero points on either side: halves are rounded away from zero before the zero point is added.
    for name, low, high in (("low", -192, 63), ("high", -64, 191)):
        m = case("quantized", f"hybrid_dense_ties_{name}")
        row = np.float32([low, high, 7.5, -7.5, 8.5, -8.5, 0.5, -0.5, 7.4999995, 7.5000005, 3, -3.5])
        filter_ = m.quantized(m.constant(np.eye(12, dtype=np.int8)), 1.0)
        m.output(m.operator("FULLY_CONNECTED", [m.input(np.stack([row, row])), filter_, -1],
                            options("FullyConnectedOptions", asymmetricQuantizeInputs=True), dtype="float32", version=5))
    # The same with two digits to the base of 16, and with more.
    for name, height, width, depth in (("many", 2, 2, 600), ("very_many", 4, 4, 520)):
        m = case("quantized", f"hybrid_transpose_conv_of_{name}_terms")
        filter_ = bytes_(m, "int8", 3, height, width, depth) if name == "many" else np.full((1, height, width, depth), 120, np.int8)
        scales = m.values(len(filter_), low=0.00001, high=0.0001)
        shape = m.constant(np.int32([1, height, 2 + width, len(filter_)]))
        m.output(m.operator(
            "TRANSPOSE_CONV",
            [shape, m.quantized(m.constant(filter_), scales, [0] * len(scales), 0), m.input(m.values(1, 1, 2, depth)),
             m.constant(m.values(len(filter_)))],
            options("TransposeConvOptions", padding="VALID", strideH=2, strideW=2), dtype="float32", version=3))
        m.agreement = 0.02


def hybrid_products(case):
    """Rows of floats and a constant matrix of signed bytes, one for all batches or one for each.

    With two dimensions of batches, LiteRT's own kernels take the scales of other rows; XNNPACK does not."""
    for name, left, right, fields in (
            ("", (2, 5, 33), (33, 17), {}), ("_transposed", (3, 40), (18, 40), dict(adjY=True)),
            ("_asymmetric", (2, 5, 24), (1, 24, 9), dict(asymmetricQuantizeInputs=True)),
            ("_of_batches", (2, 5, 24), (2, 24, 9), {}),
            ("_of_batches_asymmetric", (6, 4, 20), (6, 7, 20), dict(adjY=True, asymmetricQuantizeInputs=True)),
            ("_of_many_terms", (2, 1, 1100), (2, 1100, 3), {})):
        m = case("quantized", f"hybrid_batch_matmul{name}")
        matrix = m.quantized(m.constant(np.maximum(bytes_(m, "int8", *right), -127)), 0.01, 0)
        m.output(m.operator("BATCH_MATMUL", [m.input(m.values(*left)), matrix], options("BatchMatMulOptions", **fields), version=3))
        m.agreement = 0.02


def four_bits(case):
    """Filters of 4-bit integers, two in a byte."""
    def layer4(name, operator, opts, shape, filter_shape, per_channel):
        channels = filter_shape[0]
        for hybrid in (False, True):
            m = case("quantized", f"{'hybrid_' if hybrid else ''}{name}_int4")
            scales = m.values(channels, low=0.02, high=0.2) if per_channel else np.float32([0.1])
            filter_ = m.packed(m.integers(*filter_shape, low=-8, high=7, dtype=np.int8))
            m.quantized(filter_, scales, [0] * len(scales), 0)
            if hybrid:
                m.output(m.operator(operator, [m.input(m.values(*shape)), filter_, m.constant(m.values(channels))], opts, version=5))
                # LiteRT's optimized kernel for rows of 32 weights is off by most of the range; its reference kernels and
                # XNNPACK are not.
                m.agreement = 2 if filter_shape[1] % 32 == 0 else 0.02
                continue
            x = picture(m, "int8", *shape)
            m.agreement = 1
            bias = biases(m, np.broadcast_to(scales, channels))
            m.output(m.quantized(m.operator(operator, [x, filter_, bias], opts, dtype="int8", version=5), 0.2, ZERO["int8"] + 4))

    layer4("dense", "FULLY_CONNECTED", options("FullyConnectedOptions"), (3, 21), (6, 21), False)
    layer4("dense_even", "FULLY_CONNECTED", options("FullyConnectedOptions"), (2, 32), (5, 32), False)
    layer4("conv", "CONV_2D", conv_options(activation="RELU"), (1, 5, 6, 4), (7, 3, 3, 4), True)
    layer4("conv_1x1", "CONV_2D", conv_options(), (1, 4, 4, 9), (5, 1, 1, 9), True)


def blocks(case):
    """Filters of 4-bit integers with a scale for each block: LiteRT's reference kernels do not know them."""
    for name, rows, depth, channels, size, activation in (
            ("of_32", 3, 96, 6, 32, "NONE"), ("of_64", 1, 128, 5, 64, "NONE"), ("of_whole_rows", 4, 32, 7, 32, "NONE")):
        m = case("quantized", f"hybrid_dense_blocks_{name}").without_reference_kernels()
        filter_ = m.packed(m.integers(channels, depth, low=-8, high=7, dtype=np.int8))
        m.in_blocks(filter_, m.values(channels, depth // size, low=0.01, high=0.2), size)
        m.output(m.operator(
            "FULLY_CONNECTED", [m.input(m.values(rows, depth, low=-2, high=3)), filter_, m.constant(m.values(channels))],
            options("FullyConnectedOptions", fusedActivationFunction=activation), version=1))
    # Every input is halfway between two integers, or as near to it as its range allows.
    m = case("quantized", "hybrid_dense_blocks_ties").without_reference_kernels()
    filter_ = m.packed(m.integers(5, 64, low=-8, high=7, dtype=np.int8))
    m.in_blocks(filter_, m.values(5, 2, low=0.01, high=0.2), 32)
    ties = np.float32([np.append(np.arange(-127, 125, 4)[:63] + 0.5, 127.5) * size for size in (1 / 127.5, 0.7, 3, 0.011)])
    m.output(m.operator("FULLY_CONNECTED", [m.input(ties), filter_, m.constant(m.values(5))], options("FullyConnectedOptions"), version=1))


def two_bits(case):
    """Filters and tables of 2-bit integers, four in a byte."""
    for name, rows, depth in (("dense", 3, 32), ("dense_odd", 2, 21)):
        m = case("quantized", f"hybrid_{name}_int2")
        filter_ = m.packed(m.integers(6, depth, low=-2, high=1, dtype=np.int8), bits=2)
        m.quantized(filter_, m.values(6, low=0.02, high=0.2), [0] * 6)
        m.output(m.operator(
            "FULLY_CONNECTED", [m.input(m.values(rows, depth)), filter_, m.constant(m.values(6))],
            options("FullyConnectedOptions"), version=1))
        # Another order of float operations turns an integer of the input here and there.
        m.agreement = 0.02
    for name, bits, size in (("int2", 2, 0), ("int4_blocks", 4, 32), ("int2_blocks", 2, 32)):
        m = case("quantized", f"embedding_lookup_{name}").without_reference_kernels()
        table = m.packed(m.integers(10, 64, low=-(1 << bits - 1), high=(1 << bits - 1) - 1, dtype=np.int8), bits)
        if size:
            m.in_blocks(table, m.values(10, 64 // size, low=0.01, high=0.2), size)
        else:
            m.quantized(table, m.values(10, low=0.02, high=0.2), [0] * 10)
        m.output(m.operator("EMBEDDING_LOOKUP", [m.input(np.int32([1, 9, 4])), table], dtype="float32", version=1))


def scales_left_out(case):
    """Integers that are moved with a scale on one side only, or computed with without any."""
    pool = options("Pool2DOptions", filterHeight=2, filterWidth=2, strideH=2, strideW=2, padding="SAME")
    moves = {
        "RESHAPE": ([[3, 4]], options("ReshapeOptions")), "TRANSPOSE": ([[1, 0]], options("TransposeOptions")),
        "SLICE": ([[1, 0], [3, 2]], options("SliceOptions")), "TILE": ([[2, 1]], None),
        "GATHER": ([[2, 0, 1]], options("GatherOptions")), "PAD": ([[[1, 0], [0, 2]]], options("PadOptions")),
    }
    for dtype in ("int8", "uint8"):
        for name, (constants, opts) in moves.items():
            m = case("quantized", f"{name.lower()}_without_a_scale_{dtype}")
            operands = [m.constant(np.int32(values)) for values in constants]
            m.output(m.operator(name, [picture(m, dtype, 4, 3), *operands], opts, dtype=dtype, version=1 + (name != "RESHAPE")))
        m = case("quantized", f"largest_without_a_scale_{dtype}")
        m.output(m.operator("MAX_POOL_2D", [picture(m, dtype, 1, 5, 4, 3)], pool, dtype=dtype, version=2))
        m = case("quantized", f"reshape_to_a_scale_{dtype}")
        moved = m.quantized(m.operator("RESHAPE", [m.input(bytes_(m, dtype, 4, 3)), m.constant(np.int32([2, 6]))], options("ReshapeOptions"), dtype=dtype), 0.5, 3)
        m.output(m.operator("DEQUANTIZE", [moved], options("DequantizeOptions"), dtype="float32", version=2))
        for name in ("MAX_POOL_2D", "AVERAGE_POOL_2D"):
            m = case("quantized", f"{name.lower()}_of_plain_{dtype}")
            m.output(m.operator(name, [m.input(bytes_(m, dtype, 1, 5, 4, 3))], pool, dtype=dtype, version=2))
        m = case("quantized", f"resize_to_halves_{dtype}")
        ties = np.asarray([[0, 1, 1, 4], [5, 2, 7, 0], [120, 121, 3, 4]], dtype) if dtype == "uint8" else np.int8([[0, 1, -1, -4], [-5, 2, 7, 0], [-120, -121, 3, 4]])
        m.output(m.operator("RESIZE_BILINEAR", [m.input(ties.reshape(1, 3, 4, 1)), m.constant(np.int32([6, 8]))],
                            options("ResizeBilinearOptions"), dtype=dtype, version=3))
        for half in (False, True):
            m = case("quantized", f"near_resize_of_plain_{dtype}" + ("_half_pixel_centers" if half else ""))
            size = m.constant(np.int32([7, 9]))
            m.agreement = 1
            m.output(m.operator("RESIZE_BILINEAR", [m.input(bytes_(m, dtype, 1, 5, 4, 3)), size],
                                options("ResizeBilinearOptions", halfPixelCenters=half), dtype=dtype, version=3))
    for source, target, scale in (("int8", "uint8", 0), ("int8", "int8", 0.1), ("uint8", "int8", 0), ("int8", "int16", 0.1), ("int16", "int8", 0.2)):
        m = case("quantized", f"cast_{source}_to_{target}")
        made = m.operator("CAST", [picture(m, source, 3, 5)], options("CastOptions", inDataType=TYPES[source], outDataType=TYPES[target]), dtype=target)
        m.output(m.quantized(made, scale, 0) if scale else made)
    m = case("quantized", "cast_to_a_scale")
    made = m.operator("CAST", [m.input(bytes_(m, "uint8", 7))], options("CastOptions", inDataType=3, outDataType=9), dtype="int8")
    m.output(m.operator("DEQUANTIZE", [m.quantized(made, 0.25, -3)], options("DequantizeOptions"), dtype="float32", version=2))
    for source, target, shape in (("int8", "uint8", (3, 4)), ("int8", "int32", (3, 4)), ("int16", "int8", (5,))):
        m = case("quantized", f"bitcast_{source}_to_{target}")
        m.output(m.operator("BITCAST", [picture(m, source, *shape)], options("BitcastOptions"), dtype=target))
    for name in ("quantized", "plain"):
        for adjoint in (False, True):
            m = case("quantized", f"integer_sums_of_{name}_matrices" + ("_transposed" if adjoint else ""))
            shapes = (2, 3, 70), ((2, 5, 70) if adjoint else (2, 70, 5))
            x, y = [picture(m, "int8", *shape) if name == "quantized" else m.input(bytes_(m, "int8", *shape)) for shape in shapes]
            m.output(m.operator("BATCH_MATMUL", [x, y], options("BatchMatMulOptions", adjY=adjoint), dtype="int32", version=3))


def moved_nibbles(case):
    """Constants of 4 bits that are moved before they are dequantized."""
    def constant(m, *shape):
        return m.quantized(m.packed(m.integers(*shape, low=-8, high=7, dtype=np.int8)), 0.25, 0)
    moves = {
        "RESHAPE": ([[3, 4]], options("ReshapeOptions")), "TRANSPOSE": ([[1, 0]], options("TransposeOptions")),
        "SLICE": ([[1, 0], [3, 2]], options("SliceOptions")),
    }
    for name, (operands, opts) in moves.items():
        m = case("quantized", f"{name.lower()}_of_nibbles")
        moved = m.operator(name, [constant(m, 4, 3), *[m.constant(np.int32(values)) for values in operands]], opts, dtype="int4", version=1 + (name != "RESHAPE"))
        floats = m.operator("DEQUANTIZE", [m.quantized(moved, 0.25, 0)], options("DequantizeOptions"), dtype="float32", version=6)
        m.output(m.operator("MUL", [floats, m.input(m.values(1))], options("MulOptions")))
    m = case("quantized", "concatenation_of_nibbles")
    moved = m.operator("CONCATENATION", [constant(m, 4, 3), constant(m, 4, 3)], options("ConcatenationOptions", axis=0), dtype="int4", version=2)
    floats = m.operator("DEQUANTIZE", [m.quantized(moved, 0.25, 0)], options("DequantizeOptions"), dtype="float32", version=6)
    m.output(m.operator("MUL", [floats, m.input(m.values(1))], options("MulOptions")))


def good(case):
    scales_left_out(case)
    moved_nibbles(case)
    blocks(case)
    two_bits(case)
    four_bits(case)
    sums(case)
    elementwise(case)
    pooling(case)
    others(case)
    products(case)
    sixteen(case)
    scale_of_zero(case)
    negated(case)
    narrowed(case)
    hybrid(case)
    hybrid_products(case)


def bad(case):
    for name, count in (("filter_of_4_bits_too_short", 10), ("filter_of_4_bits_too_long", 30)):
        m = case("quantized", name)
        filter_ = m.quantized(m.packed(m.integers(count, low=-8, high=7, dtype=np.int8)), 0.1, 0)
        m.tensors[filter_][2] = [3, 7]
        m.output(m.operator("FULLY_CONNECTED", [m.input(m.values(2, 7)), filter_, -1], options("FullyConnectedOptions"), version=5))
    m = case("quantized", "input_of_4_bits")
    x = m.quantized(m.tensor("int4", (2, 3)), 0.1, 0)
    m.inputs.append(x)
    m.output(m.operator("DEQUANTIZE", [x], options("DequantizeOptions"), dtype="float32"))
    m = case("quantized", "filter_of_three_scales_for_four_channels")
    x = picture(m, "int8", 1, 3, 3, 2)
    filter_ = m.quantized(m.constant(bytes_(m, "int8", 4, 1, 1, 2)), [0.1, 0.2, 0.3], [0] * 3)
    m.output(m.quantized(m.operator("CONV_2D", [x, filter_], conv_options(), dtype="int8", version=3), 0.1, 0))
    m = case("quantized", "negative_scale")
    x = m.quantized(m.input(bytes_(m, "int8", 3, 4)), -1, 0)
    m.output(m.quantized(m.operator("ADD", [x, x], options("AddOptions"), dtype="int8", version=2), 0.1, 0))
    m = case("quantized", "output_without_a_scale")
    x = picture(m, "int8", 3, 4)
    m.output(m.operator("MUL", [x, x], options("MulOptions"), dtype="int8", version=2))
    m = case("quantized", "float_bias")
    x = picture(m, "int8", 1, 3, 3, 2)
    filter_, _ = weights(m, "int8", (4, 1, 1, 2), 0, False)
    m.output(m.quantized(m.operator("CONV_2D", [x, filter_, m.constant(m.values(4))], conv_options(), dtype="int8", version=3),
                         0.1, 0))
