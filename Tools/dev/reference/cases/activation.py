"""PRELU, LOGISTIC, RELU, RELU6, RELU_N1_TO_1, RELU_0_TO_1, SOFTMAX, LEAKY_RELU, ELU, GELU, HARD_SWISH, TANH."""
import numpy as np

from model_writer import options


def prelu(m, x, slopes):
    return m.operator("PRELU", [x, slopes])


SHAPES = {"rank_1": (7,), "rank_2": (2, 9), "rank_3": (1, 5, 3), "rank_4": (1, 3, 4, 5), "batch_2": (2, 2, 3, 7),
          "one_element": (1, 1), "one_pixel": (1, 1, 1, 33), "channels_17": (1, 2, 3, 17), "channels_8": (1, 3, 3, 8),
          "long": (1, 1003)}
SPECIAL = np.float32([0.0, -0.0, 1.0, -1.0, 6.0, 6.5, -6.0, 20.0, -20.0, 88.0, -88.0, 104.0, -104.0, 1e-6, -1e-6,
                      np.inf, -np.inf])

PRELU = {
    "slopes_by_channel": ((1, 3, 4, 5), (1, 1, 5)),
    "slopes_by_channel_rank_1": ((1, 3, 4, 7), (7,)),
    "slopes_by_channel_rank_4": ((1, 3, 2, 9), (1, 1, 1, 9)),
    "one_slope": ((1, 2, 3, 5), (1,)),
    "one_slope_rank_3": ((1, 2, 3, 5), (1, 1, 1)),
    "slope_for_every_element": ((1, 2, 3, 4), (2, 3, 4)),
    "slope_for_every_pixel": ((1, 2, 3, 5), (2, 3, 1)),
    "channels_33_batch_2": ((2, 2, 2, 33), (1, 1, 33)),
    "channels_17": ((1, 5, 3, 17), (1, 1, 17)),
    "channels_16": ((1, 4, 4, 16), (1, 1, 16)),
    "one_pixel": ((1, 1, 1, 3), (1, 1, 3)),
    "rank_2": ((3, 5), (5,)),
}


# Operator, name of the variant, options.
PLAIN = (("RELU_0_TO_1", "", None), ("TANH", "", None), ("ELU", "", None), ("HARD_SWISH", "", ("HardSwishOptions", {})),
         ("LEAKY_RELU", "", ("LeakyReluOptions", dict(alpha=0.2))),
         ("LEAKY_RELU", "steep_", ("LeakyReluOptions", dict(alpha=1.5))),
         ("LEAKY_RELU", "negative_", ("LeakyReluOptions", dict(alpha=-0.5))),
         ("GELU", "", ("GeluOptions", dict(approximate=False))),
         ("GELU", "by_tangent_", ("GeluOptions", dict(approximate=True))))


def plain(m, name, opts, values):
    return m.operator(name, [m.input(values)], options(opts[0], **opts[1]) if opts else None)


def good(start):
    def case(folder, name):
        # LiteRT has no reference kernel of ELU.
        m = start(folder, name)
        return m.without_reference_kernels() if folder == "elu" else m

    for name, variant, opts in PLAIN:
        for kind, shape in (SHAPES | {"empty": (2, 0, 3), "scalar": ()}).items():
            m = case(name.lower(), variant + kind)
            m.output(plain(m, name, opts, np.asarray(m.values(*shape, low=-8, high=8), np.float32)))
        m = case(name.lower(), variant + "tiny")
        m.output(plain(m, name, opts, np.float32([[-2, 0, 7]])))
        m = case(name.lower(), variant + "near_zero")
        m.output(plain(m, name, opts, np.float32(np.linspace(-0.9, 0.9, 61))))
        m = case(name.lower(), variant + "extreme_values")
        m.output(plain(m, name, opts, SPECIAL[:-2] if name == "GELU" else SPECIAL))
    for name, (shape, slopes) in PRELU.items():
        m = case("prelu", name)
        m.output(prelu(m, m.input(m.values(*shape, low=-3, high=3)), m.constant(m.values(*slopes))))
    m = case("prelu", "tiny")
    m.output(prelu(m, m.input(np.float32([-2, 3, -4, 0]).reshape(1, 1, 2, 2)), m.constant(np.float32([[[0.5, 10]]]))))

    for name, table in (("LOGISTIC", None), ("RELU", None), ("RELU6", None), ("RELU_N1_TO_1", None),
                        ("SOFTMAX", "SoftmaxOptions")):
        folder = name.lower()
        for kind, shape in SHAPES.items():
            m = case(folder, kind)
            opts = options(table, beta=1.0) if table else None
            m.output(m.operator(name, [m.input(m.values(*shape, low=-8, high=8))], opts))
        if name != "SOFTMAX":
            m = case(folder, "extreme_values")
            m.output(m.operator(name, [m.input(SPECIAL)]))
            m = case(folder, "tiny")
            m.output(m.operator(name, [m.input(np.float32([[-2, 0, 7]]))]))
    for kind, beta in (("beta_2", 2.0), ("beta_half", 0.5), ("beta_0", 0.0)):
        m = case("softmax", kind)
        m.output(m.operator("SOFTMAX", [m.input(m.values(3, 8, low=-4, high=4))], options("SoftmaxOptions", beta=beta)))
    m = case("softmax", "large_values")
    m.output(m.operator("SOFTMAX", [m.input(m.values(2, 5, low=900, high=1100))], options("SoftmaxOptions", beta=1.0)))
    m = case("softmax", "tiny")
    m.output(m.operator("SOFTMAX", [m.input(np.float32([[0, 0], [5, 5]]))], options("SoftmaxOptions", beta=1.0)))


def bad(case):
    for name, variant, opts in PLAIN:
        if variant:
            continue
        m = case(name.lower(), "integer_input")
        m.output(plain(m, name, opts, np.zeros((1, 4), np.int32)))
        m = case(name.lower(), "no_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, []))
        m = case(name.lower(), "absent_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, [-1]))
    for name, slopes in (("slopes_that_do_not_fit", (1, 1, 4)), ("slopes_of_higher_rank", (2, 1, 1, 1, 5))):
        m = case("prelu", name)
        m.output(prelu(m, m.input(m.values(1, 3, 4, 5)), m.constant(m.values(*slopes))))
    m = case("prelu", "absent_slopes")
    m.output(prelu(m, m.input(m.values(1, 3, 4, 5)), -1))
    m = case("prelu", "integer_input")
    m.output(prelu(m, m.input(np.zeros((1, 2, 2, 3), np.int32)), m.constant(np.zeros((1, 1, 3), np.int32))))
    m = case("prelu", "no_slopes")
    m.output(m.operator("PRELU", [m.input(m.values(1, 3, 4, 5))]))
    for name, opts in (("LOGISTIC", None), ("RELU", None), ("RELU6", None), ("RELU_N1_TO_1", None),
                       ("SOFTMAX", options("SoftmaxOptions", beta=1.0))):
        m = case(name.lower(), "integer_input")
        m.output(m.operator(name, [m.input(np.zeros((1, 4), np.int32))], opts))
        m = case(name.lower(), "no_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, [], opts))
        m = case(name.lower(), "absent_input")
        m.input(m.values(1, 4))
        m.output(m.operator(name, [-1], opts))
