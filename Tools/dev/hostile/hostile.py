#!/usr/bin/env python3
"""Hostile-input corpus: malformed .tflite models, .task bundles, images and Y4M clips.

Standard library only for `list`, `write` and `run --engine cmd`.
The reference engines of `run` need packages:  --engine litert  -> ai-edge-litert, numpy
                                               --engine mediapipe -> mediapipe, numpy
                                               --engine pillow | opencv | mpimage -> image decoders

  hostile.py list                                    # ids, families, expectations
  hostile.py write OUT                               # canonical set -> OUT/*, OUT/manifest.json
  hostile.py write OUT --seed 7 --count 400          # another, random set (hold-out)
  hostile.py run --strict --cmd '.build/release/mudra check {file}' --json counts.json
  hostile.py run --engine litert --json counts.json  # anchor figures
  hostile.py scaling --cmd '.build/release/mudra check {file}; .build/release/mudra inspect {file}'   # files of doubling size
  hostile.py scaling --seed 7 --count 216 --cmd …    # the same classes in random sizes, most of them damaged
Common options: --task FILE (base gesture_recognizer.task, of Models/ unless told), --models DIR (folder with more base
  .tflite files), --family fb,graph,... (prefix match), --ids a,b,c, --every K (each K-th case), --max-cases N.
`run` makes each file just before it is used and deletes it after, so it needs little disk.

Contract for every case: exit by itself within 5 s, never by a signal, peak RSS at most 1 GiB over the
process's own idle, and either a clean error (exit code 1..99 and a message) or a normal result (exit 0).
expect = "error": only a clean error is right;  "ok": only a normal result is right (controls);
         "any": both are right. --strict makes breaches of the first two failures too, and an error that is not one line.
--refusal-ms N: a model that is refused later than N ms after the command's own start (the median time in which it says that a
  file is missing) is a failure too, unless it ran into the limit of time; the least of four runs counts. Only on a quiet machine.
--sanitizer is for a command with a sanitizer in it: its reports are crashes, time and memory are not judged.
The set is a pure function of the base files and of --seed/--count.

Base files (first 16 hex digits of SHA-256):
  gesture_recognizer.task, and from inside it canned_gesture_classifier.tflite,
  gesture_embedder.tflite 927e4f6cbe6451da, hand_detector.tflite 1b14e9422c6ad006;
  from the PyPI wheel mediapipe 0.10.14, with --models: face_detection_short_range.tflite bbff11cebd1eb27a,
  hand_recrop.tflite 67d996ce96f9d36f, selfie_segmentation.tflite 9ee168ec7c8f2a16 (random set only).
Without the wheel's models, hand_detector stands in for face_detection_short_range and the others are left out.
"""
import argparse, base64, binascii, hashlib, io, json, math, os, random, resource, select, signal
import struct, subprocess, sys, tempfile, time, zlib

TIME_LIMIT_S = 5.0
RSS_LIMIT = 1 << 30
CONTRACT = ("must be a clean error or a normal result; never a crash, hang > 5 s, or RSS > 1 GiB")
I32MAX, I32MIN = 0x7FFFFFFF, -0x80000000

# --------------------------------------------------------------------------------------------
# FlatBuffers: reader, tree, writer.  Only what the TFLite schema needs.
# --------------------------------------------------------------------------------------------
SZ = {'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'f': 4, 'q': 8, 'Q': 8}

OPTIONS = {  # builtin_options_type -> (name, fields)
    1: ('Conv2DOptions', {0: ('padding', 'b'), 1: ('stride_w', 'i'), 2: ('stride_h', 'i'), 3: ('act', 'b'),
                          4: ('dil_w', 'i'), 5: ('dil_h', 'i'), 6: ('bias_type', 'b')}),
    2: ('DepthwiseConv2DOptions', {0: ('padding', 'b'), 1: ('stride_w', 'i'), 2: ('stride_h', 'i'),
                                   3: ('depth_multiplier', 'i'), 4: ('act', 'b'), 5: ('dil_w', 'i'), 6: ('dil_h', 'i')}),
    5: ('Pool2DOptions', {0: ('padding', 'b'), 1: ('stride_w', 'i'), 2: ('stride_h', 'i'), 3: ('filter_w', 'i'),
                          4: ('filter_h', 'i'), 5: ('act', 'b')}),
    8: ('FullyConnectedOptions', {0: ('act', 'b'), 1: ('weights_format', 'b'), 2: ('keep_num_dims', '?'),
                                  3: ('asym', '?'), 4: ('bias_type', 'b')}),
    9: ('SoftmaxOptions', {0: ('beta', 'f')}),
    10: ('ConcatenationOptions', {0: ('axis', 'i'), 1: ('act', 'b')}),
    11: ('AddOptions', {0: ('act', 'b'), 1: ('pot', '?')}),
    15: ('ResizeBilinearOptions', {2: ('align_corners', '?'), 3: ('half_pixel', '?')}),
    17: ('ReshapeOptions', {0: ('new_shape', '[i')}),
    19: ('SpaceToDepthOptions', {0: ('block', 'i')}),
    21: ('MulOptions', {0: ('act', 'b')}),
    22: ('PadOptions', {}),
    23: ('GatherOptions', {0: ('axis', 'i'), 1: ('batch_dims', 'i')}),
    26: ('TransposeOptions', {}),
    27: ('ReducerOptions', {0: ('keep_dims', '?')}),
    28: ('SubOptions', {0: ('act', 'b'), 1: ('pot', '?')}),
    29: ('DivOptions', {0: ('act', 'b')}),
    30: ('SqueezeOptions', {0: ('dims', '[i')}),
    32: ('StridedSliceOptions', {0: ('begin_mask', 'i'), 1: ('end_mask', 'i'), 2: ('ellipsis_mask', 'i'),
                                 3: ('new_axis_mask', 'i'), 4: ('shrink_axis_mask', 'i'), 5: ('offset', '?')}),
    35: ('SplitOptions', {0: ('num', 'i')}),
    38: ('DequantizeOptions', {}),
    39: ('MaximumMinimumOptions', {}),
    48: ('SliceOptions', {}),
    49: ('TransposeConvOptions', {0: ('padding', 'b'), 1: ('stride_w', 'i'), 2: ('stride_h', 'i'), 3: ('act', 'b')}),
    51: ('TileOptions', {}),
    59: ('PackOptions', {0: ('count', 'i'), 1: ('axis', 'i')}),
    64: ('UnpackOptions', {0: ('num', 'i'), 1: ('axis', 'i')}),
    77: ('MirrorPadOptions', {0: ('mode', 'b')}),
    83: ('GatherNdOptions', {}),
    92: ('IfOptions', {0: ('then_subgraph', 'i'), 1: ('else_subgraph', 'i')}),
    93: ('WhileOptions', {0: ('cond_subgraph', 'i'), 1: ('body_subgraph', 'i')}),
    94: ('DepthToSpaceOptions', {0: ('block', 'i')}),
    99: ('DensifyOptions', {}),
    103: ('CallOnceOptions', {0: ('init_subgraph', 'i')}),
}
SCHEMA = {
    'Model': {0: ('version', 'I'), 1: ('operator_codes', '[T:OperatorCode'), 2: ('subgraphs', '[T:SubGraph'),
              3: ('description', 's'), 4: ('buffers', '[T:Buffer'), 5: ('metadata_buffer', '[i'),
              6: ('metadata', '[T:Metadata'), 7: ('signature_defs', '[T:SignatureDef')},
    'OperatorCode': {0: ('deprecated_code', 'b'), 1: ('custom_code', 's'), 2: ('version', 'i'), 3: ('code', 'i')},
    'SubGraph': {0: ('tensors', '[T:Tensor'), 1: ('inputs', '[i'), 2: ('outputs', '[i'),
                 3: ('operators', '[T:Operator'), 4: ('name', 's')},
    'Tensor': {0: ('shape', '[i'), 1: ('type', 'b'), 2: ('buffer', 'I'), 3: ('name', 's'),
               4: ('quantization', 'T:Quant'), 5: ('is_variable', '?'), 6: ('sparsity', 'T:Sparsity'),
               7: ('shape_signature', '[i'), 8: ('has_rank', '?')},
    'Quant': {0: ('min', '[f'), 1: ('max', '[f'), 2: ('scale', '[f'), 3: ('zero_point', '[q'), 6: ('qdim', 'i')},
    'Sparsity': {0: ('traversal_order', '[i'), 1: ('block_map', '[i'), 2: ('dim_metadata', '[T:DimMeta')},
    'DimMeta': {0: ('format', 'b'), 1: ('dense_size', 'i'), 2: ('seg_type', 'B'), 3: ('seg', 'T:IntVec'),
                4: ('idx_type', 'B'), 5: ('idx', 'T:IntVec')},
    'IntVec': {0: ('values', '[i')},
    'Operator': {0: ('opcode', 'I'), 1: ('inputs', '[i'), 2: ('outputs', '[i'), 3: ('opt_type', 'B'),
                 4: ('opts', 'U'), 5: ('custom_options', '[B'), 6: ('custom_format', 'b'), 8: ('intermediates', '[i'),
                 9: ('large_off', 'Q'), 10: ('large_size', 'Q')},
    'Buffer': {0: ('data', '[B'), 1: ('offset', 'Q'), 2: ('size', 'Q')},
    'Metadata': {0: ('name', 's'), 1: ('buffer', 'I')},
    'SignatureDef': {0: ('inputs', '[T:TensorMap'), 1: ('outputs', '[T:TensorMap'), 2: ('key', 's'), 4: ('subgraph', 'I')},
    'TensorMap': {0: ('name', 's'), 1: ('tensor', 'I')},
}
for _t, (_n, _f) in OPTIONS.items():
    SCHEMA[_n] = _f
OP = dict(ADD=0, AVERAGE_POOL_2D=1, CONCATENATION=2, CONV_2D=3, DEPTHWISE_CONV_2D=4, DEPTH_TO_SPACE=5, DEQUANTIZE=6,
          FULLY_CONNECTED=9, LOGISTIC=14, MAX_POOL_2D=17, MUL=18, RELU=19, RESHAPE=22, RESIZE_BILINEAR=23, SOFTMAX=25,
          SPACE_TO_DEPTH=26, CALL=31, CUSTOM=32, PAD=34, GATHER=36, TRANSPOSE=39, MEAN=40, SUB=41, DIV=42, SQUEEZE=43,
          STRIDED_SLICE=45, SPLIT=49, PRELU=54, MAXIMUM=55, SLICE=65, TRANSPOSE_CONV=67, TILE=69, SUM=74,
          REDUCE_MAX=82, PACK=83, UNPACK=88, REDUCE_MIN=89, MIRROR_PAD=100, GATHER_ND=107, HARD_SWISH=117, IF=118,
          WHILE=119, DENSIFY=124, CALL_ONCE=129)
F32, F16, INT32, U8, INT64, STRING, BOOL, INT16, C64, INT8, F64 = range(11)


class T(dict):
    """A table: attribute name -> value.  '_kind' names its schema."""
    def __init__(self, kind, **kw):
        super().__init__(**kw)
        self.kind = kind

    def copy(self):
        return deep(self)


class FakeLen(list):
    """A vector written with a length field that lies."""
    fake = None


def fake(seq, n):
    v = FakeLen(seq)
    v.fake = n
    return v


def deep(x):
    if isinstance(x, T):
        n = T(x.kind)
        for k, v in x.items():
            n[k] = deep(v)
        return n
    if isinstance(x, FakeLen):
        return fake([deep(v) for v in x], x.fake)
    if isinstance(x, list):
        return [deep(v) for v in x]
    return x  # bytes and scalars are never mutated in place


class Reader:
    def __init__(self, b):
        self.b = b
        self.marks = []  # (position, size, what) of every structural word

    def u(self, c, p):
        return struct.unpack_from('<' + c, self.b, p)[0]

    def field(self, t, i):
        vt = t - self.u('i', t)
        if 4 + 2 * i >= self.u('H', vt):
            return None
        o = self.u('H', vt + 4 + 2 * i)
        return t + o if o else None

    def table(self, p, kind):
        t = T(kind)
        self.marks.append((p, 4, 'soffset'))
        vt = p - self.u('i', p)
        n = self.u('H', vt)
        self.marks.append((vt, 2, 'vtable-size'))
        self.marks.append((vt + 2, 2, 'table-size'))
        for k in range(4, n, 2):
            self.marks.append((vt + k, 2, 'vtable-entry'))
        for i, (name, ty) in SCHEMA[kind].items():
            f = self.field(p, i)
            if f is None:
                continue
            t[name] = self.value(f, ty, t)
        return t

    def value(self, f, ty, owner):
        if ty in SZ:
            self.marks.append((f, SZ[ty], 'scalar'))
            return self.u(ty, f)
        q = f + self.u('I', f)
        self.marks.append((f, 4, 'uoffset'))
        if ty == 'U':
            k = OPTIONS.get(owner.get('opt_type', 0))
            return self.table(q, k[0]) if k else None
        if ty[0] == 'T':
            return self.table(q, ty[2:])
        n = self.u('I', q)
        self.marks.append((q, 4, 'length'))
        if ty == 's' or ty == '[B':
            return bytes(self.b[q + 4:q + 4 + n])
        if ty[1] == 'T':
            out = []
            for i in range(n):
                e = q + 4 + 4 * i
                self.marks.append((e, 4, 'uoffset'))
                out.append(self.table(e + self.u('I', e), ty[3:]))
            return out
        if n <= 64:
            for i in range(n):
                self.marks.append((q + 4 + i * SZ[ty[1]], SZ[ty[1]], 'element'))
        return list(struct.unpack_from('<%d%s' % (n, ty[1]), self.b, q + 4))


def unpack(b):
    r = Reader(b)
    m = r.table(r.u('I', 0), 'Model')
    return m, r.marks


class Writer:
    """Front-to-back writer: a parent always comes before its children."""
    def __init__(self):
        self.b = bytearray(8)

    def align(self, n, extra=0):
        while (len(self.b) + extra) % n:
            self.b.append(0)

    def table(self, t):
        fields = []
        for i, (name, ty) in SCHEMA[t.kind].items():
            v = t.get(name)
            if v is not None:
                fields.append((i, name, ty, v))
        nvt = 4 + 2 * (max([f[0] for f in fields], default=-1) + 1)
        self.align(2)
        vt = len(self.b)
        self.b += bytes(nvt)
        self.align(8, 4)   # so that the first 8-byte field after the soffset is aligned
        p = len(self.b)
        self.b += struct.pack('<i', p - vt)
        later = []
        for i, name, ty, v in sorted(fields, key=lambda f: -SZ.get(f[2], 4)):
            s = SZ.get(ty, 4)
            self.align(s)
            f = len(self.b)
            struct.pack_into('<H', self.b, vt + 4 + 2 * i, f - p)
            if ty in SZ:
                self.b += wrap(ty, v)
            else:
                self.b += b'\0\0\0\0'
                later.append((f, ty, v))
        struct.pack_into('<HH', self.b, vt, nvt, len(self.b) - p)
        for f, ty, v in later:
            q = self.node(ty, v)
            struct.pack_into('<I', self.b, f, q - f)
        return p

    def node(self, ty, v):
        if isinstance(v, T):
            return self.table(v)
        if ty == 's':
            self.align(4)
            p = len(self.b)
            self.b += struct.pack('<I', len(v)) + bytes(v) + b'\0'
            return p
        if ty == '[B':
            self.align(16, 4)
            p = len(self.b)
            n = v.fake if isinstance(v, FakeLen) else len(v)
            self.b += struct.pack('<I', n & 0xFFFFFFFF) + bytes(v)
            return p
        n = v.fake if isinstance(v, FakeLen) and v.fake is not None else len(v)
        if ty[1] == 'T':
            self.align(4)
            p = len(self.b)
            self.b += struct.pack('<I', n & 0xFFFFFFFF) + bytes(4 * len(v))
            done = {}
            for i, e in enumerate(v):
                f = p + 4 + 4 * i
                if id(e) not in done:
                    done[id(e)] = self.table(e)
                struct.pack_into('<I', self.b, f, done[id(e)] - f)
            return p
        self.align(max(4, SZ[ty[1]]), 4)
        p = len(self.b)
        self.b += struct.pack('<I', n & 0xFFFFFFFF) + b''.join(wrap(ty[1], e) for e in v)
        return p


def wrap(c, v):
    if c == 'f':
        return struct.pack('<f', v)
    if c == '?':
        return struct.pack('<B', int(v) & 255)
    bits = 8 * SZ[c]
    return (int(v) & ((1 << bits) - 1)).to_bytes(bits // 8, 'little')


def build(m, ident=b'TFL3'):
    w = Writer()
    p = w.table(m)
    struct.pack_into('<I', w.b, 0, p)
    w.b[4:8] = ident
    return bytes(w.b)


# --------------------------------------------------------------------------------------------
# Zip writer with full control over every field.
# --------------------------------------------------------------------------------------------
def zent(name, data, **o):
    e = dict(name=name.encode() if isinstance(name, str) else name, data=data)
    e.update(o)
    return e


def mkzip(entries, comment=b'', prefix=b'', suffix=b'', gap=b'', cd_trunc=None, **eo):
    out = bytearray(prefix)
    cds = []
    for e in entries:
        d = e['data']
        method = e.get('method', 0)
        raw = d
        if method == 8 and not e.get('raw'):
            c = zlib.compressobj(6, zlib.DEFLATED, -15)
            d = c.compress(d) + c.flush()
        usize = e.get('usize', len(raw))
        csize = e.get('csize', len(d))
        crc = e.get('crc', binascii.crc32(raw) & 0xFFFFFFFF)
        flags, extra = e.get('flags', 0), e.get('extra', b'')
        name = e['name']
        if 'at' in e:                      # a directory record only, that points at a chosen offset
            off = e['at']
        else:
            off = len(out)
            lname = e.get('lname', name)
            out += struct.pack('<IHHHHHIIIHH', e.get('lsig', 0x04034B50), e.get('lver', 20), e.get('lflags', flags),
                               e.get('lmethod', method), 0, 0x21, e.get('lcrc', crc) & 0xFFFFFFFF,
                               e.get('lcsize', csize) & 0xFFFFFFFF, e.get('lusize', usize) & 0xFFFFFFFF,
                               e.get('lnlen', len(lname)), e.get('lxlen', len(e.get('lextra', extra))))
            out += lname + e.get('lextra', extra) + d + e.get('descriptor', b'')
        off = e.get('offset', off)
        if e.get('hide'):
            continue
        cds.append(struct.pack('<IHHHHHHIIIHHHHHII', e.get('csig', 0x02014B50), e.get('made', 20), e.get('ver', 20),
                               flags, method, 0, 0x21, crc & 0xFFFFFFFF, csize & 0xFFFFFFFF, usize & 0xFFFFFFFF,
                               e.get('nlen', len(name)), e.get('xlen', len(extra)), e.get('clen', 0), 0, 0,
                               e.get('attr', 0), off & 0xFFFFFFFF) + name + extra)
    cd = b''.join(cds)
    out += gap
    cdo = len(out)
    if cd_trunc is not None:
        cd = cd[:cd_trunc]
    out += cd
    if 'zip64' in eo:
        z = eo['zip64']
        zo = len(out)
        out += struct.pack('<IQHHIIQQQQ', 0x06064B50, z.get('size', 44), 45, 45, 0, 0, z.get('n', len(cds)) & (2**64 - 1),
                           z.get('n', len(cds)) & (2**64 - 1), z.get('cdsize', len(cd)) & (2**64 - 1),
                           z.get('cdoff', cdo) & (2**64 - 1))
        out += struct.pack('<IIQI', 0x07064B50, 0, z.get('loc', zo) & (2**64 - 1), 1)
    if not eo.get('no_eocd'):
        out += struct.pack('<IHHHHIIH', eo.get('sig', 0x06054B50), eo.get('disk', 0), eo.get('cddisk', 0),
                           eo.get('n_disk', eo.get('n', len(cds))) & 0xFFFF, eo.get('n', len(cds)) & 0xFFFF,
                           eo.get('cdsize', len(cd)) & 0xFFFFFFFF, eo.get('cdoff', cdo) & 0xFFFFFFFF,
                           eo.get('comlen', len(comment)) & 0xFFFF) + comment
    return bytes(out + suffix)


def unzip_stored(b):
    """[(name, data)] of an all-stored zip, through the standard library."""
    import zipfile
    z = zipfile.ZipFile(io.BytesIO(b))
    return [(i.filename, z.read(i)) for i in z.infolist()]


# --------------------------------------------------------------------------------------------
# Cases
# --------------------------------------------------------------------------------------------
class Case:
    def __init__(self, cid, family, mutation, make, ext='tflite', expect='any', note=''):
        self.id, self.family, self.mutation, self.make = cid, family, mutation, make
        self.ext, self.expect, self.note = ext, expect, note


class Corpus:
    def __init__(self, models, task):
        self.dir, self.task_path = models, task
        self.cases, self.seen, self._c = [], set(), {}

    # ---- base files (cached) ----
    def has(self, name):
        return self.dir is not None and os.path.exists(os.path.join(self.dir, name + '.tflite'))

    def model(self, name):
        k = ('m', name)
        if k not in self._c:
            if self.has(name):
                with open(os.path.join(self.dir, name + '.tflite'), 'rb') as f:
                    self._c[k] = f.read()
            else:
                bundled = {n: d for _, _, models in self.parts() for n, d in models}
                self._c[k] = bundled[(DET if name == CNN else name) + '.tflite']
        return self._c[k]

    def tree(self, name):
        k = ('t', name)
        if k not in self._c:
            self._c[k] = unpack(self.model(name))
        return self._c[k][0].copy()

    def marks(self, name):
        self.tree(name)
        return self._c[('t', name)][1]

    def task(self):
        if 'task' not in self._c:
            with open(self.task_path, 'rb') as f:
                self._c['task'] = f.read()
        return self._c['task']

    def parts(self):
        if 'parts' not in self._c:
            outer = unzip_stored(self.task())
            self._c['parts'] = [(n, d, unzip_stored(d)) for n, d in outer]
        return self._c['parts']

    def add(self, cid, family, mutation, make, **k):
        assert cid not in self.seen, cid
        self.seen.add(cid)
        self.cases.append(Case(cid, family, mutation, make, **k))

    # ---- tree mutation on a base model ----
    def tm(self, cid, base, mutation, fn, family='graph', **k):
        def make():
            m = self.tree(base)
            r = fn(m)
            return build(r if isinstance(r, T) else m)
        self.add(cid, family, '%s: %s' % (base, mutation), make, **k)


SMALL, CNN, EMB, DET = 'canned_gesture_classifier', 'face_detection_short_range', 'gesture_embedder', 'hand_detector'


def code_of(m, op):
    c = m['operator_codes'][op.get('opcode') or 0]
    return max(c.get('code') or 0, c.get('deprecated_code') or 0)


def find(m, opname, nth=0):
    ops = m['subgraphs'][0]['operators']
    hits = [o for o in ops if code_of(m, o) == OP[opname]]
    return hits[nth]


def code_entry(m, opname):
    return m['operator_codes'][find(m, opname).get('opcode') or 0]


def tens(m, i):
    return m['subgraphs'][0]['tensors'][i]


def setbuf(m, ti, data):
    m['buffers'].append(T('Buffer', data=data))
    tens(m, ti)['buffer'] = len(m['buffers']) - 1


def ints(*v):
    return struct.pack('<%di' % len(v), *v)


def floats(n, v=0.5):
    return struct.pack('<f', v) * n


def oneop(op, opt_type=None, opts=None, tensors=(), inputs=(), outputs=(), gin=None, gout=None, version=1, extra_subgraphs=(),
          n_ops=1):
    """tensors: (shape, dtype, data or None)"""
    bufs = [T('Buffer')]
    ts = []
    for i, t in enumerate(tensors):
        shape, ty, data = t[:3]
        x = T('Tensor', shape=None if shape is None else list(shape), type=ty, buffer=0, name=b't%d' % i)
        if data is not None:
            bufs.append(T('Buffer', data=data))
            x['buffer'] = len(bufs) - 1
        if len(t) > 3:
            x.update(t[3])
        ts.append(x)
    if gin is None:
        gin = [i for i in inputs if i >= 0 and i < len(tensors) and tensors[i][2] is None]
    o = T('Operator', opcode=0, inputs=list(inputs), outputs=list(outputs))
    if opt_type is not None:
        o['opt_type'] = opt_type
        o['opts'] = T(OPTIONS[opt_type][0], **(opts or {}))
    sg = T('SubGraph', tensors=ts, inputs=list(gin), outputs=list(outputs if gout is None else gout), operators=[o] * n_ops, name=b'main')
    c = OP[op] if isinstance(op, str) else op
    oc = T('OperatorCode', deprecated_code=min(c, 127), code=c, version=version)
    return T('Model', version=3, operator_codes=[oc], subgraphs=[sg] + list(extra_subgraphs), description=b'hostile', buffers=bufs)


def canonical(c):
    rng = random.Random(20240607)
    # ---------------------------------------------------------------- fb: raw bytes
    for base in (SMALL, CNN):
        n = len(c.model(base))
        cuts = [k for k in [0, 1, 3, 4, 7, 8, 11, 12, 16, 20, 24, 32, 48, 64, 100, 128, 256, 512, 1000, n // 8, n // 4, n // 3,
                n // 2, n * 2 // 3, n * 3 // 4, n * 9 // 10, n - 1000, n - 100, n - 16, n - 8, n - 4, n - 1] if base == CNN or k > 16]
        for k in cuts:
            c.add('fb-trunc-%s-%d' % (base[:5], k), 'fb-trunc', '%s cut to %d of %d bytes' % (base, k, n),
                  lambda base=base, k=k: c.model(base)[:k])
    for v, why in ((0, 'zero'), (1, 'one'), (4, 'itself'), (0x7FFFFFFF, 'int max'), (0x80000000, 'int min'),
                   (0xFFFFFFFF, 'uint max'), (0xFFFFFFFC, 'minus 4'), (6, 'unaligned'), (None, 'end of file'), (-4, 'last word')):
        def mk(v=v):
            b = bytearray(c.model(CNN))
            x = len(b) if v is None else (len(b) - 4 if v == -4 else v)
            struct.pack_into('<I', b, 0, x)
            return bytes(b)
        c.add('fb-root-%s' % why.replace(' ', '-'), 'fb-root', 'root offset = %s' % why, mk, expect='error')
    for ident in (b'TFL2', b'TFL4', b'\0\0\0\0', b'tfl3', b'PK\3\4', b'\xff\xff\xff\xff'):
        c.add('fb-ident-%s' % binascii.hexlify(ident).decode(), 'fb-root', 'file identifier %r' % ident,
              lambda ident=ident: c.model(CNN)[:4] + ident + c.model(CNN)[8:], expect='error')
    vals = {'soffset': [0, 1, -1, 4, I32MAX, I32MIN, 0x10000], 'uoffset': [0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000],
            'length': [0, 0x7FFFFFFF, 0xFFFFFFFF, 0x40000000, 0x20000001, 0x10000], 'vtable-size': [0, 1, 2, 3, 0xFFFF, 0xFFFE],
            'table-size': [0, 1, 0xFFFF], 'vtable-entry': [1, 3, 0x7FFF, 0xFFFF, 0xFFFC],
            'scalar': [0, -1, I32MAX, I32MIN, 1 << 16], 'element': [-1, -2, I32MAX, I32MIN, 1 << 20]}
    used = set()
    for base, per in ((SMALL, 10), (CNN, 16)):
        by = {}
        for m in c.marks(base):
            by.setdefault(m[2], set()).add(m)
        for kind in sorted(by):
            pool = sorted(by[kind])
            for i in range(per):
                for _try in range(200):
                    p, s, _ = pool[rng.randrange(len(pool))]
                    v = vals[kind][i % len(vals[kind])]
                    if (base, p, v) not in used and int.from_bytes(c.model(base)[p:p + s], 'little') != v & ((1 << (8 * s)) - 1):
                        break
                else:
                    continue
                used.add((base, p, v))
                def mk(base=base, p=p, s=s, v=v):
                    b = bytearray(c.model(base))
                    b[p:p + s] = (v & ((1 << (8 * s)) - 1)).to_bytes(s, 'little')
                    return bytes(b)
                c.add('fb-%s-%s-%d' % (kind, base[:5], i), 'fb-word', '%s: %s at %d set to %d' % (base, kind, p, v), mk)
        allm = sorted(set((p, s) for p, s, _ in c.marks(base)))
        for i in range(40):
            fl = []
            for _ in range(1 + i % 4):
                p, s = allm[rng.randrange(len(allm))]
                fl.append((p + rng.randrange(s), rng.randrange(8)))
            def mk(base=base, fl=fl):
                b = bytearray(c.model(base))
                for p, k in fl:
                    b[p] ^= 1 << k
                return bytes(b)
            c.add('fb-flip-%s-%d' % (base[:5], i), 'fb-flip', '%s: bits %s flipped' % (base, fl), mk)
    for i in range(12):
        size = [2, 1, 8, 16, 64, 256, 1024, 4096, 10000, 65536, 100000, 200000][i]
        c.add('fb-noise-%d' % i, 'fb-noise', '%d pseudo-random bytes behind a good header' % size,
              lambda i=i, size=size: c.model(CNN)[:8] + random.Random(i).randbytes(size))
    # ---------------------------------------------------------------- graph
    def S(m):
        return m['subgraphs'][0]
    BAD = (-2, -1, I32MIN, I32MAX, 'n', 'n+1', 65536)
    def bad(m, v):
        n = len(S(m)['tensors'])
        return n if v == 'n' else n + 1 if v == 'n+1' else v
    for v in BAD:
        for where in ('op-input0', 'op-input1', 'op-output', 'graph-input', 'graph-output'):
            def fn(m, v=v, where=where):
                x = bad(m, v)
                o = find(m, 'ADD')
                if where == 'op-input0': o['inputs'][0] = x
                elif where == 'op-input1': o['inputs'][1] = x
                elif where == 'op-output': o['outputs'][0] = x
                elif where == 'graph-input': S(m)['inputs'][0] = x
                else: S(m)['outputs'][0] = x
            c.tm('graph-index-%s-%s' % (where, v), CNN, '%s tensor index = %s' % (where, v), fn, expect='error')
    for v in ('n', 'n+1', I32MAX, 0xFFFFFFFF, 0x80000000):
        def fn(m, v=v):
            n = len(m['operator_codes'])
            find(m, 'CONV_2D')['opcode'] = n if v == 'n' else n + 1 if v == 'n+1' else v
        c.tm('graph-opcode-%s' % v, CNN, 'operator code index = %s' % v, fn, expect='error')
    for v in (-1, 32, 51, 127, 200, 206, 207, 255, 1000, I32MAX, I32MIN):
        def fn(m, v=v):
            oc = code_entry(m, 'CONV_2D')
            oc['code'] = v
            oc['deprecated_code'] = 127 if v > 127 else v
        c.tm('graph-builtin-%d' % v, CNN, 'CONV_2D renamed to builtin %d' % v, fn, expect='error')
    for a in ('ADD', 'PAD', 'RESHAPE', 'CONV_2D', 'CONCATENATION', 'DEQUANTIZE', 'MAX_POOL_2D'):
        for b in ('CONV_2D', 'RESHAPE', 'GATHER', 'SPLIT', 'WHILE', 'CONCATENATION'):
            if a != b:
                def fn(m, a=a, b=b):
                    oc = code_entry(m, a)
                    oc['code'] = OP[b]; oc['deprecated_code'] = OP[b]
                c.tm('graph-rename-%s-%s' % (a, b), CNN, 'every %s becomes %s (arity and options of another op)' % (a, b), fn)
    for v in (0, -1, 99, I32MAX, I32MIN):
        c.tm('graph-opversion-%d' % v, CNN, 'op version %d' % v,
             lambda m, v=v: code_entry(m, 'CONV_2D').__setitem__('version', v))
    c.tm('graph-self-loop', CNN, 'an ADD reads its own output', lambda m: find(m, 'ADD')['inputs'].__setitem__(0, find(m, 'ADD')['outputs'][0]), expect='error')
    def fn(m):
        a, b = find(m, 'ADD', 0), find(m, 'ADD', 8)
        a['inputs'][0] = b['outputs'][0]
    c.tm('graph-cycle-2', CNN, 'an early ADD reads a later one (cycle)', fn, expect='error')
    c.tm('graph-reversed', CNN, 'operators in reverse order', lambda m: S(m)['operators'].reverse(), expect='error')
    c.tm('graph-double-producer', CNN, 'two operators write one tensor', lambda m: find(m, 'ADD', 1)['outputs'].__setitem__(0, find(m, 'ADD', 0)['outputs'][0]))
    c.tm('graph-out-const', CNN, 'an operator writes a constant tensor', lambda m: find(m, 'ADD')['outputs'].__setitem__(0, find(m, 'DEQUANTIZE')['inputs'][0]), expect='error')
    c.tm('graph-out-input', CNN, 'an operator writes the graph input', lambda m: find(m, 'ADD')['outputs'].__setitem__(0, S(m)['inputs'][0]), expect='error')
    c.tm('graph-in-const', CNN, 'a constant is declared graph input', lambda m: S(m)['inputs'].__setitem__(0, find(m, 'DEQUANTIZE')['inputs'][0]))
    c.tm('graph-in-alias', CNN, 'graph output is the graph input', lambda m: S(m)['outputs'].__setitem__(0, S(m)['inputs'][0]))
    c.tm('graph-out-unproduced', CNN, 'graph output that nothing writes', lambda m: (S(m)['tensors'].append(T('Tensor', shape=[1, 4], type=F32, buffer=0, name=b'x')), S(m)['outputs'].__setitem__(0, len(S(m)['tensors']) - 1))[0])
    c.tm('graph-in-unproduced', CNN, 'operator input that nothing writes', lambda m: (S(m)['tensors'].append(T('Tensor', shape=[1, 64, 64, 24], type=F32, buffer=0, name=b'x')), find(m, 'ADD')['inputs'].__setitem__(0, len(S(m)['tensors']) - 1))[0], expect='error')
    for f in ('tensors', 'inputs', 'outputs', 'operators'):
        c.tm('graph-no-%s' % f, CNN, 'subgraph without %s' % f, lambda m, f=f: S(m).pop(f), expect='any' if f == 'outputs' else 'error')
        c.tm('graph-empty-%s' % f, CNN, 'subgraph with empty %s' % f, lambda m, f=f: S(m).__setitem__(f, []))
    for f in ('subgraphs', 'operator_codes', 'buffers'):
        c.tm('graph-model-no-%s' % f, CNN, 'model without %s' % f, lambda m, f=f: m.pop(f), expect='error')
        c.tm('graph-model-empty-%s' % f, CNN, 'model with empty %s' % f, lambda m, f=f: m.__setitem__(f, []), expect='error')
    for v in (0, 1, 2, 4, 99, 0xFFFFFFFF):
        c.tm('graph-schema-%d' % v, CNN, 'schema version %d' % v, lambda m, v=v: m.__setitem__('version', v), expect='error')
    for op in ('CONV_2D', 'ADD', 'PAD', 'DEQUANTIZE', 'CONCATENATION', 'RESHAPE', 'MAX_POOL_2D', 'DEPTHWISE_CONV_2D'):
        for k in ('none', 'one', 'many', 'absent', 'optional'):
            def fn(m, op=op, k=k):
                o = find(m, op)
                if k == 'none': o['inputs'] = []
                elif k == 'one': o['inputs'] = o['inputs'][:1] if len(o['inputs']) > 1 else o['inputs'] * 2
                elif k == 'many': o['inputs'] = (o['inputs'] * 2000)[:2000]
                elif k == 'absent': o.pop('inputs')
                else: o['inputs'] = [-1] * len(o['inputs'])
            c.tm('graph-arity-%s-%s' % (op, k), CNN, '%s with %s inputs' % (op, k), fn)
        for k in ('none', 'two', 'absent'):
            def fn(m, op=op, k=k):
                o = find(m, op)
                if k == 'none': o['outputs'] = []
                elif k == 'two': o['outputs'] = o['outputs'] * 2
                else: o.pop('outputs')
            c.tm('graph-outs-%s-%s' % (op, k), CNN, '%s with %s outputs' % (op, k), fn)
    for op in ('FULLY_CONNECTED', 'SOFTMAX', 'MUL'):
        c.tm('graph-small-noin-%s' % op, SMALL, '%s without inputs' % op, lambda m, op=op: find(m, op).__setitem__('inputs', []), expect='error')
    for op in ('GATHER', 'UNPACK', 'STRIDED_SLICE', 'MEAN', 'REDUCE_MAX'):
        for k in ('none', 'one', 'optional'):
            if (op, k) == ('UNPACK', 'one'):
                continue    # it has one input
            c.tm('graph-emb-%s-%s' % (op, k), EMB, '%s with %s inputs' % (op, k),
                 lambda m, op=op, k=k: find(m, op).__setitem__('inputs', [] if k == 'none' else find(m, op)['inputs'][:1] if k == 'one' else [-1] * len(find(m, op)['inputs'])))
    # ---------------------------------------------------------------- tensors
    shapes = {'zero': [1, 0, 0, 1], 'neg1': [-1, -1, -1, -1], 'neg': [1, -5, 3, 3], 'intmin': [I32MIN], 'max': [I32MAX],
              'max2': [I32MAX, I32MAX], 'wrap32': [65536, 65536], 'wrap32b': [46341, 46341, 3], 'wrap64': [1 << 30, 1 << 30, 1 << 30],
              'wrap64-to-8': [1 << 31 - 1, 4, 1 << 30, 2], 'rank0': [], 'rank9': [1] * 9, 'rank64': [1] * 64, 'rank10000': [1] * 10000,
              'big1g': [1, 16384, 16384, 1], 'big4g': [1, 32768, 32768, 4], 'big-1t': [1, 1 << 20, 1 << 20, 1]}
    for k, s in shapes.items():
        c.tm('tensor-in-shape-%s' % k, CNN, 'graph input shape %s' % (s if len(s) < 10 else 'rank %d' % len(s)),
             lambda m, s=s: tens(m, S(m)['inputs'][0]).__setitem__('shape', list(s)), family='tensor')
        c.tm('tensor-mid-shape-%s' % k, CNN, 'a computed tensor has shape %s' % (s if len(s) < 10 else 'rank %d' % len(s)),
             lambda m, s=s: tens(m, find(m, 'ADD')['outputs'][0]).__setitem__('shape', list(s)), family='tensor')
        c.tm('tensor-const-shape-%s' % k, SMALL, 'FULLY_CONNECTED weights shape %s, same bytes' % (s if len(s) < 10 else 'rank %d' % len(s)),
             lambda m, s=s: tens(m, find(m, 'FULLY_CONNECTED')['inputs'][1]).__setitem__('shape', list(s)), family='tensor')
        c.tm('tensor-filter-shape-%s' % k, 'hand_recrop' if c.has('hand_recrop') else CNN,
             'CONV_2D filter shape %s, same bytes' % (s if len(s) < 10 else 'rank %d' % len(s)),
             lambda m, s=s: tens(m, find(m, 'CONV_2D')['inputs'][1]).__setitem__('shape', list(s)), family='tensor')
    for op, idx in (('CONV_2D', 0), ('CONV_2D', 1), ('CONV_2D', 2), ('ADD', 0), ('PAD', 1), ('DEQUANTIZE', 0), ('MAX_POOL_2D', 0)):
        c.tm('tensor-noshape-%s-%d' % (op, idx), CNN, '%s input %d has no shape' % (op, idx),
             lambda m, op=op, idx=idx: tens(m, find(m, op)['inputs'][idx]).pop('shape', None), family='tensor')
        if (op, idx) in (('CONV_2D', 2), ('DEQUANTIZE', 0)):
            continue        # of rank 1 already
        c.tm('tensor-rank1-%s-%d' % (op, idx), CNN, '%s input %d flattened to rank 1' % (op, idx),
             lambda m, op=op, idx=idx: (lambda t: t.__setitem__('shape', [math.prod(t['shape'])]))(tens(m, find(m, op)['inputs'][idx])), family='tensor')
    for ty in list(range(0, 23)) + [23, 99, 127, -1, -128]:
        c.tm('tensor-type-in-%d' % ty, CNN, 'graph input type %d' % ty, lambda m, ty=ty: tens(m, S(m)['inputs'][0]).__setitem__('type', ty), family='tensor')
        c.tm('tensor-type-w-%d' % ty, SMALL, 'FULLY_CONNECTED weights type %d, same bytes' % ty,
             lambda m, ty=ty: tens(m, find(m, 'FULLY_CONNECTED')['inputs'][1]).__setitem__('type', ty), family='tensor')
    for ty in (INT32, INT64, STRING, BOOL, INT8, F64, F16):
        if ty != INT32:
          c.tm('tensor-type-pad-%d' % ty, CNN, 'PAD paddings typed %d' % ty, lambda m, ty=ty: tens(m, find(m, 'PAD')['inputs'][1]).__setitem__('type', ty), family='tensor')
        c.tm('tensor-type-mid-%d' % ty, CNN, 'a computed tensor typed %d' % ty, lambda m, ty=ty: tens(m, find(m, 'ADD')['outputs'][0]).__setitem__('type', ty), family='tensor')
        if ty != INT32:
          c.tm('tensor-type-gidx-%d' % ty, EMB, 'GATHER indices typed %d' % ty, lambda m, ty=ty: tens(m, find(m, 'GATHER')['inputs'][1]).__setitem__('type', ty), family='tensor')
    for v in ('n', 'n+1', 0xFFFFFFFF, 0x80000000, 1 << 20):
        def fn(m, v=v):
            n = len(m['buffers'])
            tens(m, find(m, 'FULLY_CONNECTED')['inputs'][1])['buffer'] = n if v == 'n' else n + 1 if v == 'n+1' else v
        c.tm('tensor-buffer-%s' % v, SMALL, 'weights name buffer %s' % v, fn, family='tensor', expect='error')
    def wb(m):
        return m['buffers'][tens(m, find(m, 'FULLY_CONNECTED')['inputs'][1])['buffer']]
    c.tm('tensor-data-absent', SMALL, 'weights buffer has no data', lambda m: wb(m).pop('data'), family='tensor', expect='error')
    c.tm('tensor-data-empty', SMALL, 'weights buffer is empty', lambda m: wb(m).__setitem__('data', b''), family='tensor', expect='error')
    c.tm('tensor-data-zero', SMALL, 'weights point at buffer 0', lambda m: tens(m, find(m, 'FULLY_CONNECTED')['inputs'][1]).__setitem__('buffer', 0), family='tensor', expect='error')
    for k, f in (('1', lambda d: d[:1]), ('minus1', lambda d: d[:-1]), ('half', lambda d: d[:len(d) // 2]), ('plus4', lambda d: d + b'abcd'),
                 ('double', lambda d: d + d)):
        c.tm('tensor-data-%s' % k, SMALL, 'weights data length: %s' % k, lambda m, f=f: wb(m).__setitem__('data', f(wb(m)['data'])), family='tensor', expect='any' if k in ('plus4', 'double') else 'error')
    for n in (0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, 100000, 0xFFFFFFF0):
        def fn(m, n=n):
            v = fake(list(wb(m)['data']), n)
            wb(m)['data'] = v
        c.tm('tensor-data-lie-%d' % n, SMALL, 'weights data vector claims %d bytes' % n, fn, family='tensor', expect='error')
    for o, s in ((2, 10), (100, 1 << 40), (1 << 40, 100), ((1 << 64) - 1, 100), ((1 << 64) - 16, 32), (1 << 63, 1 << 63), (2, (1 << 64) - 1),
                 (6000, 2000), (16, 0), (3, 2048)):
        def fn(m, o=o, s=s):
            b = wb(m)
            b.pop('data')
            b['offset'], b['size'] = o, s
        c.tm('tensor-extbuf-%x-%x' % (o, s), SMALL, 'weights buffer lies at offset %d, size %d (outside the flatbuffer)' % (o, s), fn, family='tensor')
    for k, q in {'scale-empty': dict(scale=[], zero_point=[]), 'scale-0': dict(scale=[0.0], zero_point=[0]), 'scale-nan': dict(scale=[float('nan')], zero_point=[0]),
                 'scale-inf': dict(scale=[float('inf')], zero_point=[0]), 'scale-neg': dict(scale=[-1.0], zero_point=[0]), 'scale-3': dict(scale=[1.0, 1.0, 1.0], zero_point=[0, 0, 0]),
                 'scale-vs-zp': dict(scale=[1.0, 1.0], zero_point=[0]), 'qdim': dict(scale=[1.0] * 8, zero_point=[0] * 8, qdim=99), 'qdim-neg': dict(scale=[1.0] * 8, zero_point=[0] * 8, qdim=-1),
                 'zp-huge': dict(scale=[1.0], zero_point=[1 << 62])}.items():
        for ty in (U8, INT8):
            def mk(q=q, ty=ty):
                return build(oneop('DEQUANTIZE', 38, {}, [([2, 8], ty, None, dict(quantization=T('Quant', **q))), ([2, 8], F32, None)], [0], [1], version=2))
            c.add('tensor-quant-%s-%d' % (k, ty), 'tensor', 'DEQUANTIZE from type %d with quantization %s' % (ty, k), mk)
    for k, sp in {'none': T('Sparsity'), 'order-oob': T('Sparsity', traversal_order=[7, 9], block_map=[], dim_metadata=[T('DimMeta', format=0, dense_size=4), T('DimMeta', format=0, dense_size=4)]),
                  'neg': T('Sparsity', traversal_order=[-1, -2], dim_metadata=[T('DimMeta', format=0, dense_size=-4), T('DimMeta', format=1)]),
                  'no-vec': T('Sparsity', traversal_order=[0, 1], dim_metadata=[T('DimMeta', format=0, dense_size=4), T('DimMeta', format=1, seg_type=1, idx_type=1)]),
                  'seg-oob': T('Sparsity', traversal_order=[0, 1], dim_metadata=[T('DimMeta', format=0, dense_size=4), T('DimMeta', format=1, seg_type=1, seg=T('IntVec', values=[0, 1, 2, 3, 1000000]), idx_type=1, idx=T('IntVec', values=[0, 1, 2, 3]))]),
                  'idx-oob': T('Sparsity', traversal_order=[0, 1], dim_metadata=[T('DimMeta', format=0, dense_size=4), T('DimMeta', format=1, seg_type=1, seg=T('IntVec', values=[0, 1, 2, 3, 4]), idx_type=1, idx=T('IntVec', values=[0, 1 << 20, -9, 3]))]),
                  'block-0': T('Sparsity', traversal_order=[0, 1, 2], block_map=[1], dim_metadata=[T('DimMeta', format=0, dense_size=4), T('DimMeta', format=0, dense_size=4), T('DimMeta', format=0, dense_size=0)])}.items():
        def mk(sp=sp):
            return build(oneop('DENSIFY', 99, {}, [([4, 4], F32, floats(4), dict(sparsity=sp)), ([4, 4], F32, None)], [0], [1]))
        c.add('tensor-sparse-%s' % k, 'tensor', 'DENSIFY with sparsity: %s' % k, mk)
    c.tm('tensor-string-in', SMALL, 'graph input is a string tensor', lambda m: tens(m, S(m)['inputs'][0]).__setitem__('type', STRING), family='tensor', expect='error')
    c.tm('tensor-var', CNN, 'every computed tensor is_variable', lambda m: [t.__setitem__('is_variable', True) for t in S(m)['tensors'] if not m['buffers'][t.get('buffer') or 0].get('data')] and None, family='tensor')
    c.tm('tensor-sig-rank', CNN, 'shape_signature of another rank', lambda m: tens(m, S(m)['inputs'][0]).__setitem__('shape_signature', [-1] * 7), family='tensor')
    # ---------------------------------------------------------------- options of single operators
    def conv(in_s=(1, 8, 8, 3), f_s=(4, 3, 3, 3), out_s=(1, 8, 8, 4), bias=4, dw=False, it=F32, ft=F32, **o):
        opts = dict(padding=0, stride_w=1, stride_h=1)
        if dw: opts['depth_multiplier'] = 1
        opts.update(o)
        ts = [(in_s, it, None), (f_s, ft, floats(max(0, min(1 << 16, math.prod(f_s)))) if math.prod(f_s) < 1 << 16 else b''), ]
        ins = [0, 1]
        if bias is not None:
            ts.append(((bias,), F32, floats(max(bias, 0)))); ins.append(2)
        ts.append((out_s, F32, None))
        return build(oneop('DEPTHWISE_CONV_2D' if dw else 'CONV_2D', 2 if dw else 1, opts, ts, ins, [len(ts) - 1]))
    O = lambda cid, mut, mk, expect='any': c.add(cid, 'op', mut, mk, expect=expect)
    O('op-conv-control', 'good CONV_2D (control)', lambda: conv(), 'ok')
    for dw in (False, True):
        tag = 'dw' if dw else 'conv'
        fs, outc = ((1, 3, 3, 3), 3) if dw else ((4, 3, 3, 3), 4)
        base = dict(dw=dw, f_s=fs, out_s=(1, 8, 8, outc), bias=outc)
        for f in ('stride_w', 'stride_h', 'dil_w', 'dil_h'):
            for v in (0, -1, I32MAX, I32MIN, 1 << 16, 1 << 30):
                O('op-%s-%s-%d' % (tag, f, v), '%s %s = %d' % (tag, f, v), lambda f=f, v=v, base=base: conv(**base, **{f: v}), 'error' if v <= 0 else 'any')
        for v in (2, 7, -1, 127):
            O('op-%s-padding-%d' % (tag, v), '%s padding enum %d' % (tag, v), lambda v=v, base=base: conv(**base, padding=v))
            O('op-%s-act-%d' % (tag, v), '%s activation enum %d' % (tag, v), lambda v=v, base=base: conv(**base, act=v))
        for k, kw in {'chan': dict(in_s=(1, 8, 8, 5)), 'chan0': dict(in_s=(1, 8, 8, 0)), 'chan-group': dict(in_s=(1, 8, 8, 6)), 'rank3': dict(in_s=(8, 8, 3)), 'rank5': dict(in_s=(1, 1, 8, 8, 3)),
                      'f-rank2': dict(f_s=(4, 27)), 'f-zero': dict(f_s=(4, 0, 3, 3) if not dw else (1, 0, 3, 3)), 'f-chan0': dict(f_s=(4, 3, 3, 0) if not dw else (1, 3, 3, 0), bias=None), 'f-big': dict(f_s=(4, 64, 64, 3) if not dw else (1, 64, 64, 3)),
                      'f-out0': dict(f_s=(0, 3, 3, 3) if not dw else (1, 3, 3, 0)), 'bias-short': dict(bias=1), 'bias-long': dict(bias=99), 'bias-0': dict(bias=0), 'nobias': dict(bias=None),
                      'out-small': dict(out_s=(1, 1, 1, 1)), 'out-big': dict(out_s=(1, 99, 99, 99)), 'out-rank1': dict(out_s=(7,)), 'batch0': dict(in_s=(0, 8, 8, 3)), 'batch-neg': dict(in_s=(-1, 8, 8, 3)),
                      'valid-neg': dict(in_s=(1, 2, 2, 3), padding=1), 'in-u8': dict(it=U8), 'in-i8': dict(it=INT8), 'f-i8': dict(ft=INT8), 'f-str': dict(ft=STRING), 'in-huge': dict(in_s=(1, 1 << 15, 1 << 15, 3)),
                      'im2col-huge': dict(in_s=(1, 4096, 4096, 3), f_s=(4, 60, 60, 3) if not dw else (1, 60, 60, 3))}.items():
            O('op-%s-%s' % (tag, k), '%s with %s %s' % (tag, k, kw), lambda kw=kw, base=base: conv(**{**base, **kw}))
    for v in (0, -1, 2, 3, I32MAX, I32MIN):
        O('op-dw-mult-%d' % v, 'depth_multiplier = %d' % v, lambda v=v: conv(dw=True, f_s=(1, 3, 3, 3), out_s=(1, 8, 8, 3), bias=3, depth_multiplier=v))
    def pool(op, **o):
        opts = dict(padding=1, stride_w=2, stride_h=2, filter_w=2, filter_h=2); opts.update(o)
        return build(oneop(op, 5, opts, [((1, 8, 8, 3), F32, None), ((1, 4, 4, 3), F32, None)], [0], [1]))
    for op in ('MAX_POOL_2D', 'AVERAGE_POOL_2D'):
        for f in ('stride_w', 'stride_h', 'filter_w', 'filter_h'):
            for v in (0, -1, I32MAX, 1 << 20):
                O('op-%s-%s-%d' % (op, f, v), '%s %s = %d' % (op, f, v), lambda op=op, f=f, v=v: pool(op, **{f: v}), 'error' if v <= 0 else 'any')
    def fc(in_s=(1, 8), w_s=(4, 8), bias=4, out_s=(1, 4), wt=F32, **o):
        n = math.prod(w_s)
        ts = [(in_s, F32, None), (w_s, wt, floats(n) if 0 <= n < 1 << 16 else b'')]
        ins = [0, 1]
        if bias is not None: ts.append(((bias,), F32, floats(bias))); ins.append(2)
        ts.append((out_s, F32, None))
        return build(oneop('FULLY_CONNECTED', 8, o, ts, ins, [len(ts) - 1]))
    for k, kw in {'control': {}, 'in7': dict(in_s=(1, 7)), 'in0': dict(in_s=(1, 0)), 'in9': dict(in_s=(1, 9)), 'w-rank1': dict(w_s=(32,)), 'w-rank3': dict(w_s=(4, 4, 2)), 'w0': dict(w_s=(4, 0)), 'wout0': dict(w_s=(0, 8)),
                  'bias1': dict(bias=1), 'bias9': dict(bias=9), 'nobias': dict(bias=None), 'shuffled': dict(weights_format=1), 'format9': dict(weights_format=9), 'out1': dict(out_s=(1,)), 'keepdims': dict(in_s=(2, 2, 8), keep_num_dims=1), 'rank0': dict(in_s=())}.items():
        O('op-fc-%s' % k, 'FULLY_CONNECTED %s' % k, lambda kw=kw: fc(**kw), 'ok' if k == 'control' else 'any')
    def two(op, a, b, out, ot=None, opts=None, at=F32, bt=F32, da=None, db=None):
        return build(oneop(op, ot, opts, [(a, at, da), (b, bt, db), (out, F32, None)], [0, 1], [2]))
    for op, ot in (('ADD', 11), ('MUL', 21), ('SUB', 28), ('DIV', 29), ('MAXIMUM', 39)):
        for k, (a, b) in {'no-broadcast': ((1, 8), (1, 7)), 'rank6': ((1,) * 6 + (4,), (1,) * 6 + (3,)), 'zero': ((0, 4), (1, 4)), 'zero-b': ((3, 0), (3, 4)), 'scalar': ((), (4,)), 'neg': ((-1, 4), (1, 4)), 'huge': ((1, 1 << 16, 1), (1, 1, 1 << 16))}.items():
            O('op-%s-%s' % (op, k), '%s of %s and %s' % (op, a, b), lambda op=op, ot=ot, a=a, b=b: two(op, a, b, (1, 8), ot, {}))
        O('op-%s-types' % op, '%s of float and int32' % op, lambda op=op, ot=ot: two(op, (4,), (4,), (4,), ot, {}, bt=INT32), 'error')
    O('op-DIV-int0', 'DIV int32 by zero', lambda: build(oneop('DIV', 29, {}, [((4,), INT32, None), ((4,), INT32, ints(0, 0, 0, 0)), ((4,), INT32, None)], [0, 1], [2])))
    for k, sh in {'two-minus1': (-1, -1), 'mismatch': (5, 5), 'neg': (-2, 4), 'zero': (0, 8), 'huge': (I32MAX, I32MAX), 'wrap': (65536, 65536), 'wrap-minus1': (-1, 0), 'rank100': (1,) * 99 + (8,), 'empty': ()}.items():
        O('op-reshape-opt-%s' % k, 'RESHAPE options new_shape %s' % (k,), lambda sh=sh: build(oneop('RESHAPE', 17, dict(new_shape=list(sh)), [((1, 8), F32, None), ((8,), F32, None)], [0], [1])))
        O('op-reshape-in-%s' % k, 'RESHAPE shape tensor %s' % (k,), lambda sh=sh: build(oneop('RESHAPE', 17, {}, [((1, 8), F32, None), ((len(sh),), INT32, ints(*sh)), ((8,), F32, None)], [0, 1], [2])))
    O('op-reshape-dyn', 'RESHAPE whose shape is a graph input', lambda: build(oneop('RESHAPE', 17, {}, [((1, 8), F32, None), ((2,), INT32, None), ((8,), F32, None)], [0, 1], [2])))
    for k, (idx, ax, bd) in {'neg': ((-1, -5), 0, 0), 'oob': ((3, 99), 0, 0), 'max': ((I32MAX, I32MIN), 0, 0), 'axis9': ((0, 1), 9, 0), 'axis-9': ((0, 1), -9, 0), 'batch9': ((0, 1), 0, 9), 'batch-neg': ((0, 1), 0, -9)}.items():
        O('op-gather-%s' % k, 'GATHER %s' % k, lambda idx=idx, ax=ax, bd=bd: build(oneop('GATHER', 23, dict(axis=ax, batch_dims=bd), [((4, 2), F32, None), ((2,), INT32, ints(*idx)), ((2, 2), F32, None)], [0, 1], [2])), 'error')
    O('op-gathernd-oob', 'GATHER_ND indices out of range', lambda: build(oneop('GATHER_ND', 83, {}, [((4, 2), F32, None), ((2, 2), INT32, ints(100, 0, -7, 1)), ((2,), F32, None)], [0, 1], [2])), 'error')
    O('op-gathernd-depth', 'GATHER_ND index depth over the rank', lambda: build(oneop('GATHER_ND', 83, {}, [((4, 2), F32, None), ((1, 5), INT32, ints(0, 0, 0, 0, 0)), ((1,), F32, None)], [0, 1], [2])), 'error')
    for k, ax in {'9': 9, '-9': -9, 'max': I32MAX, 'min': I32MIN}.items():
        O('op-concat-axis-%s' % k, 'CONCATENATION axis %s' % k, lambda ax=ax: two('CONCATENATION', (2, 4), (2, 4), (4, 4), 10, dict(axis=ax)), 'error')
    O('op-concat-shape', 'CONCATENATION of shapes that differ off the axis', lambda: two('CONCATENATION', (2, 4), (3, 5), (5, 4), 10, dict(axis=0)), 'error')
    O('op-concat-overflow', 'CONCATENATION whose axis sum overflows', lambda: two('CONCATENATION', (I32MAX, 0), (I32MAX, 0), (1, 0), 10, dict(axis=0)))
    for k, (b, e, s, masks) in {'stride0': ((0, 0), (2, 4), (0, 0), {}), 'neg-stride': ((0, 0), (2, 4), (-1, -1), {}), 'oob': ((-99, 99), (99, -99), (1, 1), {}), 'max': ((I32MIN, I32MIN), (I32MAX, I32MAX), (1, 1), {}), 'stride-max': ((0, 0), (2, 4), (I32MAX, I32MIN), {}),
                                'masks': ((0, 0), (2, 4), (1, 1), dict(begin_mask=-1, end_mask=-1, ellipsis_mask=-1, new_axis_mask=-1, shrink_axis_mask=-1)), 'ellipsis2': ((0, 0), (2, 4), (1, 1), dict(ellipsis_mask=3)), 'shrink': ((5, 5), (6, 6), (1, 1), dict(shrink_axis_mask=3)), 'newaxis': ((0, 0), (1, 1), (1, 1), dict(new_axis_mask=3))}.items():
        O('op-sslice-%s' % k, 'STRIDED_SLICE %s' % k, lambda b=b, e=e, s=s, masks=masks: build(oneop('STRIDED_SLICE', 32, masks, [((2, 4), F32, None), ((2,), INT32, ints(*b)), ((2,), INT32, ints(*e)), ((2,), INT32, ints(*s)), ((2, 4), F32, None)], [0, 1, 2, 3], [4])))
    O('op-sslice-len', 'STRIDED_SLICE begin longer than the rank', lambda: build(oneop('STRIDED_SLICE', 32, {}, [((2, 4), F32, None)] + [((9,), INT32, ints(*([1] * 9)))] * 3 + [((2, 4), F32, None)], [0, 1, 2, 3], [4])))
    for k, p in {'neg': (0, 0, -5, -5), 'max': (I32MAX, I32MAX, I32MAX, I32MAX), 'min': (I32MIN, I32MIN, 0, 0), 'wrap': (1 << 30, 1 << 30, 1 << 30, 1 << 30), 'big': (0, 1 << 20, 0, 1 << 12), 'short': (1, 1)}.items():
        O('op-pad-%s' % k, 'PAD paddings %s' % (p,), lambda p=p: build(oneop('PAD', 22, {}, [((2, 4), F32, None), ((len(p) // 2, 2), INT32, ints(*p)), ((2, 4), F32, None)], [0, 1], [2])), 'any' if k in ('big',) else 'error')
        O('op-mpad-%s' % k, 'MIRROR_PAD paddings %s' % (p,), lambda p=p: build(oneop('MIRROR_PAD', 77, dict(mode=0), [((2, 4), F32, None), ((len(p) // 2, 2), INT32, ints(*p)), ((2, 4), F32, None)], [0, 1], [2])), 'error')
    for op in ('MEAN', 'REDUCE_MAX', 'REDUCE_MIN', 'SUM'):
        for k, ax in {'9': (9,), '-9': (-9,), 'dup': (0, 0, 1, 1), 'many': (0,) * 100, 'max': (I32MAX,), 'empty': ()}.items():
            O('op-%s-axis-%s' % (op, k), '%s axes %s' % (op, k), lambda op=op, ax=ax: build(oneop(op, 27, dict(keep_dims=0), [((2, 4), F32, None), ((len(ax),), INT32, ints(*ax)), ((2,), F32, None)], [0, 1], [2])))
        O('op-%s-zero' % op, '%s over an empty tensor' % op, lambda op=op: build(oneop(op, 27, dict(keep_dims=0), [((0, 4), F32, None), ((1,), INT32, ints(0)), ((4,), F32, None)], [0, 1], [2])))
        O('op-%s-dynaxis' % op, '%s whose axes are a graph input' % op, lambda op=op: build(oneop(op, 27, dict(keep_dims=0), [((2, 4), F32, None), ((1,), INT32, None), ((2,), F32, None)], [0, 1], [2])))
    for k, s in {'zero': (0, 0), 'neg': (-4, -4), 'max': (I32MAX, I32MAX), 'wrap': (65536, 65536), 'big': (1 << 14, 1 << 14), 'one': (4,)}.items():
        O('op-resize-%s' % k, 'RESIZE_BILINEAR to %s' % (s,), lambda s=s: build(oneop('RESIZE_BILINEAR', 15, {}, [((1, 4, 4, 3), F32, None), ((len(s),), INT32, ints(*s)), ((1, 8, 8, 3), F32, None)], [0, 1], [2])), 'any' if k == 'big' else 'error')
    O('op-resize-both', 'RESIZE_BILINEAR align_corners with half_pixel_centers', lambda: build(oneop('RESIZE_BILINEAR', 15, dict(align_corners=1, half_pixel=1), [((1, 4, 4, 3), F32, None), ((2,), INT32, ints(8, 8)), ((1, 8, 8, 3), F32, None)], [0, 1], [2])))
    O('op-resize-in0', 'RESIZE_BILINEAR of an empty image', lambda: build(oneop('RESIZE_BILINEAR', 15, {}, [((1, 0, 0, 3), F32, None), ((2,), INT32, ints(8, 8)), ((1, 8, 8, 3), F32, None)], [0, 1], [2])))
    for k, (num, ax, nout) in {'num9': (9, 0, 2), 'num0': (0, 0, 2), 'neg': (-1, 0, 2), 'axis9': (2, 9, 2), 'axis-9': (2, -9, 2), 'few-outs': (2, 0, 1), 'many-outs': (2, 0, 50)}.items():
        O('op-unpack-%s' % k, 'UNPACK num %d axis %d into %d outputs' % (num, ax, nout), lambda num=num, ax=ax, nout=nout: build(oneop('UNPACK', 64, dict(num=num, axis=ax), [((2, 4), F32, None)] + [((4,), F32, None)] * nout, [0], list(range(1, nout + 1)))), 'error')
        O('op-split-%s' % k, 'SPLIT num %d axis %d into %d outputs' % (num, ax, nout), lambda num=num, ax=ax, nout=nout: build(oneop('SPLIT', 35, dict(num=num), [((1,), INT32, ints(ax)), ((2, 4), F32, None)] + [((1, 4), F32, None)] * nout, [0, 1], list(range(2, nout + 2)))))
    for k, (cnt, ax) in {'9': (9, 0), '0': (0, 0), 'axis9': (2, 9), 'neg': (-1, -9)}.items():
        O('op-pack-%s' % k, 'PACK count %d axis %d' % (cnt, ax), lambda cnt=cnt, ax=ax: two('PACK', (4,), (4,), (2, 4), 59, dict(count=cnt, axis=ax)), 'error')
    for v in (0, -1, 3, I32MAX, I32MIN):
        O('op-d2s-%d' % v, 'DEPTH_TO_SPACE block %d' % v, lambda v=v: build(oneop('DEPTH_TO_SPACE', 94, dict(block=v), [((1, 2, 2, 4), F32, None), ((1, 4, 4, 1), F32, None)], [0], [1])), 'error')
        O('op-s2d-%d' % v, 'SPACE_TO_DEPTH block %d' % v, lambda v=v: build(oneop('SPACE_TO_DEPTH', 19, dict(block=v), [((1, 4, 4, 1), F32, None), ((1, 2, 2, 4), F32, None)], [0], [1])), 'error')
    for k, beta in {'nan': float('nan'), 'inf': float('inf'), '-inf': float('-inf'), '0': 0.0, '-1': -1.0}.items():
        O('op-softmax-beta-%s' % k, 'SOFTMAX beta %s' % k, lambda beta=beta: build(oneop('SOFTMAX', 9, dict(beta=beta), [((1, 8), F32, None), ((1, 8), F32, None)], [0], [1])))
    for k, s in {'rank0': (), 'zero': (1, 0), 'rank6': (1,) * 5 + (8,), 'out': None}.items():
        O('op-softmax-%s' % k, 'SOFTMAX over %s' % (s,), lambda s=s: build(oneop('SOFTMAX', 9, dict(beta=1.0), [((1, 8) if s is None else s, F32, None), ((1, 3) if s is None else s, F32, None)], [0], [1])))
    for k, a in {'long': (99,), 'rank4': (1, 2, 2, 5), 'zero': (0,), 'rank0': (), 'big': (1, 8, 8, 3, 3)}.items():
        O('op-prelu-%s' % k, 'PRELU alpha %s' % (a,), lambda a=a: two('PRELU', (1, 8, 8, 3), a, (1, 8, 8, 3), db=floats(math.prod(a))))
    for k, p in {'oob': (5, 7), 'dup': (0, 0), 'neg': (-9, 1), 'short': (0,), 'long': (0, 1, 2, 3, 4, 5, 6)}.items():
        O('op-transpose-%s' % k, 'TRANSPOSE perm %s' % (p,), lambda p=p: build(oneop('TRANSPOSE', 26, {}, [((2, 4), F32, None), ((len(p),), INT32, ints(*p)), ((4, 2), F32, None)], [0, 1], [2])), 'error')
    for k, (b, s) in {'oob': ((5, 5), (2, 2)), 'neg': ((-5, 0), (1, 1)), 'size': ((0, 0), (99, 99)), 'neg-size': ((0, 0), (-7, -7)), 'wrap': ((1, 1), (I32MAX, I32MAX))}.items():
        O('op-slice-%s' % k, 'SLICE begin %s size %s' % (b, s), lambda b=b, s=s: build(oneop('SLICE', 48, {}, [((2, 4), F32, None), ((2,), INT32, ints(*b)), ((2,), INT32, ints(*s)), ((2, 4), F32, None)], [0, 1, 2], [3])), 'error')
    for k, mlt in {'max': (I32MAX, I32MAX), 'neg': (-1, 2), 'zero': (0, 0), 'wrap': (1 << 16, 1 << 16)}.items():
        O('op-tile-%s' % k, 'TILE by %s' % (mlt,), lambda mlt=mlt: build(oneop('TILE', 51, {}, [((2, 4), F32, None), ((2,), INT32, ints(*mlt)), ((2, 4), F32, None)], [0, 1], [2])))
    for k, (osz, st) in {'stride0': ((1, 8, 8, 4), 0), 'neg': ((1, -8, -8, 4), 1), 'huge': ((1, 1 << 16, 1 << 16, 4), 1), 'mismatch': ((1, 3, 3, 99), 2), 'rank2': ((8, 8), 1)}.items():
        O('op-tconv-%s' % k, 'TRANSPOSE_CONV to %s stride %d' % (osz, st), lambda osz=osz, st=st: build(oneop('TRANSPOSE_CONV', 49, dict(padding=0, stride_w=st, stride_h=st), [((len(osz),), INT32, ints(*osz)), ((4, 3, 3, 3), F32, floats(108)), ((1, 4, 4, 3), F32, None), ((1, 8, 8, 4), F32, None)], [0, 1, 2], [3], gin=[2])), 'error')
    # options of the wrong union type, missing, or empty
    for a, ty in (('CONV_2D', 9), ('CONV_2D', 11), ('CONV_2D', 17), ('CONV_2D', 0), ('CONV_2D', 255), ('MAX_POOL_2D', 1), ('RESHAPE', 1), ('CONCATENATION', 17), ('DEPTHWISE_CONV_2D', 10)):
        def fn(m, a=a, ty=ty):
            o = find(m, a)
            o['opt_type'] = ty
            if ty in OPTIONS:
                o['opts'] = T(OPTIONS[ty][0])
        c.tm('op-union-%s-%d' % (a, ty), CNN, '%s with options of union type %d' % (a, ty), fn, family='op')
    for a in ('CONV_2D', 'DEPTHWISE_CONV_2D', 'MAX_POOL_2D', 'RESHAPE', 'CONCATENATION', 'ADD'):
        c.tm('op-noopts-%s' % a, CNN, '%s without options' % a, lambda m, a=a: (find(m, a).pop('opts', None), find(m, a).pop('opt_type', None))[0], family='op')
        if a != 'ADD':
          c.tm('op-type-noopts-%s' % a, CNN, '%s with an options type but no table' % a, lambda m, a=a: find(m, a).pop('opts', None) and None, family='op')
    for o, s in ((2, 100), (1 << 40, 10), ((1 << 64) - 1, 2), (4, (1 << 64) - 1)):
        c.tm('op-largecustom-%x-%x' % (o, s), SMALL, 'large_custom_options at %d size %d' % (o, s), lambda m, o=o, s=s: find(m, 'ADD').update(large_off=o, large_size=s), family='op')
    def cust(name):
        m = oneop('CUSTOM', None, None, [((1, 8), F32, None), ((1, 8), F32, None)], [0], [1])
        if name is not None: m['operator_codes'][0]['custom_code'] = name
        return build(m)
    for k, nm in {'none': None, 'empty': b'', 'flex': b'FlexReadFile', 'pct': b'%n%s%s%s%n', 'long': b'A' * 100000, 'nul': b'a\0b', 'utf8': b'\xff\xfe'}.items():
        O('op-custom-%s' % k, 'custom op named %s' % k, lambda nm=nm: cust(nm), 'error')
    # ---------------------------------------------------------------- control flow
    def flow(op, ot, opts, nsub):
        subs = []
        for i in range(nsub):
            subs.append(T('SubGraph', tensors=[T('Tensor', shape=[1], type=BOOL, buffer=0, name=b'a'), T('Tensor', shape=[4], type=F32, buffer=0, name=b'b'), T('Tensor', shape=[4], type=F32, buffer=0, name=b'c')],
                          inputs=[0, 1], outputs=[2], name=b's%d' % i, operators=[T('Operator', opcode=0, inputs=[0, 1], outputs=[2], opt_type=ot, opts=T(OPTIONS[ot][0], **opts))]))
        m = oneop(op, ot, opts, [((1,), BOOL, None), ((4,), F32, None), ((4,), F32, None)], [0, 1], [2], extra_subgraphs=subs)
        return build(m)
    for k, (op, ot, opts, n) in {'if-self': ('IF', 92, dict(then_subgraph=0, else_subgraph=0), 0), 'if-mutual': ('IF', 92, dict(then_subgraph=1, else_subgraph=1), 1), 'if-oob': ('IF', 92, dict(then_subgraph=9, else_subgraph=9), 1),
                                 'if-neg': ('IF', 92, dict(then_subgraph=-1, else_subgraph=-1), 1), 'while-self': ('WHILE', 93, dict(cond_subgraph=0, body_subgraph=0), 0), 'while-mutual': ('WHILE', 93, dict(cond_subgraph=1, body_subgraph=2), 2),
                                 'while-oob': ('WHILE', 93, dict(cond_subgraph=I32MAX, body_subgraph=I32MIN), 0), 'once-self': ('CALL_ONCE', 103, dict(init_subgraph=0), 0), 'once-neg': ('CALL_ONCE', 103, dict(init_subgraph=-1), 0)}.items():
        c.add('flow-%s' % k, 'flow', '%s: %s' % (op, k), lambda op=op, ot=ot, opts=opts, n=n: flow(op, ot, opts, n), expect='error')
    def loop():
        cond = T('SubGraph', tensors=[T('Tensor', shape=[4], type=F32, buffer=0, name=b'x'), T('Tensor', shape=[1], type=BOOL, buffer=1, name=b't')], inputs=[0], outputs=[1], operators=[], name=b'c')
        body = T('SubGraph', tensors=[T('Tensor', shape=[4], type=F32, buffer=0, name=b'x'), T('Tensor', shape=[4], type=F32, buffer=0, name=b'y')], inputs=[0], outputs=[1], name=b'b',
                 operators=[T('Operator', opcode=1, inputs=[0, 0], outputs=[1], opt_type=11, opts=T('AddOptions'))])
        m = oneop('WHILE', 93, dict(cond_subgraph=1, body_subgraph=2), [((4,), F32, None), ((4,), F32, None)], [0], [1], extra_subgraphs=[cond, body])
        m['buffers'].append(T('Buffer', data=b'\1'))
        m['operator_codes'].append(T('OperatorCode', deprecated_code=0, code=0, version=1))
        return build(m)
    c.add('flow-while-forever', 'flow', 'WHILE whose condition is constant true', loop, expect='error', note='a run time limit or no WHILE at all')
    # ---------------------------------------------------------------- size and complexity
    def chain(n):
        m = oneop('ADD', 11, {}, [((4,), F32, None)] * (n + 1), [0, 0], [1])
        S(m)['operators'] = [T('Operator', opcode=0, inputs=[i, i], outputs=[i + 1], opt_type=11, opts=T('AddOptions')) for i in range(n)]
        S(m)['inputs'], S(m)['outputs'] = [0], [n]
        return build(m)
    for n in (1000, 20000):
        c.add('size-chain-%d' % n, 'size', 'chain of %d ADD operators' % n, lambda n=n: chain(n))
    def dag(n):
        m = oneop('ADD', 11, {}, [((4,), F32, None), ((4,), F32, None)], [0, 0], [1])
        S(m)['operators'] = [S(m)['operators'][0]] * n     # one shared operator table, n offsets
        return build(m)
    for n in (100000, 3000000):
        c.add('size-shared-ops-%d' % n, 'size', '%d offsets to one operator table' % n, lambda n=n: dag(n))
    def shared_t(n):
        m = oneop('ADD', 11, {}, [((4,), F32, None), ((4,), F32, None)], [0, 0], [1])
        t = S(m)['tensors']
        S(m)['tensors'] = t + [t[0]] * n
        return build(m)
    for n in (100000, 2000000):
        c.add('size-shared-tensors-%d' % n, 'size', '%d offsets to one tensor table' % n, lambda n=n: shared_t(n))
    c.add('size-subgraphs-50000', 'size', '50000 shared subgraphs', lambda: build(oneop('ADD', 11, {}, [((4,), F32, None), ((4,), F32, None)], [0, 0], [1], extra_subgraphs=[T('SubGraph', tensors=[], inputs=[], outputs=[], operators=[])] * 50000)))
    c.add('size-concat-50000', 'size', 'CONCATENATION of 50000 inputs', lambda: build(oneop('CONCATENATION', 10, dict(axis=0), [((4,), F32, None), ((200000,), F32, None)], [0] * 50000, [1], gin=[0])))
    c.add('size-name-8m', 'size', 'a tensor name of 8 MB with newlines and escapes', lambda: build((lambda m: (tens(m, 0).__setitem__('name', b'\x1b[2J\n%s\r\0' * 1000000), m)[1])(oneop('ADD', 11, {}, [((4,), F32, None), ((4,), F32, None)], [0, 0], [1]))))
    c.add('size-amplify', 'size', '2 KB model that asks for 64 GB of activations', lambda: build((lambda m: m)(oneop('PAD', 22, {}, [((1, 1, 1, 1), F32, None), ((4, 2), INT32, ints(0, 0, 0, 99999, 0, 99999, 0, 1)), ((1, 1, 1, 1), F32, None)], [0, 1], [2]))), expect='error')
    c.add('size-slow', 'size', 'small model, hours of arithmetic', lambda: conv(in_s=(1, 2048, 2048, 64), f_s=(64, 15, 15, 64), out_s=(1, 2048, 2048, 64), bias=64) if False else build(oneop('CONV_2D', 1, dict(padding=0, stride_w=1, stride_h=1), [((1, 1500, 1500, 16), F32, None), ((16, 61, 61, 16), F32, floats(16 * 61 * 61 * 16)), ((16,), F32, floats(16)), ((1, 1500, 1500, 16), F32, None)], [0, 1, 2], [3])), expect='error', note='work budget')
    wide_cases(c)
    zip_cases(c)
    image_cases(c)
    return c.cases


def wide_cases(c):
    """Tensors that are small enough each, of which products and sums overflow 32 bits."""
    WIDE = [('CONV_2D', 1), ('CONV_2D', 1), ('CONV_2D', 1), ('DEPTHWISE_CONV_2D', 2), ('DEPTHWISE_CONV_2D', 2), ('MAX_POOL_2D', 5), ('FULLY_CONNECTED', 8), ('FULLY_CONNECTED', 8),
            ('SOFTMAX', 9), ('CONCATENATION', 10), ('ADD', 11), ('MUL', 21), ('RESIZE_BILINEAR', 15), ('RESHAPE', 17), ('PAD', 22), ('GATHER', 23), ('MEAN', 27), ('REDUCE_MAX', 27), ('STRIDED_SLICE', 32), ('UNPACK', 64), ('PRELU', None)]

    def shape(q, rank, most, extents=None):
        """Extents whose product is at most 2^most, and rarely much less; some are given."""
        left, sizes = most - q.randrange(4) - sum(x.bit_length() for x in extents or []), []
        for k in range(rank):
            n = q.randrange(max(left, 0) + 1) if k + 1 < rank else max(left, 0)
            left -= n
            sizes.append(max((1 << n) - q.randrange(2), 1))
        q.shuffle(sizes)
        return sizes

    def mk(seed):
        q = random.Random(seed)
        op, ot = q.choice(WIDE)
        pads, opts, extra = q.choice([20, 24, 26, 27]), {}, []
        big = lambda: q.choice([1, 1, 1, 2, 3, 255, 4096, 65535, 1 << 20, (1 << 24) - 1, 1 << 24, I32MAX])
        x = shape(q, 4, pads)
        if op in ('CONV_2D', 'DEPTHWISE_CONV_2D', 'MAX_POOL_2D'):
            opts = dict(padding=q.randrange(2), stride_w=q.choice([1, 1, big()]), stride_h=q.choice([1, 1, big()]))
            if op == 'MAX_POOL_2D':
                opts.update(filter_w=big(), filter_h=big())
            else:
                opts.update(dil_w=q.choice([1, 1, big()]), dil_h=q.choice([1, 1, big()]))
                f = shape(q, 2, q.choice([6, 12, 20]))
                o = [q.choice([1, 8, 64, 4096])] if op == 'CONV_2D' else [1]
                f = o + f + ([x[3]] if q.random() < .8 else [1])
                extra = [(f, F32, floats(math.prod(f)) if math.prod(f) <= 1 << 16 and q.random() < .8 else None)]
        elif op == 'FULLY_CONNECTED':
            extra = [([q.choice([1, 8, 65535, 1 << 20]), x[3]], F32, None)]
        elif op in ('ADD', 'MUL', 'PRELU'):
            extra = [([n if q.random() < .5 else 1 for n in x], F32, None)] if q.random() < .6 else [(shape(q, 4, pads), F32, None)]
        elif op == 'CONCATENATION':
            opts, extra = dict(axis=q.randrange(4)), [(x, F32, None)] * q.choice([1, 8, 64, 4000])
        elif op == 'RESIZE_BILINEAR':
            extra = [((2,), INT32, ints(big(), big()))]
        elif op == 'RESHAPE':
            n = [q.choice([-1, 1, x[0], x[1], 65536, I32MAX]) for _ in range(3)]
            opts, extra = dict(new_shape=n), [((3,), INT32, ints(*n))]
        elif op == 'PAD':
            extra = [((4, 2), INT32, ints(*(q.choice([0, 0, 1, big()]) for _ in range(8))))]
        elif op == 'GATHER':
            opts, extra = dict(axis=q.randrange(4)), [(shape(q, 2, q.choice([4, 16, 26])), INT32, None)]
        elif op in ('MEAN', 'REDUCE_MAX'):
            extra = [((2,), INT32, ints(q.randrange(4), q.randrange(4)))]
        elif op == 'STRIDED_SLICE':
            wild = lambda: q.choice([0, 0, 1, -1, x[0], I32MAX, I32MIN])
            ty, pack = q.choice([(INT32, ints), (INT64, lambda *v: struct.pack('<%dq' % len(v), *(n << q.choice([0, 0, 20, 31]) for n in v)))])
            opts = {k: q.choice([0, 0, q.randrange(16)]) for k in ('begin_mask', 'end_mask', 'new_axis_mask', 'shrink_axis_mask')}
            extra = [((4,), ty, pack(*(wild() for _ in range(4)))) for _ in range(2)] + [((4,), ty, pack(*(q.choice([1, -1, 2, I32MAX, I32MIN]) for _ in range(4))))]
        elif op == 'UNPACK':
            opts = dict(num=x[0], axis=0)
        ts = [(x, F32, None)] + extra
        count = min(x[0], 4096) if op == 'UNPACK' else 1
        return build(oneop(op, ot, opts, ts + [(x, F32, None)] * count, list(range(len(ts))), list(range(len(ts), len(ts) + count))))
    for i in range(400):
        c.add('wide-%d' % i, 'wide', 'one operator, whose tensors are small enough each', lambda i=i: mk(i))


def repack(c, edit=None, level='outer', **eo):
    """Rebuild the bundle; `edit(list of entries) -> list` at the chosen level."""
    out = []
    for n, d, inner in c.parts():
        ents = [zent(a, b) for a, b in inner]
        if level == n:
            ents = edit(ents) if edit else ents
            out.append(zent(n, mkzip(ents, **eo)))
        else:
            out.append(zent(n, d))
    if level == 'outer':
        return mkzip(edit(out) if edit else out, **eo)
    return mkzip(out)


def zip_cases(c):
    Z = lambda cid, mut, mk, expect='any', family='zip', **k: c.add(cid, family, mut, mk, ext='task', expect=expect, **k)
    HL, HG = 'hand_landmarker.task', 'hand_gesture_recognizer.task'
    Z('zip-control', 'the bundle as it is (control)', lambda: c.task(), 'ok')
    Z('zip-control-repack', 'entries written again (control)', lambda: repack(c), 'ok')
    Z('zip-comment', 'archive comment (control)', lambda: repack(c, comment=b'hello'), 'ok')
    Z('zip-extra-entry', 'one more entry, README.txt (control)', lambda: repack(c, lambda e: e + [zent('README.txt', b'hi')]), 'ok')
    Z('zip-extra-field', 'entries with an unknown extra field (control)', lambda: repack(c, lambda e: [dict(x, extra=b'\x99\x99\x04\0abcd') for x in e]), 'ok')
    n = lambda: len(c.task())
    for k in (0, 1, 4, 21, 22, 30, 46, 100, 1000, 65536):
        Z('zip-cut-%d' % k, 'first %d bytes of the bundle' % k, lambda k=k: c.task()[:k], 'error', 'zip-trunc')
    for k in (1, 2, 4, 10, 21, 22, 23, 40, 68, 100, 150, 1000, 65536, 700000):
        Z('zip-cutend-%d' % k, 'last %d bytes of the bundle missing' % k, lambda k=k: c.task()[:-k], 'error', 'zip-trunc')
    Z('zip-prefix', '1 KB of junk before the archive', lambda: b'J' * 1024 + c.task())
    Z('zip-suffix', '1 KB of junk after the archive', lambda: c.task() + b'J' * 1024)
    Z('zip-suffix-70k', '70 KB of junk after the archive (beyond any comment)', lambda: c.task() + b'J' * 70000, 'error')
    Z('zip-double', 'the bundle twice in a row', lambda: c.task() + c.task())
    Z('zip-comment-eocd', 'comment that holds another end record', lambda: repack(c, comment=struct.pack('<IHHHHIIH', 0x06054B50, 0, 0, 0, 0, 0, 0, 0)))
    for k, nm in {'dotdot': '../../../../tmp/hostile_slip', 'abs': '/tmp/hostile_slip', 'back': '..\\..\\hostile_slip', 'drive': 'C:\\hostile_slip', 'dot': './x', 'dir': 'dir/', 'empty': '', 'nul': 'a\0b', 'bad-utf8': b'\xff\xfe\xfd', 'long': 'A' * 65000, 'newline': 'a\nb\x1b[31m'}.items():
        Z('zip-name-%s' % k, 'one more entry named %r' % (nm[:40],), lambda nm=nm: repack(c, lambda e: e + [zent(nm, b'x')]))
        Z('zip-rename-%s' % k, '%s renamed to %r' % (HL, nm[:40]), lambda nm=nm: repack(c, lambda e: [zent(nm if i == 0 else x['name'], x['data']) for i, x in enumerate(e)]), 'error')
    Z('zip-symlink', 'one more entry marked as a symbolic link', lambda: repack(c, lambda e: e + [zent('link', b'/etc/passwd', made=0x0314, attr=0xA1FF0000)]))
    Z('zip-case', 'entry name in upper case', lambda: repack(c, lambda e: [zent(x['name'].upper(), x['data']) for x in e]), 'error')
    Z('zip-dup-badfirst', 'two %s, the first one garbage' % HL, lambda: repack(c, lambda e: [zent(HL, b'garbage' * 10)] + e))
    Z('zip-dup-badlast', 'two %s, the last one garbage' % HL, lambda: repack(c, lambda e: e + [zent(HL, b'garbage' * 10)]))
    Z('zip-local-name', 'local header has another name than the directory', lambda: repack(c, lambda e: [dict(x, lname=b'something_else.task') for x in e]))
    for i in (0, 1):
        Z('zip-missing-%d' % i, 'entry %d missing' % i, lambda i=i: repack(c, lambda e: [x for j, x in enumerate(e) if j != i]), 'error')
        Z('zip-empty-%d' % i, 'entry %d is 0 bytes' % i, lambda i=i: repack(c, lambda e: [dict(x, data=b'') if j == i else x for j, x in enumerate(e)]), 'error')
    for lv in (HL, HG):
        for i in (0, 1):
            Z('zip-%s-missing-%d' % (lv[5:7], i), '%s without its entry %d' % (lv, i), lambda lv=lv, i=i: repack(c, lambda e: [x for j, x in enumerate(e) if j != i], level=lv), 'error')
            Z('zip-%s-empty-%d' % (lv[5:7], i), '%s entry %d is 0 bytes' % (lv, i), lambda lv=lv, i=i: repack(c, lambda e: [dict(x, data=b'') if j == i else x for j, x in enumerate(e)], level=lv), 'error')
    Z('zip-none', 'an archive of no entries', lambda: mkzip([]), 'error')
    for lv in ('outer', HL, HG):
        t = lv[:7].replace('_', '')
        A = lambda cid, mut, fn, expect='any', lv=lv, t=t, **eo: Z('zip-%s-%s' % (t if lv == 'outer' else t + lv[5], cid), '%s: %s' % (lv, mut), lambda: repack(c, fn, level=lv, **eo), expect)
        first = lambda **o: (lambda e: [dict(e[0], **o)] + e[1:])
        A('overlap-same', 'both directory records point at one local header', lambda e: [e[0], dict(e[1], offset=0)])
        A('off-max', 'local header offset 0xFFFFFFFF', first(offset=0xFFFFFFFF), 'error')
        A('off-eof', 'local header offset beyond the end', first(offset=1 << 30), 'error')
        A('off-mid', 'local header offset into the data', first(offset=12345), 'error')
        A('usize-big', 'size in the directory over the file size', first(usize=1 << 30), 'error')
        A('usize-max', 'size 0xFFFFFFFF without zip64', first(usize=0xFFFFFFFF, csize=0xFFFFFFFF), 'error')
        A('usize-flag8', 'directory sizes of 1 GB, local ones right, flag 8 (data descriptor)', lambda e: [dict(e[0], usize=1 << 30, csize=1 << 30, lusize=0, lcsize=0, lcrc=0, flags=8)] + e[1:], 'error')
        A('usize-only-flag8', 'directory uncompressed size 1 GB, compressed size right, flag 8', lambda e: [dict(e[0], usize=1 << 30, lusize=0, lcsize=0, lcrc=0, flags=8)] + e[1:], 'error')
        A('usize-last-flag8', 'the same on the last entry, 64 MB', lambda e: e[:-1] + [dict(e[-1], usize=1 << 26, lusize=0, lcsize=0, lcrc=0, flags=8)], 'error')
        A('usize-stored-lie', 'stored entry, uncompressed size 1000 over the compressed one', lambda e: [dict(e[0], usize=len(e[0]['data']) + 1000, csize=len(e[0]['data']))] + e[1:], 'error')
        A('usize-small', 'both sizes 10', first(usize=10, csize=10), 'error')
        A('lsize-differs', 'local sizes differ from the directory', first(lusize=5, lcsize=5))
        A('crc', 'wrong CRC-32 in both places', first(crc=0xDEADBEEF), 'error')
        A('enc', 'encryption flag', first(flags=1), 'error')
        A('strongenc', 'strong encryption flags', first(flags=0x41), 'error')
        for mth in (8, 9, 12, 93, 99, 0xFFFF):
            A('method-%d' % mth, 'method %d on stored bytes' % mth, first(method=mth, raw=True), 'error')
        A('deflate', 'entries deflated for real', lambda e: [dict(x, method=8) for x in e])
        A('lsig', 'local header signature wrong', first(lsig=0x12345678), 'error')
        A('csig', 'directory signature wrong', first(csig=0x12345678), 'error')
        A('nlen', 'name length beyond the end', first(nlen=0xFFFF), 'error')
        A('lnlen', 'local name length beyond the data', first(lnlen=0xFFFF))
        A('xlen', 'extra length beyond the end', first(xlen=0xFFFF), 'error')
        A('lxlen', 'local extra length 65535', first(lxlen=0xFFFF))
        A('clen', 'entry comment length beyond the end', first(clen=0xFFFF), 'error')
        A('descr', 'data descriptors after the entries, sizes only in the directory', lambda e: [dict(x, flags=8, lusize=0, lcsize=0, lcrc=0, descriptor=struct.pack('<IIII', 0x08074B50, binascii.crc32(x['data']) & 0xFFFFFFFF, len(x['data']), len(x['data']))) for x in e])
        for k, eo in {'noeocd': dict(no_eocd=1), 'count0': dict(n=0), 'count-max': dict(n=65535), 'count+1': dict(n=3), 'count-1': dict(n=1), 'cdsize0': dict(cdsize=0), 'cdsize-max': dict(cdsize=0xFFFFFFFE), 'cdoff0': dict(cdoff=0), 'cdoff-max': dict(cdoff=0xFFFFFFFE), 'cdoff-eof': dict(cdoff=1 << 28),
                      'disk': dict(disk=1), 'cddisk': dict(cddisk=7), 'comlen': dict(comlen=100), 'cdtrunc': dict(cd_trunc=30), 'sig': dict(sig=0x06054B51)}.items():
            A('end-%s' % k, 'end record: %s' % k, None, 'any' if k in ('count-1', 'count+1', 'count0', 'cdsize0', 'comlen', 'disk', 'cddisk') else 'error', **eo)
        for k, z in {'ok': {}, 'n-max': dict(n=2**64 - 1), 'cdoff-max': dict(cdoff=2**64 - 1), 'cdoff-eof': dict(cdoff=1 << 40), 'cdsize-max': dict(cdsize=2**63), 'loc-max': dict(loc=2**64 - 1), 'loc0': dict(loc=0), 'size-max': dict(size=2**64 - 1)}.items():
            A('zip64-%s' % k, 'zip64 end record: %s' % k, None, 'any' if k in ('ok', 'size-max', 'loc0') else 'error', zip64=z, n=0xFFFF, cdoff=0xFFFFFFFF, cdsize=0xFFFFFFFF)
        A('zip64-extra', 'sizes in a zip64 extra field', lambda e: [dict(x, usize=0xFFFFFFFF, csize=0xFFFFFFFF, extra=struct.pack('<HHQQ', 1, 16, len(x['data']), len(x['data']))) for x in e])
        A('zip64-extra-short', 'zip64 extra field cut short', lambda e: [dict(x, usize=0xFFFFFFFF, csize=0xFFFFFFFF, extra=struct.pack('<HHI', 1, 4, 99)) for x in e], 'error')
        A('zip64-extra-max', 'zip64 extra field with sizes of 2^63', lambda e: [dict(x, usize=0xFFFFFFFF, csize=0xFFFFFFFF, extra=struct.pack('<HHQQ', 1, 16, 1 << 63, 1 << 63)) for x in e], 'error')
        A('zip64-extra-off', 'zip64 extra field with an offset of 2^64-1', lambda e: [dict(x, offset=0xFFFFFFFF, extra=struct.pack('<HHQ', 1, 8, 2**64 - 1)) for x in e], 'error')
    def bomb(total):
        def mk():
            co = zlib.compressobj(1, zlib.DEFLATED, -15)
            z, crc, out, left = b'\0' * (1 << 20), 0, b'', total
            while left:
                k = min(left, len(z)); out += co.compress(z[:k]); crc = binascii.crc32(z[:k], crc); left -= k
            out += co.flush()
            return out, crc & 0xFFFFFFFF
        return mk
    Z('zip-bomb-extra', 'one more entry: 1.5 GB of zeros in 7 MB of deflate', lambda: (lambda o, k: repack(c, lambda e: e + [zent('bomb', o, method=8, raw=True, usize=3 << 29, crc=k)]))(*bomb(3 << 29)()))
    Z('zip-bomb-model', '%s is 1.5 GB of zeros in 7 MB of deflate' % HL, lambda: (lambda o, k: repack(c, lambda e: [zent(HL, o, method=8, raw=True, usize=3 << 29, crc=k), e[1]]))(*bomb(3 << 29)()), 'error')
    Z('zip-bomb-lie', '%s: deflate of 256 MB that claims 1000 bytes' % HL, lambda: (lambda o, k: repack(c, lambda e: [zent(HL, o, method=8, raw=True, usize=1000, crc=k), e[1]]))(*bomb(1 << 28)()), 'error')
    Z('zip-bomb-overlap', '5000 directory records over one kernel entry', lambda: repack(c, lambda e: e + [zent('k%05d' % i, b'', at=0, usize=len(e[0]['data']), csize=len(e[0]['data']), crc=0) for i in range(5000)]))
    Z('zip-many', '60000 empty entries', lambda: repack(c, lambda e: e + [zent('f%05d' % i, b'') for i in range(60000)]))
    def nest(k):
        b = c.parts()[0][1]
        for _ in range(k):
            b = mkzip([zent(HL, b)])
        return repack(c, lambda e: [zent(HL, b), e[1]])
    for k in (1, 20, 300):
        Z('zip-nest-%d' % k, '%s wrapped in itself %d times' % (HL, k), lambda k=k: nest(k), 'error')
    Z('zip-self', 'the whole bundle as its own %s' % HL, lambda: repack(c, lambda e: [zent(HL, c.task()), e[1]]), 'error')
    for k, d in {'text': b'hello\n', 'png': b'\x89PNG\r\n\x1a\n' + bytes(100), 'tflite': None}.items():
        Z('zip-as-%s' % k, '%s replaced with a %s' % (HL, k), lambda d=d: repack(c, lambda e: [zent(HL, d if d is not None else c.model(SMALL)), e[1]]), 'error')
    Z('zip-swap', 'the two inner bundles swapped', lambda: repack(c, lambda e: [zent(e[0]['name'], e[1]['data']), zent(e[1]['name'], e[0]['data'])]), 'error')
    for lv in (HL, HG):
        Z('zip-%s-swap' % lv[5:7], 'the models of %s swapped' % lv, lambda lv=lv: repack(c, lambda e: [zent(e[0]['name'], e[1]['data']), zent(e[1]['name'], e[0]['data'])], level=lv), 'error')
    rng = random.Random(77)
    t = c.task()
    heads = list(range(0, 60)) + list(range(7819041, 7819150)) + list(range(len(t) - 180, len(t)))
    for i in range(40):
        fl = [(heads[rng.randrange(len(heads))], rng.randrange(8)) for _ in range(1 + i % 3)]
        def mk(fl=fl):
            b = bytearray(c.task())
            for p, k in fl:
                b[p % len(b)] ^= 1 << k
            return bytes(b)
        Z('zip-flip-%d' % i, 'bits %s flipped in zip headers' % fl, mk)
    # models of the bundle, mutated, in an otherwise valid archive
    def swapm(inner, idx, fn):
        def mk():
            lv = HL if inner == HL else HG
            def ed(e):
                m, _ = unpack(e[idx]['data'])
                fn(m)
                return [dict(x, data=build(m)) if j == idx else x for j, x in enumerate(e)]
            return repack(c, ed, level=lv)
        return mk
    S = lambda m: m['subgraphs'][0]
    who = {'det': (HL, 0), 'lmk': (HL, 1), 'emb': (HG, 0), 'cls': (HG, 1)}
    for k, (lv, i) in who.items():
        M = lambda cid, mut, fn, expect='any', k=k, lv=lv, i=i: Z('bundle-%s-%s' % (k, cid), '%s model: %s' % (k, mut), swapm(lv, i, fn), expect, 'bundle')
        M('rebuilt', 'written again without change (control: metadata kept as a buffer)', lambda m: None)
        M('no-out', 'no outputs', lambda m: S(m).__setitem__('outputs', []), 'error')
        if k in ('det', 'lmk'):
            M('one-out-less', 'last output dropped', lambda m: S(m)['outputs'].pop())
            M('out-swapped', 'outputs in reverse order', lambda m: S(m)['outputs'].reverse())
        M('out-more', 'first output listed 9 times', lambda m: S(m).__setitem__('outputs', S(m)['outputs'] + S(m)['outputs'][:1] * 8))
        M('no-in', 'no inputs', lambda m: S(m).__setitem__('inputs', []), 'error')
        M('in-type', 'input typed uint8', lambda m: tens(m, S(m)['inputs'][0]).__setitem__('type', U8))
        M('in-0', 'input shape all 0', lambda m: tens(m, S(m)['inputs'][0]).__setitem__('shape', [0] * len(tens(m, S(m)['inputs'][0])['shape'])), 'error')
        M('in-big', 'input shape 1 x 40000 x 40000 x 3', lambda m: tens(m, S(m)['inputs'][0]).__setitem__('shape', [1, 40000, 40000, 3]), 'error')
        M('in-rank1', 'input shape flattened', lambda m: (lambda q: q.__setitem__('shape', [math.prod(q['shape'])]))(tens(m, S(m)['inputs'][0])))
        M('out-shape', 'output shape claims one element more', lambda m: (lambda q: q['shape'].__setitem__(-1, q['shape'][-1] + 1))(tens(m, S(m)['outputs'][0])))
        M('no-meta', 'model metadata removed', lambda m: (m.pop('metadata', None), m.pop('metadata_buffer', None))[0])
        def nanw(m, v=b'\xff\xff\xff\x7f'):
            for t in S(m)['tensors']:
                b = m['buffers'][t.get('buffer') or 0]
                if b.get('data') and t.get('type', 0) in (F32, F16) and len(b['data']) >= 4:
                    b['data'] = (v if t.get('type', 0) == F32 else b'\xff\x7f\xff\x7f') * (len(b['data']) // 4) + b'\0' * (len(b['data']) % 4)
        M('nan', 'every float weight is NaN', lambda m: nanw(m))
        def infw(m):
            for t in S(m)['tensors']:
                b = m['buffers'][t.get('buffer') or 0]
                if b.get('data') and t.get('type', 0) in (F32, F16) and len(b['data']) >= 4:
                    b['data'] = (b'\x00\x00\x80\x7f' if t.get('type', 0) == F32 else b'\x00\x7c\x00\xfc') * (len(b['data']) // 4) + b'\0' * (len(b['data']) % 4)
        M('inf', 'every float weight is infinite', infw)
        def hugew(m):
            for t in S(m)['tensors']:
                b = m['buffers'][t.get('buffer') or 0]
                if b.get('data') and t.get('type', 0) == F32 and len(b['data']) >= 4:
                    b['data'] = struct.pack('<f', -1e30) * (len(b['data']) // 4)
                elif b.get('data') and t.get('type', 0) == F16 and len(b['data']) >= 4:
                    b['data'] = struct.pack('<e', 60000) * (len(b['data']) // 2)
        M('huge', 'every float weight is huge', hugew)


# --------------------------------------------------------------------------------------------
# Images and clips
# --------------------------------------------------------------------------------------------
def chunk(t, d, crc=None):
    return struct.pack('>I', len(d)) + t + d + struct.pack('>I', (binascii.crc32(t + d) if crc is None else crc) & 0xFFFFFFFF)


def png(w=8, h=8, depth=8, color=2, comp=0, filt=0, inter=0, idat=None, pre=b'', post=b'', ihdr=None, end=True, sig=b'\x89PNG\r\n\x1a\n', rows=None, filterbyte=0):
    ch = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(color, 3)
    if idat is None:
        line = bytes([filterbyte]) + bytes((w * ch * depth + 7) // 8 if w < 1 << 16 else 64)
        idat = zlib.compress(line * (h if rows is None else rows) if h < 1 << 16 else line)
    b = sig + (chunk(b'IHDR', struct.pack('>IIBBBBB', w & 0xFFFFFFFF, h & 0xFFFFFFFF, depth, color, comp, filt, inter)) if ihdr is None else ihdr)
    return b + pre + (chunk(b'IDAT', idat) if idat is not False else b'') + post + (chunk(b'IEND', b'') if end else b'')


# 16 x 16 baseline JPEG, 4:2:0, made for this file
JPEG = base64.b64decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV'
    'pQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQ'
    'ABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy'
    'JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT'
    'lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA'
    'AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom'
    'JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc'
    'bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDkLTTeny1s2mmdPlrXs9N6fLW9Z6Z0+WvNhU9qXlmZ2tqf/9k=')


def jseg(b, marker):
    """(start, end) of the first segment with this marker."""
    p = 2
    while p + 4 <= len(b) and b[p] == 0xFF:
        n = struct.unpack_from('>H', b, p + 2)[0]
        if b[p + 1] == marker:
            return p, p + 2 + n
        p += 2 + n
    raise KeyError(marker)


def jsof(b, off, fmt, v):
    p, _ = jseg(b, 0xC0)
    x = bytearray(b)
    struct.pack_into(fmt, x, p + 4 + off, v)
    return bytes(x)


def exif(orient, le=True, count=1, typ=3, ifd=8, n=1):
    e = '<' if le else '>'
    tiff = (b'II' if le else b'MM') + struct.pack(e + 'HI', 42, ifd) + struct.pack(e + 'H', n) + struct.pack(e + 'HHIHH', 0x112, typ, count, orient, 0) + struct.pack(e + 'I', 0)
    d = b'Exif\0\0' + tiff
    return b'\xff\xe1' + struct.pack('>H', len(d) + 2) + d


def image_cases(c):
    P = lambda cid, mut, mk, expect='error', **k: c.add(cid, 'png', mut, mk, ext='png', expect=expect, **k)
    P('png-control', 'good 8 x 8 RGB (control)', lambda: png(), 'ok')
    P('png-gray16', 'good 16-bit gray (control)', lambda: png(depth=16, color=0), 'ok')
    for k, (w, h) in {'0x0': (0, 0), '0x8': (0, 8), '8x0': (8, 0), 'max': (0x7FFFFFFF, 0x7FFFFFFF), 'over': (0xFFFFFFFF, 0xFFFFFFFF), 'wide': (0x7FFFFFFF, 1), 'tall': (1, 0x7FFFFFFF), '100k': (100000, 100000), '65500': (65500, 65500), '30000': (30000, 30000)}.items():
        P('png-dim-%s' % k, 'dimensions %d x %d in a small file' % (w, h), lambda w=w, h=h: png(w, h, idat=zlib.compress(bytes(4096))))
    P('png-bomb', '20000 x 20000 RGB, real data (1.2 GB raw in 5 MB)', lambda: png(20000, 20000, idat=(lambda co: b''.join([co.compress(bytes(60001)) for _ in range(20000)]) + co.flush())(zlib.compressobj(1))), 'error', note='over any sane pixel limit')
    P('png-idat-bomb', '8 x 8 image, IDAT inflates to 512 MB', lambda: png(idat=(lambda co: b''.join([co.compress(bytes(1 << 20)) for _ in range(512)]) + co.flush())(zlib.compressobj(9))), 'any')
    P('png-text-bomb', 'zTXt that inflates to 256 MB', lambda: png(pre=chunk(b'zTXt', b'k\0\0' + zlib.compress(bytes(1 << 28), 9))), 'any')
    P('png-iccp-bomb', 'iCCP that inflates to 256 MB', lambda: png(pre=chunk(b'iCCP', b'k\0\0' + zlib.compress(bytes(1 << 28), 9))), 'any')
    P('png-manytext', '20000 tEXt chunks', lambda: png(pre=chunk(b'tEXt', b'k\0v') * 20000), 'any')
    for d, co in ((3, 2), (0, 2), (255, 2), (16, 3), (4, 6), (1, 2), (8, 1), (8, 5), (8, 7), (8, 255)):
        P('png-fmt-%d-%d' % (d, co), 'depth %d with color type %d' % (d, co), lambda d=d, co=co: png(depth=d, color=co, idat=zlib.compress(bytes(1000))))
    P('png-comp9', 'compression method 9', lambda: png(comp=9)); P('png-filt9', 'filter method 9', lambda: png(filt=9)); P('png-inter9', 'interlace method 9', lambda: png(inter=9))
    P('png-filterbyte', 'row filter type 77', lambda: png(filterbyte=77), 'any')
    P('png-nopalette', 'palette image without PLTE', lambda: png(color=3))
    P('png-shortpal', 'palette of 1, indices up to 255', lambda: png(color=3, pre=chunk(b'PLTE', b'abc'), idat=zlib.compress((b'\0' + bytes(range(248, 256))) * 8)), 'any')
    P('png-pal-odd', 'PLTE of 4 bytes', lambda: png(color=3, pre=chunk(b'PLTE', b'abcd'))); P('png-pal-300', 'PLTE of 300 entries', lambda: png(color=3, pre=chunk(b'PLTE', bytes(900))), 'any')
    P('png-trns-long', 'tRNS longer than the palette', lambda: png(color=3, pre=chunk(b'PLTE', bytes(6)) + chunk(b'tRNS', bytes(300))), 'any')
    P('png-noidat', 'no IDAT', lambda: png(idat=False)); P('png-emptyidat', 'empty IDAT', lambda: png(idat=b'')); P('png-short', 'half of the rows', lambda: png(rows=4), 'any')
    P('png-badzlib', 'IDAT is noise', lambda: png(idat=random.Random(1).randbytes(200))); P('png-noend', 'no IEND', lambda: png(end=False), 'any')
    P('png-idatcrc', 'IDAT with a wrong CRC', lambda: png(idat=False, post=chunk(b'IDAT', zlib.compress(bytes(25 * 8)), 1))); P('png-ihdrcrc', 'IHDR with a wrong CRC', lambda: png(ihdr=chunk(b'IHDR', struct.pack('>IIBBBBB', 8, 8, 8, 2, 0, 0, 0), 7)))
    P('png-noihdr', 'no IHDR', lambda: png(ihdr=b'')); P('png-ihdr2', 'IHDR twice, the second larger', lambda: png(pre=chunk(b'IHDR', struct.pack('>IIBBBBB', 4000, 4000, 8, 2, 0, 0, 0)))); P('png-ihdrshort', 'IHDR of 5 bytes', lambda: png(ihdr=chunk(b'IHDR', bytes(5))))
    P('png-chunklen', 'chunk length 0xFFFFFFFF', lambda: png(pre=struct.pack('>I', 0xFFFFFFFF) + b'teXt')); P('png-chunklen2', 'chunk length 0x7FFFFFFF', lambda: png(pre=struct.pack('>I', 0x7FFFFFFF) + b'teXt'))
    P('png-critical', 'unknown critical chunk', lambda: png(pre=chunk(b'ABCD', b'x'))); P('png-sig', 'signature with LF endings', lambda: png(sig=b'\x89PNG\n\x1a\n\n')); P('png-apng', 'acTL of 2^31 frames', lambda: png(pre=chunk(b'acTL', struct.pack('>II', 0x7FFFFFFF, 0))), 'any')
    P('png-exif', 'eXIf chunk of noise', lambda: png(pre=chunk(b'eXIf', random.Random(2).randbytes(64))), 'any'); P('png-gama0', 'gAMA 0', lambda: png(pre=chunk(b'gAMA', bytes(4))), 'any')
    for k in (0, 1, 7, 8, 12, 16, 24, 33, 40, 50):
        P('png-cut-%d' % k, 'first %d bytes' % k, lambda k=k: png()[:k])
    J = lambda cid, mut, mk, expect='error', **k: c.add(cid, 'jpeg', mut, mk, ext='jpg', expect=expect, **k)
    J('jpeg-control', 'good 16 x 16 (control)', lambda: JPEG, 'ok')
    for k in (0, 1, 2, 3, 10, 20, 100, 160, 200, 300):
        J('jpeg-cut-%d' % k, 'first %d bytes' % k, lambda k=k: JPEG[:min(k, len(JPEG) - 60)])
    J('jpeg-cut-scan', 'cut within the scan', lambda: JPEG[:-20], 'any'); J('jpeg-cut-eoi', 'no EOI', lambda: JPEG[:-2], 'any')
    for k, (h, w) in {'0x0': (0, 0), 'h0': (0, 16), 'w0': (16, 0), 'max': (65535, 65535), '65500': (65500, 65500), 'wide': (1, 65535), '20000': (20000, 20000)}.items():
        J('jpeg-dim-%s' % k, 'SOF says %d x %d' % (w, h), lambda h=h, w=w: jsof(jsof(JPEG, 1, '>H', h), 3, '>H', w), 'any' if k == 'wide' else 'error')
    for v in (0, 2, 4, 5, 255):
        J('jpeg-comps-%d' % v, 'SOF component count %d' % v, lambda v=v: jsof(JPEG, 5, 'B', v))
    for v in (0, 1, 12, 16):
        J('jpeg-prec-%d' % v, 'precision %d' % v, lambda v=v: jsof(JPEG, 0, 'B', v))
    for v in (0x00, 0x10, 0x01, 0x55, 0xFF, 0x41):
        J('jpeg-samp-%02x' % v, 'sampling factors %02x' % v, lambda v=v: jsof(JPEG, 7, 'B', v), 'any')
    def nodel(marker):
        def mk():
            b = JPEG
            while True:
                try: p, q = jseg(b, marker)
                except KeyError: return b
                b = b[:p] + b[q:]
        return mk
    J('jpeg-noq', 'no quantization table', nodel(0xDB)); J('jpeg-noh', 'no Huffman table', nodel(0xC4), 'any'); J('jpeg-nosof', 'no SOF', nodel(0xC0))
    def sof(marker):
        p, _ = jseg(JPEG, 0xC0); b = bytearray(JPEG); b[p + 1] = marker; return bytes(b)
    for mk in (0xC1, 0xC2, 0xC3, 0xC5, 0xC9, 0xCA, 0xCF):
        J('jpeg-sof-%02x' % mk, 'SOF marker %02X over baseline data' % mk, lambda mk=mk: sof(mk), 'any')
    J('jpeg-seglen0', 'segment length 0', lambda: JPEG[:2] + b'\xff\xe0\0\0' + JPEG[2:]); J('jpeg-seglen-max', 'segment length beyond the end', lambda: JPEG[:2] + b'\xff\xe0\xff\xff' + JPEG[2:])
    J('jpeg-dht', 'Huffman table counts all 255', lambda: (lambda p: JPEG[:p + 5] + b'\xff' * 16 + JPEG[p + 21:])(jseg(JPEG, 0xC4)[0])); J('jpeg-dqt0', 'quantization table of zeros', lambda: (lambda p: JPEG[:p + 5] + bytes(64) + JPEG[p + 69:])(jseg(JPEG, 0xDB)[0]), 'any')
    J('jpeg-scan-noise', 'scan data is noise', lambda: (lambda q: JPEG[:q] + random.Random(3).randbytes(400).replace(b'\xff', b'\xfe') + b'\xff\xd9')(jseg(JPEG, 0xDA)[1]), 'any')
    def prog(scans):
        p, q = jseg(JPEG, 0xDA); b = bytearray(JPEG[:p]); s, _ = jseg(JPEG, 0xC0); b[s + 1] = 0xC2
        struct.pack_into('>HH', b, s + 5, 8000, 8000)
        one = b'\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00' + b'\x00' * 4
        return bytes(b) + one * scans + b'\xff\xd9'
    J('jpeg-prog-bomb', 'progressive 8000 x 8000 with 2000 empty scans', lambda: prog(2000), note='scan limit, as libjpeg-turbo documents')
    J('jpeg-restart', 'DRI of 1 without restart markers', lambda: JPEG[:2] + b'\xff\xdd\0\x04\0\x01' + JPEG[2:], 'any'); J('jpeg-junk', 'noise after SOI', lambda: b'\xff\xd8' + random.Random(4).randbytes(3000))
    J('jpeg-cmyk', 'Adobe marker claims YCCK on 3 components', lambda: JPEG[:2] + b'\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x02' + JPEG[2:], 'any')
    for o in range(0, 10):
        J('jpeg-exif-%d' % o, 'EXIF orientation %d' % o, lambda o=o: JPEG[:2] + exif(o, le=o % 2 == 0) + JPEG[2:], 'ok' )
    for k, kw in {'ifd-eof': dict(ifd=0xFFFFFFF0), 'ifd-loop': dict(ifd=8, n=0xFFFF), 'count': dict(count=0x7FFFFFFF), 'type': dict(typ=99)}.items():
        J('jpeg-exif-%s' % k, 'EXIF block: %s' % k, lambda kw=kw: JPEG[:2] + exif(6, **kw) + JPEG[2:], 'ok', note='a bad EXIF block is ignored')
    Y = lambda cid, mut, mk, expect='error', **k: c.add(cid, 'y4m', mut, mk, ext='y4m', expect=expect, **k)
    fr = lambda w=16, h=16: b'FRAME\n' + b'\x80' * (w * h + 2 * ((w + 1) // 2) * ((h + 1) // 2))
    Y('y4m-control', 'two good 16 x 16 frames (control)', lambda: b'YUV4MPEG2 W16 H16 F30:1 Ip A1:1 C420jpeg\n' + fr() * 2, 'ok')
    Y('y4m-odd', 'odd 15 x 17 frame (control)', lambda: b'YUV4MPEG2 W15 H17 F30:1 C420jpeg\n' + fr(15, 17), 'ok')
    for k, h in {'empty': b'', 'magic': b'YUV4MPEG3 W16 H16\n', 'noeol': b'YUV4MPEG2 W16 H16 F30:1', 'longhdr': b'YUV4MPEG2 W16 H16 X' + b'A' * (1 << 20), 'now': b'YUV4MPEG2 H16 F30:1\n', 'noh': b'YUV4MPEG2 W16 F30:1\n', 'w0': b'YUV4MPEG2 W0 H0 F30:1\n', 'neg': b'YUV4MPEG2 W-16 H-16 F30:1\n', 'big': b'YUV4MPEG2 W100000 H100000 F30:1\n', 'wrap': b'YUV4MPEG2 W4294967312 H16 F30:1\n', 'huge': b'YUV4MPEG2 W99999999999999999999 H1 F30:1\n', 'nan': b'YUV4MPEG2 Wabc Hdef F30:1\n', 'color': b'YUV4MPEG2 W16 H16 F30:1 C999\n', 'utf': b'YUV4MPEG2 W\xd9\xa1\xd9\xa6 H16 F30:1\n'}.items():
        Y('y4m-hdr-%s' % k, 'header %r' % h[:40], lambda h=h: h + fr(), 'error')
    for k, f in {'0:0': b'0:0', '30:0': b'30:0', '0:1': b'0:1', '-1:1': b'-1:1', 'max': b'4294967295:1', 'none': b''}.items():
        Y('y4m-rate-%s' % k, 'frame rate %s' % k, lambda f=f: b'YUV4MPEG2 W16 H16 F' + f + b' C420jpeg\n' + fr(), 'any')
    Y('y4m-noframes', 'header only', lambda: b'YUV4MPEG2 W16 H16 F30:1\n', 'any'); Y('y4m-cutframe', 'second frame cut short', lambda: b'YUV4MPEG2 W16 H16 F30:1\n' + fr() + fr()[:100], 'any')
    Y('y4m-badframe', 'second frame marker is wrong', lambda: b'YUV4MPEG2 W16 H16 F30:1\n' + fr() + b'FRAMX\n' + fr()); Y('y4m-framehdr', 'frame header of 1 MB without end', lambda: b'YUV4MPEG2 W16 H16 F30:1\nFRAME ' + b'I' * (1 << 20))
    for cs in (b'C420mpeg2', b'C420paldv', b'C422', b'C444', b'Cmono', b'C411', b'C420p10', b'C444alpha'):
        Y('y4m-%s' % cs.decode(), 'color space %s on 4:2:0 sized frames' % cs.decode(), lambda cs=cs: b'YUV4MPEG2 W16 H16 F30:1 ' + cs + b'\n' + fr(), 'any')


# --------------------------------------------------------------------------------------------
# Random set (hold-out)
# --------------------------------------------------------------------------------------------
POOL = [0, 1, -1, 2, -2, 3, 7, 127, 128, 255, 256, 65535, 65536, 1 << 20, 1 << 24, 1 << 30, I32MAX, I32MIN, I32MAX - 1, 46341]


def walk(m, path=()):
    if isinstance(m, T):
        for k, v in m.items():
            if k == 'data':
                continue
            yield from walk(v, path + (k,))
            if isinstance(v, (int, float)) and not isinstance(v, bool) or isinstance(v, (T, list)):
                yield path + (k,)
    elif isinstance(m, list):
        for i, v in enumerate(m[:400]):
            if isinstance(v, T):
                yield from walk(v, path + (i,))
                yield path + (i,)
            elif isinstance(v, int):
                yield path + (i,)


def poke(m, path, rng):
    o = m
    for k in path[:-1]:
        o = o[k]
    k, v = path[-1], o[path[-1]]
    if isinstance(v, T):
        r = rng.randrange(3)
        if r == 0 and isinstance(o, T): o.pop(k); return 'dropped'
        if r == 1 and isinstance(o, list): o.pop(k); return 'removed'
        if isinstance(o, list): o[k] = o[rng.randrange(len(o))]; return 'replaced by a sibling'
        o[k] = T(v.kind); return 'emptied'
    if isinstance(v, list):
        r = rng.randrange(6)
        if r == 0: o.pop(k) if isinstance(o, T) else None; return 'dropped'
        if r == 1: o[k] = []; return 'emptied'
        if r == 2: o[k] = v[:len(v) // 2]; return 'halved'
        if r == 3: o[k] = v + v; return 'doubled'
        if r == 4: o[k] = fake(v, rng.choice([0, len(v) + 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x40000001])); return 'length lies'
        w = list(v); rng.shuffle(w); o[k] = w; return 'shuffled'
    if isinstance(v, float):
        o[k] = rng.choice([0.0, -1.0, float('nan'), float('inf'), 1e38]); return 'set to %r' % o[k]
    o[k] = rng.choice(POOL + [v + 1, v - 1, v * 2, -v]); return 'set to %d' % o[k]


def randomized(c, seed, count):
    rng = random.Random(seed)
    bases = [SMALL, CNN, EMB] + [b for b in ('hand_recrop', 'selfie_segmentation') if c.has(b)]
    for i in range(count):
        s, r = rng.getrandbits(48), rng.random()
        cid = 'r%d-%04d' % (seed, i)
        if r < 0.50:      # tree mutations of a real model
            base = bases[rng.randrange(len(bases))]
            def mk(base=base, s=s):
                q = random.Random(s); m = c.tree(base)
                for _ in range(q.choice([1, 1, 1, 2, 3])):
                    ps = list(walk(m)); poke(m, ps[q.randrange(len(ps))], q)
                return build(m)
            c.add(cid + '-tree', 'r-tree', '%s: 1-3 random tree edits, seed %d' % (base, s), mk)
        elif r < 0.68:    # words and bits
            base = bases[rng.randrange(len(bases))]
            def mk(base=base, s=s):
                q = random.Random(s); b = bytearray(c.model(base)); ms = sorted(set(c.marks(base)))
                for _ in range(q.choice([1, 1, 2, 4, 8])):
                    p, z, _k = ms[q.randrange(len(ms))]
                    if q.random() < 0.5: b[p:p + z] = (q.choice(POOL) & ((1 << 8 * z) - 1)).to_bytes(z, 'little')
                    else: b[p + q.randrange(z)] ^= 1 << q.randrange(8)
                return bytes(b) if q.random() < 0.85 else bytes(b[:q.randrange(len(b))])
            c.add(cid + '-word', 'r-word', '%s: random structural words, seed %d' % (base, s), mk)
        elif r < 0.85:    # one operator with random options, shapes and parameters
            def mk(s=s):
                q = random.Random(s)
                op = q.choice([('CONV_2D', 1), ('DEPTHWISE_CONV_2D', 2), ('MAX_POOL_2D', 5), ('AVERAGE_POOL_2D', 5), ('FULLY_CONNECTED', 8), ('SOFTMAX', 9), ('CONCATENATION', 10), ('ADD', 11), ('RESIZE_BILINEAR', 15), ('RESHAPE', 17), ('PAD', 22), ('GATHER', 23), ('MEAN', 27), ('STRIDED_SLICE', 32), ('UNPACK', 64), ('PRELU', None), ('DIV', 29), ('REDUCE_MAX', 27), ('DEPTH_TO_SPACE', 94), ('TRANSPOSE', 26), ('DEQUANTIZE', 38), ('LOGISTIC', None)])
                opts = {}
                if op[1]:
                    for _i, (nm, ty) in OPTIONS[op[1]][1].items():
                        if ty in ('i', 'b', '?') : opts[nm] = q.choice([0, 1, 1, 1, 2, 3]) if q.random() < 0.75 else q.choice(POOL)
                        elif ty == '[i': opts[nm] = [q.choice([-1, 1, 2, 4, 8]) for _ in range(q.randrange(5))]
                        elif ty == 'f': opts[nm] = q.choice([1.0, 0.0, float('nan')])
                nin = q.choice([1, 2, 2, 3, 3, 4]); ts = []
                for k in range(nin + q.choice([1, 1, 1, 2])):
                    sh = [q.choice([1, 1, 2, 3, 4, 8]) if q.random() < 0.93 else q.choice(POOL) for _ in range(q.choice([0, 1, 1, 2, 2, 4, 4, 4, 5]))]
                    ty = q.choice([F32] * 6 + [INT32] * 3 + [U8, INT8, INT64, F16, BOOL])
                    data = None
                    if 0 < k < nin and q.random() < 0.7:
                        cnt = max(0, min(4096, math.prod(sh)))
                        data = b''.join(struct.pack('<i', (q.choice(POOL) if q.random() < 0.2 else q.choice([-1, 0, 0, 1, 1, 2, 4]))) for _ in range(cnt)) if ty == INT32 else q.randbytes(cnt * {U8: 1, INT8: 1, BOOL: 1, F16: 2, INT64: 8}.get(ty, 4))
                    ts.append((sh, ty, data))
                return build(oneop(op[0], op[1], opts, ts, list(range(nin)), list(range(nin, len(ts))), version=q.choice([1, 1, 2, 3])))
            c.add(cid + '-op', 'r-op', 'one random operator, seed %d' % s, mk)
        elif r < 0.97:    # zip fields
            def mk(s=s):
                q = random.Random(s); lv = q.choice(['outer', 'hand_landmarker.task', 'hand_gesture_recognizer.task'])
                def ed(e):
                    e = list(e)
                    for _ in range(q.choice([1, 1, 2])):
                        i = q.randrange(len(e))
                        k = q.choice(['usize', 'csize', 'crc', 'flags', 'method', 'offset', 'nlen', 'lnlen', 'xlen', 'lxlen', 'lusize', 'lcsize', 'lsig', 'csig', 'ver', 'lflags', 'lmethod', 'clen'])
                        w = 0xFFFF if k in ('flags', 'method', 'nlen', 'lnlen', 'xlen', 'lxlen', 'ver', 'lflags', 'lmethod', 'clen') else 0xFFFFFFFF
                        v = (q.choice(POOL) if q.random() < 0.6 else len(e[i]['data']) + q.randrange(-64, 65)) & w
                        e[i] = dict(e[i], **{k: v}, raw=True)
                    return e
                eo = {}
                if q.random() < 0.3:
                    eo[q.choice(['n', 'cdsize', 'cdoff', 'disk', 'comlen'])] = q.choice(POOL) & 0xFFFF
                return repack(c, ed, level=lv, **eo)
            c.add(cid + '-zip', 'r-zip', 'random zip fields, seed %d' % s, mk, ext='task')
        else:             # zip bytes
            def mk(s=s):
                q = random.Random(s); b = bytearray(c.task()); n = len(b)
                for _ in range(q.choice([1, 2, 4, 16])):
                    p = q.choice([q.randrange(0, 60), q.randrange(7819041 % n, 7819200 % n) if n > 7819200 else q.randrange(n), n - 1 - q.randrange(200), q.randrange(n)])
                    b[p] = q.randrange(256)
                return bytes(b) if q.random() < 0.7 else bytes(b[:q.randrange(n)])
            c.add(cid + '-zipbytes', 'r-zip', 'random bytes of the bundle, seed %d' % s, mk, ext='task')
    return c.cases


# --------------------------------------------------------------------------------------------
# Runners
# --------------------------------------------------------------------------------------------
def rss_of(pid):
    try:
        with open('/proc/%d/statm' % pid) as f:
            return int(f.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
    except Exception:
        return 0


def supervise(pid, fd, t0, idle, time_limit=TIME_LIMIT_S, rss_limit=RSS_LIMIT):
    """Wait for a child; returns (status, seconds, peak rss, text)."""
    text, peak, why = b'', 0, None
    while True:
        peak = max(peak, rss_of(pid))
        r, _, _ = select.select([fd], [], [], 0.01)
        if r:
            d = os.read(fd, 65536)
            if d and len(text) < 100000:
                text += d
        p, st, ru = os.wait4(pid, os.WNOHANG)
        if p:
            break
        dt = time.monotonic() - t0
        if dt > time_limit or peak - idle > rss_limit:
            why = 'hang' if dt > time_limit else 'rss'
            os.kill(pid, signal.SIGKILL)
            p, st, ru = os.wait4(pid, 0)
            break
    dt = time.monotonic() - t0
    while select.select([fd], [], [], 0)[0]:
        d = os.read(fd, 65536)
        if not d:
            break
        text += d[:100000]
    os.close(fd)
    peak = max(peak, ru.ru_maxrss * 1024)
    if why is None and peak - idle > rss_limit:
        why = 'rss'
    return why, st, dt, peak, text.decode('utf-8', 'replace')


def child_litert(path, mode):
    import numpy as np
    from ai_edge_litert import interpreter as I
    kw = {}
    if mode == 'builtin':
        kw['experimental_op_resolver_type'] = I.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    elif mode == 'ref':
        kw['experimental_op_resolver_type'] = I.OpResolverType.BUILTIN_REF
    it = I.Interpreter(model_path=path, num_threads=1, **kw)
    it.allocate_tensors()
    for d in it.get_input_details():
        n = int(np.prod(d['shape'], dtype=np.float64)) * np.dtype(d['dtype']).itemsize
        if n > 1 << 28:
            continue
        it.set_tensor(d['index'], (np.arange(int(np.prod(d['shape']))) % 7).reshape(d['shape']).astype(d['dtype']) if d['dtype'] is not np.bytes_ else np.array([b'x']))
    it.invoke()
    s = 0.0
    for d in it.get_output_details():
        s += float(np.nansum(np.asarray(it.get_tensor(d['index']), dtype=np.float64)))
    return 'ok %r' % s


def child_mediapipe(path, image):
    import numpy as np, mediapipe as mp
    from mediapipe.tasks.python import vision
    from mediapipe.tasks.python.core.base_options import BaseOptions
    opt = vision.GestureRecognizerOptions(base_options=BaseOptions(model_asset_path=path), num_hands=1)
    with vision.GestureRecognizer.create_from_options(opt) as r:
        res = r.recognize(mp.Image(image_format=mp.ImageFormat.SRGB, data=image))
        return 'ok %d hands' % len(res.hand_landmarks)


def child_image(path, lib):
    if lib == 'pillow':
        from PIL import Image
        im = Image.open(path); im.load()
        return 'ok %dx%d' % im.size
    if lib == 'opencv':
        import cv2
        im = cv2.imread(path)
        if im is None: raise ValueError('imread gave nothing')
        return 'ok %dx%d' % im.shape[1::-1]
    import mediapipe as mp
    im = mp.Image.create_from_file(path)
    return 'ok %dx%d' % (im.width, im.height)


def run_times(cmd, path, count):
    """Seconds that each of some runs of the command takes on a file, by length."""
    times = []
    for _ in range(count):
        t0 = time.monotonic()
        subprocess.run([x.replace('{file}', path) for x in cmd.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.monotonic() - t0)
    return sorted(times)


def run(cases, a):
    os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
    os.environ.setdefault('TF_CPP_MIN_LOG_LEVEL', '3')
    warm = None
    img = None
    if a.engine == 'litert':
        import numpy, ai_edge_litert.interpreter  # noqa: warm the parent, children are forked
        warm = lambda p: child_litert(p, a.mode)
    elif a.engine == 'mediapipe':
        import numpy as np, mediapipe, mediapipe.tasks.python.vision  # noqa
        if a.image:
            from PIL import Image
            im = Image.open(a.image).convert('RGB'); im.thumbnail((320, 320)); img = np.ascontiguousarray(np.asarray(im))
        else:
            img = np.full((240, 240, 3), 127, np.uint8)
        warm = lambda p: child_mediapipe(p, img)
    elif a.engine in ('pillow', 'opencv', 'mpimage'):
        if a.engine == 'pillow': import PIL.Image  # noqa
        elif a.engine == 'opencv': import cv2  # noqa
        else: import mediapipe  # noqa
        warm = lambda p: child_image(p, a.engine)
    exts = {'litert': ('tflite',), 'mediapipe': ('task',), 'pillow': ('png', 'jpg'), 'opencv': ('png', 'jpg'), 'mpimage': ('png', 'jpg')}.get(a.engine) or tuple((a.ext or 'tflite,task,png,jpg,y4m').split(','))
    cases = [c for c in cases if c.ext in exts]
    idle = rss_of(os.getpid()) if warm else 0
    tmp = tempfile.mkdtemp(prefix='hostile-')
    start = None if warm else run_times(a.cmd, '/no/such.tflite', 21)[10]
    rows, t_all = [], time.monotonic()
    for n, c in enumerate(cases):
        path = os.path.join(tmp, 'case.' + c.ext)
        with open(path, 'wb') as f:
            f.write(c.make())
        r, w = os.pipe()
        t0 = time.monotonic()
        sys.stdout.flush(); sys.stderr.flush()
        if warm:
            pid = os.fork()
            if pid == 0:
                code = 70
                try:
                    os.close(r); os.dup2(w, 1); os.dup2(w, 2)
                    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                    resource.setrlimit(resource.RLIMIT_AS, (24 << 30, 24 << 30))
                    try:
                        print(warm(path)); code = 0
                    except BaseException as e:
                        print('error: %s: %s' % (type(e).__name__, str(e)[:300])); code = 1
                    sys.stdout.flush()
                finally:
                    os._exit(code)
        else:
            argv = [x.replace('{file}', path) for x in a.cmd.split()]
            # Kept until it has been waited for: a Popen that is garbage-collected reaps its process.
            child = subprocess.Popen(argv, stdout=w, stderr=w, stdin=subprocess.DEVNULL)
            pid = child.pid
        os.close(w)
        limits = (120, 1 << 40) if a.sanitizer else (TIME_LIMIT_S, RSS_LIMIT)
        why, st, dt, peak, text = supervise(pid, r, t0, idle, *limits)
        if not warm: child.returncode = st
        if why: kind = why
        elif os.WIFSIGNALED(st) or 'Sanitizer' in text: kind = 'crash'
        elif os.WEXITSTATUS(st) == 0: kind = 'ok'
        elif os.WEXITSTATUS(st) >= 100: kind = 'crash'      # shells and runtimes report signals as 128+n
        else: kind = 'error'
        lines = [l for l in text.splitlines() if l.strip()]
        if kind == 'error' and a.strict and not warm and len(lines) != 1: kind = 'unclear'
        last = lines[-1:] or ['']
        if (kind == 'error' and a.refusal_ms is not None and c.ext == 'tflite' and 'takes longer than' not in last[0]
                and (dt - start) * 1000 > a.refusal_ms):
            dt = min(dt, run_times(a.cmd, path, 3)[0])
            if (dt - start) * 1000 > a.refusal_ms: kind = 'late'
        rows.append(dict(id=c.id, family=c.family, expect=c.expect, result=kind, signal=signal.Signals(os.WTERMSIG(st)).name if os.WIFSIGNALED(st) and not why else None,
                         seconds=round(dt, 3), peak_mb=round(peak / 1e6), mutation=c.mutation, text=last[0][:200]))
        if a.verbose or kind not in ('ok', 'error') or c.expect not in ('any', kind):
            print('%-6s %-34s %s' % (kind, c.id, (rows[-1]['signal'] or '') + ' ' + c.mutation[:90]), flush=True)
        os.unlink(path)
    os.rmdir(tmp)
    cnt = {}
    for x in rows:
        cnt[x['result']] = cnt.get(x['result'], 0) + 1
    fam = {}
    for x in rows:
        fam.setdefault(x['family'], {}).setdefault(x['result'], 0)
        fam[x['family']][x['result']] += 1
    out = dict(engine=a.engine, mode=a.mode if a.engine == 'litert' else None, seed=a.seed, n=len(rows), counts=cnt,
               crashes=cnt.get('crash', 0), hangs=cnt.get('hang', 0), over_rss=cnt.get('rss', 0),
               accepted_bad=sum(1 for x in rows if x['expect'] == 'error' and x['result'] == 'ok'),
               refused_control=sum(1 for x in rows if x['expect'] == 'ok' and x['result'] != 'ok'),
               by_family=fam, signals={s: sum(1 for x in rows if x['signal'] == s) for s in sorted({x['signal'] for x in rows if x['signal']})},
               slowest=sorted([(x['seconds'], x['id']) for x in rows], reverse=True)[:5],
               start_seconds=start, unclear=cnt.get('unclear', 0), late=cnt.get('late', 0),
               slowest_refusals=sorted([(x['seconds'], x['id']) for x in rows if x['result'] == 'error'], reverse=True)[:5],
               largest=sorted([(x['peak_mb'], x['id']) for x in rows], reverse=True)[:5], contract=CONTRACT, cases=rows)
    print(json.dumps({k: v for k, v in out.items() if k != 'cases'}, indent=1))
    print('%d passed, %d failed' % (sum(1 for x in rows if x['result'] in ('ok', 'error') and x['expect'] in ('any', x['result'])),
                                    sum(1 for x in rows if not (x['result'] in ('ok', 'error') and x['expect'] in ('any', x['result'])))))
    if a.json:
        with open(a.json, 'w') as f:
            json.dump(out, f, indent=1)
    bad = sum(cnt.get(k, 0) for k in ('crash', 'hang', 'rss', 'unclear', 'late'))
    return 1 if bad or (a.strict and (out['accepted_bad'] or out['refused_control'])) else 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('what', choices=['list', 'write', 'run', 'scaling'])
    p.add_argument('out', nargs='?')
    shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Models", 'gesture_recognizer.task')
    p.add_argument('--models', default=os.environ.get('HOSTILE_MODELS'))
    p.add_argument('--task', default=os.environ.get('HOSTILE_TASK', shipped))
    p.add_argument('--seed', type=int); p.add_argument('--count', type=int, default=400)
    p.add_argument('--family'); p.add_argument('--ids'); p.add_argument('--every', type=int, default=1); p.add_argument('--max-cases', type=int)
    p.add_argument('--engine', choices=['litert', 'mediapipe', 'pillow', 'opencv', 'mpimage', 'cmd'], default='cmd'); p.add_argument('--cmd'); p.add_argument('--mode', choices=['xnnpack', 'builtin', 'ref'], default='xnnpack')
    p.add_argument('--ext'); p.add_argument('--image'); p.add_argument('--json'); p.add_argument('--strict', action='store_true'); p.add_argument('--sanitizer', action='store_true'); p.add_argument('--refusal-ms', type=float); p.add_argument('-v', '--verbose', action='store_true')
    p.add_argument('--least', type=int, default=1 << 18); p.add_argument('--most', type=int, default=1 << 22); p.add_argument('--runs', type=int, default=3); p.add_argument('--timeout', type=float, default=20)
    a = p.parse_args()
    if a.what == 'scaling':
        import hostile_scaling
        return hostile_scaling.scaling(a)
    c = Corpus(a.models, a.task)
    absent = [m for m in (CNN, 'hand_recrop', 'selfie_segmentation') if not c.has(m)]
    if absent:
        print('absent: %s (--models names a folder)' % ', '.join(absent), file=sys.stderr)
    cases = canonical(c) if a.seed is None else randomized(c, a.seed, a.count)
    if a.family:
        cases = [x for x in cases if any(x.family.startswith(f) for f in a.family.split(','))]
    if a.ids:
        cases = [x for x in cases if x.id in a.ids.split(',')]
    if a.ext:
        cases = [x for x in cases if x.ext in a.ext.split(',')]
    cases = cases[::a.every][:a.max_cases]
    if a.what == 'list':
        fam = {}
        for x in cases:
            fam[x.family] = fam.get(x.family, 0) + 1
            if a.verbose:
                print(x.id, x.ext, x.expect, x.mutation)
        print(json.dumps(fam), len(cases))
        return 0
    if a.what == 'write':
        os.makedirs(a.out, exist_ok=True)
        man = []
        for x in cases:
            b = x.make()
            f = x.id + '.' + x.ext
            with open(os.path.join(a.out, f), 'wb') as fh:
                fh.write(b)
            man.append(dict(file=f, family=x.family, mutation=x.mutation, expect=x.expect, expectation=CONTRACT, bytes=len(b), sha256=hashlib.sha256(b).hexdigest(), note=x.note))
        with open(os.path.join(a.out, 'manifest.json'), 'w') as fh:
            json.dump(dict(seed=a.seed, count=len(man), contract=CONTRACT, time_limit_s=TIME_LIMIT_S, rss_limit_bytes=RSS_LIMIT, files=man), fh, indent=1)
        print(len(man), 'files,', sum(x['bytes'] for x in man) // 1000000, 'MB')
        return 0
    return run(cases, a)


if __name__ == '__main__':
    sys.exit(main())
