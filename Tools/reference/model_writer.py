"""Writes small TFLite models with LiteRT's own schema, and runs models with LiteRT's own kernels."""
import zlib

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

TYPES = {
    "float32": schema.TensorType.FLOAT32, "float16": schema.TensorType.FLOAT16, "int32": schema.TensorType.INT32,
    "int64": schema.TensorType.INT64, "uint8": schema.TensorType.UINT8, "int8": schema.TensorType.INT8,
    "int16": schema.TensorType.INT16, "bool": schema.TensorType.BOOL,
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
        # How far LiteRT's optimised kernels may be from its reference ones: a share of the largest float, or integers.
        self.agreement = 2e-6

    def values(self, *shape, low=-1.0, high=1.0):
        """Random float32 in [low, high)."""
        return self.random.uniform(low, high, shape).astype(np.float32)

    def elements(self, dtype, *shape):
        """Random elements of any type."""
        if dtype == "float32":
            return self.values(*shape)
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

    def operator(self, name, inputs, opts=None, outputs=1, dtype="float32", version=1):
        """Adds an operator; returns the index of its output, or the list of them when outputs is not 1."""
        made = [self.tensor(dtype) for _ in range(outputs)]
        key = (getattr(schema.BuiltinOperator, name), version)
        if key not in self.codes:
            self.codes.append(key)
        self.operators.append((self.codes.index(key), list(inputs), made, opts))
        return made[0] if outputs == 1 else made

    def output(self, *indices):
        self.outputs += indices
        return self

    def pack(self):
        model = schema.ModelT()
        model.version = 3
        model.description = "Mudra fixture"
        for code, version in self.codes:
            entry = schema.OperatorCodeT()
            entry.builtinCode, entry.deprecatedBuiltinCode, entry.version = code, min(code, 127), version
            model.operatorCodes.append(entry) if model.operatorCodes else setattr(model, "operatorCodes", [entry])
        graph = schema.SubGraphT()
        graph.name = "main"
        graph.tensors, graph.operators = [], []
        for name, dtype, shape, buffer in self.tensors:
            entry = schema.TensorT()
            entry.name, entry.type, entry.shape, entry.buffer = name, TYPES[dtype], shape, buffer
            graph.tensors.append(entry)
        for code, inputs, outputs, opts in self.operators:
            entry = schema.OperatorT()
            entry.opcodeIndex, entry.inputs, entry.outputs = code, inputs, outputs
            if opts is not None:
                entry.builtinOptions = opts
                entry.builtinOptionsType = getattr(schema.BuiltinOptions, type(opts).__name__[:-1])
            graph.operators.append(entry)
        graph.inputs, graph.outputs = self.inputs, self.outputs
        model.subgraphs = [graph]
        model.buffers = []
        for content in self.buffers:
            entry = schema.BufferT()
            if content:
                entry.data = np.frombuffer(content, np.uint8)
            model.buffers.append(entry)
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    def settle_shapes(self):
        """Writes the shapes that LiteRT computes into the tensors that operators make."""
        interpreter = litert(self.pack(), OpResolverType.BUILTIN_REF)
        shapes = {d["index"]: [int(v) for v in d["shape"]] for d in interpreter.get_tensor_details()}
        for index, entry in enumerate(self.tensors):
            entry[2] = shapes[index]
        return self


def litert(model, resolver):
    interpreter = Interpreter(model_content=model, experimental_op_resolver_type=resolver, num_threads=1)
    interpreter.allocate_tensors()
    return interpreter


def run_litert(model, feeds, resolver=OpResolverType.BUILTIN_REF):
    """The model's outputs. BUILTIN_REF is LiteRT's plain loops, which give one answer on every processor."""
    interpreter = litert(model, resolver)
    for detail, value in zip(interpreter.get_input_details(), feeds, strict=True):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]
