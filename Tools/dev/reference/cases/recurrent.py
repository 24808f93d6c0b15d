"""LSTM and RNN over sequences in one and both directions, RNN of one time, SVDF: of floats, of floats with weights of int8; LSTM and SVDF of integers."""
import numpy as np

from model_writer import options

GATES = range(4)


def lstm(m, x, batch, cells, outputs=None, coupled=False, peepholes=False, normalized=False, projected=False, biased=True, hybrid=False,
         change=lambda inputs: None, **fields):
    """An LSTM with random weights, of one time step for an input of two dimensions; `change` edits the list of its inputs."""
    outputs = outputs or cells
    depth = m.tensors[x][2][-1]

    def weights(*shape):
        if hybrid:
            return m.quantized(m.constant(m.integers(*shape, low=-127, high=127, dtype=np.int8)), 0.008, 0)
        return m.constant(m.values(*shape))

    def vector(count, low=-1.0):
        return m.constant(m.values(count, low=low))
    inputs = [x]
    for columns in (depth, outputs):
        inputs += [-1 if coupled and gate == 0 else weights(cells, columns) for gate in GATES]
    inputs += [(weights if hybrid else vector)(cells) if peepholes and not (coupled and gate == 0) else -1 for gate in range(3)]
    inputs += [-1 if coupled and gate == 0 else vector(cells) for gate in GATES]
    inputs += [weights(outputs, cells) if projected else -1, vector(outputs) if projected and biased else -1]
    inputs += [m.variable(batch, outputs), m.variable(batch, cells)]
    if normalized is not None:
        inputs += [vector(cells, low=0.1) if normalized and not (coupled and gate == 0) else -1 for gate in GATES]
    change(inputs)
    fields = {"fusedActivationFunction": 4} | fields
    if len(m.tensors[x][2]) == 2:
        return m.operator("LSTM", inputs, options("LSTMOptions", **fields), dtype="float32", version=3 if hybrid else 1)
    return m.operator("UNIDIRECTIONAL_SEQUENCE_LSTM", inputs, options("UnidirectionalSequenceLSTMOptions", **fields), dtype="float32")


def basic_lstm(m, batch=1, depth=5, cells=4, change=lambda inputs: None, outputs=4, **fields):
    """The LSTM of the first converters, whose states are operands."""
    inputs = [m.input(m.values(batch, depth)), m.input(m.values(batch, cells)), m.constant(m.values(4 * cells, depth + cells)),
              m.constant(m.values(4 * cells)), m.input(m.values(batch, cells))]
    change(inputs)
    fields = {"fusedActivationFunction": 4, "kernelType": 1} | fields
    return m.operator("LSTM", inputs, options("LSTMOptions", **fields), outputs=outputs, dtype="float32", version=2)


def integer_lstm(m, x, batch, cells, outputs=None, coupled=False, peepholes=False, normalized=False, projected=False, biased=True,
                 zero=-4, cell_exponent=-11, change=lambda inputs: None, intermediates=5, **fields):
    """An LSTM of int8, with cells of int16."""
    outputs = outputs or cells
    depth = m.tensors[x][2][2]

    def numbers(dtype, scale, *shape, largest):
        return m.quantized(m.constant(m.integers(*shape, low=-largest, high=largest, dtype=np.dtype(dtype))), scale, 0)

    def weights(*shape):
        return numbers("int8", float(m.values(1, low=0.004, high=0.012)[0]), *shape, largest=127)

    def vector(scale):
        return numbers("int16", scale, cells, largest=32767)

    def bias(count):
        return numbers("int32", 0.0002, count, largest=3000)
    inputs = [x]
    for columns in (depth, outputs):
        inputs += [-1 if coupled and gate == 0 else weights(cells, columns) for gate in GATES]
    inputs += [vector(3e-5) if peepholes and not (coupled and gate == 0) else -1 for gate in range(3)]
    inputs += [-1 if coupled and gate == 0 else bias(cells) for gate in GATES]
    inputs += [weights(outputs, cells) if projected else -1, bias(outputs) if projected and biased else -1]
    inputs += [m.quantized(m.variable(batch, outputs, dtype="int8"), 0.01, zero),
               m.quantized(m.variable(batch, cells, dtype="int16"), 2.0**cell_exponent, 0)]
    inputs += [vector(3.1e-5) if normalized and not (coupled and gate == 0) else -1 for gate in GATES]
    change(inputs)
    made = m.operator("UNIDIRECTIONAL_SEQUENCE_LSTM", inputs,
                      options("UnidirectionalSequenceLSTMOptions", **{"fusedActivationFunction": 4, **fields}), dtype="int8")
    scales = [m.quantized(m.tensor("int16"), 0.0005 if normalized else 2.0**-12, 0) for _ in GATES]
    scales.append(m.quantized(m.tensor("int8"), 0.009 if projected else 0.01, zero + 2 if projected else zero))
    m.intermediates[len(m.operators) - 1] = scales[:intermediates]
    return m.quantized(made, 0.01, zero)


def integer_svdf(m, x, batch, filters, times, rank, biased=True, change=lambda inputs: None, **fields):
    """A filter bank of int8, with results of int16."""
    def numbers(dtype, scale, *shape, largest):
        return m.quantized(m.constant(m.integers(*shape, low=-largest, high=largest, dtype=np.dtype(dtype))), scale, 0)
    inputs = [x, numbers("int8", 0.008, filters, m.tensors[x][2][1], largest=127), numbers("int16", 3e-5, filters, times, largest=32767)]
    inputs += [numbers("int32", 3e-8, filters // rank, largest=30_000_000) if biased else -1]
    inputs += [m.quantized(m.variable(batch, filters * times, dtype="int16"), 0.001, 0)]
    change(inputs)
    made = m.operator("SVDF", inputs, options("SVDFOptions", rank=rank, **{"fusedActivationFunction": "RELU", **fields}), dtype="int8")
    return m.quantized(made, 0.05, -128)


def svdf(m, x, batch, filters, times, rank, biased=True, hybrid=False, change=lambda inputs: None, **fields):
    depth = m.tensors[x][2][1]

    def weights(*shape):
        if hybrid:
            return m.quantized(m.constant(m.integers(*shape, low=-127, high=127, dtype=np.int8)), 0.008, 0)
        return m.constant(m.values(*shape))
    inputs = [x, weights(filters, depth), weights(filters, times)]
    inputs += [m.constant(m.values(filters // max(rank, 1))) if biased else -1, m.variable(batch, filters * times)]
    change(inputs)
    return m.operator("SVDF", inputs, options("SVDFOptions", rank=rank, **fields), dtype="float32")


def matrix(m, hybrid, *shape):
    if hybrid:
        return m.quantized(m.constant(m.integers(*shape, low=-127, high=127, dtype=np.int8)), 0.008, 0)
    return m.constant(m.values(*shape, low=-0.6, high=0.6))


def rnn_weights(m, batch, depth, units, hybrid):
    return [matrix(m, hybrid, units, depth), matrix(m, hybrid, units, units), m.constant(m.values(units)), m.variable(batch, units)]


def rnn(m, batch=1, times=3, depth=5, units=6, timeMajor=False, hybrid=False, change=lambda inputs: None, **fields):
    """RNN for no times; otherwise over a sequence."""
    fields = {"fusedActivationFunction": 4} | fields
    if times is None:
        x, name, table = m.input(m.values(batch, depth)), "RNN", options("RNNOptions", **fields)
    else:
        x = sequence(m, batch, times, depth, timeMajor=timeMajor)
        name, table = "UNIDIRECTIONAL_SEQUENCE_RNN", options("SequenceRNNOptions", timeMajor=timeMajor, **fields)
    inputs = [x] + rnn_weights(m, batch, depth, units, hybrid)
    change(inputs)
    return m.output(m.operator(name, inputs, table, dtype="float32"))


RNNS = {
    "plain": {}, "a_large_batch": dict(batch=7), "one_unit": dict(units=1), "many_units": dict(units=24, depth=12), "three_sequences": dict(batch=3), "relu": dict(fusedActivationFunction="RELU"),
    "relu6": dict(fusedActivationFunction="RELU6"), "no_activation": dict(fusedActivationFunction="NONE"),
}
SEQUENCE_RNNS = RNNS | {"time_major": dict(timeMajor=True), "three_sequences_time_major": dict(batch=3, timeMajor=True), "one_time": dict(times=1)}


def both_ways(m, name, table, inputs, merges):
    """An operator of one output, or two."""
    made = m.operator(name, inputs, table, outputs=1 if merges else 2, dtype="float32")
    return [m.output(y) for y in ([made] if merges else made)]


def second_sequence(m, second, settings, depth):
    if second is None:
        return -1
    return sequence(m, settings["batch"], settings["times"], depth, timeMajor=settings["timeMajor"])


def bidirectional_rnn(m, units=(6, 4), second=None, matrices=False, hybrid=False, merges=False, change=lambda inputs: None, **more):
    settings = {"batch": 1, "times": 3, "timeMajor": False} | {k: more.pop(k) for k in ("batch", "times", "timeMajor") if k in more}
    depth = 5
    other = depth if second is None or matrices else second
    inputs = [sequence(m, settings["batch"], settings["times"], depth, timeMajor=settings["timeMajor"])]
    inputs += rnn_weights(m, settings["batch"], depth, units[0], hybrid) + rnn_weights(m, settings["batch"], other, units[1], hybrid)
    inputs += [second_sequence(m, second, settings, second)]
    inputs += [matrix(m, hybrid, count, second) for count in units] if matrices else [-1, -1]
    change(inputs)
    fields = {"fusedActivationFunction": 4, "timeMajor": settings["timeMajor"], "mergeOutputs": merges} | more
    return both_ways(m, "BIDIRECTIONAL_SEQUENCE_RNN", options("BidirectionalSequenceRNNOptions", **fields), inputs, merges)


def direction(m, batch, depth, cells, outputs, hybrid, coupled, peepholes, projected):
    """Inputs 1 to 17 of an LSTM, and its states."""
    gates = [-1 if coupled and gate == 0 else gate for gate in GATES]
    weights = [-1 if gate < 0 else matrix(m, hybrid, cells, columns) for columns in (depth, outputs) for gate in gates]
    weights += [(matrix(m, hybrid, cells) if hybrid else m.constant(m.values(cells))) if peepholes and not (coupled and gate == 0) else -1 for gate in range(3)]
    weights += [-1 if gate < 0 else m.constant(m.values(cells)) for gate in gates]
    weights += [matrix(m, hybrid, outputs, cells), m.constant(m.values(outputs))] if projected else [-1, -1]
    return weights, [m.variable(batch, outputs), m.variable(batch, cells)]


def bidirectional_lstm(m, cells=(6, 6), outputs=None, second=None, matrices=False, hybrid=False, merges=False, coupled=False, peepholes=False, projected=False,
                       change=lambda inputs: None, **more):
    settings = {"batch": 1, "times": 3, "timeMajor": False} | {k: more.pop(k) for k in ("batch", "times", "timeMajor") if k in more}
    depth, outputs = 5, outputs or cells
    other = depth if second is None or matrices else second
    inputs = [sequence(m, settings["batch"], settings["times"], depth, timeMajor=settings["timeMajor"])]
    states = []
    for count, length, size in zip(cells, outputs, (depth, other)):
        weights, own = direction(m, settings["batch"], size, count, length, hybrid, coupled, peepholes, projected)
        inputs += weights
        states += own
    inputs += states + [second_sequence(m, second, settings, second)]
    inputs += [(-1 if coupled and gate == 0 else matrix(m, hybrid, count, second)) if matrices else -1 for count in cells for gate in GATES]
    change(inputs)
    fields = {"fusedActivationFunction": 4, "timeMajor": settings["timeMajor"], "mergeOutputs": merges} | more
    return both_ways(m, "BIDIRECTIONAL_SEQUENCE_LSTM", options("BidirectionalSequenceLSTMOptions", **fields), inputs, merges)


def computed(m, *places):
    """Weights at these places are products of constants and inputs."""
    def change(inputs):
        for place in places:
            inputs[place] = m.operator("MUL", [inputs[place], m.input(np.float32(1.25))], options("MulOptions"))
    return change


BOTH_WAYS = {
    "plain": {}, "merged": dict(merges=True), "time_major": dict(timeMajor=True, merges=True), "three_sequences": dict(batch=3), "one_time": dict(times=1),
    "a_second_sequence": dict(second=5), "a_second_sequence_with_matrices": dict(second=7, matrices=True, merges=True),
}
BOTH_WAYS_LSTMS = BOTH_WAYS | {
    "coupled": dict(coupled=True), "peepholes": dict(peepholes=True), "projected": dict(outputs=(3, 3), projected=True, projClip=0.6), "clipped": dict(cellClip=0.3),
    "coupled_with_a_second_sequence": dict(coupled=True, second=4, matrices=True),
}

LSTMS = {
    "plain": {}, "one_cell": dict(cells=1), "many_cells": dict(cells=20, depth=12), "no_normalization_inputs": dict(normalized=None),
    "coupled": dict(coupled=True), "peepholes": dict(peepholes=True), "coupled_with_peepholes": dict(coupled=True, peepholes=True),
    "projected": dict(outputs=3, projected=True), "projected_without_bias": dict(outputs=3, projected=True, biased=False),
    "projected_and_clipped": dict(outputs=3, projected=True, projClip=0.2), "clipped": dict(cellClip=0.3), "normalized": dict(normalized=True),
    "everything": dict(outputs=4, projected=True, peepholes=True, normalized=True, cellClip=0.8, projClip=0.9),
    "coupled_and_normalized": dict(coupled=True, normalized=True), "time_major": dict(timeMajor=True), "three_sequences": dict(batch=3),
    "three_sequences_time_major": dict(batch=3, timeMajor=True), "one_time": dict(times=1), "relu": dict(fusedActivationFunction="RELU", cellClip=2.0),
    "relu6": dict(fusedActivationFunction="RELU6"),
}


def sequence(m, batch=1, times=4, depth=5, **fields):
    return m.input(m.values(times, batch, depth) if fields.get("timeMajor") else m.values(batch, times, depth))


def made(m, name, **more):
    settings = {"cells": 6, "batch": 1} | LSTMS[name] | more
    x = sequence(m, **{k: v for k, v in settings.items() if k in ("batch", "times", "depth", "timeMajor")})
    return m.output(lstm(m, x, **{k: v for k, v in settings.items() if k not in ("times", "depth")}))


INTEGER_LSTMS = {
    "plain": {}, "one_cell": dict(cells=1), "many_cells": dict(cells=20, depth=12), "coupled": dict(coupled=True),
    "peepholes": dict(peepholes=True), "projected": dict(outputs=3, projected=True),
    "projected_without_bias": dict(outputs=3, projected=True, biased=False),
    "projected_and_clipped": dict(outputs=4, projected=True, projClip=0.2), "clipped": dict(cellClip=0.3),
    "normalized": dict(normalized=True), "coupled_and_normalized": dict(coupled=True, normalized=True, cells=7),
    "everything": dict(outputs=4, projected=True, peepholes=True, normalized=True, cellClip=0.8, projClip=0.9),
    "time_major": dict(timeMajor=True), "three_sequences": dict(batch=3), "three_sequences_time_major": dict(batch=3, timeMajor=True),
    "large_cells": dict(cell_exponent=-9), "small_cells": dict(cell_exponent=-15), "positive_zero": dict(zero=7),
}


def byte_sequence(m, batch=1, times=4, depth=5, **fields):
    values = m.integers(*((times, batch) if fields.get("timeMajor") else (batch, times)), depth, low=-128, high=127, dtype=np.int8)
    return m.quantized(m.input(values), 0.02, 3)


def made_of_integers(m, name, **more):
    settings = {"cells": 6, "batch": 1} | INTEGER_LSTMS[name] | more
    x = byte_sequence(m, **{k: v for k, v in settings.items() if k in ("batch", "times", "depth", "timeMajor")})
    return m.output(integer_lstm(m, x, **{k: v for k, v in settings.items() if k not in ("times", "depth")}))


def filtered_integers(m, name, **more):
    settings = {"batch": 1, "depth": 5, "filters": 6, "times": 4, "rank": 2} | SVDFS[name] | more
    x = m.quantized(m.input(m.integers(settings["batch"], settings.pop("depth"), low=-128, high=127, dtype=np.int8)), 0.02, 3)
    return m.output(integer_svdf(m, x, **settings))


SVDFS = {
    "plain": {}, "rank_1": dict(rank=1), "rank_4": dict(filters=8, rank=4), "one_time": dict(times=1), "no_bias": dict(biased=False),
    "three_sequences": dict(batch=3), "relu": dict(fusedActivationFunction="RELU"), "relu6": dict(fusedActivationFunction="RELU6"),
    "many_filters": dict(filters=48, depth=20, times=8),
}


def filtered(m, name, **more):
    settings = {"batch": 1, "depth": 5, "filters": 6, "times": 4, "rank": 2} | SVDFS[name] | more
    x = m.input(m.values(settings["batch"], settings.pop("depth")))
    return m.output(svdf(m, x, **settings))


def single_steps(case):
    for name, fields in {"plain": {}, "batch": dict(batch=3), "coupled": dict(coupled=True), "peepholes": dict(peepholes=True),
                         "projected": dict(outputs=3, projected=True), "normalized": dict(normalized=True),
                         "without_normalization_places": dict(normalized=None), "hybrid": dict(hybrid=True), "hybrid_batch": dict(hybrid=True, batch=2),
                         "clipped": dict(cellClip=0.2), "relu": dict(fusedActivationFunction=1)}.items():
        m = case("lstm", name)
        batch = fields.pop("batch", 1)
        m.output(lstm(m, m.input(m.values(batch, 5)), batch, 6, **{"normalized": False, **fields}))
    for name, fields in {"basic": {}, "basic_batch": dict(batch=3), "basic_long": dict(depth=10, cells=17)}.items():
        m = case("lstm", name)
        m.output(*basic_lstm(m, **fields))


def good(case):
    single_steps(case)
    for name in LSTMS:
        made(case("unidirectional_sequence_lstm", name), name)
    for name in SVDFS:
        filtered(case("svdf", name), name)
    for name in ("plain", "three_sequences", "everything", "coupled", "time_major"):
        m = case("recurrent", "lstm_" + name)
        made(m, name)
        for _ in range(3):
            m.then(m.values(*m.feeds[0].shape))
    for name in ("plain", "three_sequences", "rank_4", "one_time"):
        m = case("recurrent", "svdf_" + name)
        filtered(m, name)
        for _ in range(6):
            m.then(m.values(*m.feeds[0].shape))
    for name, fields in RNNS.items():
        rnn(case("rnn", name), times=None, **fields)
    for name, fields in SEQUENCE_RNNS.items():
        rnn(case("unidirectional_sequence_rnn", name), **fields)
    for name, fields in BOTH_WAYS.items():
        bidirectional_rnn(case("bidirectional_sequence_rnn", name), **fields)
    bidirectional_rnn(case("bidirectional_sequence_rnn", "relu6"), fusedActivationFunction="RELU6", units=(3, 9))
    for name, fields in BOTH_WAYS_LSTMS.items():
        bidirectional_lstm(case("bidirectional_sequence_lstm", name), **fields)
    m = case("bidirectional_sequence_rnn", "weights_at_run_time")
    bidirectional_rnn(m, change=computed(m, 1, 3, 6))
    m = case("bidirectional_sequence_lstm", "weights_at_run_time")
    bidirectional_lstm(m, change=computed(m, 3, 14, 20, 25))
    for name, make, fields in (("rnn_plain", rnn, dict(times=None)), ("rnn_hybrid", rnn, dict(times=None, hybrid=True, batch=2)),
                               ("rnn_sequence", rnn, dict(batch=3, timeMajor=True)), ("rnn_sequence_hybrid", rnn, dict(hybrid=True)),
                               ("rnn_sequence_asymmetric", rnn, dict(hybrid=True, asymmetricQuantizeInputs=True)),
                               ("rnn_both_ways", bidirectional_rnn, dict(batch=2)), ("rnn_both_ways_hybrid", bidirectional_rnn, dict(hybrid=True, merges=True)),
                               ("lstm_both_ways", bidirectional_lstm, dict(batch=2)), ("lstm_both_ways_hybrid", bidirectional_lstm, dict(hybrid=True, merges=True)),
                               ("lstm_both_ways_asymmetric", bidirectional_lstm, dict(hybrid=True, asymmetricQuantizeInputs=True))):
        m = case("recurrent", name)
        make(m, **fields)
        for _ in range(3):
            m.then(m.values(*m.feeds[0].shape))
    m = case("recurrent", "rnn_hybrid_scale_of_zero")
    rnn(m, times=None, hybrid=True, batch=2, change=lambda inputs: m.quantized(inputs[1], 0, 0))
    m.then(m.values(*m.feeds[0].shape))
    # Weights of int8, by which vectors of 8 bits are multiplied.
    for name in ("plain", "many_cells", "coupled", "peepholes", "projected", "normalized", "everything", "time_major", "three_sequences",
                 "three_sequences_time_major"):
        for kind, fields in (("hybrid", {}), ("asymmetric", dict(asymmetricQuantizeInputs=True))):
            m = case("recurrent", f"lstm_{kind}_{name}")
            made(m, name, hybrid=True, **fields)
            m.then(m.values(*m.feeds[0].shape)).then(np.zeros_like(m.feeds[0])).then(m.values(*m.feeds[0].shape))
    for name in ("plain", "rank_4", "no_bias", "three_sequences", "relu6", "many_filters"):
        for kind, fields in (("hybrid", {}), ("asymmetric", dict(asymmetricQuantizeInputs=True))):
            m = case("recurrent", f"svdf_{kind}_{name}")
            filtered(m, name, hybrid=True, **fields)
            m.then(m.values(*m.feeds[0].shape)).then(np.zeros_like(m.feeds[0]))
            for _ in range(4):
                m.then(m.values(*m.feeds[0].shape))
    # The oldest converters stored weights of int8 as uint8.
    for name, make, fields in (("lstm", lambda m, **more: made(m, "plain", **more), {}), ("rnn", rnn, dict(batch=2)),
                               ("svdf", lambda m, **more: filtered(m, "plain", **more), {}), ("lstm_both_ways", bidirectional_lstm, {})):
        m = case("recurrent", f"{name}_hybrid_uint8")
        make(m, hybrid=True, **fields)
        for tensor in m.tensors:
            tensor[1] = "uint8" if tensor[1] == "int8" else tensor[1]
        m.then(m.values(*m.feeds[0].shape))
    # Integers alone: those of quantized.zip are held to the bit.
    for name in INTEGER_LSTMS:
        made_of_integers(case("quantized", f"lstm_{name}"), name)
    for name in ("plain", "rank_1", "rank_4", "one_time", "no_bias", "three_sequences", "many_filters"):
        filtered_integers(case("quantized", f"svdf_{name}"), name)
    for name in ("plain", "three_sequences_time_major", "everything", "positive_zero"):
        m = case("recurrent", "bytes_lstm_" + name)
        made_of_integers(m, name)
        for _ in range(3):
            m.then(m.integers(*m.feeds[0].shape, low=-128, high=127, dtype=np.int8))
    for name in ("plain", "three_sequences", "rank_4"):
        m = case("recurrent", "bytes_svdf_" + name)
        filtered_integers(m, name)
        for _ in range(6):
            m.then(m.integers(*m.feeds[0].shape, low=-128, high=127, dtype=np.int8))
    m = case("recurrent", "two_layers")
    x = m.input(m.values(2, 3, 4))
    m.output(lstm(m, lstm_settled(m, x, 2, 5), 2, 3))
    m.then(m.values(2, 3, 4)).then(m.values(2, 3, 4))


def lstm_settled(m, x, batch, cells):
    y = lstm(m, x, batch, cells)
    m.tensors[y][2] = m.tensors[x][2][:2] + [cells]
    return y




def bad_single_steps(case):
    def basic(name, change, **fields):
        m = case("lstm", name)
        m.output(*basic_lstm(m, change=lambda inputs: change(m, inputs), **fields))
    basic("basic_with_a_narrow_matrix", lambda m, inputs: inputs.__setitem__(2, m.constant(m.values(16, 8))))
    basic("basic_with_few_biases", lambda m, inputs: inputs.__setitem__(3, m.constant(m.values(15))))
    basic("basic_without_cells", lambda m, inputs: inputs.pop())
    basic("basic_with_three_outputs", lambda m, inputs: None, outputs=3)
    basic("basic_with_five_outputs", lambda m, inputs: None, outputs=5)
    basic("basic_with_relu", lambda m, inputs: None, fusedActivationFunction=1)
    m = case("lstm", "of_a_vector")
    m.output(lstm_of_vector(m, m.input(m.values(1, 5))))


def lstm_of_vector(m, x):
    m.tensors[x][2] = [1, 5]
    y = lstm(m, x, 1, 6)
    m.tensors[x][2] = [5]
    return y


def bad(case):
    bad_single_steps(case)
    def wrong(name, place, value, **settings):
        m = case("unidirectional_sequence_lstm", name)

        def change(inputs):
            inputs[place] = value(m) if value else -1
        made(m, "plain", change=change, **settings)

    for place, name in ((2, "weights"), (6, "recurrent_weights"), (14, "cell_bias"), (18, "output_state"), (19, "cell_state")):
        wrong("no_" + name, place, None)
    wrong("no_input_gate_bias", 12, None)
    wrong("no_input_gate_weights", 1, None)
    wrong("weights_of_another_depth", 3, lambda m: m.constant(m.values(6, 4)))
    wrong("recurrent_weights_of_another_shape", 8, lambda m: m.constant(m.values(6, 5)))
    wrong("fewer_outputs_without_projection", 6, lambda m: m.constant(m.values(6, 3)))
    wrong("bias_of_another_length", 13, lambda m: m.constant(m.values(5)))
    wrong("one_peephole", 10, lambda m: m.constant(m.values(6)))
    wrong("one_normalization", 21, lambda m: m.constant(m.values(6)))
    wrong("projection_bias_alone", 17, lambda m: m.constant(m.values(6)))
    wrong("a_state_that_is_no_variable", 19, lambda m: m.input(m.values(1, 6)))
    wrong("a_constant_state", 18, lambda m: m.constant(m.values(1, 6)))
    wrong("a_state_of_another_batch", 19, lambda m: m.variable(2, 6))
    wrong("an_absurd_state", 19, lambda m: m.variable(1 << 14, 1 << 15))
    wrong("weights_that_are_computed", 4, lambda m: m.input(m.values(6, 5)))
    wrong("a_state_of_integers", 19, lambda m: m.variable(1, 6, dtype="int32"))
    for name, fields in (("negative_clip", dict(cellClip=-1.0)), ("diagonal", dict(diagonalRecurrentTensors=True)), ("unknown_activation", dict(fusedActivationFunction=5)),
                         # LiteRT leaves what the cells put out undefined.
                         ("no_activation", dict(fusedActivationFunction="NONE"))):
        made(case("unidirectional_sequence_lstm", name), "plain", **fields)
    m = case("unidirectional_sequence_lstm", "too_few_inputs")
    made(m, "plain", change=lambda inputs: inputs.__delitem__(slice(19, None)))
    m = case("unidirectional_sequence_lstm", "a_state_that_is_read_otherwise")
    made(m, "plain")
    m.output(m.operator("RELU", [next(iter(m.variables))]))

    def wrong_network(operator, make, name, place, value, **settings):
        m = case(operator, name)
        make(m, change=lambda inputs: inputs.__setitem__(place, value(m) if value else -1), **settings)
    for operator, settings in (("rnn", dict(times=None)), ("unidirectional_sequence_rnn", {})):
        wrong_network(operator, rnn, "no_state", 4, None, **settings)
        wrong_network(operator, rnn, "a_constant_state", 4, lambda m: m.constant(m.values(1, 6)), **settings)
        wrong_network(operator, rnn, "weights_of_another_depth", 1, lambda m: m.constant(m.values(6, 4)), **settings)
        wrong_network(operator, rnn, "weights_that_are_computed", 2, lambda m: m.input(m.values(6, 6)), **settings)
        wrong_network(operator, rnn, "bias_of_another_length", 3, lambda m: m.constant(m.values(5)), **settings)
        rnn(case(operator, "unknown_activation"), fusedActivationFunction=5, **settings)
        m = case(operator, "absurd_extents")
        rnn(m, **settings)
        for entry in m.tensors:
            entry[2] = [(1 << 30) if extent == 6 else extent for extent in entry[2]]
    for operator, make, states, weights in (("bidirectional_sequence_rnn", bidirectional_rnn, (4, 8), 5), ("bidirectional_sequence_lstm", bidirectional_lstm, (35, 38), 19)):
        for place, name in zip(states, ("no_state", "no_state_backwards")):
            wrong_network(operator, make, name, place, None)
        wrong_network(operator, make, "weights_of_another_depth", weights, lambda m: m.constant(m.values(4, 6)))
        wrong_network(operator, make, "no_weights", weights, None)
        make(case(operator, "unknown_activation"), fusedActivationFunction=5)
        m = case(operator, "too_few_inputs")
        make(m, change=lambda inputs: inputs.pop())
        m = case(operator, "one_output_for_two")
        make(m)
        m.outputs.pop()
        m.operators[-1][2].pop()

    def wrong_bytes(name, place=None, value=None, **settings):
        def change(inputs):
            if place is not None:
                inputs[place] = value(m) if value else -1
        m = case("unidirectional_sequence_lstm", "bytes_" + name)
        made_of_integers(m, "plain", change=change, **settings)

    wrong_bytes("no_weights", 2)
    wrong_bytes("no_state", 18)
    wrong_bytes("float_weights", 4, lambda m: m.constant(m.values(6, 5)))
    wrong_bytes("float_bias", 13, lambda m: m.constant(m.values(6)))
    wrong_bytes("cells_of_bytes", 19, lambda m: m.quantized(m.variable(1, 6, dtype="int8"), 2.0**-11, 0))
    wrong_bytes("cells_without_a_scale", 19, lambda m: m.variable(1, 6, dtype="int16"))
    wrong_bytes("cells_of_an_odd_scale", 19, lambda m: m.quantized(m.variable(1, 6, dtype="int16"), 0.0007, 0))
    wrong_bytes("cells_of_a_large_scale", cell_exponent=-8)
    wrong_bytes("cells_of_a_small_scale", cell_exponent=-25)
    wrong_bytes("an_absurd_state", 19, lambda m: m.quantized(m.variable(1 << 14, 1 << 15, dtype="int16"), 2.0**-11, 0))
    wrong_bytes("four_intermediates", intermediates=4)
    wrong_bytes("no_intermediates", intermediates=0)
    wrong_bytes("relu", fusedActivationFunction="RELU")
    m = case("unidirectional_sequence_lstm", "bytes_an_intermediate_that_does_not_exist")
    made_of_integers(m, "plain")
    m.intermediates[0][4] = 1 << 20
    m = case("unidirectional_sequence_lstm", "bytes_an_intermediate_without_a_scale")
    made_of_integers(m, "plain")
    del m.quantizations[m.intermediates[0][4]]
    # Its negative does not fit 32 bits.
    m = case("unidirectional_sequence_lstm", "bytes_an_intermediate_of_the_smallest_zero_point")
    made_of_integers(m, "projected")
    m.intermediates[0][4] = m.quantized(m.tensor("int32"), 1.0, -(1 << 31))
    wrong("hybrid_and_float_weights", 8, lambda m: m.constant(m.values(6, 6)), hybrid=True)
    wrong("hybrid_weights_with_a_zero_point", 8, lambda m: m.quantized(m.constant(m.integers(6, 6, dtype=np.int8)), 0.1, 3), hybrid=True)
    # 2^30 cells of 2^30 inputs have weights of 2^60 bytes: no product of extents may overflow.
    for name, hybrid in (("absurd_extents", False), ("hybrid_absurd_extents", True)):
        m = case("unidirectional_sequence_lstm", name)
        made(m, "plain", hybrid=hybrid)
        for entry in m.tensors:
            entry[2] = [(1 << 30) if extent == 6 else extent for extent in entry[2]]
    m = case("unidirectional_sequence_lstm", "bytes_absurd_extents")
    made_of_integers(m, "plain")
    for entry in m.tensors:
        entry[2] = [(1 << 30) if extent == 6 else extent for extent in entry[2]]

    def wrong_filter(name, place, value, **settings):
        m = case("svdf", name)

        def change(inputs):
            inputs[place] = value(m) if value else -1
        filtered(m, "plain", change=change, **settings)
    wrong_filter("no_weights", 1, None)
    wrong_filter("no_state", 4, None)
    wrong_filter("weights_of_another_depth", 1, lambda m: m.constant(m.values(6, 4)))
    wrong_filter("times_of_other_filters", 2, lambda m: m.constant(m.values(5, 4)))
    wrong_filter("no_times", 2, lambda m: m.constant(m.values(6, 0)))
    wrong_filter("bias_of_another_length", 3, lambda m: m.constant(m.values(6)))
    wrong_filter("state_of_another_length", 4, lambda m: m.variable(1, 23))
    wrong_filter("a_state_that_is_no_variable", 4, lambda m: m.input(m.values(1, 24)))
    for rank in (0, -1, 4, 1 << 30):
        filtered(case("svdf", f"rank_of_{rank}"), "plain", rank=rank, biased=False)

    def wrong_byte_filter(name, place=None, value=None, **settings):
        def change(inputs):
            if place is not None:
                inputs[place] = value(m) if value else -1
        m = case("svdf", "bytes_" + name)
        filtered_integers(m, "plain", change=change, **settings)
    wrong_byte_filter("no_state", 4)
    wrong_byte_filter("float_weights", 1, lambda m: m.constant(m.values(6, 5)))
    wrong_byte_filter("times_of_bytes", 2, lambda m: m.quantized(m.constant(m.integers(6, 4, dtype=np.int8)), 0.01, 0))
    wrong_byte_filter("state_of_floats", 4, lambda m: m.variable(1, 24))
    wrong_byte_filter("state_without_a_scale", 4, lambda m: m.variable(1, 24, dtype="int16"))
    wrong_byte_filter("float_bias", 3, lambda m: m.constant(m.values(3)))
    wrong_byte_filter("no_activation", fusedActivationFunction="NONE")
    m = case("svdf", "hybrid_and_float_times")
    filtered(m, "plain", hybrid=True, change=lambda inputs: inputs.__setitem__(2, m.constant(m.values(6, 4))))


def alone(case):
    # LiteRT has no hyperbolic tangent for cells below a half, and leaves their results as they were. The same numbers with
    # another scale, twice.
    for exponent in (-15, -16, -18):
        m = case("unanswered", f"cells_of_2_to_{exponent}")
        m.random = np.random.default_rng(7)
        x = m.quantized(m.input(m.integers(1, 6, 5, low=-128, high=127, dtype=np.int8)), 0.0005, 3)
        m.output(integer_lstm(m, x, 1, 6, cell_exponent=exponent))
