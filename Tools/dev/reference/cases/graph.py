"""Two to four operators in a row: what graph passes fold and fuse, and what they must leave alone."""
import numpy as np

from cases.activation import prelu
from cases.conversion import dequantize
from cases.convolution import conv, dense, depthwise
from cases.elementwise import binary
from cases.pooling import pool
from cases.shape import pad
from model_writer import options

AROUND = [[0, 0], [1, 1], [1, 1], [0, 0]]
AFTER = [[0, 0], [0, 1], [0, 1], [0, 0]]


def paddings(*rows):
    return np.asarray(rows[0] if len(rows) == 1 else rows, np.int32)


def conv_3x3(m, x, inputs, outputs, **fields):
    return conv(m, x, m.constant(m.values(outputs, 3, 3, inputs)), m.constant(m.values(outputs)), **fields)


def depthwise_3x3(m, x, channels, multiplier=1, **fields):
    count = channels * multiplier
    return depthwise(m, x, m.constant(m.values(1, 3, 3, count)), m.constant(m.values(count)), multiplier=multiplier,
                     **fields)


def reshape(m, x, shape):
    return m.operator("RESHAPE", [x, shape], options("ReshapeOptions"))


def run_time_shapes(start):
    """Shapes that follow from constants, and shapes that are known when the model runs."""
    m, x = start("shape_from_constants", 2, 6)
    shape = m.operator("CONCATENATION", [m.constant(np.int32([3])), m.constant(np.int32([-1]))],
                       options("ConcatenationOptions"), dtype="int32")
    m.output(reshape(m, x, shape))
    m, x = start("shape_from_an_input", 2, 6)
    m.output(reshape(m, x, m.input(np.int32([3, 4]))))
    m, x = start("work_before_and_after_a_shape", 1, 5, 6, 3)
    flat = reshape(m, conv_3x3(m, x, 3, 4, activation="RELU"), m.input(np.int32([-1, 8])))
    m.output(dense(m, flat, m.constant(m.values(5, 8)), m.constant(m.values(5))))
    m, x = start("two_shapes_one_after_the_other", 4, 6)
    first, second = m.input(np.int32([3, 8])), m.input(np.int32([24]))
    once = reshape(m, binary(m, "ADD", x, x), first)
    m.output(reshape(m, binary(m, "MUL", once, once), second), x, once)
    m, x = start("a_shape_is_computed_and_an_output", 2, 6)
    ints = m.input(np.int32([1, 3]))
    shape = m.operator("CONCATENATION", [m.operator("GATHER", [ints, m.constant(np.int32([1]))],
                                                    options("GatherOptions"), dtype="int32"),
                                         m.constant(np.int32([4]))], options("ConcatenationOptions"), dtype="int32")
    m.output(shape, reshape(m, x, shape), binary(m, "ADD", x, x))


def signatures(start):
    """Two ways to call the same subgraph; the second names its tensors in another order."""
    m, x = start("signatures", 2, 3)
    y = m.input(m.values(2, 3))
    difference, total = binary(m, "SUB", x, y), binary(m, "ADD", x, y)
    m.output(difference, total)
    m.signature("plain", [("x", x), ("y", y)], [("difference", difference), ("total", total)])
    m.signature("swapped", [("minus", y), ("plus", x)], [("sum", total)])


def control_flow(start):
    """Operators that run the subgraph in which they are."""
    m, x = start("while", 2, 3)
    m.output(m.operator("WHILE", [x], options("WhileOptions", condSubgraphIndex=0, bodySubgraphIndex=0)))
    m, x = start("if", 2, 3)
    condition = m.input(np.array([True]))
    m.output(m.operator("IF", [condition, x], options("IfOptions", thenSubgraphIndex=0, elseSubgraphIndex=0)))
    m, x = start("call_once", 2, 3)
    m.operator("CALL_ONCE", [], options("CallOnceOptions", initSubgraphIndex=0), outputs=0)
    m.output(binary(m, "ADD", x, x))


def good(case):
    def start(name, *shape):
        m = case("graph", name)
        return m, m.input(m.values(*shape))

    run_time_shapes(start)
    signatures(start)

    # A PAD of pixels before a convolution.
    m, x = start("pad_conv_valid", 1, 5, 6, 3)
    m.output(conv_3x3(m, pad(m, x, paddings(AROUND)), 3, 5, padding="VALID"))
    m, x = start("pad_conv_stride_2_relu", 1, 8, 8, 3)
    m.output(conv_3x3(m, pad(m, x, paddings(AFTER)), 3, 4, padding="VALID", stride=(2, 2), activation="RELU"))
    m, x = start("pad_conv_uneven_batch_2", 2, 4, 5, 3)
    m.output(conv_3x3(m, pad(m, x, paddings([0, 0], [2, 0], [1, 3], [0, 0])), 3, 2, padding="VALID"))
    m, x = start("pad_conv_same_adds_more_padding", 1, 5, 5, 2)
    m.output(conv_3x3(m, pad(m, x, paddings(AROUND)), 2, 3, padding="SAME"))
    m, x = start("pad_channels_conv", 1, 4, 4, 3)
    m.output(conv_3x3(m, pad(m, x, paddings([0, 0], [0, 0], [0, 0], [0, 2])), 5, 3, padding="VALID"))
    m, x = start("pad_batch_conv", 1, 4, 4, 3)
    m.output(conv_3x3(m, pad(m, x, paddings([0, 1], [0, 0], [0, 0], [0, 0])), 3, 3, padding="VALID"))
    m, x = start("pad_used_twice", 1, 4, 4, 3)
    padded = pad(m, x, paddings(AROUND))
    m.output(conv_3x3(m, padded, 3, 4, padding="VALID"), depthwise_3x3(m, padded, 3, padding="VALID"))
    m, x = start("pad_is_an_output_too", 1, 4, 4, 3)
    padded = pad(m, x, paddings(AROUND))
    m.output(conv_3x3(m, padded, 3, 4, padding="VALID"), padded)
    m, x = start("pad_depthwise_valid", 1, 5, 6, 9)
    m.output(depthwise_3x3(m, pad(m, x, paddings(AROUND)), 9, padding="VALID"))
    m, x = start("pad_depthwise_stride_2_relu6", 1, 8, 8, 8)
    m.output(depthwise_3x3(m, pad(m, x, paddings(AFTER)), 8, padding="VALID", stride=(2, 2), activation="RELU6"))
    m, x = start("pad_depthwise_multiplier_2", 1, 5, 5, 5)
    m.output(depthwise_3x3(m, pad(m, x, paddings(AROUND)), 5, 2, padding="VALID"))
    m, x = start("pad_depthwise_dilation_2", 1, 7, 6, 3)
    m.output(depthwise_3x3(m, pad(m, x, paddings([0, 0], [2, 2], [2, 2], [0, 0])), 3, padding="VALID", dilation=(2, 2)))
    m, x = start("pad_max_pool_sees_the_zeros", 1, 4, 4, 3)
    m.feeds[0] -= 2  # every value is negative, so a padding zero wins
    m.output(pool(m, "MAX_POOL_2D", pad(m, x, paddings(AROUND)), padding="VALID"))

    # An activation after a convolution.
    m, x = start("conv_prelu", 1, 5, 4, 3)
    m.output(prelu(m, conv_3x3(m, x, 3, 7), m.constant(m.values(1, 1, 7))))
    m, x = start("conv_prelu_one_slope", 1, 4, 4, 3)
    m.output(prelu(m, conv_3x3(m, x, 3, 5), m.constant(m.values(1))))
    m, x = start("conv_prelu_slope_by_pixel", 1, 3, 3, 3)
    m.output(prelu(m, conv_3x3(m, x, 3, 4), m.constant(m.values(3, 3, 1))))
    m, x = start("conv_relu_prelu", 1, 4, 4, 3)
    m.output(prelu(m, conv_3x3(m, x, 3, 5, activation="RELU"), m.constant(m.values(1, 1, 5))))
    m, x = start("conv_prelu_result_used_twice", 1, 4, 4, 3)
    y = conv_3x3(m, x, 3, 5)
    m.output(prelu(m, y, m.constant(m.values(1, 1, 5))), y)
    m, x = start("depthwise_prelu", 1, 5, 5, 9)
    m.output(prelu(m, depthwise_3x3(m, x, 9), m.constant(m.values(1, 1, 9))))
    m, x = start("conv_relu", 1, 4, 5, 3)
    m.output(m.operator("RELU", [conv_3x3(m, x, 3, 5)]))
    m, x = start("conv_relu6", 1, 4, 5, 3)
    m.output(m.operator("RELU6", [conv_3x3(m, x, 3, 5)]))
    m, x = start("conv_relu_n1_to_1_relu6", 1, 4, 5, 3)
    m.output(m.operator("RELU6", [conv_3x3(m, x, 3, 5, activation="RELU_N1_TO_1")]))
    m, x = start("conv_relu6_relu", 1, 4, 5, 3)
    m.output(m.operator("RELU", [conv_3x3(m, x, 3, 5, activation="RELU6")]))
    m, x = start("conv_logistic", 1, 3, 3, 3)
    m.output(m.operator("LOGISTIC", [conv_3x3(m, x, 3, 1)]))

    # A residual addition.
    m, x = start("conv_add_prelu", 1, 5, 4, 7)
    m.output(prelu(m, binary(m, "ADD", conv_3x3(m, x, 7, 7), x), m.constant(m.values(1, 1, 7))))
    m, x = start("conv_add_prelu_other_order", 1, 5, 4, 5)
    m.output(prelu(m, binary(m, "ADD", x, conv_3x3(m, x, 5, 5)), m.constant(m.values(1, 1, 5))))
    m, x = start("conv_add_relu", 1, 4, 4, 5)
    m.output(binary(m, "ADD", conv_3x3(m, x, 5, 5), x, "RELU"))
    m, x = start("conv_relu_add", 1, 4, 4, 5)
    m.output(binary(m, "ADD", conv_3x3(m, x, 5, 5, activation="RELU"), x))
    m, x = start("conv_add_channels", 1, 4, 4, 3)
    m.output(binary(m, "ADD", conv_3x3(m, x, 3, 5), m.constant(m.values(5))))
    m, x = start("conv_add_itself", 1, 4, 4, 3)
    y = conv_3x3(m, x, 3, 5)
    m.output(binary(m, "ADD", y, y))
    m, x = start("two_convs_added", 1, 4, 4, 3)
    m.output(binary(m, "ADD", conv_3x3(m, x, 3, 5), conv_3x3(m, x, 3, 5), "RELU6"))
    m, x = start("conv_broadcast_by_the_addition", 1, 1, 1, 5)
    other = m.input(m.values(1, 3, 4, 5))
    m.output(binary(m, "ADD", conv_3x3(m, x, 5, 5), other))
    m, x = start("depthwise_conv_add", 1, 5, 5, 9)
    y = conv(m, depthwise_3x3(m, x, 9), m.constant(m.values(9, 1, 1, 9)), m.constant(m.values(9)))
    m.output(binary(m, "ADD", y, x))
    m, x = start("pool_pad_channels_add", 1, 6, 6, 5)
    small = pad(m, pool(m, "MAX_POOL_2D", x), paddings([0, 0], [0, 0], [0, 0], [0, 4]))
    y = conv(m, depthwise_3x3(m, x, 5, stride=(2, 2)), m.constant(m.values(9, 1, 1, 5)), m.constant(m.values(9)))
    m.output(prelu(m, binary(m, "ADD", y, small), m.constant(m.values(1, 1, 9))))

    # Constants held as float16.
    m, x = start("half_weights_conv", 1, 5, 4, 3)
    filter = dequantize(m, m.constant(m.values(5, 3, 3, 3).astype(np.float16)))
    m.output(conv(m, x, filter, dequantize(m, m.constant(m.values(5).astype(np.float16)))))
    m, x = start("half_weights_depthwise_prelu", 1, 5, 4, 7)
    filter = dequantize(m, m.constant(m.values(1, 3, 3, 7).astype(np.float16)))
    bias = dequantize(m, m.constant(m.values(7).astype(np.float16)))
    slopes = dequantize(m, m.constant(m.values(1, 1, 7).astype(np.float16)))
    m.output(prelu(m, depthwise(m, x, filter, bias), slopes))
    m, x = start("half_weights_used_twice", 1, 4, 4, 3)
    filter = dequantize(m, m.constant(m.values(3, 1, 1, 3).astype(np.float16)))
    bias = m.constant(m.values(3))
    m.output(conv(m, conv(m, x, filter, bias), filter, bias))
    m, x = start("half_weights_dense", 2, 9)
    weights = dequantize(m, m.constant(m.values(5, 9).astype(np.float16)))
    m.output(dense(m, x, weights, dequantize(m, m.constant(m.values(5).astype(np.float16)))))

    # Dense layers as the gesture embedder has them.
    m, x = start("dense_logistic_times_itself", 1, 17)
    y = dense(m, x, m.constant(m.values(33, 17)), m.constant(m.values(33)))
    m.output(binary(m, "MUL", y, m.operator("LOGISTIC", [y])))
    m, x = start("dense_relu", 1, 17)
    m.output(m.operator("RELU", [dense(m, x, m.constant(m.values(9, 17)), m.constant(m.values(9)))]))
    m, x = start("scale_shift_dense_softmax", 1, 33)
    y = binary(m, "ADD", binary(m, "MUL", x, m.constant(m.values(33))), m.constant(m.values(33)))
    y = dense(m, y, m.constant(m.values(8, 33)), m.constant(m.values(8)))
    m.output(m.operator("SOFTMAX", [y], options("SoftmaxOptions", beta=1.0)))

    # Whole-graph shapes.
    m, x = start("input_is_an_output", 1, 3, 3, 2)
    m.output(conv_3x3(m, x, 2, 3), x)
    m, x = start("output_named_twice", 1, 3, 3, 2)
    y = conv_3x3(m, x, 2, 3)
    m.output(y, y)
    m, x = start("constant_is_an_output", 1, 3, 3, 2)
    m.output(conv_3x3(m, x, 2, 3), m.constant(m.values(4)))
    m, x = start("result_that_nobody_reads", 1, 3, 3, 2)
    conv_3x3(m, x, 2, 5)
    m.output(conv_3x3(m, x, 2, 3))
    m, x = start("input_that_nobody_reads", 1, 3, 3, 2)
    m.input(m.values(7))
    m.output(conv_3x3(m, x, 2, 3))
    m, x = start("reshape_shares_its_input", 1, 2, 3, 4)
    y = m.operator("RELU", [x])
    flat = m.operator("RESHAPE", [y], options("ReshapeOptions", newShape=[1, 24]))
    m.output(binary(m, "ADD", flat, flat), prelu(m, y, m.constant(m.values(1, 1, 4))))


def bad(case):
    def start(name, *shape):
        m = case("graph", name)
        return m, m.input(m.values(*shape))

    control_flow(start)
    m = case("graph", "operator_reads_its_own_output")
    x = m.input(m.values(1, 3, 3, 2))
    y = binary(m, "ADD", x, x)
    m.operators[0][1][1] = y
    m.output(y)
    m = case("graph", "operator_before_its_input_is_made")
    x = m.input(m.values(1, 3, 3, 2))
    y = binary(m, "ADD", x, x)
    z = binary(m, "MUL", y, x)
    m.operators.reverse()
    m.output(z)
    m = case("graph", "tensor_written_twice")
    x = m.input(m.values(1, 3, 3, 2))
    y = binary(m, "ADD", x, x)
    z = binary(m, "MUL", x, x)
    m.operators[1][2][0] = y
    m.output(y)
    m = case("graph", "output_that_nobody_makes")
    x = m.input(m.values(1, 3, 3, 2))
    binary(m, "ADD", x, x)
    m.output(m.tensor(shape=(1, 3, 3, 2)))
    m = case("graph", "constant_is_overwritten")
    x = m.input(m.values(1, 3, 3, 2))
    binary(m, "ADD", x, x)
    constant = m.constant(m.values(1, 3, 3, 2))
    m.operators[0][2][0] = constant
    m.output(constant)
    m = case("graph", "unknown_operator")
    m.output(m.operator("HASHTABLE_LOOKUP", [m.input(m.values(1, 3))]))
    m = case("graph", "operator_without_outputs")
    x = m.input(m.values(1, 3, 3, 2))
    m.operator("ADD", [x, x], options("AddOptions"), outputs=0)
    m.output(x)
