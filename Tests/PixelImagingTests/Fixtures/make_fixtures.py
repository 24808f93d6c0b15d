#!/usr/bin/env python3
"""Makes this folder's JPEG pictures, and the references of warp and color conversion.

  make_fixtures.py jpeg                      needs Pillow
  make_fixtures.py orientations              needs Pillow and exiftool
  make_fixtures.py yuv                       needs numpy, Pillow and OpenCV
  make_fixtures.py y4m                       needs FFmpeg
  make_fixtures.py warp FOLDER               needs numpy; FOLDER holds pipeline_numpy.py, the specification's recomputation

The files of pngsuite/ are Willem van Schaik's, unchanged; see PngSuite.LICENSE there.
"""
import json
import os
import random
import struct
import subprocess
import sys
import types
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))


def exif(orientation, little):
    e = '<' if little else '>'
    entry = struct.pack(e + 'HHI', 0x0112, 3, 1) + struct.pack(e + 'HH', orientation, 0)
    head = (b'II*\0' if little else b'MM\0*') + struct.pack(e + 'I', 8)
    return b'Exif\0\0' + head + struct.pack(e + 'H', 1) + entry + struct.pack(e + 'I', 0)


def make_jpeg():
    from PIL import Image, ImageOps
    folder = os.path.join(HERE, 'jpeg')
    picture = Image.new('RGB', (29, 19))
    picture.putdata([(8 * x, 12 * y, (5 * x + 7 * y) % 256) for y in range(19) for x in range(29)])

    def save(name, image, **options):
        path = os.path.join(folder, name + '.jpg')
        image.save(path, 'JPEG', quality=90, **options)
        decoded = Image.open(path)
        if decoded.mode != 'CMYK':
            upright = ImageOps.exif_transpose(decoded).convert('RGB')
            with open(os.path.join(folder, '%s.%dx%d.rgb' % (name, *upright.size)), 'wb') as f:
                f.write(upright.tobytes())

    save('full_color', picture, subsampling=0)
    save('half_color', picture, subsampling=2)
    save('gray', picture.convert('L'))
    save('progressive', picture, subsampling=2, progressive=True)
    save('restart', picture, subsampling=2, restart_marker_blocks=1)
    save('cmyk', picture.convert('CMYK'))
    for orientation in range(1, 9):
        save('exif_%d' % orientation, picture, subsampling=0, exif=exif(orientation, orientation % 2 == 0))


def make_warp(folder):
    sys.path.insert(0, folder)
    # Only the arithmetic is used, not the inference.
    sys.modules['ai_edge_litert'] = types.ModuleType('ai_edge_litert')
    interpreter = types.ModuleType('ai_edge_litert.interpreter')
    interpreter.Interpreter = None
    sys.modules['ai_edge_litert.interpreter'] = interpreter
    import numpy as np
    import pipeline_numpy as reference

    rng = random.Random(20261121)
    sizes = [(120, 90), (384, 683), (683, 384), (97, 131), (1, 1), (2, 3), (640, 48)]
    outputs = [(16, 16), (192, 192), (224, 224), (5, 3), (97, 40), (70, 9), (1, 1), (300, 2)]
    cases = []

    def add(size, output, rect, keep_aspect):
        w, h = size
        y, x, c = np.meshgrid(np.arange(h), np.arange(w), np.arange(3), indexing='ij')
        image = ((7 * x + 13 * y + 29 * c + (x * y) % 31) & 255).astype(np.uint8)
        rect = [np.float32(v) for v in rect]
        border = 'zero' if keep_aspect else 'replicate'
        tensor, padding, _ = reference.image_to_tensor(image, reference.Rect(*rect), *output, keep_aspect, border)
        data = np.rint(tensor.astype(np.float64) * 255).astype(np.uint8).tobytes()
        cases.append({'image': size, 'output': output, 'keepAspect': keep_aspect,
                      'region': [int(v.view(np.uint32)) for v in rect],
                      'padding': [int(np.float32(v).view(np.uint32)) for v in padding], 'crc': zlib.crc32(data)})

    for size in sizes:
        add(size, (192, 192), (.5, .5, 1, 1, 0), True)
        add(size, (224, 224), (.5, .5, 1, 1, 0), False)
    for i in range(60):
        rect = (rng.uniform(-.2, 1.2), rng.uniform(-.2, 1.2), rng.uniform(.02, 1.5), rng.uniform(.02, 1.5),
                rng.uniform(-7, 7))
        add(rng.choice(sizes), rng.choice(outputs), rect, i % 2 == 0)
    with open(os.path.join(HERE, 'warp.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(case) for case in cases) + '\n]\n')


def make_yuv():
    """Colors of random samples: by the formulas of BT.601 and BT.709, by OpenCV and by Pillow."""
    import cv2
    import numpy as np
    from PIL import Image
    rng = np.random.default_rng(20261121)
    width, height = 32, 12
    cases = []

    def add(by, layout, matrix, encoding_range, samples, rgb):
        cases.append({'by': by, 'format': layout, 'matrix': matrix, 'range': encoding_range, 'width': width,
                      'height': height, 'samples': samples.tobytes().hex(), 'rgb': rgb.astype(np.uint8).tobytes().hex()})

    def random(*shape):
        return rng.integers(0, 256, shape, np.uint8)

    # The formulas solve the definitions of Y, U and V for R, G and B; chroma is not interpolated.
    for matrix, kr, kb in [('bt601', .299, .114), ('bt709', .2126, .0722)]:
        for name, black, luma, chroma in [('video', 16, 219, 224), ('full', 0, 255, 255)]:
            samples = random(height, width // 2, 4)
            y = samples[:, :, 0::2].reshape(height, width).astype(float)
            u, v = (np.repeat(samples[:, :, i], 2, axis=1).astype(float) for i in (1, 3))
            e = (y - black) / luma
            r = e + (v - 128) / chroma * (2 - 2 * kr)
            b = e + (u - 128) / chroma * (2 - 2 * kb)
            g = (e - kr * r - kb * b) / (1 - kr - kb)
            rgb = np.clip(np.rint(255 * np.stack([r, g, b], axis=-1)), 0, 255)
            add('formula', 'yuyv', matrix, name, samples, rgb)

    # OpenCV takes luma below 16 as 16.
    planar = random(height * 3 // 2, width)
    planar[:height] = np.maximum(planar[:height], 16)
    add('OpenCV', 'nv12', 'bt601', 'video', planar, cv2.cvtColor(planar, cv2.COLOR_YUV2RGB_NV12))
    add('OpenCV', 'i420', 'bt601', 'video', planar, cv2.cvtColor(planar, cv2.COLOR_YUV2RGB_I420))
    packed = random(height, width, 2)
    packed[:, :, 0] = np.maximum(packed[:, :, 0], 16)
    add('OpenCV', 'yuyv', 'bt601', 'video', packed, cv2.cvtColor(packed, cv2.COLOR_YUV2RGB_YUY2))

    y, u, v = random(height, width), random(height // 2, width // 2), random(height // 2, width // 2)
    channels = [y] + [np.repeat(np.repeat(c, 2, axis=0), 2, axis=1) for c in (u, v)]
    picture = Image.merge('YCbCr', [Image.fromarray(c) for c in channels]).convert('RGB')
    add('Pillow', 'i420', 'bt601', 'full', np.concatenate([y.ravel(), u.ravel(), v.ravel()]), np.asarray(picture))
    with open(os.path.join(HERE, 'yuv.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(case) for case in cases) + '\n]\n')


def make_y4m():
    """Frames of random samples, and the same with 8 bits by FFmpeg without dithering."""
    rng = random.Random(20261122)
    width, height = 7, 5
    cases = []
    for name, chroma, bits in [
            ('420p10', '420p', 10), ('420p12', '420p', 12), ('420p16', '420p', 16), ('422', '422p', 8), ('422p10', '422p', 10),
            ('422p9', '422p', 9), ('444', '444p', 8), ('444p10', '444p', 10), ('444p14', '444p', 14), ('444p16', '444p', 16)]:
        columns = width if chroma == '444p' else (width + 1) // 2
        rows = (height + 1) // 2 if chroma == '420p' else height
        # The values of video, so that every one is that of a color: 16 to 235, and 240 for chroma.
        unit = 1 << (bits - 8)
        samples = [rng.randint(16 * unit, 235 * unit) for _ in range(width * height)]
        samples += [rng.randint(16 * unit, 240 * unit) for _ in range(2 * columns * rows)]
        data = bytes(samples) if bits == 8 else struct.pack('<%dH' % len(samples), *samples)
        clip = b'YUV4MPEG2 W%d H%d F25:1 Ip C%s XCOLORRANGE=LIMITED\nFRAME\n' % (width, height, name.encode()) + data
        narrow = subprocess.run(
            ['ffmpeg', '-v', 'error', '-f', 'yuv4mpegpipe', '-i', '-', '-sws_dither', 'none', '-sws_flags', 'accurate_rnd',
             '-pix_fmt', 'yuv' + chroma, '-f', 'rawvideo', '-'], input=clip, check=True, capture_output=True).stdout
        cases.append({'clip': clip.hex(), 'samples': narrow.hex()})
    with open(os.path.join(HERE, 'y4m.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(case) for case in cases) + '\n]\n')


def make_orientations():
    """Pictures of 3 by 2 pixels with metadata, and who reads the expected orientation from them."""
    import base64
    import tempfile
    from PIL import Image
    here = tempfile.mkdtemp()
    picture = Image.new('RGB', (3, 2))
    picture.putdata([(80 * x, 120 * y, 50) for y in range(2) for x in range(3)])
    picture.save(os.path.join(here, 'plain.png'), optimize=True)
    picture.save(os.path.join(here, 'plain.jpg'), quality=40)
    plain_png, plain_jpeg = [open(os.path.join(here, 'plain.' + kind), 'rb').read() for kind in ('png', 'jpg')]

    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    def png(*before, after=()):
        start, end = plain_png.index(b'IDAT') - 4, len(plain_png) - 12
        return plain_png[:start] + b''.join(before) + plain_png[start:end] + b''.join(after) + plain_png[end:]

    def jpeg(*segments):
        return plain_jpeg[:2] + b''.join(b'\xff\xe1' + struct.pack('>H', len(s) + 2) + s for s in segments) + plain_jpeg[2:]

    def tiff(order, *entries, data=b''):
        block = (b'II*\0' if order == '<' else b'MM\0*') + struct.pack(order + 'IH', 8, len(entries))
        for tag, kind, count, value in entries:
            block += struct.pack(order + 'HHI', tag, kind, count) + value.ljust(4, b'\0')
        return block + bytes(4) + data

    def one(value, order='<'):
        return tiff(order, (0x112, 3, 1, struct.pack(order + 'H', value)))

    def xmp(body, name='tiff'):
        return ('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
                'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
                'xmlns:%s="http://ns.adobe.com/tiff/1.0/"%s</rdf:Description></rdf:RDF></x:xmpmeta>'
                '<?xpacket end="w"?>' % (name, body)).encode()

    def international(packet, compressed=False, language=b''):
        data = zlib.compress(packet) if compressed else packet
        return chunk(b'iTXt', b'XML:com.adobe.xmp\0' + bytes([compressed]) + b'\0' + language + b'\0\0' + data)

    def raw(name, data, level=None, strategy=zlib.Z_DEFAULT_STRATEGY):
        digits = data.hex().encode()
        lines = b'\n'.join(digits[i:i + 72] for i in range(0, len(digits), 72))
        text = b'\nexif\n%8d\n' % len(data) + lines + b'\n'
        if level is None:
            return chunk(b'tEXt', name + b'\0' + text)
        packer = zlib.compressobj(level, strategy=strategy)
        return chunk(b'zTXt', name + b'\0\0' + packer.compress(text) + packer.flush())

    exif, adobe = b'Exif\0\0', b'http://ns.adobe.com/xap/1.0/\0'
    none = tiff('<', (0x10f, 2, 2, b'x\0'))
    as_attribute, as_element = ' tiff:Orientation="%d">', '><tiff:Orientation>%d</tiff:Orientation>'
    cases = []
    kinds = dict(byte=(1, 'B'), short=(3, 'H'), long=(4, 'I'), sbyte=(6, 'b'), sshort=(8, 'h'), slong=(9, 'i'),
                 ifd=(13, 'I'), float=(11, 'f'))
    for order, end in (('<', 'little'), ('>', 'big')):
        blocks = [(name, tiff(order, (0x112, kind, 1, struct.pack(order + form, 6)))) for name, (kind, form) in kinds.items()]
        place = struct.pack(order + 'I', 26)
        blocks += [
            ('two shorts', tiff(order, (0x112, 3, 2, struct.pack(order + 'HH', 6, 1)))),
            ('three shorts', tiff(order, (0x112, 3, 3, place), data=struct.pack(order + 'HHH', 6, 1, 1))),
            ('two longs', tiff(order, (0x112, 4, 2, place), data=struct.pack(order + 'II', 6, 1))),
            ('four bytes', tiff(order, (0x112, 1, 4, bytes([6, 1, 1, 1])))),
            ('rational', tiff(order, (0x112, 5, 1, place), data=struct.pack(order + 'II', 6, 1))),
            ('double', tiff(order, (0x112, 12, 1, place), data=struct.pack(order + 'd', 6))),
            ('behind others', tiff(order, (0x10f, 2, 2, b'x\0'), (0x112, 3, 1, struct.pack(order + 'H', 6)))),
        ]
        for name, block in blocks:
            cases.append(('JPEG, %s, %s' % (name, end), 6, jpeg(exif + block)))
            cases.append(('PNG, %s, %s' % (name, end), 6, png(chunk(b'eXIf', block))))
        for name, value, block in [
            ('no value', 1, tiff(order, (0x112, 3, 0, struct.pack(order + 'H', 6)))),
            ('text', 1, tiff(order, (0x112, 2, 2, b'6\0'))),
            ('nine', 1, one(9, order)),
            ('zero', 1, one(0, order)),
            ('minus two', 1, tiff(order, (0x112, 8, 1, struct.pack(order + 'h', -2)))),
            ('half', 1, tiff(order, (0x112, 5, 1, place), data=struct.pack(order + 'II', 13, 2))),
            ('outside the block', 1, tiff(order, (0x112, 3, 3, struct.pack(order + 'I', 24)), data=b'\6\0')),
            ('three before six', 3, tiff(order, *[(0x112, 3, 1, struct.pack(order + 'H', v)) for v in (3, 6)])),
        ]:
            cases.append(('JPEG, %s, %s' % (name, end), value, jpeg(exif + block)))
    for value in range(1, 9):
        cases.append(('PNG, %d' % value, value, png(chunk(b'eXIf', one(value)))))
        cases.append(('PNG, XMP %d' % value, value, png(international(xmp(as_attribute % value)))))
    six, three = xmp(as_attribute % 6), xmp(as_attribute % 3)
    cases += [
        ('PNG, behind the pixels', 6, png(after=[chunk(b'eXIf', one(6))])),
        ('PNG, with the prefix', 6, png(chunk(b'eXIf', exif + one(6)))),
        ('PNG, two chunks', 3, png(chunk(b'eXIf', one(3)), chunk(b'eXIf', one(6)))),
        ('PNG, XMP behind the pixels', 6, png(after=[international(six)])),
        ('PNG, compressed XMP', 6, png(international(six, True))),
        ('PNG, XMP in a language', 6, png(international(six, language=b'en'))),
        ('PNG, XMP element', 6, png(international(xmp(as_element % 6)))),
        ('PNG, EXIF before XMP', 3, png(international(six), chunk(b'eXIf', one(3)))),
        ('PNG, EXIF of zero before XMP', 1, png(international(six), chunk(b'eXIf', one(0)))),
        ('PNG, EXIF without orientation, XMP', 6, png(international(six), chunk(b'eXIf', none))),
        ('PNG, profile', 6, png(raw(b'Raw profile type exif', exif + one(6)))),
        ('PNG, profile APP1', 6, png(raw(b'Raw profile type APP1', exif + one(6)))),
        ('PNG, profile with XMP', 6, png(raw(b'Raw profile type xmp', six))),
        ('PNG, profile APP1 with XMP', 6, png(raw(b'Raw profile type APP1', adobe + six, 9))),
        ('PNG, stored profile', 6, png(raw(b'Raw profile type exif', exif + one(6), 0))),
        ('PNG, profile, fixed codes', 6, png(raw(b'Raw profile type exif', exif + one(6), 9, zlib.Z_FIXED))),
        ('PNG, profile, own codes', 6, png(raw(b'Raw profile type APP1', exif + one(6) + bytes(range(256)) * 3, 9))),
        ('PNG, chunk before profile', 3, png(raw(b'Raw profile type exif', exif + one(6)), chunk(b'eXIf', one(3)))),
        ('PNG, profile before XMP', 6, png(raw(b'Raw profile type exif', exif + one(6)), international(three))),
        ('JPEG, XMP', 6, jpeg(adobe + six)),
        ('JPEG, XMP element', 6, jpeg(adobe + xmp(as_element % 6))),
        ('JPEG, XMP in single quotes', 6, jpeg(adobe + six.replace(b'"', b"'"))),
        ('JPEG, XMP with spaces', 6, jpeg(adobe + xmp(' tiff:Orientation = "6"\n>'))),
        ('JPEG, XMP under another name', 6, jpeg(adobe + xmp(' t:Orientation="6">', 't'))),
        ('JPEG, XMP in UTF-16', 6, jpeg(adobe + six.decode().encode('utf-16'))),
        ('JPEG, XMP with a comment', 6, jpeg(adobe + six.replace(b'<rdf:Desc', b'<!-- <a tiff:Orientation="3"/> --><rdf:Desc'))),
        ('JPEG, orientation of another namespace', 1, jpeg(adobe + six.replace(b'tiff:O', b'exif:O'))),
        ('JPEG, EXIF before XMP', 3, jpeg(adobe + six, exif + one(3))),
        ('JPEG, EXIF without orientation, XMP', 6, jpeg(exif + none, adobe + six)),
        ('JPEG, two EXIF segments', 3, jpeg(exif + one(3), exif + one(6))),
        ('JPEG, two EXIF segments, the second has it', 6, jpeg(exif + none, exif + one(6))),
    ]
    rows = []
    for name, expected, data in cases:
        path = os.path.join(here, 'case.' + name[:3].lower())
        with open(path, 'wb') as f:
            f.write(data)
        by = []
        try:
            stated = Image.open(path)
            stated.load()
            stated = stated.getexif().get(0x112)
            stated = stated[0] if isinstance(stated, bytes) and stated else stated
            by += ['Pillow'] if (stated if stated in range(1, 9) else 1) == expected else []
        except Exception:
            pass
        text = subprocess.run(['exiftool', '-n', '-s3', '-Orientation', path], capture_output=True, text=True).stdout
        stated = text.split()[0] if text.split() else '1'
        by += ['exiftool'] if (stated if stated in list('12345678') else '1') == str(expected) else []
        assert by, name
        rows.append({'name': name, 'by': ', '.join(by), 'orientation': expected, 'file': base64.b64encode(data).decode()})
    with open(os.path.join(HERE, 'orientations.json'), 'w') as f:
        f.write('[\n' + ',\n'.join(json.dumps(row) for row in rows) + '\n]\n')


if __name__ == '__main__':
    if sys.argv[1:2] == ['jpeg']:
        make_jpeg()
    elif sys.argv[1:] == ['orientations']:
        make_orientations()
    elif sys.argv[1:] == ['yuv']:
        make_yuv()
    elif sys.argv[1:] == ['y4m']:
        make_y4m()
    elif sys.argv[1:2] == ['warp'] and len(sys.argv) == 3:
        make_warp(sys.argv[2])
    else:
        sys.exit(__doc__)
