"""CONV_2D in groups, TRANSPOSE_CONV, BATCH_MATMUL."""
import numpy as np

from cases.convolution import conv, depthwise
from model_writer import options

INT = np.int32


def transpose_conv(m, x, filter, shape, bias=None, stride=(1, 1), padding="SAME", activation="NONE"):
    inputs = [m.constant(np.asarray(shape, INT)), filter, x] + ([] if bias is None else [bias])
    version = 4 if activation != "NONE" else 3 if bias is not None else 1
    return m.operator("TRANSPOSE_CONV", inputs, options(
        "TransposeConvOptions", padding=padding, strideH=stride[0], strideW=stride[1], fusedActivationFunction=activation),
        dtype="float32", version=version)


def batch_matmul(m, x, y, adj_x=False, adj_y=False):
    return m.operator("BATCH_MATMUL", [x, y], options("BatchMatMulOptions", adjX=adj_x, adjY=adj_y))


# name: input shape, groups, output channels, filter size, differences
GROUPS = {
    "groups_2": ((1, 5, 4, 6), 2, 8, (3, 3), {}), "groups_2_1x1": ((1, 4, 5, 6), 2, 4, (1, 1), dict(activation="RELU")),
    "groups_3_stride_2": ((1, 7, 6, 9), 3, 6, (3, 3), dict(stride=(2, 2), activation="RELU6")),
    "groups_4_valid": ((1, 5, 6, 8), 4, 4, (2, 3), dict(padding="VALID")), "groups_2_dilation_2": ((1, 7, 8, 4), 2, 6, (3, 3), dict(dilation=(2, 2))),
    "groups_of_one_channel": ((1, 5, 6, 7), 7, 7, (3, 3), {}), "groups_of_one_channel_8": ((2, 5, 6, 8), 8, 8, (3, 3), dict(activation="RELU")),
    "groups_of_one_channel_twice": ((1, 5, 4, 5), 5, 10, (3, 3), {}), "groups_2_one_pixel": ((1, 1, 1, 34), 2, 18, (3, 3), {}),
    "groups_2_batch_2": ((2, 4, 3, 10), 2, 14, (1, 1), {}),
}
# name: input shape, output size, output channels, filter size, differences
TRANSPOSED = {
    "2x2_stride_2": ((1, 4, 5, 3), (8, 10), 5, (2, 2), dict(stride=(2, 2), padding="VALID")),
    "3x3_stride_2_same": ((1, 4, 3, 7), (8, 6), 4, (3, 3), dict(stride=(2, 2))),
    "3x3_stride_2_same_odd": ((1, 4, 3, 5), (7, 5), 3, (3, 3), dict(stride=(2, 2))),
    "3x3_stride_2_valid": ((1, 3, 4, 4), (7, 9), 5, (3, 3), dict(stride=(2, 2), padding="VALID")),
    "4x4_stride_2": ((1, 3, 3, 8), (6, 6), 9, (4, 4), dict(stride=(2, 2))), "3x3_stride_1": ((1, 5, 4, 3), (5, 4), 8, (3, 3), {}),
    "3x3_stride_1_valid": ((1, 3, 4, 5), (5, 6), 2, (3, 3), dict(padding="VALID")),
    "2x2_stride_3_has_gaps": ((1, 3, 3, 2), (9, 9), 3, (2, 2), dict(stride=(3, 3))),
    "5x3_stride_3_by_2": ((1, 3, 4, 3), (9, 8), 4, (5, 3), dict(stride=(3, 2))), "1x1_stride_2": ((1, 3, 3, 4), (6, 6), 3, (1, 1), dict(stride=(2, 2))),
    "one_pixel": ((1, 1, 1, 17), (2, 2), 9, (2, 2), dict(stride=(2, 2))), "batch_2": ((2, 3, 2, 3), (6, 4), 2, (3, 3), dict(stride=(2, 2))),
    "large_stride": ((1, 2, 2, 3), (18, 18), 2, (3, 3), dict(stride=(9, 9))),
    "channels_33": ((1, 2, 3, 33), (4, 6), 17, (2, 2), dict(stride=(2, 2))),
}
# left, right, adj_x, adj_y
PRODUCTS = {
    "rank_2": ((3, 5), (5, 4), False, False), "rank_3": ((2, 3, 5), (2, 5, 9), False, False), "rank_4": ((1, 2, 3, 4), (1, 2, 4, 17), False, False),
    "adj_x": ((2, 5, 3), (2, 5, 4), True, False), "adj_y": ((2, 3, 5), (2, 4, 5), False, True), "adj_both": ((2, 5, 3), (2, 9, 5), True, True),
    "broadcast_right": ((3, 2, 5), (1, 5, 8), False, False), "broadcast_left": ((1, 2, 5), (3, 5, 8), False, False),
    "broadcast_both": ((2, 1, 3, 4), (1, 3, 4, 5), False, False), "lower_rank_right": ((2, 3, 4), (4, 10), False, False),
    "lower_rank_left": ((3, 4), (2, 4, 7), False, False), "one_term": ((2, 3, 1), (2, 1, 8), False, False), "one_row": ((1, 1, 33), (1, 33, 16), False, False),
    "one_column": ((2, 4, 7), (2, 7, 1), False, False), "adj_y_long": ((1, 2, 65), (1, 3, 65), False, True),
}


def good(case):
    for name, (shape, groups, outputs, size, changes) in GROUPS.items():
        m = case("conv_2d", name)
        x = m.input(m.values(*shape))
        filter = m.constant(m.values(outputs, *size, shape[3] // groups))
        m.output(conv(m, x, filter, m.constant(m.values(outputs)), **changes))
    for name, shape, multiplier, changes in (
        ("multiplier_4_channels_16", (1, 4, 5, 16), 4, {}), ("multiplier_2_dilation_2", (1, 7, 6, 3), 2, dict(dilation=(2, 2))),
        ("multiplier_2_channels_80", (1, 2, 3, 80), 2, {}),
    ):
        m = case("depthwise_conv_2d", name)
        x = m.input(m.values(*shape))
        count = shape[3] * multiplier
        m.output(depthwise(m, x, m.constant(m.values(1, 3, 3, count)), m.constant(m.values(count)), multiplier=multiplier, **changes))
    for name, (shape, size, outputs, filter, changes) in TRANSPOSED.items():
        for suffix, bias in (("", False), ("_bias", True)):
            m = case("transpose_conv", name + suffix)
            x = m.input(m.values(*shape))
            weights = m.constant(m.values(outputs, *filter, shape[3]))
            added = m.constant(m.values(outputs)) if bias else None
            m.output(transpose_conv(m, x, weights, (shape[0], *size, outputs), added, **changes))
    for activation in ("RELU", "RELU6"):
        m = case("transpose_conv", activation.lower())
        x = m.input(m.values(1, 3, 3, 4))
        m.output(transpose_conv(m, x, m.constant(m.values(5, 3, 3, 4)), (1, 6, 6, 5), m.constant(m.values(5)), stride=(2, 2),
                                activation=activation))
    m = case("transpose_conv", "tiny")
    x = m.input(np.float32([1, 2]).reshape(1, 1, 2, 1))
    filter = m.constant(np.float32([1, 10, 100]).reshape(1, 1, 3, 1))
    m.output(transpose_conv(m, x, filter, (1, 1, 5, 1), stride=(1, 2), padding="VALID"))

    for name, (left, right, adj_x, adj_y) in PRODUCTS.items():
        m = case("batch_matmul", name)
        m.output(batch_matmul(m, m.input(m.values(*left)), m.input(m.values(*right)), adj_x, adj_y))
    for name, adj_y in (("constant_right", False), ("constant_right_adj_y", True)):
        m = case("batch_matmul", name)
        right = (9, 5) if adj_y else (5, 9)
        m.output(batch_matmul(m, m.input(m.values(2, 3, 5)), m.constant(m.values(*right)), False, adj_y))
    for folder, build, filter in (("conv_2d", conv, (3, 3, 3, 2)), ("depthwise_conv_2d", depthwise, (1, 3, 3, 2))):
        count = max(filter[0], filter[3])
        m = case(folder, "filter_at_run_time")
        m.output(build(m, m.input(m.values(1, 4, 4, 2)), m.input(m.values(*filter)), m.constant(m.values(count))))
        m = case(folder, "bias_at_run_time")
        m.output(build(m, m.input(m.values(1, 4, 4, 2)), m.constant(m.values(*filter)), m.input(m.values(count)), activation="RELU"))
        # What the picture itself gives: its double is the filter of its first pixels.
        m = case(folder, "filter_from_the_picture")
        x = m.input(m.values(*filter))
        doubled = m.operator("ADD", [x, x], options("AddOptions"))
        m.output(build(m, x, doubled, m.constant(m.values(count))))
    m = case("transpose_conv", "filter_at_run_time")
    m.output(transpose_conv(m, m.input(m.values(1, 3, 3, 2)), m.input(m.values(5, 3, 3, 2)), (1, 6, 6, 5), stride=(2, 2)))
    # A model that is resized to a batch: LiteRT's own kernel refuses the shape of one picture, XNNPACK takes it for each.
    m = case("transpose_conv", "shape_of_one_picture").by_the_delegate()
    m.output(transpose_conv(m, m.input(m.values(2, 3, 3, 2)), m.constant(m.values(3, 3, 3, 2)), (1, 6, 6, 3), stride=(2, 2)))


def bad(case):
    m = case("conv_2d", "groups_that_do_not_fit_the_outputs")
    m.output(conv(m, m.input(m.values(1, 4, 4, 6)), m.constant(m.values(5, 3, 3, 2)), m.constant(m.values(5))))
    for name, shape, filter, changes in (
        ("channels_that_do_not_fit", (1, 6, 6, 5), (5, 3, 3, 3), {}), ("outputs_that_do_not_fit", (1, 6, 6, 4), (5, 3, 3, 2), {}),
        ("batch_that_does_not_fit", (2, 6, 6, 5), (5, 3, 3, 2), {}), ("negative_size", (1, -6, 6, 5), (5, 3, 3, 2), {}),
        ("size_beyond_any_memory", (1, 2**31 - 1, 2**31 - 1, 5), (5, 3, 3, 2), {}), ("shape_of_rank_3", (6, 6, 5), (5, 3, 3, 2), {}),
        ("filter_of_rank_3", (1, 6, 6, 5), (5, 3, 2), {}), ("empty_filter", (1, 6, 6, 5), (5, 0, 3, 2), {}),
        ("zero_stride", (1, 6, 6, 5), (5, 3, 3, 2), dict(stride=(0, 2))), ("unknown_padding", (1, 6, 6, 5), (5, 3, 3, 2), dict(padding=7)),
    ):
        m = case("transpose_conv", name)
        x = m.input(m.values(1, 3, 3, 2))
        m.output(transpose_conv(m, x, m.constant(m.values(*filter)), shape, **(dict(stride=(2, 2)) | changes)))
    m = case("transpose_conv", "bias_of_wrong_count")
    m.output(transpose_conv(m, m.input(m.values(1, 3, 3, 2)), m.constant(m.values(5, 3, 3, 2)), (1, 6, 6, 5), m.constant(m.values(4))))
    for name, left, right in (("depths_that_differ", (2, 3, 4), (2, 5, 4)), ("batches_that_differ", (2, 3, 4), (3, 4, 5)), ("vectors", (4,), (4,))):
        m = case("batch_matmul", name)
        m.output(batch_matmul(m, m.input(m.values(*left)), m.input(m.values(*right))))
    m = case("batch_matmul", "integers")
    m.output(batch_matmul(m, m.input(m.elements("int32", 2, 3)), m.input(m.elements("int32", 3, 2))))
