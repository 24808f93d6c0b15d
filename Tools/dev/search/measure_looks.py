#!/usr/bin/env python3
"""How many hands a second look finds in pictures that are dark or whose colors are wrong.

    measure_looks.py MUDRA PICTURES

PICTURES is a folder; the pictures in which MUDRA finds a hand are made dark, or their red and blue are exchanged, or they are tinted
blue or made negative in hue. Needs numpy and Pillow.
"""
import sys
import tempfile

import numpy as np
from PIL import Image

from pictures import pictures, results


def count(mudra, paths, *options):
    """How many pictures have a hand, and by which looks."""
    lines = results(mudra, paths, *options)
    return [line.get("secondLook", "first") if line["hands"] else None for line in lines], [line["source"] for line in lines]


def dark(share):
    return lambda p, r: p * share + r.normal(0, 2, p.shape)


CHANGES = {
    "20 % light": dark(0.2), "8 % light": dark(0.08), "4 % light": dark(0.04),
    "red and blue exchanged": lambda p, r: p[..., ::-1], "green and red exchanged": lambda p, r: p[..., [1, 0, 2]],
    "gray": lambda p, r: np.repeat(p.mean(-1, keepdims=True), 3, -1), "blue light": lambda p, r: p * (0.3, 0.5, 1.2),
}


def main():
    mudra = sys.argv[1]
    every = pictures(sys.argv[2])
    looks, sources = count(mudra, every)
    chosen = [path for look, path in zip(looks, sources) if look]
    print(f"{len(chosen)} pictures with a hand, {len(every) - len(chosen)} without")
    again = [option for look in ("brightened", "tinted") for option in ("--look-again", look)]
    with tempfile.TemporaryDirectory() as folder:
        for name, change in CHANGES.items():
            paths = []
            for index, path in enumerate(chosen):
                with Image.open(path) as picture:
                    pixels = np.asarray(picture.convert("RGB"), float)
                paths.append(f"{folder}/{index}.png")
                Image.fromarray(np.clip(change(pixels, np.random.default_rng(index)), 0, 255).astype(np.uint8)).save(paths[-1])
            first, _ = count(mudra, paths)
            found, _ = count(mudra, paths, *again)
            print(f"{name}: {sum(map(bool, first))}, looked at again {sum(map(bool, found))} of {len(chosen)}"
                  f" ({found.count('brightened')} brightened, {found.count('tinted')} tinted)", flush=True)


main()
