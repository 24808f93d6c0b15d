"""Files of doubling size, a class for each part of a file that somebody could have walked too often: `hostile.py scaling`.

A class is a function from bytes to the content of a file of about so many. What a command does with it must take time in
proportion: time(2n) / time(n) <= 3, counted in processor time beyond the command's own start, which a busy machine does not
change. And it must end within the limits that the page Limits states, refused or answered. Of the smallest size, it must be answered, or
refused for the reason that the class is about: a file that is refused for something else tests nothing. With --seed, the classes come in random
sizes, most of them damaged, and only the limits count.
"""
import json, os, random, statistics, subprocess, sys, tempfile, time
from array import array

from hostile import mkzip, zent

# Time in proportion to the file doubles, time in its square grows four times; caches that become too small come between.
RATIO, SECONDS, MEGABYTES = 3.0, 2.5, 700
# Below this many seconds beyond the start, times are noise and not compared.
LEAST_SECONDS = 0.1


class Flat:
    """A FlatBuffer as an array of words, fast enough for millions of tables: a parent always comes before its children.

    Places are counted in words.
    """
    def __init__(self, identifier):
        self.words = array('I', [0, int.from_bytes(identifier, 'little')])

    def take(self, count):
        place = len(self.words)
        self.words.frombytes(bytes(4 * count))
        return place

    def blob(self, data):
        """A string, or a vector of bytes."""
        place = len(self.words)
        self.words.frombytes(len(data).to_bytes(4, 'little') + data + bytes(4 - len(data) % 4))
        return place

    def ints(self, values):
        """A vector of 32-bit integers."""
        values = array('i', values)
        place = len(self.words)
        self.words.append(len(values))
        self.words.frombytes(values.tobytes())
        return place

    def lead(self, place, step, count, targets):
        """Offsets at `count` places, to one target or one each."""
        if isinstance(targets, int):
            values = range(4 * (targets - place), 4 * (targets - place - step * count), -4 * step)
        else:
            values = (4 * (target - place - step * index) for index, target in enumerate(targets))
        self.words[place:place + step * count:step] = array('I', values)

    def vector(self, count):
        """A vector of offsets, not yet set."""
        place = self.take(count + 1)
        self.words[place] = count
        return place

    def link(self, vector, targets):
        self.lead(vector + 1, 1, self.words[vector], targets)
        return vector

    def rows(self, count, *slots):
        return Rows(self, count, slots)

    def tables(self, count, *slots):
        """A vector of tables that are next to each other."""
        vector = self.vector(count)
        rows = Rows(self, count, slots)
        self.link(vector, rows.places)
        return vector, rows

    def shared(self, count, *slots):
        """A vector that leads to one table again and again."""
        vector = self.vector(count)
        rows = Rows(self, 1, slots)
        self.link(vector, rows.first)
        return vector, rows

    def file(self, root):
        self.words[0] = 4 * root.first
        return self.words.tobytes()


class Rows:
    """Tables of one vtable, one after the other; each field is a word."""
    def __init__(self, flat, count, slots):
        self.flat, self.count = flat, count
        size = 4 + 2 * (max(slots, default=-1) + 1)
        halves = array('H', [size, 4 * (1 + len(slots))] + [0] * ((size - 4) // 2))
        for position, slot in enumerate(slots):
            halves[2 + slot] = 4 * (1 + position)
        if len(halves) % 2:
            halves.append(0)
        table = len(flat.words)
        flat.words.frombytes(halves.tobytes())
        self.width, self.slots = 1 + len(slots), {slot: 1 + position for position, slot in enumerate(slots)}
        self.first = flat.take(self.width * count)
        start = 4 * (self.first - table)
        flat.words[self.first::self.width] = array('I', range(start, start + 4 * self.width * count, 4 * self.width))
        self.places = range(self.first, self.first + self.width * count, self.width)

    def put(self, slot, values):
        place = self.first + self.slots[slot]
        values = [values] * self.count if isinstance(values, int) else values
        self.flat.words[place:place + self.width * self.count:self.width] = array('I', [v & 0xFFFFFFFF for v in values])
        return self

    def lead(self, slot, targets):
        self.flat.lead(self.first + self.slots[slot], self.width, self.count, targets)
        return self


def model(codes, subgraphs, buffers=None, metadata=None, signatures=None):
    """A model of sections, each a function from the FlatBuffer to the place of its vector."""
    flat = Flat(b'TFL3')
    sections = {1: codes, 2: subgraphs, 4: buffers or empty_buffers, 6: metadata, 7: signatures}
    root = flat.rows(1, 0, *[slot for slot, section in sections.items() if section])
    root.put(0, 3)
    for slot, section in sections.items():
        if section:
            root.lead(slot, section(flat))
    return flat.file(root)


def empty_buffers(flat):
    return flat.tables(1)[0]


def code(number):
    def section(flat):
        vector, rows = flat.tables(1, 0, 3)
        rows.put(0, min(number, 127)).put(3, number)
        return vector
    return section


def graph(flat, tensors, inputs, outputs, operators):
    """A vector of one subgraph; `tensors` and `operators` are functions that give the places of their vectors."""
    vector, rows = flat.tables(1, 0, 1, 2, 3)
    rows.lead(1, flat.ints(inputs)).lead(2, flat.ints(outputs))
    rows.lead(0, tensors(flat)).lead(3, operators(flat))
    return vector


def plain_tensors(count, shape=(1, 4), name=None):
    def section(flat):
        vector, rows = flat.tables(count, 0, *([] if name is None else [3]))
        rows.lead(0, flat.ints(shape))
        if name is not None:
            rows.lead(3, flat.blob(name))
        return vector
    return section


def chain(count):
    """Operators each of which reads the tensor before its own."""
    def section(flat):
        vector, rows = flat.tables(count, 0, 1, 2)
        for slot, first in ((1, 0), (2, 1)):
            place = flat.take(2 * count)
            flat.words[place::2] = array('I', [1] * count)
            flat.words[place + 1::2] = array('I', range(first, first + count))
            rows.lead(slot, range(place, place + 2 * count, 2))
        return vector
    return section


def relu_graph(flat):
    return graph(flat, plain_tensors(2), [0], [1], chain(1))


def with_metadata(blob, files=b''):
    """A model of one RELU with metadata, and an archive behind it."""
    def buffers(flat):
        vector = flat.vector(2)
        empty, full = flat.rows(1), flat.rows(1, 0)
        flat.link(vector, [empty.first, full.first])
        full.lead(0, flat.blob(blob))
        return vector

    def metadata(flat):
        vector, rows = flat.tables(1, 0, 1)
        rows.put(1, 1).lead(0, flat.blob(b'TFLITE_METADATA'))
        return vector
    return model(code(19), relu_graph, buffers, metadata) + files


def describing(outputs):
    """Metadata; `outputs` gives the place of the vector of outputs."""
    flat = Flat(b'M001')
    root = flat.rows(1, 3)
    vector, rows = flat.tables(1, 3)
    root.lead(3, vector)
    rows.lead(3, outputs(flat))
    return flat.file(root)


def labeled(count, share, name=b'labels.txt'):
    """Outputs whose labels are in one file."""
    def outputs(flat):
        vector, rows = (flat.shared if share else flat.tables)(count, 0, 6)
        rows.lead(0, flat.blob(b'output'))
        files, file = flat.tables(1, 0, 2)
        rows.lead(6, files)
        file.put(2, 2).lead(0, flat.blob(name))
        return vector
    return describing(outputs)


def archive(entries, base):
    """A stored archive behind `base` bytes, whose offsets count from their start."""
    shift = bytes(base)
    return mkzip([zent(name, data) for name, data in entries], prefix=shift)[base:]


def with_labels(count, share, text):
    base = len(with_metadata(labeled(count, share)))
    return with_metadata(labeled(count, share), archive([(b'labels.txt', text)], base))


def metadata_names(size):
    count = size // 64

    def outputs(flat):
        vector, rows = flat.tables(count, 0, 1)
        rows.lead(0, [flat.blob(b'%024d' % index) for index in range(count)]).lead(1, flat.blob(b'what it is'))
        return vector
    return with_metadata(describing(outputs))


def custom_codes(count, names):
    def section(flat):
        vector, rows = flat.tables(count, 0, 1, 3)
        rows.put(0, 32).put(3, 32).lead(1, [flat.blob(names(index)) for index in range(count)])
        return vector
    return section


def uses(count, code_of):
    """Operators without tensors."""
    def section(flat):
        vector, rows = flat.tables(count, 0)
        rows.put(0, [code_of(index) for index in range(count)])
        return vector
    return section


def custom_operators(size):
    count = min(size // 1024, 16000)
    width = size // count - 40
    return model(custom_codes(count, lambda index: b'%0*d' % (width, index)),
                 lambda flat: graph(flat, plain_tensors(1), [0], [0], uses(count, lambda index: index)))


def custom_operator_subgraphs(size):
    """Very many short names, over many subgraphs."""
    count = min(size // 48, 300000)

    def graphs(flat):
        each = 10000
        vector, rows = flat.tables(-(-count // each), 0, 1, 2, 3)
        rows.lead(1, flat.ints([0])).lead(2, flat.ints([0])).lead(0, plain_tensors(1)(flat))
        rows.lead(3, [uses(min(each, count - start), lambda index: start + index)(flat)
                      for start in range(0, count, each)])
        return vector
    return model(custom_codes(count, lambda index: b'op%d' % index), graphs)


def tensor_names(distinct, length=24):
    def make(size):
        count = size // (28 + length if distinct else 12)

        def tensors(flat):
            vector, rows = flat.tables(count, 0, 3)
            rows.lead(0, flat.ints([1, 4]))
            rows.lead(3, [flat.blob(b'%0*d' % (length, index)) for index in range(count)] if distinct
                      else flat.blob(b'x' * length))
            return vector
        return model(code(19), lambda flat: graph(flat, tensors, range(count), range(count), uses(0, None)))
    return make


def shared_tensors(size):
    """One table as all tensors, with a long name."""
    count = size // 4

    def tensors(flat):
        vector, rows = flat.shared(count, 0, 3)
        rows.lead(0, flat.ints([1, 4])).lead(3, flat.blob(b'n' * 16))
        return vector
    return model(code(19), lambda flat: graph(flat, tensors, [0], [0], uses(0, None)))


def shared_vector(width):
    """CONCATENATIONs that share one vector of inputs."""
    def make(size):
        count = min(size // 100, 16000)
        length = max(width(size), 1)

        def operators(flat):
            vector, rows = flat.tables(count, 0, 1, 2, 3, 4)
            rows.put(3, 10).lead(4, flat.rows(1, 0).put(0, 1).first).lead(1, flat.ints([0] * length))
            rows.lead(2, [flat.ints([index + 1]) for index in range(count)])
            return vector
        return model(code(2), lambda flat: graph(
            flat, plain_tensors(count + 1, (1, 1)), [0], [count], operators))
    return make


def signatures(share):
    def make(size):
        count = size // 4 if share else size // 64

        def section(flat):
            vector, rows = (flat.shared if share else flat.tables)(count, 0, 1, 2)
            rows.lead(2, flat.blob(b'serving') if share else [flat.blob(b'%08d' % index) for index in range(count)])
            for slot, tensor in ((0, 0), (1, 1)):
                arguments, argument = flat.tables(1, 0, 1)
                rows.lead(slot, arguments)
                argument.put(1, tensor).lead(0, flat.blob(b'argument'))
            return vector
        return model(code(19), relu_graph, signatures=section)
    return make


def signature_arguments(size):
    """One signature that names one tensor very often."""
    def section(flat):
        vector, rows = flat.tables(1, 0, 1, 2)
        rows.lead(2, flat.blob(b'serving'))
        for slot, tensor in ((0, 0), (1, 1)):
            arguments, argument = flat.shared(size // 8, 0, 1)
            rows.lead(slot, arguments)
            argument.put(1, tensor).lead(0, flat.blob(b'argument'))
        return vector
    return model(code(19), relu_graph, signatures=section)


def metadata_entries(size):
    def section(flat):
        vector, rows = flat.tables(size // 48, 0, 1)
        rows.lead(0, [flat.blob(b'%024d' % index) for index in range(size // 48)])
        return vector
    return model(code(19), relu_graph, metadata=section)


def custom_uses(name, options, count, version=2):
    """Uses of one custom operator that share their options: landmarks in, a map out."""
    def codes(flat):
        vector, rows = flat.tables(1, 0, 1, 2, 3)
        rows.put(0, 32).put(2, version).put(3, 32).lead(1, flat.blob(name))
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2, 5)
        rows.lead(1, flat.ints([0])).lead(2, [flat.ints([index + 1]) for index in range(count)])
        rows.lead(5, flat.blob(options))
        return vector
    return model(codes, lambda flat: graph(flat, plain_tensors(count + 1, (1, 21, 3)), [0], [count], operators))


def flex_map(entries):
    """A FlexBuffer of a map from texts to integers, or to vectors of 32-bit integers, with slots of 8 bytes, in order of the keys."""
    out = bytearray()
    places = {}
    for key, value in sorted(entries):
        places[key] = len(out)
        out += key + b'\0'
    vectors = {}
    for key, value in sorted(entries):
        if not isinstance(value, (int, float)):
            out += bytes(-len(out) % 8) + len(value).to_bytes(4, 'little')
            vectors[key] = len(out)
            out += array('I', list(value)).tobytes()
    out += bytes(-len(out) % 8)
    out += len(entries).to_bytes(8, 'little')
    keys = len(out)
    for key, _ in sorted(entries):
        out += (len(out) - places[key]).to_bytes(8, 'little')
    out += (len(out) - keys).to_bytes(8, 'little') + (8).to_bytes(8, 'little') + len(entries).to_bytes(8, 'little')
    start = len(out)
    types = bytearray()
    for key, value in sorted(entries):
        if isinstance(value, (int, float)):
            out += int(value).to_bytes(8, 'little', signed=True)
            types.append(1 << 2 | 3)
        else:
            out += (len(out) - vectors[key]).to_bytes(8, 'little')
            types.append(12 << 2 | 2)
    out += types
    out += (len(out) - start).to_bytes(4, 'little') + bytes([9 << 2 | 3, 4])
    return bytes(out)


LANDMARKS = [(b'left_rotation_idx', 0), (b'right_rotation_idx', 1), (b'target_rotation_radians', 0),
             (b'output_height', 8), (b'output_width', 8), (b'scale_x', 1), (b'scale_y', 1)]


def flex_wide(size):
    """Options of one map of very many keys."""
    filler = [(b'a%07d' % index, index) for index in range(size // 40)]
    return custom_uses(b'Landmarks2TransformMatrix', flex_map(filler + LANDMARKS + [(b'subset_idxs', bytes([0, 1]))]), 1)


def flex_integers(size):
    """Options of one very long vector."""
    return custom_uses(
        b'Landmarks2TransformMatrix', flex_map(LANDMARKS + [(b'subset_idxs', bytes(range(20)) * (size // 80))]), 1)


def flex_shared(width):
    """Operators that share options of a wide map and a long vector."""
    def make(size):
        filler = [(b'a%07d' % index, index) for index in range(size // 100)]
        options = flex_map(filler + LANDMARKS + [(b'subset_idxs', bytes(width(size)))])
        return custom_uses(b'Landmarks2TransformMatrix', options, min(size // 200, 16000))
    return make


def flex_deep(size):
    """Options of vectors in vectors."""
    out = bytearray([0, 0])
    for _ in range(size // 4):
        out += bytes([1, 2, 10 << 2])
    return custom_uses(b'Landmarks2TransformMatrix', bytes(out) + bytes([2, 10 << 2, 1]), 1)


def option_vectors(number, union, value, width):
    """Operators that share one vector in their options: RESHAPE's new shape, SQUEEZE's axes."""
    def make(size):
        count = min(size // 100, 16000)

        def operators(flat):
            vector, rows = flat.tables(count, 0, 1, 2, 3, 4)
            rows.put(3, union).lead(1, flat.ints([0])).lead(2, [flat.ints([index + 1]) for index in range(count)])
            options = flat.rows(1, 0)
            rows.lead(4, options.first)
            options.lead(0, flat.ints(value(width(size))))
            return vector
        return model(code(number), lambda flat: graph(flat, plain_tensors(count + 1), [0], [count], operators))
    return make


def wide(size):
    return size // 12


def narrow(size):
    return 8


def extents(length):
    """A shape of four elements."""
    return [1] * (length - 1) + [4]


def constants(flat, data):
    """A vector of buffers: an empty one, then those with data."""
    vector = flat.vector(1 + len(data))
    empty, rows = flat.rows(1), flat.rows(len(data), 0)
    flat.link(vector, [empty.first] + list(rows.places))
    rows.lead(0, [flat.blob(blob) for blob in data])
    return vector


def shared_operand(number, values, width):
    """Operators that share one constant of many integers: RESHAPE's shape, MEAN's axes."""
    def make(size):
        count = min(size // 100, 16000)
        numbers = values(width(size))

        def tensors(flat):
            vector, rows = flat.tables(count + 2, 0, 1, 2)
            rows.put(1, [0, 2] + [0] * count).put(2, [0, 1] + [0] * count)
            rows.lead(0, [flat.ints([1, 4]), flat.ints([len(numbers)])] + [flat.ints([1, 4])] * count)
            return vector

        def operators(flat):
            vector, rows = flat.tables(count, 0, 1, 2)
            rows.lead(1, flat.ints([0, 1])).lead(2, [flat.ints([index + 2]) for index in range(count)])
            return vector
        return model(code(number), lambda flat: graph(flat, tensors, [0], [count + 1], operators),
                     lambda flat: constants(flat, [array('i', numbers).tobytes()]))
    return make


def channels(flat, count, axis):
    """Scales for each index of an axis."""
    table = flat.rows(1, 2, 3, 6).put(6, axis)
    table.lead(2, flat.ints([0x3F800000] * count)).lead(3, flat.take(1))
    return table.first


def dequantized(size):
    """DEQUANTIZEs of one constant whose channels have scales of their own; few of them, since all their results are kept."""
    count, length = min(size // 100, 600), size // 16

    def tensors(flat):
        vector, first = flat.vector(count + 2), flat.rows(2, 0, 1, 2, 4)
        others = flat.rows(count, 0)
        flat.link(vector, list(first.places) + list(others.places))
        first.put(1, [9, 0]).put(2, [1, 0]).lead(0, [flat.ints([length]), flat.ints([1])])
        first.lead(4, [channels(flat, length, 0), flat.rows(1).first])
        others.lead(0, flat.ints([length]))
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2)
        rows.lead(1, flat.ints([0])).lead(2, [flat.ints([index + 2]) for index in range(count)])
        return vector
    return model(code(6), lambda flat: graph(flat, tensors, [1], [count + 1], operators),
                 lambda flat: constants(flat, [bytes(length)]))


def dense_layers(size):
    """FULLY_CONNECTEDs of bytes that share a filter of very many channels with scales of their own. Each packs it for
    itself, which the limit of memory bounds, so only the channels become more."""
    count, length = 160, size // 32

    def tensors(flat):
        vector, rows = flat.tables(count + 2, 0, 1, 2, 4)
        single = flat.rows(1, 2, 3)
        single.lead(2, flat.ints([0x3F800000])).lead(3, flat.take(1))
        rows.put(1, 9).put(2, [0, 1] + [0] * count)
        rows.lead(0, [flat.ints([1, 1]), flat.ints([length, 1])] + [flat.ints([1, length])] * count)
        rows.lead(4, [single.first, channels(flat, length, 0)] + [single.first] * count)
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2, 3, 4)
        rows.put(3, 8).lead(4, flat.rows(1, 0).first)
        rows.lead(1, flat.ints([0, 1])).lead(2, [flat.ints([index + 2]) for index in range(count)])
        return vector
    return model(code(9), lambda flat: graph(flat, tensors, [0], [count + 1], operators),
                 lambda flat: constants(flat, [b'\x01' * length]))


def named_variables(size):
    """VAR_HANDLEs that share a long name."""
    count = min(size // 64, 16000)

    def tensors(flat):
        vector, rows = flat.tables(count + 1, 0, 1)
        rows.put(1, [0] + [13] * count).lead(0, flat.ints([1]))
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 2, 3, 4)
        options = flat.rows(1, 0, 1)
        rows.put(3, 111).lead(4, options.first).lead(2, [flat.ints([index + 1]) for index in range(count)])
        options.lead(0, flat.blob(b'c' * 1000)).lead(1, flat.blob(b'n' * 1000))
        return vector
    return model(code(142), lambda flat: graph(flat, tensors, [0], [0], operators))


def composites(size):
    """Composites that share a decomposition whose one operator has very many inputs."""
    count = min(size // 100, 16000)
    length = min(size // 64, 4000)

    def codes(flat):
        vector, rows = flat.tables(2, 0, 3)
        rows.put(0, [127, 2]).put(3, [206, 2])
        return vector

    def graphs(flat):
        vector, rows = flat.tables(2, 0, 1, 2, 3)
        outer, uses = flat.tables(count, 0, 1, 2, 11, 12)
        options = flat.rows(1, 1).put(1, 1)
        uses.put(11, 21).lead(12, options.first)
        uses.lead(1, flat.ints([0])).lead(2, [flat.ints([index + 1]) for index in range(count)])
        inner, use = flat.tables(1, 0, 1, 2, 3, 4)
        use.put(0, 1).put(3, 10).lead(4, flat.rows(1, 0).put(0, 1).first)
        use.lead(1, flat.ints([0] * length)).lead(2, flat.ints([1]))
        rows.lead(0, [plain_tensors(count + 1, (1, 1))(flat), plain_tensors(2, (1, 1))(flat)])
        rows.lead(1, flat.ints([0])).lead(2, [flat.ints([count]), flat.ints([1])]).lead(3, [outer, inner])
        return vector
    return model(codes, graphs)


def label_files(size):
    """Outputs each of which has a file of very many empty labels."""
    def outputs(flat):
        vector, rows = flat.tables(60, 0, 6)
        rows.lead(0, flat.blob(b'output'))
        places = []
        for index in range(60):
            one, file = flat.tables(1, 0, 2)
            file.put(2, 2).lead(0, flat.blob(b'%d.txt' % index))
            places.append(one)
        rows.lead(6, places)
        return vector
    blob = describing(outputs)
    base = len(with_metadata(blob))
    return with_metadata(blob, archive([(b'%d.txt' % index, b'\n' * (size // 60)) for index in range(60)], base))


def wide_cell(size):
    """One operator of very many inputs among many of one: a table of text with one very wide cell."""
    count = min(size // 60, 16000)

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2)
        rows.lead(1, [flat.ints([0] * (size // 8))] + [flat.ints([0]) for _ in range(count - 1)])
        rows.lead(2, [flat.ints([index + 1]) for index in range(count)])
        return vector
    return model(code(19), lambda flat: graph(flat, plain_tensors(count + 1), [0], [count], operators))


def chained(number, shape=(1, 4)):
    def make(size):
        count = min(size // 64, 16384)
        return model(code(number), lambda flat: graph(flat, plain_tensors(count + 1, shape), [0], [count], chain(count)))
    return make


def kept(size):
    """Operators on one tensor, all of whose results are outputs: all of them live to the end."""
    count = min(size // 64, 16384)

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2)
        rows.lead(1, flat.ints([0])).lead(2, [flat.ints([index + 1]) for index in range(count)])
        return vector
    return model(code(19), lambda flat: graph(
        flat, plain_tensors(count + 1), [0], range(1, count + 1), operators))


def many_subgraphs(share):
    def make(size):
        count = size // 4 if share else size // 100

        def graphs(flat):
            vector, rows = (flat.shared if share else flat.tables)(count, 0, 1, 2, 3)
            rows.lead(1, flat.ints([0])).lead(2, flat.ints([1]))
            if share:
                rows.lead(0, plain_tensors(2)(flat)).lead(3, chain(1)(flat))
            else:
                rows.lead(0, [plain_tensors(2)(flat) for _ in range(count)]).lead(3, chain(1)(flat))
            return vector
        return model(code(19), graphs)
    return make


def many_buffers(size):
    def buffers(flat):
        vector, rows = flat.tables(size // 24, 0)
        rows.lead(0, flat.blob(b'data'))
        return vector
    return model(code(19), relu_graph, buffers)


def many_codes(size):
    def codes(flat):
        vector, rows = flat.tables(size // 20, 0, 3)
        rows.put(0, 19).put(3, 19)
        return vector
    return model(codes, relu_graph)


def quantized(size):
    """Tensors that share long vectors of scales."""
    count = min(size // 64, 100000)

    def tensors(flat):
        vector, rows = flat.tables(count, 0, 1, 4)
        length = max(size // 12, 1)
        rows.put(1, 9).lead(0, flat.ints([length]))
        table = flat.rows(1, 2, 3)
        rows.lead(4, table.first)
        place = flat.ints([0x3F800000] * length)
        table.lead(2, place)
        zeros = flat.take(1)
        table.lead(3, zeros)
        return vector
    return model(code(19), lambda flat: graph(flat, tensors, [0], [0], uses(0, None)))


def sparse(size):
    """A sparse constant whose indices are bytes."""
    length = size // 2

    def buffers(flat):
        vector = flat.vector(2)
        empty, full = flat.rows(1), flat.rows(1, 0)
        flat.link(vector, [empty.first, full.first])
        full.lead(0, flat.blob(bytes(length)))
        return vector

    def tensors(flat):
        vector, rows = flat.tables(2, 0, 1, 2, 6)
        rows.put(1, 9).put(2, [1, 1]).lead(0, flat.ints([1, 256]))
        table = flat.rows(1, 0, 2)
        rows.lead(6, table.first)
        table.lead(0, flat.ints([0, 1]))
        levels = flat.vector(2)
        table.lead(2, levels)
        dense = flat.rows(1, 0, 1).put(1, 1)
        some = flat.rows(1, 0, 2, 3, 4, 5).put(0, 1).put(2, 1).put(4, 3)
        flat.link(levels, [dense.first, some.first])
        segments, indices = flat.rows(1, 0), flat.rows(1, 0)
        some.lead(3, segments.first).lead(5, indices.first)
        segments.lead(0, flat.ints([0, length]))
        indices.lead(0, flat.blob(bytes(length)))
        return vector
    return model(code(19), lambda flat: graph(flat, tensors, [], [0], uses(0, None)), buffers)


def constant_network(length, arena, inputs=False):
    """A constant as output, and one operator on a large tensor that is made of it."""
    def buffers(flat):
        vector = flat.vector(3)
        empty, full, extents = flat.rows(1), flat.rows(1, 0), flat.rows(1, 0)
        flat.link(vector, [empty.first, full.first, extents.first])
        full.lead(0, flat.blob(bytes(4 * length)))
        extents.lead(0, flat.blob(array('i', [arena]).tobytes()))
        return vector

    def tensors(flat):
        # 0 input, 1 constant, 2 extents, 3 broadcast constant, 4 sum
        vector, rows = flat.tables(5, 0, 1, 2)
        rows.put(1, [0, 0, 2, 0, 0]).put(2, [0, 1, 2, 0, 0])
        rows.lead(0, [flat.ints([]), flat.ints([length]), flat.ints([1]), flat.ints([arena]), flat.ints([arena])])
        return vector

    def codes(flat):
        vector, rows = flat.tables(2, 0, 3)
        rows.put(0, [94, 0]).put(3, [94, 0])
        return vector

    def operators(flat):
        # FILL, then ADD
        vector, rows = flat.tables(2, 0, 1, 2, 3, 4)
        rows.put(0, [0, 1]).put(3, [0, 11])
        options = flat.rows(1, 0).first
        rows.lead(4, options)
        rows.lead(1, [flat.ints([2, 0]), flat.ints([3, 3])]).lead(2, [flat.ints([3]), flat.ints([4])])
        return vector
    return model(codes, lambda flat: graph(flat, tensors, [0], [1, 4], operators), buffers)


def constant_outputs(size):
    """A bundle of networks, each with a constant output and a large arena."""
    network = constant_network(size // 40, size * 2)
    return mkzip([zent('n%02d.tflite' % index, network) for index in range(10)])


def folded(size):
    """FILLs of 4096 numbers, each of which is folded to a constant, all of them outputs."""
    count = size // 64

    def buffers(flat):
        vector = flat.vector(3)
        empty, extents, value = flat.rows(1), flat.rows(1, 0), flat.rows(1, 0)
        flat.link(vector, [empty.first, extents.first, value.first])
        extents.lead(0, flat.blob(array('i', [4096]).tobytes()))
        value.lead(0, flat.blob(bytes(4)))
        return vector

    def tensors(flat):
        vector, rows = flat.tables(count + 2, 0, 1, 2)
        rows.put(1, [2, 0] + [0] * count).put(2, [1, 2] + [0] * count)
        one, none, many = flat.ints([1]), flat.ints([]), flat.ints([4096])
        rows.lead(0, [one, none] + [many] * count)
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2)
        rows.lead(1, flat.ints([0, 1])).lead(2, [flat.ints([index + 2]) for index in range(count)])
        return vector
    return model(code(94), lambda flat: graph(flat, tensors, [], range(2, count + 2), operators), buffers)


def hand_network(inputs, outputs, size, means=1):
    """Constants as outputs; beside them a tensor of 8 times `size` in the arena, and one of 4 times that is folded."""
    def count(shape):
        return shape[0] * count(shape[1:]) if shape else 1
    first = [1] + inputs[0][1:]
    large, filled = ([max(times * size // 4 // count(first), 1)] + inputs[0][1:] for times in (8, 4))
    shapes = inputs + outputs + [[len(first)], large, [len(first)], [], filled, filled]
    base = len(inputs) + len(outputs)
    constants = {len(inputs) + index: bytes(4 * count(shape)) for index, shape in enumerate(outputs)}
    constants.update({base: array('i', large).tobytes(), base + 2: array('i', filled).tobytes(), base + 3: bytes(4)})

    def metadata_blob():
        flat = Flat(b'M001')
        root = flat.rows(1, 3)
        vector, graph_rows = flat.tables(1, 2)
        root.lead(3, vector)
        tensors, tensor = flat.tables(1, 4)
        graph_rows.lead(2, tensors)
        units, unit = flat.tables(1, 0, 1)
        tensor.lead(4, units)
        options = flat.rows(1, 0, 1)
        unit.put(0, 1).lead(1, options.first)
        options.lead(0, flat.ints([0] * means)).lead(1, flat.ints([0x437F0000] * (means - 1) + [0x42FF0000]))
        return flat.file(root)

    def buffers(flat):
        data = list(constants.values()) + [metadata_blob(), bytes(size)]
        vector = flat.vector(1 + len(data))
        empty, rows = flat.rows(1), flat.rows(len(data), 0)
        flat.link(vector, [empty.first] + list(rows.places))
        rows.lead(0, [flat.blob(blob) for blob in data])
        return vector

    def tensors(flat):
        vector, rows = flat.tables(len(shapes), 0, 1, 2)
        rows.put(1, [2 if index in (base, base + 2) else 0 for index in range(len(shapes))])
        places = {index: 1 + number for number, index in enumerate(constants)}
        rows.put(2, [places.get(index, 0) for index in range(len(shapes))])
        rows.lead(0, [flat.ints(shape) for shape in shapes])
        return vector

    def codes(flat):
        vector, rows = flat.tables(3, 0, 3)
        rows.put(0, [127, 94, 0]).put(3, [130, 94, 0])
        return vector

    def operators(flat):
        # BROADCAST_TO, FILL, ADD
        vector, rows = flat.tables(3, 0, 1, 2, 3, 4)
        rows.put(0, [0, 1, 2]).put(3, [0, 0, 11]).lead(4, flat.rows(1, 0).first)
        rows.lead(1, [flat.ints([0, base]), flat.ints([base + 2, base + 3]), flat.ints([base + 4, 0])])
        rows.lead(2, [flat.ints([base + 1]), flat.ints([base + 4]), flat.ints([base + 5])])
        return vector

    def metadata(flat):
        vector, rows = flat.tables(1, 0, 1)
        rows.put(1, 1 + len(constants)).lead(0, flat.blob(b'TFLITE_METADATA'))
        return vector
    graph_of = lambda flat: graph(
        flat, tensors, range(len(inputs)), range(len(inputs), base), operators)
    return model(codes, graph_of, buffers, metadata)


def hand_bundle(size):
    """A gesture recognizer's bundle of networks with constant outputs and large arenas."""
    part = size // 4
    picture = [[1, 8, 8, 3]]
    hands = mkzip([
        zent('hand_detector.tflite', hand_network(picture, [[1, 2016, 18], [1, 2016, 1]], part)),
        zent('hand_landmarks_detector.tflite', hand_network(picture, [[1, 63], [1, 1], [1, 1], [1, 63]], part))])
    gestures = mkzip([
        zent('gesture_embedder.tflite', hand_network([[1, 21, 3], [1, 1], [1, 21, 3]], [[1, 128]], part)),
        zent('canned_gesture_classifier.tflite', hand_network([[1, 128]], [[1, 8]], part))])
    return mkzip([zent('hand_landmarker.task', hands), zent('hand_gesture_recognizer.task', gestures)])


def normalized(size):
    """A picture whose channels have very many means."""
    network = lambda outputs: hand_network([[1, 8, 8, 3]], outputs, 64, size // 8)
    return mkzip([
        zent('hand_detector.tflite', network([[1, 2016, 18], [1, 2016, 1]])),
        zent('hand_landmarks_detector.tflite', network([[1, 63], [1, 1], [1, 1], [1, 63]]))])


def unpacked(size):
    """UNPACKs of vectors to scalars, all of them outputs: very many tensors alive at once."""
    each = 4000
    count = max(size // 24 // each, 1)

    def tensors(flat):
        vector, rows = flat.tables(1 + count * each, 0)
        rows.lead(0, flat.ints([each]))
        return vector

    def operators(flat):
        vector, rows = flat.tables(count, 0, 1, 2, 3, 4)
        rows.put(3, 64).lead(1, flat.ints([0])).lead(4, flat.rows(1, 0).put(0, each).first)
        rows.lead(2, [flat.ints(range(1 + start * each, 1 + start * each + each)) for start in range(count)])
        return vector
    return model(code(88), lambda flat: graph(flat, tensors, [0], range(1, 1 + count * each), operators))


def stages(size):
    """Shapes that depend on values that are computed, one after the other."""
    count = min(size // 128, 8000)

    def codes(flat):
        vector, rows = flat.tables(2, 0, 3)
        rows.put(0, [0, 22]).put(3, [0, 22])
        return vector

    def tensors(flat):
        # Nothing, a number, and for each stage a number and nothing again.
        vector, rows = flat.tables(2 + 2 * count, 0, 1)
        none, one = flat.ints([0]), flat.ints([1])
        rows.put(1, 2).lead(0, [none, one] + [one, none] * count)
        return vector

    def operators(flat):
        vector, rows = flat.tables(2 * count, 0, 1, 2, 3, 4)
        rows.put(0, [0, 1] * count).put(3, [11, 0] * count).lead(4, flat.rows(1, 0).first)
        numbers = [1] + [2 + 2 * index for index in range(count)]
        rows.lead(1, [flat.ints(pair) for index in range(count)
                      for pair in ([numbers[index], 1], [0, numbers[index + 1]])])
        rows.lead(2, [flat.ints([2 + index]) for index in range(2 * count)])
        return vector
    return model(codes, lambda flat: graph(flat, tensors, [0, 1], [2 * count + 1], operators))


def marks(size):
    """Names of combining marks, whose order a comparison of texts would look at."""
    length = min(size // 4, 60000)
    count = size // length

    def names(index):
        return ('a' + '\u0301\u0323' * ((length - 20) // 4) + str(index)).encode()
    return model(custom_codes(count, names), lambda flat: graph(
        flat, plain_tensors(1), [0], [0], uses(count, lambda index: index)))


def many_models(size):
    """A bundle of bundles of very small models."""
    network = model(code(19), relu_graph)
    count = max(size // (len(network) + 110), 1)

    def pack(count):
        if count <= 60:
            return mkzip([zent('%d.tflite' % index, network) for index in range(count)])
        return mkzip([zent('%d.task' % index, pack(-(-count // 60) if count > 3600 else 60))
                      for index in range(60 if count > 3600 else -(-count // 60))])
    return pack(count)


def zip_entries(nested):
    def make(size):
        network = model(code(19), relu_graph)
        if nested:
            data = mkzip([zent('zeros', bytes(size))])
            for _ in range(5):
                data = mkzip([zent('inner.task', data)])
            return mkzip([zent('n.tflite', network), zent('outer.task', data)])
        filler = [zent(b'%08d' % index + b'x' * min(size // 64, 60000), bytes(size // 64)) for index in range(60)]
        return mkzip([zent('n.tflite', network)] + filler)
    return make


# For each class, the kind of file, what makes it, and for files that are refused whatever their size, part of the reason.
CLASSES = {
    'metadata-outputs': ('tflite', lambda size: with_labels(size // 16, False, b'a\nb\n')),
    'metadata-outputs-shared': ('tflite', lambda size: with_labels(size // 4, True, b'a\nb\n')),
    'metadata-outputs-labels': ('tflite', lambda size: with_labels(size // 8, True, b'label\n' * (size // 12))),
    'metadata-names': ('tflite', metadata_names),
    'metadata-entries': ('tflite', metadata_entries),
    'label-newlines': ('tflite', lambda size: with_labels(1, True, b'\n' * size)),
    'custom-operators': ('tflite', custom_operators, 'unsupported operators'),
    'custom-operators-subgraphs': ('tflite', custom_operator_subgraphs, 'unsupported operators'),
    'tensor-names': ('tflite', tensor_names(True)),
    'tensor-names-same': ('tflite', tensor_names(False)),
    'tensors-shared': ('tflite', shared_tensors),
    'vector-shared-wide': ('tflite', shared_vector(lambda size: 4000), 'tables and operands'),
    'vector-shared': ('tflite', shared_vector(lambda size: min(size // 100, 4000)), 'tables and operands'),
    'signatures': ('tflite', signatures(False)),
    'signatures-shared': ('tflite', signatures(True)),
    'signature-arguments': ('tflite', signature_arguments),
    'flex-wide': ('tflite', flex_wide),
    'flex-integers': ('tflite', flex_integers, 'one of the eight options is missing'),
    'flex-shared': ('tflite', flex_shared(lambda size: size // 12), 'one of the eight options is missing'),
    'flex-shared-short': ('tflite', flex_shared(lambda size: min(size // 12, 4000))),
    'flex-deep': ('tflite', flex_deep, 'one of the eight options is missing'),
    'option-vectors': ('tflite', option_vectors(22, 17, extents, wide), 'number of integers in an option'),
    'option-vectors-short': ('tflite', option_vectors(22, 17, extents, narrow)),
    'squeeze-vectors': ('tflite', option_vectors(43, 30, lambda length: [0] * length, wide), 'number of integers in an option'),
    'squeeze-vectors-short': ('tflite', option_vectors(43, 30, lambda length: [0] * length, narrow)),
    'shape-operands': ('tflite', shared_operand(22, extents, lambda size: min(wide(size), 4000)), 'number of dimensions'),
    'shape-operands-short': ('tflite', shared_operand(22, extents, narrow)),
    'axis-operands': ('tflite', shared_operand(40, lambda length: [0] * length, wide), 'at most 4096 integers'),
    'axis-operands-short': ('tflite', shared_operand(40, lambda length: [0] * length, lambda size: min(size // 24, 4096))),
    'channels-shared': ('tflite', dequantized),
    'layers-shared': ('tflite', dense_layers),
    'variables-named': ('tflite', named_variables),
    'composites-shared': ('tflite', composites, 'too many operators, operands and tensors'),
    'label-files': ('tflite', label_files),
    'wide-cell': ('tflite', wide_cell, 'expected 0 to 4096'),
    'chain': ('tflite', chained(19)),
    'chain-quantizable': ('tflite', chained(14)),
    'results-kept': ('tflite', kept),
    'subgraphs': ('tflite', many_subgraphs(False)),
    'subgraphs-shared': ('tflite', many_subgraphs(True)),
    'buffers': ('tflite', many_buffers),
    'operator-codes': ('tflite', many_codes),
    'quantization-shared': ('tflite', quantized, 'unfold to more than'),
    'sparse': ('tflite', sparse),
    'constant-outputs': ('task', constant_outputs),
    'constants-folded': ('tflite', folded),
    'hand-bundle': ('task', hand_bundle),
    'normalization': ('task', normalized, 'is not supported; the channels must agree'),
    'outputs-many': ('tflite', unpacked),
    'stages': ('tflite', stages, 'more than 256 stages'),
    'names-marks': ('tflite', marks, 'unsupported operators'),
    'models-many': ('task', many_models),
    'zip-entries': ('task', zip_entries(False)),
    'zip-nested': ('task', zip_entries(True)),
}


# --------------------------------------------------------------------------------------------
# Measuring
# --------------------------------------------------------------------------------------------
def measure(argv, timeout):
    """Processor seconds, wall seconds, megabytes at most, exit code and last line of a run of a command."""
    with tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        hung = False
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > timeout and not hung:
                hung = True
                child.kill()
            time.sleep(0.002)
        wall = time.monotonic() - start
        child.returncode = status
        err.seek(0)
        text = err.read(100000).decode('utf-8', 'replace').strip()
    code = None if hung else os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, code, text


def faults_of(cpu, memory, status, text):
    """What a run did that none may do."""
    faults = []
    if status is None: faults.append('hang')
    elif status not in (0, 65): faults.append('exit %d' % status)
    if status == 65 and len(text.splitlines()) != 1: faults.append('not one line')
    if len(text) > 4000: faults.append('%d characters' % len(text))
    if cpu > SECONDS: faults.append('time')
    if memory > MEGABYTES: faults.append('memory')
    return faults


def reaches(name, command, status, text):
    """Whether a file of a class was answered, or refused for what the class is about. Only `check` refuses what it can read."""
    reason = CLASSES[name][2:]
    if not reason: return status == 0
    return status == 65 and reason[0] in text or status == 0 and command.split()[1] != 'check'


def damaged(data, random):
    """The file with some of its bytes changed, or swapped in blocks, or cut; as it is once in four."""
    data = bytearray(data)
    kind = random.randrange(4)
    for _ in range(random.randrange(1, 9) if kind == 1 else 0):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    for _ in range(random.randrange(1, 5) if kind == 2 else 0):
        count = min(random.choice([4, 16, 256]), len(data))
        a, b = (random.randrange(len(data) - count + 1) & ~3 for _ in range(2))
        data[a:a + count], data[b:b + count] = data[b:b + count], data[a:a + count]
    if kind == 3:
        del data[random.randrange(len(data)):]
    return bytes(data)


def sampled(a, names):
    """Runs commands on each class in random sizes, damaged by chance; 1 if one is over a limit."""
    chance, failed, runs = random.Random(a.seed), 0, 0
    commands = [c.strip() for c in (a.cmd or '').split(';')]
    statuses = {}
    with tempfile.TemporaryDirectory(prefix='hostile-') as folder:
        for number in range(a.count or len(names)):
            name = names[number % len(names)]
            size = int(a.least * (a.most / a.least) ** chance.random()) & ~63
            path = os.path.join(folder, 'file.' + CLASSES[name][0])
            subprocess.run([sys.executable, __file__, name, str(size), path, str(chance.getrandbits(32))], check=True)
            for command in commands:
                cpu, _, memory, status, text = measure([w.replace('{file}', path) for w in command.split()], a.timeout)
                faults = faults_of(cpu, memory, status, text)
                runs, failed = runs + 1, failed + bool(faults)
                statuses[status] = statuses.get(status, 0) + 1
                if a.verbose or faults:
                    print('%-27s %9d bytes %s  %.3f s %5d MB  %s %s' % (
                        name, os.path.getsize(path), command.split()[1], cpu, memory, ','.join(faults).upper(), text[-90:]),
                        flush=True)
            os.unlink(path)
    print('seed %d: %d classes, %d runs, %d failed; exits %s' % (a.seed, len(names), runs, failed, statuses))
    return 1 if failed or not runs else 0


def ratio_in_turns(command, smaller, larger, start, timeout):
    """How often the smaller file's time the larger one takes: the median of pairs, which a change of the machine's speed
    does not spread over."""
    def seconds(path):
        return max(measure([w.replace('{file}', path) for w in command.split()], timeout)[0] - start, 1e-3)
    return statistics.median(seconds(larger) / seconds(smaller) for _ in range(7))


def scaling(a):
    """Measures each class in doubling sizes; 1 if one is over a limit or grows faster than its file."""
    names = [name for name in CLASSES if not a.family or any(name.startswith(f) for f in a.family.split(','))]
    if a.seed is not None:
        return sampled(a, names)
    commands = [c.strip() for c in (a.cmd or '').split(';')]
    failed, rows = [], []
    with tempfile.TemporaryDirectory(prefix='hostile-') as folder:
        start = {c: min(measure([w.replace('{file}', '/no/such') for w in c.split()], 60)[0] for _ in range(9))
                 for c in commands}
        for name in names:
            before, path = {}, None
            size = a.least
            while size <= a.most:
                smaller, path = path, os.path.join(folder, '%d.%s' % (size, CLASSES[name][0]))
                # Another process makes the file: what this one has touched would count as the command's memory.
                subprocess.run([sys.executable, __file__, name, str(size), path], check=True)
                for command in commands:
                    if before.get(command) == 'stop':
                        continue
                    runs = [measure([w.replace('{file}', path) for w in command.split()], a.timeout)]
                    while len(runs) < a.runs and runs[0][0] < 1:
                        runs.append(measure([w.replace('{file}', path) for w in command.split()], a.timeout))
                    cpu, wall, memory, status, text = min(runs, key=lambda run: run[0])
                    memory = max(run[2] for run in runs)
                    taken = max(cpu - start[command], 1e-3)
                    ratio = taken / before[command] if before.get(command) else None
                    judged = ratio is not None and before[command] >= LEAST_SECONDS
                    faults = faults_of(cpu, memory, status, text)
                    if size == a.least and not reaches(name, command, status, text): faults.append('reason')
                    if judged and ratio > RATIO:
                        ratio = ratio_in_turns(command, smaller, path, start[command], a.timeout)
                        if ratio > RATIO: faults.append('ratio')
                    word = command.split()[1] + (' --json' if '--json' in command else '')
                    row = dict(name=name, command=word, bytes=os.path.getsize(path), seconds=round(taken, 3), wall=round(wall, 3),
                               megabytes=round(memory), ratio=ratio and round(ratio, 2), status=status, faults=faults,
                               text=text[-160:])
                    rows.append(row)
                    if faults: failed.append(row)
                    if a.verbose or faults:
                        print('%-27s %-14s %9d bytes %7.3f s %5d MB  %s %s %s' % (
                            name, word, row['bytes'], taken, memory, '' if not judged else '%.2f' % ratio,
                            ','.join(faults).upper(), text[-90:] if a.verbose else ''), flush=True)
                    before[command] = 'stop' if status is None or cpu > a.timeout / 2 else taken
                if smaller: os.unlink(smaller)
                size *= 2
            if path: os.unlink(path)
    worst = sorted((r for r in rows if r['ratio'] and r['ratio'] < 1e6), key=lambda r: -r['seconds'])[:3]
    print('%d classes, %d runs, %d failed; slowest %s; largest %d MB' % (
        len(names), len(rows), len(failed), ', '.join('%s %s %.2f s' % (r['name'], r['command'], r['seconds']) for r in worst),
        max((r['megabytes'] for r in rows), default=0)))
    if a.json:
        with open(a.json, 'w') as f:
            json.dump(rows, f, indent=1)
    return 1 if failed or not rows else 0


if __name__ == '__main__':
    data = CLASSES[sys.argv[1]][1](int(sys.argv[2]))
    if len(sys.argv) > 4:
        data = damaged(data, random.Random(int(sys.argv[4])))
    with open(sys.argv[3], 'wb') as f:
        f.write(data)
