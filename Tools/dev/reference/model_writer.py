"""Writes small TFLite models with LiteRT's own schema, and runs models with LiteRT's own kernels."""
import zlib

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

TYPES = {
    "float32": schema.TensorType.FLOAT32, "float16": schema.TensorType.FLOAT16, "int32": schema.TensorType.INT32,
    "int64": schema.TensorType.INT64, "uint8": schema.TensorType.UINT8, "int8": schema.TensorType.INT8,
    "int16": schema.TensorType.INT16, "bool": schema.TensorType.BOOL, "complex64": schema.TensorType.COMPLEX64,
    "float64": schema.TensorType.FLOAT64, "uint16": schema.TensorType.UINT16, "uint32": schema.TensorType.UINT32,
    "int4": schema.TensorType.INT4, "int2": schema.TensorType.INT2, "resource": schema.TensorType.RESOURCE,
}
ACTIVATIONS = {"NONE": 0, "RELU": 1, "RELU_N1_TO_1": 2, "RELU6": 3}
PADDINGS = {"SAME": 0, "VALID": 1}


def options(table, **fields):
    """An option table by its schema name, such as Conv2DOptions; words for activation and padding become numbers."""
    value = getattr(schema, table + "T")()
    for field, content in fields.items():
        if not hasattr(value, field):
            raise AttributeError(f"{table} has no field {field}")
        if field == "fusedActivationFunction":
            content = ACTIVATIONS.get(content, content)
        if field == "padding":
            content = PADDINGS.get(content, content)
        setattr(value, field, content)
    return value


class ModelWriter:
    """One model being put together: tensors are numbered as they are made."""

    def __init__(self, seed_text=""):
        self.random = np.random.default_rng(zlib.crc32(seed_text.encode()))
        self.tensors, self.buffers, self.codes, self.operators = [], [b""], [], []
        self.feeds, self.inputs, self.outputs = [], [], []
        # By tensor: how it is stored, and what its integers represent.
        self.sparsities, self.quantizations, self.blocks = {}, {}, {}
        # By operator: tensors without a value, whose scales say how its own numbers are rounded.
        self.intermediates = {}
        self.signatures = []
        # Tensors that operators keep from run to run, and those whose shapes LiteRT need not find out.
        self.variables, self.settled = set(), set()
        # The other subgraphs, and what is fed in the runs after the first one.
        self.children, self.root, self.later = [], self, []
        # How far LiteRT's optimized kernels may be from its reference ones: a fraction of the largest float, or
        # integers.
        self.agreement = 2e-6
        # Whose result is used. LiteRT has no reference kernels for some operators, and a few are wrong.
        self.resolver = OpResolverType.BUILTIN_REF

    def subgraph(self):
        """Another subgraph, in which shapes must be given, and its index."""
        child = ModelWriter()
        child.random, child.buffers, child.codes, child.root = self.random, self.buffers, self.codes, self.root
        self.root.children.append(child)
        return child, len(self.root.children)

    def argument(self, dtype, *shape):
        """An input of another subgraph."""
        index = self.tensor(dtype, shape, name=f"argument{len(self.inputs)}")
        self.inputs.append(index)
        return index

    def variable(self, *shape, dtype="float32"):
        """A tensor that an operator keeps from run to run."""
        index = self.tensor(dtype, shape, name=f"state{len(self.variables)}")
        self.variables.add(index)
        return index

    def packed(self, array, bits=4):
        """A constant of integers of 2 or 4 bits, several in a byte, the first one in its lowest bits."""
        each = 8 // bits
        values = np.append(array.reshape(-1), np.zeros(-array.size % each, np.int8)).astype(np.int64) & (1 << bits) - 1
        self.buffers.append((values.reshape(-1, each) << np.arange(0, 8, bits)).sum(1).astype(np.uint8).tobytes())
        return self.tensor(f"int{bits}", array.shape, buffer=len(self.buffers) - 1)

    def in_blocks(self, tensor, scales, size):
        """Gives each `size` elements of a constant's last dimension a scale of their own."""
        self.blocks[tensor] = (self.constant(np.float16(scales)), size)
        return tensor

    def then(self, *feeds):
        """The values of the inputs in one more run."""
        self.later.append(feeds)
        return self

    def without_reference_kernels(self):
        """Takes the answer from LiteRT's optimized kernels; the case says why."""
        self.resolver = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        return self

    def by_the_delegate(self):
        """Takes the answer from XNNPACK alone, where LiteRT's own kernels refuse the model; the case says why."""
        self.resolver = OpResolverType.AUTO
        return self

    def values(self, *shape, low=-1.0, high=1.0):
        """Random float32 in [low, high)."""
        return self.random.uniform(low, high, shape).astype(np.float32)

    def integers(self, *shape, low=-20, high=20, dtype=np.int32):
        """Random integers in [low, high]."""
        return self.random.integers(low, high, shape, endpoint=True).astype(dtype)

    def booleans(self, *shape):
        """Random Booleans."""
        return self.random.integers(0, 2, shape).astype(np.bool_)

    def elements(self, dtype, *shape):
        """Random elements of any type."""
        if dtype == "float32":
            return self.values(*shape)
        if dtype == "float64":
            return self.random.uniform(-1, 1, shape)
        if dtype == "bool":
            return self.random.integers(0, 2, shape).astype(bool)
        limits = np.iinfo(dtype)
        return self.random.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)

    def tensor(self, dtype="float32", shape=(), buffer=0, name=None):
        self.tensors.append([name or f"tensor{len(self.tensors)}", dtype, list(shape), buffer])
        return len(self.tensors) - 1

    def input(self, array):
        """A model input, with the value that it is given."""
        index = self.tensor(str(array.dtype), array.shape, name=f"input{len(self.inputs)}")
        self.inputs.append(index)
        self.feeds.append(array)
        return index

    def constant(self, array):
        array = np.asarray(array, order="C")  # ascontiguousarray would turn a scalar into a vector
        self.buffers.append(array.tobytes())
        return self.tensor(str(array.dtype), array.shape, buffer=len(self.buffers) - 1)

    def sparse_constant(self, array, order, sparse, blocks=None, index_type="Int32Vector"):
        """A constant of which the elements that are not zero are stored.

        `order` is the order of traversal: the array's dimensions, then one for each of `blocks` (dimension: size), which
        cuts a dimension into blocks. `sparse` are the places in that order whose positions are compressed.
        """
        blocks = blocks or {}
        cut = array.reshape([n for d, size in enumerate(array.shape)
                             for n in ((size // blocks[d], blocks[d]) if d in blocks else (size,))])
        axes, outer = [], 0
        inner = {}
        for d in range(array.ndim):
            axes.append(outer)
            outer += 1
            if d in blocks:
                inner[d] = outer
                outer += 1
        axes += [inner[d] for d in blocks]
        cut = cut.transpose([axes[d] for d in order])
        entry = schema.SparsityParametersT()
        entry.traversalOrder, entry.blockMap, entry.dimMetadata = list(order), list(blocks), []
        positions = [()]
        for level, size in enumerate(cut.shape):
            dimension = schema.DimensionMetadataT()
            if level not in sparse:
                dimension.format, dimension.denseSize = 0, size
                positions = [p + (i,) for p in positions for i in range(size)]
            else:
                segments, indices, kept = [0], [], []
                for p in positions:
                    found = [i for i in range(size) if np.any(cut[p + (i,)])]
                    indices += found
                    kept += [p + (i,) for i in found]
                    segments.append(len(indices))
                positions = kept
                dimension.format = 1
                for name, values in (("Segments", segments), ("Indices", indices)):
                    vector = getattr(schema, index_type + "T")()
                    vector.values = values
                    setattr(dimension, f"array{name}", vector)
                    setattr(dimension, f"array{name}Type", getattr(schema.SparseIndexVector, index_type))
            entry.dimMetadata.append(dimension)
        index = self.constant(np.array([cut[p] for p in positions], array.dtype))
        self.tensors[index][2] = list(array.shape)
        self.sparsities[index] = entry
        return index

    def quantized(self, tensor, scale, zero_point=0, axis=0):
        """Says what a tensor's integers stand for; lists give each index of `axis` its own."""
        self.quantizations[tensor] = (np.atleast_1d(scale), np.atleast_1d(zero_point), axis)
        return tensor

    def custom(self, name, inputs, shape, options=b"", version=1, outputs=1):
        """Adds a custom operator whose outputs have `shape`, which LiteRT may not find out; returns its output, or the
        list of them when outputs is not 1."""
        if (name, version) not in self.codes:
            self.codes.append((name, version))
        made = [self.tensor(shape=shape) for _ in range(outputs)]
        self.operators.append((self.codes.index((name, version)), list(inputs), made, options))
        return made[0] if outputs == 1 else made

    def operator(self, name, inputs, opts=None, outputs=1, dtype=None, version=1, shape=None):
        """Adds an operator; returns the index of its output, or the list of them when outputs is not 1.

        `dtype` is the outputs' type, or the list of them; that of the first input unless said otherwise. `shape` is
        theirs, where LiteRT does not find it out: in other subgraphs, and of variables."""
        if dtype is None:
            dtype = self.tensors[inputs[0]][1] if inputs and inputs[0] >= 0 else "float32"
        types = [dtype] * outputs if isinstance(dtype, str) else dtype
        made = [self.tensor(type_, shape or ()) for type_ in types]
        if shape is not None:
            self.settled.update(made)
        key = (getattr(schema.BuiltinOperator, name), version)
        if key not in self.codes:
            self.codes.append(key)
        self.operators.append((self.codes.index(key), list(inputs), made, opts))
        return made[0] if outputs == 1 else made

    def output(self, *indices):
        self.outputs += indices
        return self

    def signature(self, key, inputs, outputs):
        """Names the model's inputs and outputs, in an order of their own: pairs of a name and a tensor."""
        entry = schema.SignatureDefT()
        entry.signatureKey, entry.subgraphIndex = key, 0
        for field, arguments in (("inputs", inputs), ("outputs", outputs)):
            maps = []
            for name, tensor in arguments:
                maps.append(schema.TensorMapT())
                maps[-1].name, maps[-1].tensorIndex = name, tensor
            setattr(entry, field, maps)
        self.signatures.append(entry)

    def pack(self):
        model = schema.ModelT()
        model.version = 3
        model.description = "Mudra fixture"
        for code, version in self.codes:
            entry = schema.OperatorCodeT()
            if isinstance(code, str):
                entry.customCode, code = code, schema.BuiltinOperator.CUSTOM
            entry.builtinCode, entry.deprecatedBuiltinCode, entry.version = code, min(code, 127), version
            model.operatorCodes.append(entry) if model.operatorCodes else setattr(model, "operatorCodes", [entry])
        model.subgraphs = [writer.packed_graph(number) for number, writer in enumerate([self] + self.children)]
        model.signatureDefs = self.signatures
        model.buffers = []
        for content in self.buffers:
            entry = schema.BufferT()
            if content:
                entry.data = np.frombuffer(content, np.uint8)
            model.buffers.append(entry)
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    def packed_graph(self, number):
        graph = schema.SubGraphT()
        graph.name = f"subgraph{number}" if number else "main"
        graph.tensors, graph.operators = [], []
        for index, (name, dtype, shape, buffer) in enumerate(self.tensors):
            entry = schema.TensorT()
            entry.sparsity = self.sparsities.get(index)
            entry.isVariable = index in self.variables
            if index in self.quantizations:
                entry.quantization = schema.QuantizationParametersT()
                scale, zero_point, axis = self.quantizations[index]
                entry.quantization.scale = np.float32(scale)
                entry.quantization.zeroPoint = np.int64(zero_point)
                entry.quantization.quantizedDimension = axis
            if index in self.blocks:
                entry.quantization = schema.QuantizationParametersT()
                details = schema.BlockwiseQuantizationT()
                details.scales, details.blockSize = self.blocks[index]
                details.zeroPoints = -1
                entry.quantization.details = details
                entry.quantization.detailsType = schema.QuantizationDetails.BlockwiseQuantization
            # An extent of -1 is known only at run time.
            entry.name, entry.type, entry.shape, entry.buffer = name, TYPES[dtype], [abs(n) for n in shape], buffer
            entry.shapeSignature = shape if -1 in shape else None
            graph.tensors.append(entry)
        for place, (code, inputs, outputs, opts) in enumerate(self.operators):
            entry = schema.OperatorT()
            entry.opcodeIndex, entry.inputs, entry.outputs = code, inputs, outputs
            entry.intermediates = self.intermediates.get(place)
            if isinstance(opts, bytes):
                entry.customOptions = np.frombuffer(opts, np.uint8)
            elif kind := getattr(schema.BuiltinOptions2, type(opts).__name__[:-1], None):
                entry.builtinOptions2, entry.builtinOptions2Type = opts, kind
            elif opts is not None:
                entry.builtinOptions = opts
                entry.builtinOptionsType = getattr(schema.BuiltinOptions, type(opts).__name__[:-1])
            graph.operators.append(entry)
        graph.inputs, graph.outputs = self.inputs, self.outputs
        return graph

    def settle_shapes(self):
        """Writes the shapes that LiteRT computes into the tensors that operators make."""
        interpreter = litert(self.pack(), self.resolver)
        shapes = {d["index"]: [int(v) for v in d["shape"]] for d in interpreter.get_tensor_details()}
        for index, entry in enumerate(self.tensors):
            if index not in self.settled and index in shapes:
                entry[2] = shapes[index]
        return self


def litert(model, resolver):
    interpreter = Interpreter(model_content=model, experimental_op_resolver_type=resolver, num_threads=1)
    interpreter.allocate_tensors()
    return interpreter


def run_litert(model, feeds, resolver=OpResolverType.BUILTIN_REF, later=()):
    """The model's outputs. BUILTIN_REF is LiteRT's plain loops, which give one answer on every processor.

    With `later`, the feeds of runs after the first one: the list of the outputs of all runs."""
    interpreter = litert(model, resolver)
    if later:
        return [invoke(interpreter, feeds) for feeds in (feeds, *later)]
    return invoke(interpreter, feeds)


def invoke(interpreter, feeds):
    for detail, value in zip(interpreter.get_input_details(), feeds, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]
