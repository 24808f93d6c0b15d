#!/usr/bin/env python3
"""Makes this folder's pictures from the rendered hand of HandTrackingTests, and what Pillow and libheif decode them to.

  make_fixtures.py        needs Pillow and pillow-heif; jpegtran for PixelImagingTests' arithmetic.jpg

A picture NAME has its upright pixels in NAME.WIDTHxHEIGHT.rgb.
"""
import os
import struct

from PIL import Image, ImageOps
import pillow_heif

pillow_heif.register_heif_opener()
HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, '../../HandTrackingTests/Fixtures/rendered/Open_Palm_right.png')
PICTURE = Image.open(SOURCE).convert('RGB').resize((48, 36), Image.Resampling.LANCZOS)

LARGER = Image.open(SOURCE).convert('RGB').resize((96, 72), Image.Resampling.LANCZOS)


def path(name):
    return os.path.join(HERE, name)


def expect(name, upright):
    with open(path('%s.%dx%d.rgb' % (name, *upright.size)), 'wb') as f:
        f.write(upright.convert('RGB').tobytes())


def save(name, picture=PICTURE, **options):
    picture.save(path(name), **options)
    expect(name, ImageOps.exif_transpose(Image.open(path(name))))


def orientation(value):
    exif = Image.Exif()
    exif[274] = value
    return exif


def stored(value):
    """The pixels that are PICTURE when they are displayed with an orientation."""
    inverse = {1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    return PICTURE.transpose(inverse[value]) if inverse[value] is not None else PICTURE


def box(kind, *parts):
    body = b''.join(parts)
    return struct.pack('>I', 8 + len(body)) + kind + body


def full(kind, version, flags, *parts):
    return box(kind, struct.pack('>I', version << 24 | flags), *parts)


def boxes(data):
    offset = 0
    while offset < len(data):
        size, kind = struct.unpack_from('>I4s', data, offset)
        yield kind, data[offset + 8:offset + size]
        offset += size


def tile(picture):
    """The frame and its decoder's parameters of a HEIC file with one picture."""
    picture.save(path('tile.heic'), quality=95, chroma=444)
    data = open(path('tile.heic'), 'rb').read()
    os.remove(path('tile.heic'))
    top = dict(boxes(data))
    meta = dict(boxes(top[b'meta'][4:]))
    properties = list(boxes(dict(boxes(meta[b'iprp']))[b'ipco']))
    hvcc = next(body for kind, body in properties if kind == b'hvcC')
    nclx = next((body for kind, body in properties if kind == b'colr'), None)
    return top[b'mdat'], hvcc, nclx


def make_grid(name, picture, angle):
    """A picture of tiles, as phones write it: turned by a property, with a grid item in the meta box."""
    width = height = 64
    columns, rows = -(-picture.width // width), -(-picture.height // height)
    canvas = Image.new('RGB', (columns * width, rows * height))
    canvas.paste(picture)
    tiles = [tile(canvas.crop((x * width, y * height, (x + 1) * width, (y + 1) * height)))
             for y in range(rows) for x in range(columns)]
    count = len(tiles)
    grid = struct.pack('>BBBBHH', 0, 0, rows - 1, columns - 1, *picture.size)
    colr = box(b'colr', tiles[0][2]) if tiles[0][2] else b''
    ipco = box(b'ipco', box(b'hvcC', tiles[0][1]), full(b'ispe', 0, 0, struct.pack('>II', width, height)),
               full(b'ispe', 0, 0, struct.pack('>II', *picture.size)), box(b'irot', bytes([angle])), colr)
    links = [struct.pack('>HB', 1, 3) + bytes([3, 0x84, 5])]
    links += [struct.pack('>HB', 2 + i, 3) + bytes([0x81, 2, 5]) for i in range(count)]
    ipma = full(b'ipma', 0, 0, struct.pack('>I', count + 1), *links)
    infe = [full(b'infe', 2, 0, struct.pack('>HH4s', 1, 0, b'grid') + b'\0')]
    infe += [full(b'infe', 2, 1, struct.pack('>HH4s', 2 + i, 0, b'hvc1') + b'\0') for i in range(count)]
    iref = full(b'iref', 0, 0, box(b'dimg', struct.pack('>HH', 1, count), *[struct.pack('>H', 2 + i) for i in range(count)]))

    def meta(start):
        locations = [struct.pack('>HHHHII', 1, 1, 0, 1, 0, len(grid))]
        offset = start
        for i, (frame, _, _) in enumerate(tiles):
            locations.append(struct.pack('>HHHHII', 2 + i, 0, 0, 1, offset, len(frame)))
            offset += len(frame)
        return full(b'meta', 0, 0, full(b'hdlr', 0, 0, struct.pack('>I4s12x', 0, b'pict') + b'\0'),
                    full(b'pitm', 0, 0, struct.pack('>H', 1)),
                    full(b'iloc', 1, 0, struct.pack('>BBH', 0x44, 0, count + 1), *locations),
                    full(b'iinf', 0, 0, struct.pack('>H', count + 1), *infe),
                    iref, box(b'iprp', ipco, ipma), box(b'idat', grid))

    ftyp = box(b'ftyp', b'heic', bytes(4), b'mif1heic')
    start = len(ftyp) + len(meta(0)) + 8
    with open(path(name), 'wb') as f:
        f.write(ftyp + meta(start) + box(b'mdat', *[frame for frame, _, _ in tiles]))
    expect(name, Image.open(path(name)))


save('lossless.webp', lossless=True)
save('lossy.webp', quality=90)
save('turned.webp', stored(6), lossless=True, exif=orientation(6))
PICTURE.save(path('animated.webp'), lossless=True, save_all=True, append_images=[ImageOps.invert(PICTURE)])
expect('animated.webp', PICTURE)
save('still.heic', quality=95)
make_grid('tiles.heic', LARGER, 0)
make_grid('turned_tiles.heic', LARGER.transpose(Image.Transpose.ROTATE_90), 3)
# libheif takes EXIF for a repetition of the file's own properties, of which this file has none; exiftool turns it.
stored(8).save(path('turned_by_exif.heic'), quality=95, exif=orientation(8))
expect('turned_by_exif.heic', Image.open(path('turned_by_exif.heic')).transpose(Image.Transpose.ROTATE_90))
save('still.avif', quality=90)
save('turned.avif', stored(6), quality=90, exif=orientation(6))
save('mirrored.avif', stored(2), quality=90, exif=orientation(2))
save('still.gif')
PICTURE.save(path('animated.gif'), save_all=True, append_images=[ImageOps.invert(PICTURE)])
expect('animated.gif', Image.open(path('animated.gif')))
save('still.bmp')
save('palette.bmp', PICTURE.quantize(32))
save('packed.tiff', compression='tiff_lzw')
save('turned.tiff', stored(8), exif=orientation(8))
save('color.ppm')
save('gray.pgm', PICTURE.convert('L'))
save('boxed.jp2')
save('bare.j2k')
