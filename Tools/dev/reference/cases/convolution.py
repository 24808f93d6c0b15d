"""CONV_2D, CONV_3D, DEPTHWISE_CONV_2D, FULLY_CONNECTED. LiteRT demands a bias of CONV_2D and DEPTHWISE_CONV_2D."""
import numpy as np

from model_writer import options


def conv(m, x, filter, bias=None, stride=(1, 1), padding="SAME", dilation=(1, 1), activation="NONE"):
    return m.operator("CONV_2D", [x, filter] + ([] if bias is None else [bias]), options(
        "Conv2DOptions", padding=padding, strideH=stride[0], strideW=stride[1], dilationHFactor=dilation[0],
        dilationWFactor=dilation[1], fusedActivationFunction=activation))


def conv3d(m, x, filter, bias=None, stride=(1, 1, 1), padding="SAME", dilation=(1, 1, 1), activation="NONE"):
    return m.operator("CONV_3D", [x, filter] + ([] if bias is None else [bias]), options(
        "Conv3DOptions", padding=padding, strideD=stride[0], strideH=stride[1], strideW=stride[2],
        dilationDFactor=dilation[0], dilationHFactor=dilation[1], dilationWFactor=dilation[2],
        fusedActivationFunction=activation))


def depthwise(m, x, filter, bias=None, stride=(1, 1), padding="SAME", dilation=(1, 1), multiplier=1,
              activation="NONE"):
    return m.operator("DEPTHWISE_CONV_2D", [x, filter] + ([] if bias is None else [bias]), options(
        "DepthwiseConv2DOptions", padding=padding, strideH=stride[0], strideW=stride[1], depthMultiplier=multiplier,
        dilationHFactor=dilation[0], dilationWFactor=dilation[1], fusedActivationFunction=activation))


def dense(m, x, weights, bias=None, keep=False, activation="NONE", format=0):
    return m.operator("FULLY_CONNECTED", [x, weights] + ([] if bias is None else [bias]), options(
        "FullyConnectedOptions", keepNumDims=keep, weightsFormat=format, fusedActivationFunction=activation))


# name: input shape, output channels, filter height and width, then what differs from stride 1, SAME, NONE
CONV = {
    "1x1_channels_3_to_5": ((1, 5, 4, 3), 5, (1, 1), {}),
    "1x1_channels_17_to_33": ((1, 3, 5, 17), 33, (1, 1), dict(activation="RELU")),
    "1x1_channels_33_to_1": ((1, 4, 3, 33), 1, (1, 1), {}),
    "1x1_channels_8_to_16_batch_2": ((2, 4, 4, 8), 16, (1, 1), dict(activation="RELU6")),
    "1x1_channels_64_to_24_one_pixel": ((1, 1, 1, 64), 24, (1, 1), dict(activation="RELU_N1_TO_1")),
    "1x1_channels_9_to_7_stride_2": ((1, 7, 6, 9), 7, (1, 1), dict(stride=(2, 2))),
    "1x1_channels_5_to_4_stride_3_valid": ((1, 8, 7, 5), 4, (1, 1), dict(stride=(3, 3), padding="VALID")),
    "3x3_channels_1_to_1": ((1, 6, 5, 1), 1, (3, 3), {}),
    "3x3_channels_3_to_8_stride_2": ((1, 9, 8, 3), 8, (3, 3), dict(stride=(2, 2), activation="RELU6")),
    "3x3_channels_3_to_8_stride_2_even": ((1, 8, 8, 3), 8, (3, 3), dict(stride=(2, 2), activation="RELU")),
    "3x3_channels_7_to_9_valid": ((1, 6, 7, 7), 9, (3, 3), dict(padding="VALID")),
    "3x3_channels_5_to_3_stride_3": ((1, 10, 7, 5), 3, (3, 3), dict(stride=(3, 3))),
    "3x3_channels_4_to_5_stride_2_valid": ((1, 8, 9, 4), 5, (3, 3), dict(stride=(2, 2), padding="VALID")),
    "3x3_channels_3_to_5_batch_2": ((2, 5, 6, 3), 5, (3, 3), dict(activation="RELU_N1_TO_1")),
    "3x3_one_pixel": ((1, 1, 1, 9), 7, (3, 3), {}),
    "3x3_two_pixels_stride_2": ((1, 2, 2, 5), 4, (3, 3), dict(stride=(2, 2))),
    "3x3_dilation_2": ((1, 8, 9, 3), 4, (3, 3), dict(dilation=(2, 2))),
    "3x3_dilation_3_by_2_valid": ((1, 9, 8, 3), 5, (3, 3), dict(dilation=(3, 2), padding="VALID")),
    "5x5_channels_3_to_7": ((1, 8, 8, 3), 7, (5, 5), dict(activation="RELU")),
    "5x5_channels_3_to_4_stride_2": ((1, 11, 12, 3), 4, (5, 5), dict(stride=(2, 2))),
    "7x7_channels_1_to_3_larger_than_input": ((1, 4, 5, 1), 3, (7, 7), {}),
    "2x2_channels_5_to_3_odd_pixel_after": ((1, 5, 5, 5), 3, (2, 2), {}),
    "1x3_channels_3_to_4": ((1, 4, 7, 3), 4, (1, 3), {}),
    "3x1_channels_4_to_3_stride_1_by_2": ((1, 6, 7, 4), 3, (3, 1), dict(stride=(1, 2))),
    "3x2_channels_2_to_2_stride_2_by_1_valid": ((1, 7, 5, 2), 2, (3, 2), dict(stride=(2, 1), padding="VALID")),
}

# name: input shape, output channels, filter depth, height and width, differences
CONV_3D = {
    "3x3x3_channels_2_to_3": ((1, 4, 5, 6, 2), 3, (3, 3, 3), {}),
    "3x3x3_channels_3_to_8_valid": ((1, 5, 6, 5, 3), 8, (3, 3, 3), dict(padding="VALID", activation="RELU")),
    "1x1x1_channels_5_to_9_batch_2": ((2, 3, 4, 3, 5), 9, (1, 1, 1), dict(activation="RELU6")),
    "3x1x1_channels_4_to_4": ((1, 6, 3, 4, 4), 4, (3, 1, 1), {}),
    "1x3x3_channels_3_to_5": ((1, 3, 6, 5, 3), 5, (1, 3, 3), {}),
    "2x2x2_stride_2_even": ((1, 4, 6, 4, 3), 4, (2, 2, 2), dict(stride=(2, 2, 2))),
    "3x3x3_stride_2_1_2": ((1, 5, 4, 7, 2), 3, (3, 3, 3), dict(stride=(2, 1, 2), activation="RELU_N1_TO_1")),
    "3x3x3_stride_2_valid": ((2, 6, 7, 5, 2), 3, (3, 3, 3), dict(stride=(2, 2, 2), padding="VALID")),
    "2x3x2_dilation_2_1_2_valid": ((1, 6, 5, 6, 2), 4, (2, 3, 2), dict(dilation=(2, 1, 2), padding="VALID")),
    "3x2x2_dilation_2": ((1, 7, 5, 6, 3), 2, (3, 2, 2), dict(dilation=(2, 2, 2))),
    "5x3x3_deeper_than_the_input": ((1, 2, 4, 4, 2), 3, (5, 3, 3), {}),
    "one_picture": ((1, 1, 5, 5, 3), 6, (3, 3, 3), dict(activation="RELU")),
    "no_bias": ((1, 3, 4, 4, 2), 3, (2, 3, 3), dict(bias=False)),
}

# name: input shape, multiplier, filter height and width, differences
DEPTHWISE = {
    "3x3_channels_1": ((1, 6, 5, 1), 1, (3, 3), {}),
    "3x3_channels_3": ((1, 7, 6, 3), 1, (3, 3), dict(activation="RELU")),
    "3x3_channels_5_valid": ((1, 6, 7, 5), 1, (3, 3), dict(padding="VALID")),
    "3x3_channels_7_stride_2": ((1, 9, 8, 7), 1, (3, 3), dict(stride=(2, 2), activation="RELU6")),
    "3x3_channels_8_stride_2_even": ((1, 8, 8, 8), 1, (3, 3), dict(stride=(2, 2))),
    "3x3_channels_9_stride_2_valid": ((1, 8, 9, 9), 1, (3, 3), dict(stride=(2, 2), padding="VALID")),
    "3x3_channels_17_stride_3": ((1, 7, 8, 17), 1, (3, 3), dict(stride=(3, 3))),
    "3x3_channels_16": ((1, 7, 7, 16), 1, (3, 3), dict(activation="RELU6")),
    "3x3_channels_33_batch_2": ((2, 4, 5, 33), 1, (3, 3), dict(activation="RELU_N1_TO_1")),
    "3x3_one_pixel": ((1, 1, 1, 24), 1, (3, 3), {}),
    "3x3_wide": ((1, 2, 35, 4), 1, (3, 3), {}),
    "3x3_dilation_2": ((1, 9, 8, 5), 1, (3, 3), dict(dilation=(2, 2))),
    "3x3_dilation_2_by_3_valid": ((1, 8, 9, 4), 1, (3, 3), dict(dilation=(2, 3), padding="VALID")),
    "5x5_channels_3": ((1, 8, 9, 3), 1, (5, 5), {}),
    "5x5_channels_9_stride_2": ((1, 9, 10, 9), 1, (5, 5), dict(stride=(2, 2), activation="RELU")),
    "5x5_channels_32_two_rows": ((1, 2, 3, 32), 1, (5, 5), {}),
    "7x7_channels_3": ((1, 9, 8, 3), 1, (7, 7), {}),
    "1x1_channels_7": ((1, 4, 4, 7), 1, (1, 1), {}),
    "2x2_channels_3_odd_pixel_after": ((1, 5, 5, 3), 1, (2, 2), {}),
    "3x1_channels_5": ((1, 5, 4, 5), 1, (3, 1), {}),
    "1x3_channels_5_valid": ((1, 4, 6, 5), 1, (1, 3), dict(padding="VALID")),
    "multiplier_2_channels_1": ((1, 5, 5, 1), 2, (3, 3), {}),
    "multiplier_2_channels_3": ((1, 6, 5, 3), 2, (3, 3), dict(activation="RELU")),
    "multiplier_2_channels_9_stride_2": ((1, 7, 6, 9), 2, (3, 3), dict(stride=(2, 2), padding="VALID")),
    "multiplier_3_channels_5_batch_2": ((2, 5, 4, 5), 3, (3, 3), {}),
    "multiplier_8_channels_1": ((1, 6, 6, 1), 8, (3, 3), dict(activation="RELU6")),
}

# name: input shape, outputs, differences
DENSE = {
    "1_to_1": ((1, 1), 1, {}),
    "3_to_5": ((1, 3), 5, {}),
    "17_to_33": ((1, 17), 33, dict(activation="RELU")),
    "33_to_7": ((1, 33), 7, dict(activation="RELU6")),
    "64_to_16": ((1, 64), 16, {}),
    "9_to_3_batch_2": ((2, 9), 3, dict(activation="RELU_N1_TO_1")),
    "8_to_8_batch_5": ((5, 8), 8, {}),
    "no_bias_7_to_9": ((1, 7), 9, dict(bias=False)),
    "no_bias_5_to_4_batch_2": ((2, 5), 4, dict(bias=False, activation="RELU")),
    "keep_dimensions_rank_3": ((2, 3, 5), 4, dict(keep=True)),
    "keep_dimensions_rank_4": ((1, 2, 3, 7), 5, dict(keep=True, activation="RELU")),
    "flattened_rank_3": ((2, 3, 5), 4, {}),
    "flattened_one_pixel_rank_4": ((1, 1, 1, 18), 6, {}),
    "flattened_rank_4": ((1, 2, 2, 3), 4, dict(weights=12)),
}


def good(case):
    for name, (shape, outputs, size, changes) in CONV.items():
        m = case("conv_2d", name)
        x = m.input(m.values(*shape))
        filter = m.constant(m.values(outputs, *size, shape[3]))
        m.output(conv(m, x, filter, m.constant(m.values(outputs)), **changes))
    for name, (shape, outputs, size, changes) in CONV_3D.items():
        m, changes = case("conv_3d", name), dict(changes)
        x = m.input(m.values(*shape))
        filter = m.constant(m.values(*size, shape[4], outputs))
        bias = m.constant(m.values(outputs)) if changes.pop("bias", True) else None
        m.output(conv3d(m, x, filter, bias, **changes))
    # Two pictures, each tap counts one of them.
    m = case("conv_3d", "tiny_pictures_of_two")
    x = m.input(np.float32([1, 2, 3]).reshape(1, 3, 1, 1, 1))
    filter = m.constant(np.float32([10, 1]).reshape(2, 1, 1, 1, 1))
    m.output(conv3d(m, x, filter, m.constant(np.float32([100])), padding="VALID"))
    m = case("conv_3d", "filter_at_run_time")
    m.output(conv3d(m, m.input(m.values(1, 3, 4, 4, 2)), m.input(m.values(2, 2, 2, 2, 3)), m.constant(m.values(3))))
    for name, (shape, multiplier, size, changes) in DEPTHWISE.items():
        m = case("depthwise_conv_2d", name)
        x = m.input(m.values(*shape))
        filter = m.constant(m.values(1, *size, shape[3] * multiplier))
        bias = m.constant(m.values(shape[3] * multiplier))
        m.output(depthwise(m, x, filter, bias, multiplier=multiplier, **changes))
    for name, (shape, outputs, changes) in DENSE.items():
        m = case("fully_connected", name)
        changes = dict(changes)
        x = m.input(m.values(*shape))
        weights = m.constant(m.values(outputs, changes.pop("weights", shape[-1])))
        bias = m.constant(m.values(outputs)) if changes.pop("bias", True) else None
        m.output(dense(m, x, weights, bias, **changes))

    # An absent optional bias is written as -1 by converters.
    m = case("fully_connected", "absent_bias")
    m.output(dense(m, m.input(m.values(1, 4)), m.constant(m.values(3, 4)), -1))

    # Filters and biases that no constant gives.
    for name, (filter_, bias, changes) in {
        "computed_filter": (True, False, {}), "computed_bias": (False, True, dict(activation="RELU6")),
        "computed_filter_and_bias": (True, True, dict(activation="RELU")), "computed_filter_without_bias": (True, None, dict(keep=True)),
    }.items():
        m = case("fully_connected", name)
        x = m.input(m.values(2, 5, 8))
        weights = m.input(m.values(4, 8)) if filter_ else m.constant(m.values(4, 8))
        addend = None if bias is None else m.input(m.values(4)) if bias else m.constant(m.values(4))
        m.output(dense(m, x, weights, addend, **changes))

    # Small enough to check by hand; the tests state the numbers.
    m = case("conv_2d", "tiny_window_sums")
    x = m.input(np.arange(1, 10, dtype=np.float32).reshape(1, 3, 3, 1))
    m.output(conv(m, x, m.constant(np.ones((1, 2, 2, 1), np.float32)), m.constant(np.float32([100])), padding="SAME"))
    m = case("depthwise_conv_2d", "tiny_one_filter_a_channel")
    x = m.input(np.float32([[1, 10], [2, 20], [3, 30]]).reshape(1, 1, 3, 2))
    filter = np.float32([[1, 0], [1, 1], [1, 0]]).reshape(1, 1, 3, 2)
    m.output(depthwise(m, x, m.constant(filter), m.constant(np.float32([0, 0.5]))))
    m = case("fully_connected", "tiny_rows_of_weights")
    x = m.input(np.float32([[1, 2, 3]]))
    m.output(dense(m, x, m.constant(np.float32([[1, 1, 1], [0, 0, -1]])), m.constant(np.float32([10, 1])),
                   activation="RELU"))


def bad(case):
    def start(folder, name, shape=(1, 4, 4, 2), filter=None, bias=2, dtype=np.float32):
        m = case(folder, name)
        filter = filter or ((2, 3, 3, 2) if folder == "conv_2d" else (1, 3, 3, 2))
        return m, m.input(np.zeros(shape, dtype)), m.constant(m.values(*filter)), m.constant(m.values(bias))

    for name, (fields, differences) in {
        "zero_stride": ({}, dict(stride=(0, 1, 1))), "negative_dilation": ({}, dict(dilation=(-1, 1, 1))),
        "unknown_padding": ({}, dict(padding=7)), "input_of_rank_4": (dict(shape=(4, 4, 4, 2)), {}),
        "filter_of_rank_4": (dict(filter=(3, 3, 2, 2)), {}), "bias_of_wrong_count": (dict(bias=3), {}),
        "channels_that_do_not_fit": (dict(filter=(2, 2, 2, 5, 2)), {}), "integer_input": (dict(dtype=np.int32), {}),
        "filter_deeper_than_valid_input": (dict(filter=(5, 1, 1, 2, 2)), dict(padding="VALID")),
        "too_many_pictures_without_pixels": (dict(shape=(1, 1 << 15, 0, 4, 2), filter=(3, 1, 1, 2, 2)), {}),
    }.items():
        m = case("conv_3d", name)
        x = m.input(np.zeros(fields.get("shape", (1, 3, 4, 4, 2)), fields.get("dtype", np.float32)))
        filter = m.constant(m.values(*fields.get("filter", (2, 2, 2, 2, 2))))
        m.output(conv3d(m, x, filter, m.constant(m.values(fields.get("bias", 2))), **differences))

    for folder, build in (("conv_2d", conv), ("depthwise_conv_2d", depthwise)):
        for name, fields in {
            "zero_stride": dict(stride=(0, 1)), "negative_stride": dict(stride=(1, -2)),
            "zero_dilation": dict(dilation=(0, 1)), "negative_dilation": dict(dilation=(1, -1)),
            "unknown_padding": dict(padding=7), "unknown_activation": dict(activation=99),
        }.items():
            m, x, filter, bias = start(folder, name)
            m.output(build(m, x, filter, bias, **fields))
        for name, fields in {
            "input_of_rank_3": dict(shape=(4, 4, 2)), "filter_of_rank_3": dict(filter=(3, 3, 2)),
            "bias_of_wrong_count": dict(bias=3), "integer_input": dict(dtype=np.int32),
            "channels_that_do_not_fit": dict(filter=(2, 3, 3, 5) if folder == "conv_2d" else (1, 3, 3, 5), bias=5),
        }.items():
            m, x, filter, bias = start(folder, name, **fields)
            m.output(build(m, x, filter, bias))
        m, x, filter, bias = start(folder, "filter_larger_than_valid_input", shape=(1, 1, 1, 2))
        m.output(build(m, x, filter, bias, padding="VALID"))
        m, x, filter, bias = start(folder, "dilation_beyond_any_input")
        m.output(build(m, x, filter, bias, padding="VALID", dilation=(2**31 - 1, 2**31 - 1)))
        m, x, filter, bias = start(folder, "no_options")
        m.output(m.operator(folder.upper(), [x, filter, bias]))
        m, x, filter, bias = start(folder, "absent_filter")
        m.output(build(m, x, -1, bias))
        m, x, filter, bias = start(folder, "truncated_filter")
        m.buffers[1] = m.buffers[1][:-4]
        m.output(build(m, x, filter, bias))
    m, x, filter, bias = start("depthwise_conv_2d", "filter_of_two_batches", filter=(2, 3, 3, 2))
    m.output(depthwise(m, x, filter, bias))

    for name, fields in {
        "weights_of_rank_3": dict(weights=(2, 3, 1)), "depth_that_does_not_fit": dict(weights=(2, 4)),
        "bias_of_wrong_count": dict(bias=3), "integer_input": dict(dtype=np.int32),
        "shuffled_weights": dict(format=1), "unknown_activation": dict(activation=99),
        "absent_weights": dict(absent=True), "kept_dimensions_that_do_not_fit": dict(shape=(2, 3, 2), keep=True),
    }.items():
        m = case("fully_connected", name)
        x = m.input(np.zeros(fields.pop("shape", (1, 3)), fields.pop("dtype", np.float32)))
        weights = m.constant(m.values(*fields.pop("weights", (2, 3))))
        bias = m.constant(m.values(fields.pop("bias", 2)))
        m.output(dense(m, x, -1 if fields.pop("absent", False) else weights, bias, **fields))
