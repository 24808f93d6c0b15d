"""CONV_3D_TRANSPOSE."""
import numpy as np

from model_writer import options

INT = np.int32
# name: input shape, output depth, height and width, output channels, filter depth, height and width, differences
CASES = {
    "2x2x2_same": ((1, 2, 3, 3, 2), (2, 3, 3), 3, (2, 2, 2), {}),
    "2x2x2_valid": ((1, 2, 3, 3, 2), (3, 4, 4), 1, (2, 2, 2), dict(padding="VALID", activation="RELU")),
    "2x2x2_stride_2": ((1, 2, 3, 2, 5), (4, 6, 4), 4, (2, 2, 2), dict(stride=(2, 2, 2))),
    "3x3x3_stride_2_odd": ((1, 2, 3, 2, 3), (3, 5, 3), 4, (3, 3, 3), dict(stride=(2, 2, 2), activation="RELU6")),
    "2x3x2_stride_2_valid": ((2, 2, 3, 3, 2), (4, 7, 6), 3, (2, 3, 2), dict(stride=(2, 2, 2), padding="VALID")),
    "2x3x2_stride_2_valid_and_more": ((1, 2, 3, 3, 2), (5, 8, 7), 3, (2, 3, 2), dict(stride=(2, 2, 2), padding="VALID")),
    "3x1x1": ((1, 4, 2, 3, 4), (4, 2, 3), 4, (3, 1, 1), {}), "1x3x3": ((2, 3, 4, 3, 3), (3, 4, 3), 5, (1, 3, 3), dict(activation="RELU_N1_TO_1")),
    "1x1x1_stride_2_3_2": ((1, 2, 2, 2, 3), (4, 6, 3), 2, (1, 1, 1), dict(stride=(2, 3, 2))),
    "2x2x2_dilation_2_valid": ((1, 2, 3, 3, 2), (4, 5, 5), 2, (2, 2, 2), dict(dilation=(2, 2, 2), padding="VALID")),
    "2x3x2_dilation_1_2_3": ((1, 3, 4, 5, 2), (3, 4, 5), 3, (2, 3, 2), dict(dilation=(1, 2, 3))),
    "3x2x2_dilation_2_stride_1_2_1": ((1, 3, 2, 5, 2), (3, 4, 5), 3, (3, 2, 2), dict(dilation=(2, 1, 1), stride=(1, 2, 1))),
    "5x3x3_deeper_than_the_output": ((1, 2, 4, 4, 2), (2, 4, 4), 3, (5, 3, 3), {}),
    "no_bias": ((1, 3, 4, 4, 2), (3, 4, 4), 3, (2, 3, 3), dict(bias=False)),
    "no_bias_but_activation": ((1, 3, 4, 4, 2), (3, 4, 4), 3, (2, 3, 3), dict(bias=False, activation="RELU")),
    "channels_17_to_9": ((1, 2, 2, 3, 17), (4, 4, 6), 9, (2, 2, 2), dict(stride=(2, 2, 2))),
}


def transposed(m, shape, filter, x, bias=None, stride=(1, 1, 1), padding="SAME", dilation=(1, 1, 1), activation="NONE"):
    return m.operator("CONV_3D_TRANSPOSE", [shape, filter, x] + ([] if bias is None else [bias]), options(
        "Conv3DOptions", padding=padding, strideD=stride[0], strideH=stride[1], strideW=stride[2], dilationDFactor=dilation[0],
        dilationHFactor=dilation[1], dilationWFactor=dilation[2], fusedActivationFunction=activation), dtype="float32")


def good(case):
    for name, (shape, output, channels, size, changes) in CASES.items():
        m, changes = case("conv_3d_transpose", name), dict(changes)
        x, filter = m.input(m.values(*shape)), m.constant(m.values(*size, channels, shape[4]))
        bias = m.constant(m.values(channels)) if changes.pop("bias", True) else None
        m.output(transposed(m, m.constant(INT([shape[0], *output, channels])), filter, x, bias, **changes))
    # Two pictures, each of which counts for two others.
    m = case("conv_3d_transpose", "tiny")
    x, filter = m.input(np.float32([1, 2]).reshape(1, 2, 1, 1, 1)), m.constant(np.float32([10, 1]).reshape(2, 1, 1, 1, 1))
    m.output(transposed(m, m.constant(INT([1, 3, 1, 1, 1])), filter, x, m.constant(np.float32([100])), padding="VALID"))
    m = case("conv_3d_transpose", "filter_and_bias_at_run_time")
    filter, x, bias = m.input(m.values(2, 2, 2, 3, 2)), m.input(m.values(1, 3, 4, 4, 2)), m.input(m.values(3))
    m.output(transposed(m, m.constant(INT([1, 3, 4, 4, 3])), filter, x, bias))


def bad(case):
    for kind, shape, filter, x, bias, changes in (
        ("another_depth", (1, 9, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}), ("another_batch", (2, 2, 3, 3, 3), (2, 2, 2, 3, 2), (3, 2, 3, 3, 2), 3, {}),
        ("other_channels", (1, 2, 3, 3, 4), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}), ("filter_of_other_channels", (1, 2, 3, 3, 3), (2, 2, 2, 3, 4), (1, 2, 3, 3, 2), 3, {}),
        ("rank_4", (1, 3, 3, 3), (2, 2, 3, 2), (1, 3, 3, 2), 3, {}), ("four_extents", (1, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}),
        ("too_few_biases", (1, 2, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 2, {}), ("negative_extent", (1, -2, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}),
        ("too_large", (1, 2**31 - 1, 2**31 - 1, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}), ("no_stride", (1, 2, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, dict(stride=(0, 1, 1))),
        ("far_taps", (1, 2, 3, 3, 3), (2, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, dict(dilation=(1, 2**24, 2**24))),
        ("empty_filter", (1, 2, 3, 3, 3), (0, 2, 2, 3, 2), (1, 2, 3, 3, 2), 3, {}),
    ):
        m = case("conv_3d_transpose", kind)
        m.output(transposed(m, m.constant(INT(shape)), m.constant(m.values(*filter)), m.input(m.values(*x)), m.constant(m.values(bias)), **changes))
    m = case("conv_3d_transpose", "two_inputs")
    m.output(m.operator("CONV_3D_TRANSPOSE", [m.constant(INT([1, 2, 3, 3, 3])), m.constant(m.values(2, 2, 2, 3, 2))], options("Conv3DOptions", strideD=1, strideH=1, strideW=1), dtype="float32"))
