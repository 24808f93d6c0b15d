#!/usr/bin/env python3
"""Draws hands in random poses that are nobody's gesture in particular: pictures for a class of other poses.

    render_other_poses.py OUT_DIR COUNT [SEED]

Each finger is stretched, bent or anything between, and spread; the thumb is anywhere between the palm and the side. Orientation,
size, place, light, skin and side of the body vary, too. Picture i of a seed is the same whatever the count.
"""
import multiprocessing
import os
import sys

import numpy as np
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "render"))
from render_hand import render, thumb  # noqa: E402

SIZES = [(320, 240), (256, 256), (240, 320), (384, 216)]
# The splay of each finger at rest and how far it goes to either side, in degrees.
SPLAY = [(4, 8), (0, 6), (-4, 6), (-11, 10)]


def finger(r, rest, reach):
    """Flexion of the three joints and splay: a third stretched, a third bent, the others between."""
    kind = r.integers(3)
    base = r.uniform(*[(0, 15), (65, 90), (0, 90)][kind])
    middle = r.uniform(*[(0, 15), (85, 108), (0, 108)][kind])
    return (base, middle, middle * r.uniform(0.4, 0.65), rest + r.uniform(-reach, reach))


def pose(r):
    """A pose as in render_hand.POSES. Neighbors are often bent alike, since their tendons are shared."""
    fingers = [finger(r, *splay) for splay in SPLAY]
    for index in range(1, 4):
        if r.random() < 0.35:
            fingers[index] = (*(np.array(fingers[index - 1][:3]) + r.normal(0, 6, 3)), fingers[index][3])
    t = thumb(r.uniform(12, 62), r.uniform(8, 50), r.uniform(-6, 40), r.uniform(-8, 48), r.uniform(0, 0.25))
    return dict(f=fingers, t=t)


def draw(job):
    folder, seed, index = job
    r = np.random.default_rng([seed, index])
    # A third show the back of the hand; the wrist points anywhere below the horizontal, and sometimes up.
    roll, pitch, yaw = r.normal(0, 50), r.uniform(-25, 25), r.uniform(-35, 35) + (180 if r.random() < 0.33 else 0)
    image, _, _ = render(pose(r), roll, pitch, yaw, r.uniform(0.55, 1.05), r.uniform(0.42, 0.58), r.uniform(0.44, 0.58),
                         SIZES[r.integers(len(SIZES))], bool(r.integers(2)), int(r.integers(1 << 30)))
    Image.fromarray(image).save(f"{folder}/{index:04d}.png")


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    os.makedirs(folder, exist_ok=True)
    with multiprocessing.Pool(2) as pool:
        pool.map(draw, [(folder, seed, index) for index in range(count)], chunksize=8)


if __name__ == "__main__":
    main()
