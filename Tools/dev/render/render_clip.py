#!/usr/bin/env python3
"""The short clips of two drawn hands that the video tests use.

    render_clip.py OUT_DIR [clip|crossing]

clip, sixteen frames: a right hand that moves and goes from an open palm to a victory sign, a left hand that comes in and
leaves again, and one frame without any hand, after which the first is found anew. Then: golden.py video OUT_DIR
OUT_DIR/golden.json

crossing, sixteen frames: a left hand, and from frame 2 a right hand that passes in front of it to the other side.

The low bits of every value are set alike to keep the files small.
"""
import os
import sys

import numpy as np
from PIL import Image

from render_hand import GESTURES, POSES, mix_pose, render

SIZE = (288, 216)
FRAMES = 16
LEFT_HAND = range(4, 11)
EMPTY = 13
CROSSING_SIZE = (256, 160)
RIGHT_FROM = 2


def moving(i):
    """Frame i of the clip in which hands come and go."""
    (first, turn), (last, last_turn) = ((GESTURES[g][0], np.array(GESTURES[g][1:], float))
                                        for g in ("Open_Palm", "Victory"))
    u = i / (FRAMES - 1)
    wave = np.sin(2 * np.pi * u)
    roll, pitch, yaw = turn * (1 - u) + last_turn * u
    if i == EMPTY:
        im, _, _ = render(x=-3, y=-3, size=SIZE, seed=21, noise=0)
    else:
        im, _, _ = render(mix_pose(POSES[first], POSES[last], u), roll + 10 * wave, pitch, yaw + 8 * wave, 0.8,
                          0.3 + 0.05 * wave, 0.55 - 0.1 * u, SIZE, False, 21, noise=0)
    if i in LEFT_HAND:
        v = (i - LEFT_HAND.start) / (len(LEFT_HAND) - 1)
        im, _, _ = render("open_palm", 12 - 20 * v, 0, 0, 0.75, 0.8 - 0.06 * np.sin(np.pi * v), 0.6, SIZE, True, 8,
                          background=im / np.float32(255), noise=0)
    return im


def crossing(i):
    """Frame i of the clip in which one hand passes in front of the other."""
    u = i / (FRAMES - 1)
    im, _, _ = render("open_palm", -8 + 16 * u, 0, 0, 0.8, 0.8 - 0.6 * u, 0.55, CROSSING_SIZE, True, 8, noise=0)
    if i >= RIGHT_FROM:
        im, _, _ = render("open_palm", 8 - 16 * u, 0, 0, 0.9, 0.2 + 0.6 * u, 0.6, CROSSING_SIZE, False, 21,
                          background=im / np.float32(255), noise=0)
    return im


def main():
    out = sys.argv[1]
    frame = crossing if sys.argv[2:] == ["crossing"] else moving
    os.makedirs(out, exist_ok=True)
    for i in range(FRAMES):
        Image.fromarray(frame(i) & 0xF8 | 4).save(f"{out}/frame{i:03d}.png", optimize=True)


if __name__ == "__main__":
    main()
