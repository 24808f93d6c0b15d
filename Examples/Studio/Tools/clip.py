"""Clips for the browser's camera, made of the repository's rendered hands. Only Python's own modules."""
import pathlib
import struct
import zlib

RENDERED = pathlib.Path(__file__).resolve().parents[3] / "Tests/HandTrackingTests/Fixtures/rendered"
# Drawn by the same renderer: thumb and index finger together.
OWN = pathlib.Path(__file__).resolve().parent / "pictures"


def read_png(path):
    """Width, height and RGB bytes of a PNG with 8 bits and no interlacing."""
    data = path.read_bytes()
    place, packed, width, height = 8, b"", 0, 0
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + size]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", content)
            assert (depth, color, interlaced) == (8, 2, 0), path
        elif kind == b"IDAT":
            packed += content
        place += 12 + size
    raw, stride = zlib.decompress(packed), width * 3
    rows, before = [], bytearray(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 1:
            for i in range(3, stride):
                row[i] = (row[i] + row[i - 3]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, before))
        elif kind == 3:
            for i in range(stride):
                row[i] = (row[i] + ((row[i - 3] if i > 2 else 0) + before[i]) // 2) & 255
        elif kind == 4:
            for i in range(stride):
                a, b, c = (row[i - 3], before[i], before[i - 3]) if i > 2 else (0, before[i], 0)
                p, q, r = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                row[i] = (row[i] + (a if p <= q and p <= r else b if q <= r else c)) & 255
        rows.append(row)
        before = row
    return width, height, rows


def planes(path):
    """A picture as I420: luma for each pixel, chroma for each four of them, by BT.601's video range."""
    width, height, rows = read_png(path)
    luma, u, v = bytearray(), bytearray(), bytearray()
    for y, row in enumerate(rows):
        red, green, blue = row[0::3], row[1::3], row[2::3]
        luma += bytes((66 * r + 129 * g + 25 * b + 4224) >> 8 for r, g, b in zip(red, green, blue))
        if y % 2 == 0:
            pairs = list(zip(red, green, blue))[::2]
            u += bytes((-38 * r - 74 * g + 112 * b + 32896) >> 8 for r, g, b in pairs)
            v += bytes((112 * r - 94 * g - 18 * b + 32896) >> 8 for r, g, b in pairs)
    return width, height, bytes(luma + u + v)


def moved(plane, width, shift):
    """A plane whose rows are shifted to the right, or to the left by less than 0; their ends are repeated."""
    rows = (plane[start:start + width] for start in range(0, len(plane), width))
    if shift >= 0:
        return b"".join(row[:1] * shift + row[:width - shift] for row in rows)
    return b"".join(row[-shift:] + row[-1:] * -shift for row in rows)


def scaled(plane, width, share):
    """A plane whose middle is nearer, by more than 1, or farther; its borders are repeated."""
    height = len(plane) // width
    across = [min(width - 1, max(0, int((x - width / 2) / share + width / 2))) for x in range(width)]
    rows = {}
    for y in range(height):
        at = min(height - 1, max(0, int((y - height / 2) / share + height / 2)))
        if at not in rows:
            row = plane[at * width:(at + 1) * width]
            rows[at] = bytes(row[x] for x in across)
        yield rows[at]


def framed(plane, width, wide, high, value):
    """A plane in the middle of a larger one."""
    left, rows = (wide - width) // 2, len(plane) // width
    top = (high - rows) // 2
    side, other = bytes([value]) * left, bytes([value]) * (wide - width - left)
    middle = b"".join(side + plane[start:start + width] + other for start in range(0, len(plane), width))
    return bytes([value]) * (wide * top) + middle + bytes([value]) * (wide * (high - rows - top))


def write(path, names, repeats, rate=15, size=None):
    """A clip that shows each picture for a number of frames. A pair is a picture and by how many pixels it is moved to the
    right, an even number, or by how much it is larger, a float; None is not a picture. With a size, of even numbers, pictures are in the middle of such a frame."""
    pairs = [name if isinstance(name, tuple) else (name, 0) for name in names]
    files = {name: (RENDERED if (RENDERED / f"{name}.png").exists() else OWN) / f"{name}.png" for name, _ in pairs if name}
    pictures = {name: planes(file) for name, file in files.items()}
    width, height, _ = next(iter(pictures.values()))
    luma, chroma = width * height, (width + 1) // 2 * ((height + 1) // 2)
    empty = bytes([90]) * luma + bytes([128]) * (2 * chroma)
    with open(path, "wb") as file:
        wide, high = size or (width, height)
        file.write(f"YUV4MPEG2 W{wide} H{high} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for name, shift in pairs:
            frame = pictures[name][2] if name else empty
            if isinstance(shift, float):
                half = luma + chroma
                frame = b"".join(b"".join(scaled(part, wide, shift)) for part, wide in (
                    (frame[:luma], width), (frame[luma:half], (width + 1) // 2), (frame[half:], (width + 1) // 2)))
            elif shift:
                frame = moved(frame[:luma], width, shift) + moved(frame[luma:], (width + 1) // 2, shift // 2)
            if size:
                half = luma + chroma
                frame = framed(frame[:luma], width, wide, high, 90) + b"".join(
                    framed(part, width // 2, wide // 2, high // 2, 128) for part in (frame[luma:half], frame[half:]))
            file.write((b"FRAME\n" + frame) * repeats)
    return path
