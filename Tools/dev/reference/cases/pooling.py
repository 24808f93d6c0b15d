"""MAX_POOL_2D, AVERAGE_POOL_2D, L2_POOL_2D."""
import numpy as np

from model_writer import options


def pool(m, name, x, size=(2, 2), stride=(2, 2), padding="SAME", activation="NONE"):
    return m.operator(name, [x], options(
        "Pool2DOptions", filterHeight=size[0], filterWidth=size[1], strideH=stride[0], strideW=stride[1],
        padding=padding, fusedActivationFunction=activation))


CASES = {
    "2x2_stride_2_channels_8": ((1, 6, 8, 8), {}),
    "2x2_stride_2_odd_size_same": ((1, 5, 7, 3), {}),
    "2x2_stride_2_odd_size_valid": ((1, 5, 7, 3), dict(padding="VALID")),
    "3x3_stride_1_channels_5": ((1, 6, 5, 5), dict(size=(3, 3), stride=(1, 1))),
    "3x3_stride_2_channels_17": ((1, 7, 6, 17), dict(size=(3, 3))),
    "3x3_stride_2_even_size": ((1, 8, 8, 4), dict(size=(3, 3))),
    "3x3_stride_3_channels_9_valid": ((1, 9, 8, 9), dict(size=(3, 3), stride=(3, 3), padding="VALID")),
    "2x3_stride_1_by_2_channels_7": ((1, 5, 8, 7), dict(size=(2, 3), stride=(1, 2))),
    "batch_2_channels_33": ((2, 4, 4, 33), {}),
    "one_pixel": ((1, 1, 1, 5), {}),
    "window_larger_than_input": ((1, 3, 2, 3), dict(size=(5, 5), stride=(1, 1))),
    "whole_picture_valid": ((1, 7, 7, 16), dict(size=(7, 7), stride=(1, 1), padding="VALID")),
    "channels_1": ((1, 6, 6, 1), dict(size=(3, 3), stride=(1, 1))),
    "relu": ((1, 4, 5, 3), dict(activation="RELU")),
    "relu6": ((1, 4, 5, 7), dict(activation="RELU6")),
    "relu_n1_to_1": ((1, 4, 5, 5), dict(activation="RELU_N1_TO_1")),
    "all_negative": ((1, 5, 5, 3), dict(size=(3, 3), stride=(2, 2), negative=True)),
}


def good(case):
    for name in ("MAX_POOL_2D", "AVERAGE_POOL_2D", "L2_POOL_2D"):
        for kind, (shape, changes) in CASES.items():
            m = case(name.lower(), kind)
            changes = dict(changes)
            high = -1 if changes.pop("negative", False) else 8
            m.output(pool(m, name, m.input(m.values(*shape, low=-8, high=high)), **changes))
        m = case(name.lower(), "no_pictures")
        m.output(pool(m, name, m.input(m.values(0, 4, 4, 3))))
        m = case(name.lower(), "tiny")
        x = np.float32([1, 2, 3, 4, 5, 6]).reshape(1, 2, 3, 1)
        m.output(pool(m, name, m.input(x), padding="SAME"))


def bad(case):
    for name in ("MAX_POOL_2D", "AVERAGE_POOL_2D", "L2_POOL_2D"):
        folder = name.lower()
        for kind, fields in {
            "zero_window": dict(size=(0, 2)), "negative_window": dict(size=(2, -1)), "zero_stride": dict(stride=(2, 0)),
            "negative_stride": dict(stride=(-1, 2)), "unknown_padding": dict(padding=9),
            "unknown_activation": dict(activation=99), "window_larger_than_valid_input": dict(size=(9, 9), padding="VALID"),
        }.items():
            m = case(folder, kind)
            m.output(pool(m, name, m.input(m.values(1, 4, 4, 2)), **fields))
        m = case(folder, "input_of_rank_3")
        m.output(pool(m, name, m.input(m.values(4, 4, 2))))
        m = case(folder, "integer_input")
        m.output(pool(m, name, m.input(np.zeros((1, 4, 4, 2), np.int32))))
        m = case(folder, "no_options")
        m.output(m.operator(name, [m.input(m.values(1, 4, 4, 2))]))
        m = case(folder, "no_input")
        m.input(m.values(1, 4, 4, 2))
        m.output(m.operator(name, [], options("Pool2DOptions", filterHeight=2, filterWidth=2, strideH=2, strideW=2)))
