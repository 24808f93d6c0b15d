"""Random valid models of 2 to 10 operators, from a kind and a seed.

Each operator takes what others made, mostly what is newest, so that models are chains with branches; what nobody takes is an
output. Shapes and scales come from LiteRT, which runs each operator as it is added: an operator whose model it does not take is
left out. The first operators of a seed do not depend on how many are wanted, so that a model can be cut off at its end.
"""
import dataclasses
import pathlib
import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "reference"))
from model_writer import ModelWriter, options  # noqa: E402

# "packed": floats, and dense layers whose filters are integers of 4 bits in blocks, or of 2 bits.
# "dynamic": floats, and layers whose filters are integers of 8 or 4 bits; "int4": of 4 bits wherever LiteRT takes them.
# "uint8": as int8, filters with one scale and any zero point. "stateful": floats, and recurrent layers.
KINDS = ("float", "int8", "int16", "packed", "dynamic", "uint8", "int4", "stateful")
ELEMENT_LIMIT = 6000
# The versions of operators that have 16-bit integers; those of operators that are not here do not matter.
VERSIONS = {
    "CONV_2D": 5, "DEPTHWISE_CONV_2D": 5, "FULLY_CONNECTED": 7, "TRANSPOSE_CONV": 4, "ADD": 3, "SUB": 3, "MUL": 4,
    "AVERAGE_POOL_2D": 3, "MAX_POOL_2D": 3, "SOFTMAX": 3, "LOG_SOFTMAX": 2, "LOGISTIC": 3, "TANH": 3, "MEAN": 3, "SUM": 2,
    "RESIZE_BILINEAR": 3, "RESIZE_NEAREST_NEIGHBOR": 3, "CONCATENATION": 3, "PAD": 2, "PADV2": 2, "TRANSPOSE": 4, "SLICE": 4,
    "STRIDED_SLICE": 4, "SPLIT": 4, "BATCH_MATMUL": 4, "MAXIMUM": 3, "MINIMUM": 3, "RELU": 2, "RELU6": 2, "LEAKY_RELU": 2,
    "MIRROR_PAD": 2, "REVERSE_V2": 3, "GATHER": 4, "PACK": 2, "UNPACK": 2, "QUANTIZE": 2, "SQUARED_DIFFERENCE": 2,
    "REDUCE_MAX": 3, "REDUCE_MIN": 3, "RELU_N1_TO_1": 1, "ELU": 1, "HARD_SWISH": 1, "PRELU": 1, "RESHAPE": 1, "SPACE_TO_DEPTH": 2, "DEPTH_TO_SPACE": 2, "RSQRT": 2, "ABS": 2, "TILE": 2,
}


@dataclasses.dataclass
class Value:
    """A tensor of a model: its shape, and what its integers stand for."""
    index: int
    shape: tuple
    scale: float = 0.0
    zero: int = 0
    # Copies of elements of an input: a function with steps gives the same on both sides.
    is_exact: bool = False


class Graph:
    """A model that grows."""

    def __init__(self, kind, seed):
        self.is_packed, self.is_dynamic, self.is_stateful = kind == "packed", kind in ("dynamic", "int4"), kind == "stateful"
        self.share_of_four_bits = 1 if kind == "int4" else 0.2
        # LiteRT's reference kernels do not know blocks.
        self.resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES if self.is_packed else OpResolverType.BUILTIN_REF
        self.random = np.random.default_rng([KINDS.index(kind), seed])
        # What is seldom: drawn apart, so that a seed has the same graph otherwise.
        self.seldom = np.random.default_rng([KINDS.index(kind), seed, 1])
        kind = "float" if self.is_packed or self.is_dynamic or self.is_stateful else kind
        self.kind, self.dtype = "int8" if kind == "uint8" else kind, {"float": "float32"}.get(kind, kind)
        # What stands for zero in a range with as much on either side.
        self.middle = 128 if kind == "uint8" else 0
        self.writer = ModelWriter()
        self.values, self.used, self.names = [], set(), []
        for _ in range(self.random.integers(1, 3)):
            self.add_input()

    # What is drawn

    def integer(self, low, high):
        return int(self.random.integers(low, high + 1))

    def chance(self, share):
        return self.random.random() < share

    def one_of(self, choices):
        return choices[self.random.integers(len(choices))]

    def pick(self, *, rank=None, fits=lambda value: True):
        """A tensor, rather a new one; None if there is none that fits."""
        found = [v for v in self.values if (rank is None or len(v.shape) == rank) and fits(v)]
        if not found:
            return None
        return found[-1 - min(int(self.random.exponential(0.9)), len(found) - 1)]

    def pick_for_layer(self, **wanted):
        """A tensor for a layer. One that is quantized when the model runs must be the same on both sides."""
        return self.pick(fits=lambda value: value.is_exact or not self.is_dynamic, **wanted)

    def activation(self):
        return self.one_of(["NONE", "NONE", "RELU", "RELU6", "RELU_N1_TO_1"])

    # Tensors

    def add_input(self):
        shape = self.one_of([
            (self.one_of([1, 1, 1, 2]), self.integer(1, 12), self.integer(1, 12), self.one_of([1, 2, 3, 4, 5, 8, 9, 16, 17])),
            (self.one_of([1, 1, 2]), self.integer(1, 14), self.integer(1, 14), self.one_of([3, 4, 7, 8, 12, 16, 32, 33])),
            (self.integer(1, 5), self.integer(1, 24), self.integer(1, 20)), (self.integer(1, 6), self.integer(1, 70))])
        if self.is_packed:
            shape = (*shape[:-1], self.one_of([shape[-1], 32, 64, 96, 128, 256]))
        if self.is_dynamic and self.chance(0.4):
            shape = self.one_of([
                (self.one_of([1, 1, 2, 5]), self.one_of([256, 519, 768, 1024, 1040])), (1, self.one_of([2048, 4096])),
                (1, self.integer(2, 4), self.integer(2, 4), self.one_of([64, 130, 300]))])
        if self.kind == "float":
            array, scale, zero = self.random.uniform(-2, 2, shape).astype(np.float32), 0.0, 0
        else:
            scale, zero = self.parameters(4.0)
            limits = np.iinfo(self.dtype)
            array = self.random.integers(limits.min, limits.max, shape, self.dtype, endpoint=True)
        index = self.writer.input(array)
        self.values.append(self.quantized(Value(index, shape, scale, zero, True)))

    def parameters(self, span, zero=None):
        """The scale and zero point of integers that span so much."""
        steps = 65535 if self.kind == "int16" else 255
        if self.kind == "int16":
            zero = 0
        elif zero is None:
            zero = self.middle + self.integer(-40, 40)
        return float(np.float32(max(span, 1e-3) / steps * self.random.uniform(0.9, 1.2))), zero

    def quantized(self, value):
        if self.kind != "float":
            self.writer.quantized(value.index, value.scale, value.zero)
        return value

    def constant(self, shape, reach, input_scale=None):
        """A constant of floats, or of integers of a scale."""
        if self.kind == "float":
            return self.writer.constant(self.random.uniform(-reach, reach, shape).astype(np.float32)), None
        scale, zero = self.parameters(2 * reach)
        limits = np.iinfo(self.dtype)
        array = self.random.integers(limits.min, limits.max, shape, self.dtype, endpoint=True)
        return self.writer.quantized(self.writer.constant(array), scale, zero), scale

    def integers(self, values):
        return self.writer.constant(np.int32(values))

    def filter_scales(self, count, reach, most):
        """The scales of integers up to `most`. Now and then one is zero: its weights stand for zero, whatever they are."""
        scales = np.float32(self.random.uniform(0.3, 1, count) * reach / most)
        if self.seldom.random() < 0.1:
            scales[self.seldom.integers(count)] = 0
        return scales

    def filter(self, shape, axis, fan_in, x, can_have_channels=True):
        """A filter and a bias, as the model's kind has them."""
        reach, count = 1.7 / max(fan_in, 1) ** 0.5, shape[axis]
        w = self.writer
        if self.is_dynamic:
            bits = 4 if axis == 0 and self.chance(self.share_of_four_bits) else 8
            most = 2 ** (bits - 1) - 1
            array = self.random.integers(-most, most, shape, "int8", endpoint=True)
            scales = self.filter_scales(self.one_of([count, 1]), reach, most)
            made = w.quantized(w.packed(array) if bits == 4 else w.constant(array), scales, [0] * len(scales), axis)
            return made, w.constant(self.random.uniform(-0.5, 0.5, count).astype(np.float32))
        if self.kind == "float":
            made = w.constant(self.random.uniform(-reach, reach, shape).astype(np.float32))
            return made, w.constant(self.random.uniform(-0.5, 0.5, count).astype(np.float32))
        scales = self.filter_scales(count if can_have_channels and not self.middle else 1, reach, 127)
        if self.middle:
            made = w.constant(self.random.integers(0, 255, shape, "uint8", endpoint=True))
            w.quantized(made, scales, [self.integer(60, 190)], axis)
        else:
            made = w.constant(self.random.integers(-127, 127, shape, "int8", endpoint=True))
            w.quantized(made, scales, [0] * len(scales), axis)
        of_bias = np.float32(x.scale) * scales
        steps = np.broadcast_to(np.divide(0.5, of_bias, out=np.zeros_like(of_bias), where=of_bias > 0), count)
        bias = (self.random.uniform(-1, 1, count) * steps).astype("int64" if self.kind == "int16" else "int32")
        return made, w.quantized(w.constant(bias), of_bias, [0] * len(of_bias))

    # Operators

    def apply(self, name, inputs, table=None, outputs=1, like=None, fixed=None, span=None, is_exact=False, dtype=None):
        """Adds an operator if LiteRT takes it, and finds out what it makes.

        Its integers are those of the tensor `like`, have the scale and zero point `fixed`, or a scale for what comes out."""
        w = self.writer
        version = VERSIONS.get(name, 1) if self.kind == "int16" else min(VERSIONS.get(name, 2 if self.kind == "int8" else 1), 3)
        if self.kind == "float":
            version = 1 if name not in ("TRANSPOSE_CONV", "RESIZE_BILINEAR", "BATCH_MATMUL", "STRIDED_SLICE") else version
        count, codes = len(w.operators), list(w.codes)
        indices = [v.index if isinstance(v, Value) else v for v in inputs]
        made = w.operator(name, indices, table, outputs, dtype or self.dtype, version)
        made = [made] if outputs == 1 else made
        scale, zero = (like.scale, like.zero) if like is not None else fixed or (0.0, 0)
        needs_scale = self.kind != "float" and like is None and fixed is None
        if needs_scale:
            scale, zero = self.parameters(span or 60.0)
        values = [self.quantized(Value(index, (), scale, zero, is_exact)) for index in made]
        answers = self.answers(made)
        if answers is not None and needs_scale:
            # Twice, since what spans a fraction of the first guess is not known well by then.
            for _ in range(2):
                low, high = min(a.min() for a in answers), max(a.max() for a in answers)
                reach = (float(low) - zero) * scale, (float(high) - zero) * scale
                width = max(reach[1] - reach[0], 2 * scale)
                if self.kind == "int16":
                    scale, zero = float(np.float32(max(max(map(abs, reach)) * 1.02 / 32767 + 1e-9, 1e-6))), 0
                else:
                    scale = float(np.float32(width * 1.02 / 255))
                    zero = int(np.clip(round(-128 - reach[0] / scale), -128, 127)) + self.middle
                for value in values:
                    value.scale, value.zero = scale, zero
                    self.quantized(value)
                answers = self.answers(made)
                if answers is None:
                    break
        bad = answers is None or any(a.size > ELEMENT_LIMIT or not 0 < a.ndim < 5 for a in answers)
        if bad or self.kind == "float" and any(not np.isfinite(a).all() or abs(a).max() > 1e4 for a in answers):
            del w.operators[count:]
            w.codes = codes
            return None
        for value, answer in zip(values, answers):
            value.shape = tuple(answer.shape)
            w.tensors[value.index][2] = list(answer.shape)
        self.values += values
        self.used |= set(indices)
        self.names.append(name)
        return values

    def answers(self, indices):
        """LiteRT's values of some tensors; None if it does not take the model."""
        outputs, self.writer.outputs = self.writer.outputs, list(indices)
        try:
            answers = run(self.writer.pack(), self.writer.feeds, self.resolver)
            return answers if all(answer.size for answer in answers) else None
        except (RuntimeError, ValueError):
            return None
        finally:
            self.writer.outputs = outputs

    def pack(self, every=False):
        """The model; its outputs are what no operator takes, or every tensor that an operator makes."""
        made = [index for _, _, outputs, _ in self.writer.operators for index in outputs]
        self.writer.outputs = made if every else [index for index in made if index not in self.used] or made[-1:]
        return self.writer.pack()


def run(model, feeds, resolver=OpResolverType.BUILTIN_REF):
    """LiteRT's outputs, in the model's order."""
    interpreter = Interpreter(model_content=model, experimental_op_resolver_type=resolver, num_threads=1)
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), feeds, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]).copy() for detail in interpreter.get_output_details()]


# Layers: sums of products

def conv(g):
    x = g.pick_for_layer(rank=4)
    if x is None:
        return None
    kernel, channels = (g.integer(1, 4), g.integer(1, 4)), g.one_of([1, 2, 3, 4, 7, 8, 16, 17, 24, 32])
    if g.chance(0.4):
        kernel = (1, 1)
    dilation = g.one_of([1, 1, 1, 2])
    stride = (1, 1) if dilation > 1 else (g.integer(1, 3), g.integer(1, 3))
    table = options("Conv2DOptions", strideH=stride[0], strideW=stride[1], padding=g.one_of(["SAME", "VALID"]),
                    dilationHFactor=dilation, dilationWFactor=dilation, fusedActivationFunction=g.activation())
    weights, bias = g.filter((channels, *kernel, x.shape[3]), 0, kernel[0] * kernel[1] * x.shape[3], x)
    return g.apply("CONV_2D", [x, weights, bias], table)


def depthwise(g):
    x = g.pick_for_layer(rank=4)
    if x is None:
        return None
    kernel, multiplier = (g.integer(1, 5), g.integer(1, 5)), g.one_of([1, 1, 1, 2, 3])
    if g.chance(0.4):
        kernel = (3, 3)
    dilation = g.one_of([1, 1, 1, 2])
    stride = 1 if dilation > 1 else g.integer(1, 2)
    table = options("DepthwiseConv2DOptions", strideH=stride, strideW=stride, padding=g.one_of(["SAME", "VALID"]),
                    depthMultiplier=multiplier, dilationHFactor=dilation, dilationWFactor=dilation,
                    fusedActivationFunction=g.activation())
    weights, bias = g.filter((1, *kernel, x.shape[3] * multiplier), 3, kernel[0] * kernel[1], x)
    return g.apply("DEPTHWISE_CONV_2D", [x, weights, bias], table)


def packed_dense(g):
    """A dense layer with a packed filter. Its input is quantized when the model runs, so it must be the same on both sides."""
    x = g.pick(fits=lambda v: len(v.shape) >= 2 and v.is_exact)
    if x is None:
        return None
    # LiteRT leaves out the sums of fewer than four channels in blocks, and the activation.
    depth, channels = x.shape[-1], g.integer(4, 33)
    sizes = [size for size in (32, 64, 128, 256) if depth % size == 0]
    w, reach = g.writer, 1.7 / depth ** 0.5
    if sizes and g.chance(0.7):
        size = g.one_of(sizes)
        weights = w.packed(g.random.integers(-8, 7, (channels, depth), "int8", endpoint=True))
        w.in_blocks(weights, g.random.uniform(0.2, 1, (channels, depth // size)) * reach / 7, size)
        activation = "NONE"
    else:
        weights = w.packed(g.random.integers(-2, 1, (channels, depth), "int8", endpoint=True), bits=2)
        w.quantized(weights, np.float32(g.random.uniform(0.2, 1, channels) * reach), [0] * channels)
        activation = g.activation()
    bias = w.constant(g.random.uniform(-0.5, 0.5, channels).astype(np.float32))
    table = options("FullyConnectedOptions", keepNumDims=len(x.shape) > 2, fusedActivationFunction=activation)
    return g.apply("FULLY_CONNECTED", [x, weights, bias], table)


def dense(g):
    if g.is_packed and g.chance(0.8):
        return packed_dense(g)
    x = g.pick(fits=lambda v: len(v.shape) >= 2 and (v.is_exact or not g.is_dynamic))
    if x is None:
        return None
    keeps = len(x.shape) > 2
    weights, bias = g.filter((g.one_of([1, 3, 8, 10, 16, 33]), x.shape[-1]), 0, x.shape[-1], x, g.kind == "int8" and g.chance(0.5))
    table = options("FullyConnectedOptions", keepNumDims=keeps, fusedActivationFunction=g.activation(),
                    asymmetricQuantizeInputs=g.is_dynamic and g.chance(0.5))
    return g.apply("FULLY_CONNECTED", [x, weights, bias], table)


def transpose_conv(g):
    x = g.pick_for_layer(rank=4)
    if x is None:
        return None
    stride, padding = g.integer(1, 2), g.one_of(["SAME", "VALID"])
    kernel, channels = (g.integer(stride, 4), g.integer(stride, 4)), g.one_of([1, 3, 4, 8, 9])
    size = [n * stride if padding == "SAME" else (n - 1) * stride + k for n, k in zip(x.shape[1:3], kernel)]
    weights, bias = g.filter((channels, *kernel, x.shape[3]), 0, kernel[0] * kernel[1] * x.shape[3] / stride**2, x)
    table = options("TransposeConvOptions", padding=padding, strideH=stride, strideW=stride)
    inputs = [g.integers([x.shape[0], *size, channels]), weights, x] + ([bias] if g.chance(0.7) else [])
    return g.apply("TRANSPOSE_CONV", inputs, table)


def constant_matmul(g):
    """A product with a constant of signed bytes, for all matrices or for each. LiteRT takes the scales of other rows if there
    are two dimensions of batches."""
    x = g.pick_for_layer()
    if x is None or len(x.shape) not in (2, 3):
        return None
    depth, columns, transposed = x.shape[-1], g.one_of([1, 3, 8, 17, 40]), g.chance(0.5)
    shape = (*(x.shape[:-2] if g.chance(0.5) else ()), *((columns, depth) if transposed else (depth, columns)))
    filter_ = g.writer.constant(g.random.integers(-127, 127, shape, "int8", endpoint=True))
    g.writer.quantized(filter_, float(np.float32(g.random.uniform(0.3, 1) * 1.7 / max(depth, 1) ** 0.5 / 127)), 0)
    table = options("BatchMatMulOptions", adjX=False, adjY=transposed, asymmetricQuantizeInputs=g.chance(0.3))
    return g.apply("BATCH_MATMUL", [x, filter_], table)


def matmul(g):
    if g.is_dynamic and g.chance(0.7):
        return constant_matmul(g)
    x = g.pick(fits=lambda v: len(v.shape) in (3, 4))
    if x is None:
        return None
    y = g.pick(fits=lambda v: v.shape[:-2] == x.shape[:-2] and x.shape[-1] in v.shape[-2:])
    if y is None or y is x and x.shape[-1] != x.shape[-2] and g.chance(0.5):
        return None
    table = options("BatchMatMulOptions", adjX=False, adjY=y.shape[-2] != x.shape[-1])
    return g.apply("BATCH_MATMUL", [x, y], table)


# Recurrent layers, whose states begin as zeros

def weights(g, *shape):
    return g.writer.constant(g.random.uniform(-0.7, 0.7, shape).astype(np.float32))


def lstm(g, depth, batch, cells, outputs, is_projected, count):
    """Inputs 1 to 17 of an LSTM, and its states."""
    gates = [None if g.chance(0.2) else 0, 1, 2, 3] if count > 17 else range(4)
    peepholes = g.chance(0.3)
    made = [-1 if gate is None else weights(g, cells, columns) for columns in (depth, outputs) for gate in gates]
    made += [weights(g, cells) if peepholes and gate is not None else -1 for gate in list(gates)[:2] + [3]]
    made += [-1 if gate is None else weights(g, cells) for gate in gates]
    made += [weights(g, outputs, cells), weights(g, outputs)] if is_projected else [-1, -1]
    return made, [g.writer.variable(batch, outputs), g.writer.variable(batch, cells)]


def recurrent(g):
    name = g.one_of(["UNIDIRECTIONAL_SEQUENCE_LSTM", "BIDIRECTIONAL_SEQUENCE_LSTM", "UNIDIRECTIONAL_SEQUENCE_RNN",
                     "BIDIRECTIONAL_SEQUENCE_RNN", "RNN", "SVDF"])
    x = g.pick(rank=2 if name in ("RNN", "SVDF") else 3)
    if x is None:
        return None
    is_time_major, merges, activation = g.chance(0.5), g.chance(0.5), g.one_of(["RELU6", 4])
    batch, depth = x.shape[1 if is_time_major and len(x.shape) == 3 else 0], x.shape[-1]
    units = g.one_of([1, 3, 4, 8, 12, 17])
    ways = 2 if name.startswith("BI") else 1
    outputs = 1 if ways == 1 or merges else 2
    fields = dict(fusedActivationFunction=activation)
    if name == "SVDF":
        rank, times = g.integer(1, 3), g.integer(1, 4)
        inputs = [weights(g, units * rank, depth), weights(g, units * rank, times), weights(g, units),
                  g.writer.variable(batch, units * rank * times)]
        return g.apply(name, [x, *inputs], options("SVDFOptions", rank=rank, fusedActivationFunction="RELU"))
    if name.endswith("RNN"):
        inputs = [part for _ in range(ways) for part in (
            weights(g, units, depth), weights(g, units, units), weights(g, units), g.writer.variable(batch, units))]
        if name == "RNN":
            return g.apply(name, [x, *inputs], options("RNNOptions", **fields))
        fields["timeMajor"] = is_time_major
        if ways == 1:
            return g.apply(name, [x, *inputs], options("SequenceRNNOptions", **fields))
        table = options("BidirectionalSequenceRNNOptions", mergeOutputs=merges, **fields)
        return g.apply(name, [x, *inputs, -1, -1, -1], table, outputs)
    if batch > 1 and not is_time_major:
        # LiteRT finds the states of all sequences but the first elsewhere if outputs are joined.
        merges, outputs = False, ways
    is_projected = g.chance(0.3)
    length = g.integer(1, 6) if is_projected else units
    fields |= dict(timeMajor=is_time_major, cellClip=g.one_of([0.0, 0.8]), projClip=g.one_of([0.0, 0.5]))
    parts = [lstm(g, depth, batch, units, length, is_projected, 20 if ways == 1 else 17) for _ in range(ways)]
    made, states = [w for part, _ in parts for w in part], [s for _, part in parts for s in part]
    if ways == 1:
        return g.apply(name, [x, *made, *states], options("UnidirectionalSequenceLSTMOptions", **fields))
    table = options("BidirectionalSequenceLSTMOptions", mergeOutputs=merges, **fields)
    return g.apply(name, [x, *made, *states] + [-1] * 9, table, outputs)


# Elements

def binary(g):
    x = g.pick()
    name = g.one_of(["ADD", "ADD", "SUB", "MUL", "MUL", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE"] + ["DIV"] * (g.kind == "float"))
    ordered = name in ("MAXIMUM", "MINIMUM")
    same = lambda v: not ordered or g.kind == "float" or (v.scale, v.zero) == (x.scale, x.zero)  # noqa: E731
    if name == "DIV":
        y = g.writer.constant(g.random.uniform(0.5, 2, x.shape[-1:]).astype(np.float32))
    elif (ordered and g.kind != "float") or g.chance(0.6):
        y = g.pick(fits=lambda v: same(v) and can_join(v.shape, x.shape))
    else:
        y, _ = g.constant(g.one_of([(), x.shape[-1:], x.shape, (1,) * len(x.shape)]), 1.5)
    if y is None:
        return None
    inputs = [x, y] if name == "DIV" or g.chance(0.7) else [y, x]
    table = {"MAXIMUM": "MaximumMinimumOptions", "MINIMUM": "MaximumMinimumOptions",
             "SQUARED_DIFFERENCE": "SquaredDifferenceOptions"}.get(name, f"{name.title()}Options")
    fields = {} if ordered or name == "SQUARED_DIFFERENCE" else dict(fusedActivationFunction=g.activation())
    if name in ("ADD", "SUB") and g.kind == "int16":
        fields["potScaleInt16"] = False
    return g.apply(name, inputs, options(table, **fields), like=x if ordered else None)


def can_join(left, right):
    pairs = zip(left[::-1], right[::-1])
    return max(len(left), len(right)) <= 4 and all(a == b or a == 1 or b == 1 for a, b in pairs)


def unary(g):
    x = g.pick()
    names = ["RELU", "RELU6", "LEAKY_RELU", "LOGISTIC", "TANH"]
    if g.kind == "float":
        names += ["RELU_N1_TO_1", "ELU", "HARD_SWISH", "GELU", "ABS", "NEG", "SQUARE", "SIN", "COS", "PRELU", "EXP", "SQRT", "RSQRT", "LOG"]
        names += ["FLOOR", "CEIL", "ROUND", "SIGN"] if x.is_exact else []
    elif g.kind == "int8":
        names += ["HARD_SWISH", "PRELU", "ELU", "GELU", "ABS", "RELU_N1_TO_1"]
    name = g.one_of(names)
    if name == "PRELU":
        slopes, _ = g.constant(x.shape[-1:] if len(x.shape) < 2 else (1,) * (len(x.shape) - 2) + x.shape[-1:], 0.8)
        return g.apply(name, [x, slopes])
    if g.kind == "float" and name in ("SQRT", "RSQRT", "LOG"):
        x = g.apply("ABS", [x], options("AbsOptions"))
        x = x and g.apply("ADD", [x[0], g.writer.constant(np.float32(0.25))], options("AddOptions"))
        if not x:
            return None
        x = x[0]
    if g.kind == "float" and name == "EXP":
        x = g.apply("TANH", [x])
        if not x:
            return None
        x = x[0]
    table = {"LEAKY_RELU": lambda: options("LeakyReluOptions", alpha=float(np.float32(g.random.uniform(0.05, 0.6)))),
             "GELU": lambda: options("GeluOptions", approximate=g.chance(0.5)), "HARD_SWISH": lambda: options("HardSwishOptions"),
             "ABS": lambda: options("AbsOptions"), "NEG": lambda: options("NegOptions"), "SQUARE": lambda: options("SquareOptions"),
             "EXP": lambda: options("ExpOptions"), "COS": lambda: options("CosOptions"), "SIGN": lambda: options("SignOptions"),
             }.get(name, lambda: None)()
    fixed = None
    if name in ("LOGISTIC", "TANH") and g.kind != "float":
        fixed = (1 / 32768, 0) if g.kind == "int16" else (1 / 256, g.middle - 128) if name == "LOGISTIC" else (1 / 128, g.middle)
    return g.apply(name, [x], table, fixed=fixed)


def softmax(g):
    x = g.pick(fits=lambda v: len(v.shape) >= 2)
    if x is None:
        return None
    if g.kind == "float" and g.chance(0.3):
        return g.apply("LOG_SOFTMAX", [x], options("LogSoftmaxOptions"))
    fixed = {"int8": (1 / 256, g.middle - 128), "int16": (1 / 32768, 0)}.get(g.kind)
    return g.apply("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0), fixed=fixed)


# Windows and groups

def pool(g):
    x = g.pick(rank=4)
    if x is None:
        return None
    name = g.one_of(["MAX_POOL_2D", "AVERAGE_POOL_2D"])
    table = options("Pool2DOptions", padding=g.one_of(["SAME", "VALID"]), strideH=g.integer(1, 2), strideW=g.integer(1, 2),
                    filterHeight=g.integer(1, 3), filterWidth=g.integer(1, 3), fusedActivationFunction=g.one_of(["NONE", "NONE", "RELU"]))
    return g.apply(name, [x], table, like=x)


def reduction(g):
    x = g.pick()
    # LiteRT's reference kernel of SUM does not know of scales; its others give other integers.
    name = g.one_of(["MEAN", "MEAN", "SUM" if g.kind == "float" else "MEAN", "REDUCE_MAX", "REDUCE_MIN"])
    axes = sorted(g.random.choice(len(x.shape), g.integer(1, min(2, len(x.shape))), replace=False).tolist())
    ordered = name.startswith("REDUCE")
    return g.apply(name, [x, g.integers(axes)], options("ReducerOptions", keepDims=g.chance(0.6)), like=x if ordered else None)


def resize(g):
    x = g.pick(rank=4)
    if x is None:
        return None
    name = g.one_of(["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
    # LiteRT's integer kernels round the ratio of the sizes to a 1024th, which moves places: none here.
    is_coarse = g.kind != "float" and name == "RESIZE_BILINEAR"
    corners = not is_coarse and g.chance(0.3)
    table = options({"RESIZE_BILINEAR": "ResizeBilinearOptions"}.get(name, "ResizeNearestNeighborOptions"), alignCorners=corners,
                    halfPixelCenters=not corners and g.chance(0.5))
    size = [g.one_of([n * 2, n * 4 if is_coarse else g.integer(1, 12), n]) for n in x.shape[1:3]]
    return g.apply(name, [x, g.integers(size)], table, like=x, is_exact=x.is_exact and name != "RESIZE_BILINEAR")


# Movement

def movement(g):
    x = g.pick()
    n = len(x.shape)
    moved = dict(like=x, is_exact=x.is_exact)
    kind = g.integer(0, 9)
    if kind == 0:
        shape = g.one_of([(x.shape[0], -1), (-1,) + x.shape[-1:], x.shape + (1,) if n < 4 else (1, -1), (1, *x.shape) if n < 4 else (-1, 1)])
        return g.apply("RESHAPE", [x, g.integers(shape)], options("ReshapeOptions"), **moved)
    if kind == 1:
        return g.apply("TRANSPOSE", [x, g.integers(g.random.permutation(n))], options("TransposeOptions"), **moved)
    if kind == 2:
        amounts = [[g.integer(0, 2), g.integer(0, 2)] if g.chance(0.6) else [0, 0] for _ in range(n)]
        return g.apply("PAD", [x, g.integers(amounts)], options("PadOptions"), like=x)
    if kind == 3:
        begin = [g.integer(0, d - 1) for d in x.shape]
        size = [g.one_of([-1, g.integer(1, d - b)]) for d, b in zip(x.shape, begin)]
        return g.apply("SLICE", [x, g.integers(begin), g.integers(size)], options("SliceOptions"), **moved)
    if kind == 4:
        begin = [g.integer(-d, d - 1) for d in x.shape]
        steps = [g.one_of([1, 1, 2, -1, 3]) for _ in x.shape]
        end = [g.integer(-d, d) for d in x.shape]
        masks = [g.integer(0, 2**n - 1), g.integer(0, 2**n - 1)]
        shrunk = 1 << g.integer(0, n - 1) if n > 1 and g.chance(0.3) else 0
        if shrunk:
            # Where a single element is taken, the begin counts, and the step must be 1: LiteRT reads elsewhere otherwise.
            steps[shrunk.bit_length() - 1] = 1
            masks = [mask & ~shrunk for mask in masks]
        table = options("StridedSliceOptions", beginMask=masks[0], endMask=masks[1], ellipsisMask=0, newAxisMask=0,
                        shrinkAxisMask=shrunk)
        return g.apply("STRIDED_SLICE", [x, g.integers(begin), g.integers(end), g.integers(steps)], table, **moved)
    if kind == 5:
        axis = g.integer(0, n - 1)
        counts = [c for c in (2, 3, 4) if x.shape[axis] % c == 0]
        if not counts:
            return None
        count = g.one_of(counts)
        return g.apply("SPLIT", [g.integers(axis), x], options("SplitOptions", numSplits=count), outputs=count, **moved)
    if kind == 6:
        axis = g.integer(0, n - 1)
        others = lambda v: (v.scale, v.zero) == (x.scale, x.zero) and len(v.shape) == n and all(  # noqa: E731
            a == b for d, (a, b) in enumerate(zip(v.shape, x.shape)) if d != axis)
        parts = [x] + [g.pick(fits=others) for _ in range(g.integer(1, 2))]
        moved["is_exact"] = all(part.is_exact for part in parts)
        return g.apply("CONCATENATION", parts, options("ConcatenationOptions", axis=g.one_of([axis, axis - n])), **moved)
    if kind == 7:
        axis = g.integer(0, n - 1)
        places = g.integers([g.integer(0, x.shape[axis] - 1) for _ in range(g.integer(1, 4))])
        return g.apply("GATHER", [x, places], options("GatherOptions", axis=axis), **moved)
    if kind == 8 and n == 4:
        name = g.one_of(["SPACE_TO_DEPTH", "DEPTH_TO_SPACE"])
        table = "SpaceToDepthOptions" if name == "SPACE_TO_DEPTH" else "DepthToSpaceOptions"
        return g.apply(name, [x], options(table, blockSize=2), **moved)
    if kind == 9:
        if g.kind != "float":
            return g.apply("QUANTIZE", [x], options("QuantizeOptions"))
        return g.apply("REVERSE_V2", [x, g.integers([g.integer(0, n - 1)])], options("ReverseV2Options"), **moved)
    return None


MAKERS = [conv] * 4 + [depthwise] * 3 + [dense] * 2 + [transpose_conv] + [matmul] + [binary] * 4 + [unary] * 4 + [softmax] \
    + [pool] * 2 + [reduction] * 2 + [resize] + [movement] * 6


def random_graph(kind, seed, limit=None):
    """The model of a seed; with `limit`, only so many of its operators."""
    g = Graph(kind, seed)
    wanted = g.integer(2, 10)
    for _ in range(60):
        if len(g.writer.operators) >= min(wanted, limit or wanted):
            break
        more = [packed_dense] * 12 if g.is_packed else [conv, depthwise, dense, dense] * 6 if g.is_dynamic else [recurrent] * 24 if g.is_stateful else []
        g.one_of(more + MAKERS)(g)
    return g
