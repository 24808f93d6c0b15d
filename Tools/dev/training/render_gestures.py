#!/usr/bin/env python3
"""Draws examples of gestures: a folder for each pose, with as many pictures of it from different sides.

    render_gestures.py OUT_DIR COUNT [SEED] [POSE …]

Poses are those of Tools/dev/render/render_hand.py. Angles, sizes, places, light, skin, side of the body and the joints themselves vary with
the seed: each joint by a few degrees, the hand by up to 25 degrees.
"""
import os
import sys

import numpy as np
from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "render"))
from render_hand import POSES, render  # noqa: E402

SIZE = (320, 240)


def varied(pose, r):
    """The pose with each joint bent by a few degrees more or less."""
    return dict(f=[tuple(np.array(finger) + r.normal(0, 3, len(finger))) for finger in pose["f"]],
                t=tuple(tuple(np.array(bone) + r.normal(0, 0.03, 3)) for bone in pose["t"]))


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    names = list(POSES)
    for name in sys.argv[4:] or names:
        os.makedirs(f"{folder}/{name}", exist_ok=True)
        for index in range(count):
            r = np.random.default_rng([seed, names.index(name), index])
            roll, pitch, yaw = r.uniform(-25, 25), r.uniform(-15, 15), r.uniform(-25, 25)
            image, _, _ = render(varied(POSES[name], r), roll + (80 if name == "thumb" else 0), pitch, yaw,
                                 r.uniform(0.75, 1.05), r.uniform(0.42, 0.58), r.uniform(0.45, 0.58), SIZE,
                                 bool(r.integers(2)), int(r.integers(1 << 30)))
            Image.fromarray(image).save(f"{folder}/{name}/{index:03d}.png")


main()
