#!/usr/bin/env python3
"""Makes this folder's JPEG pictures, and the references of warp and color conversion.

  make_fixtures.py jpeg                      needs Pillow
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


if __name__ == '__main__':
    if sys.argv[1:2] == ['jpeg']:
        make_jpeg()
    elif sys.argv[1:] == ['yuv']:
        make_yuv()
    elif sys.argv[1:] == ['y4m']:
        make_y4m()
    elif sys.argv[1:2] == ['warp'] and len(sys.argv) == 3:
        make_warp(sys.argv[2])
    else:
        sys.exit(__doc__)
